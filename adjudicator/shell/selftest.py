"""Tries everything that a host needs, once: getting in, being told of new mail, a mail to itself, a commit, the clock.

Each part says in words what is wrong and what to do. Nothing is left behind, neither in the mailbox nor on the disk.
"""

from __future__ import annotations

import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from adjudicator.core.model import BadInput
from adjudicator.core.texts import decoded
from adjudicator.host import settings
from adjudicator.host.accounts import ImapAccount, SmtpAccount
from adjudicator.host.ports import Clock, Commit, Outgoing, Unreachable
from adjudicator.host.settings import Settings
from adjudicator.shell import imap, trouble
from adjudicator.shell.clock import SystemClock
from adjudicator.shell.credentials import Credentials
from adjudicator.shell.git import GitArchive
from adjudicator.shell.idle import ImapDoorbell
from adjudicator.shell.maildir import make_maildir
from adjudicator.shell.smtp import SmtpPost

MOST_SECONDS_APART = 60
LOOK_EVERY = 5.0


@dataclass(frozen=True, slots=True)
class Finding:
    part: str
    right: bool
    said: str


class Wrong(Exception):
    """A part does not work: what is wrong, and what to do."""


def selftest(home: Path, seconds: float = 60.0, clock: Clock | None = None) -> Iterator[Finding]:
    """`seconds`: how long a mail may take to come back."""
    host = home / "host"
    try:
        text = decoded((host / settings.PATH).read_bytes(), f"host/{settings.PATH}")
        read = settings.read(text)
    except FileNotFoundError:
        yield Finding("settings", False, f"there is no {host / settings.PATH}; `adjudicator new` makes one")
        return
    except BadInput as error:
        yield Finding("settings", False, str(error))
        return
    yield Finding("settings", True, f"letters come from {read.address}; trouble is told to {read.moderator}")
    yield _tried("commit", lambda: _commit(home))
    tries = _Mail(read, Credentials(host), clock or SystemClock(), seconds)
    if read.imap is None:
        yield _tried("mailbox", lambda: _maildir(host / read.mailbox))
    else:
        yield from tries.mailbox(read.imap)
    if read.smtp is None:
        yield _tried("post", lambda: _maildir(host / read.post))
    else:
        yield from tries.post(read.smtp)
    tries.close()


def _tried(part: str, act: Callable[[], str]) -> Finding:
    try:
        return Finding(part, True, act())
    except (Wrong, BadInput, Unreachable) as error:
        return Finding(part, False, str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return Finding(part, False, f"{where}{error.strerror or error}")


def _maildir(folder: Path) -> str:
    make_maildir(folder)
    probe = folder / "tmp" / f"selftest.{secrets.token_hex(4)}"
    probe.write_bytes(b"")
    probe.unlink()
    return f"the local mailbox {folder} can be written"


def _commit(home: Path) -> str:
    """In a repository of its own, beside the games."""
    scratch = home / f".selftest-{secrets.token_hex(4)}"
    try:
        archive = GitArchive(scratch)
        change = Commit(scratch.name, None, {"tried.txt": "tried\n"}, "A try", datetime.now(UTC))
        name = archive.commit(change)
        if archive.head() != name or archive.edited(change.files):
            raise Wrong(f"a commit in {home} is not there afterwards; is the disk full, or no place for git?")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return f"a repository in {home} takes commits"


class _Mail:
    def __init__(self, read: Settings, credentials: Credentials, clock: Clock, seconds: float) -> None:
        self._settings = read
        self._credentials = credentials
        self._clock = clock
        self._seconds = seconds
        self._client: Any = None

    def close(self) -> None:
        if self._client is not None:
            imap.hang_up(self._client)
            self._client = None

    # -- in

    def mailbox(self, account: ImapAccount) -> Iterator[Finding]:
        login = _tried("login", lambda: self._log_in(account))
        yield login
        if login.right:
            yield _tried("folders", lambda: self._asked(account, self._folders))
            yield _tried("idle", lambda: self._asked(account, self._idle))
            yield _tried("clock", lambda: self._asked(account, self._compare_clocks))

    def _log_in(self, account: ImapAccount) -> str:
        self._client = imap.connect(account, self._credentials)
        self._asked(account, lambda _: imap.select(self._client, account))
        guarded = "over a loopback connection" if account.security == "none" else "certificate verified"
        return f"{account.user} is let in at {account.server} ({account.security}, {guarded})"

    def _asked(self, account: ImapAccount, act: Callable[[ImapAccount], Any]) -> Any:
        try:
            return act(account)
        except imap.BROKEN as error:
            raise trouble.reaching(error, account) from error

    def _folders(self, account: ImapAccount) -> str:
        names = [imap.ensure_folder(self._client, name) for name in (account.taken, account.quarantine)]
        how = "MOVE" if self._client.has_capability("MOVE") else "COPY"
        left = (
            ""
            if self._client.has_capability("MOVE") or self._client.has_capability("UIDPLUS")
            else ("; the server knows neither MOVE nor UIDPLUS, so taken mails stay in the inbox, marked as deleted")
        )
        return f"mails will be laid into {names[0]} and {names[1]} by {how}{left}"

    def _idle(self, account: ImapAccount) -> str:
        if not self._client.has_capability("IDLE"):
            return f"{account.server} knows no IDLE; it will be asked for new mail once a minute"
        self._client.idle()
        self._client.idle_done()
        return "the server will tell of new mail at once (IDLE)"

    def _compare_clocks(self, account: ImapAccount) -> str:
        """The server dates whatever is laid into a folder without a date; that is what arrival is judged by."""
        folder = imap.ensure_folder(self._client, account.taken)
        message_id, probe = self._letter(self._settings.address)
        before = self._clock.now()
        self._client.append(folder, probe, [rb"\Seen"])
        after = self._clock.now()
        self._client.select_folder(folder)
        uids = self._found(message_id)
        if not uids:
            raise Wrong(f"a mail that was laid into {folder} is not there; is the account full?")
        dated = self._client.fetch(uids, ["INTERNALDATE"])[uids[0]][b"INTERNALDATE"]
        self._remove(uids)
        apart = _apart(dated, before, after)
        if abs(apart) > MOST_SECONDS_APART:
            which = "ahead of" if apart < 0 else "behind"
            raise Wrong(
                f"the clock of this machine is {abs(apart):.0f} s {which} that of {account.server}, by which arrival "
                "is judged; set it (timedatectl set-ntp true)"
            )
        return f"this machine and {account.server} agree on the time within {MOST_SECONDS_APART} s"

    # -- out

    def post(self, account: SmtpAccount) -> Iterator[Finding]:
        address = self._settings.reply_address("selftest")
        if self._settings.imap is None or self._client is None:
            yield _tried("post", lambda: self._send(account, self._settings.address)[0])
            return
        sent = _tried("post", lambda: self._send_and_wait(account, self._settings.imap, address))
        yield sent
        if not sent.right and "did not come back" in sent.said:
            yield _tried("plain", lambda: self._send_and_wait(account, self._settings.imap, self._settings.address))

    def _send(self, account: SmtpAccount, address: str) -> tuple[str, str]:
        message_id, raw = self._letter(address)
        carrier = SmtpPost(account, self._credentials, self._settings.address)
        (sent,) = carrier.deliver([Outgoing("selftest", address, raw)])
        if sent.outcome != "sent":
            raise Wrong(f"a mail to {address} could not be sent: {sent.reason}")
        return f"{account.server} has taken a mail to {address}", message_id

    def _send_and_wait(self, account: SmtpAccount, mailbox: ImapAccount | None, address: str) -> str:
        assert mailbox is not None
        doorbell = ImapDoorbell(mailbox, self._credentials)
        try:
            doorbell.wait(self._seconds)  # rings once because it is new
            began = time.monotonic()
            _, message_id = self._send(account, address)
            rang = False
            while (left := began + self._seconds - time.monotonic()) > 0:
                rang = doorbell.wait(min(left, LOOK_EVERY)) or rang
                folder = self._asked(mailbox, lambda _: self._arrived_in(message_id, mailbox))
                if folder is not None:
                    took = time.monotonic() - began
                    return _told(address, folder, took, rang, junk=folder not in (mailbox.folder, mailbox.taken))
        finally:
            doorbell.close()
        raise Wrong(
            f"a mail to {address} was sent, but did not come back within {self._seconds:.0f} s; look whether it was "
            "returned, and whether your provider delivers addresses with a + (letters use them for replies)"
        )

    def _arrived_in(self, message_id: str, account: ImapAccount) -> str | None:
        """The folder that it lies in; it is taken out of there."""
        junk = self._client.find_special_folder(rb"\Junk")
        for name in (account.folder, account.taken, *([junk] if junk else [])):
            self._client.select_folder(imap.full_name(self._client, name) if name != junk else name)
            uids = self._found(message_id)
            if uids:
                self._remove(uids)
                return str(name)
        return None

    # -- a mail of ours

    def _letter(self, address: str) -> tuple[str, bytes]:
        message_id = f"<selftest.{secrets.token_hex(8)}@{self._settings.domain}>"
        mail = EmailMessage(policy=SMTP)
        mail["From"] = self._settings.address
        mail["To"] = address
        mail["Subject"] = "A try"
        mail["Date"] = format_datetime(self._clock.now())
        mail["Message-ID"] = message_id
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content("`adjudicator selftest` tries whether mail comes back. It takes this out again.\n")
        return message_id, mail.as_bytes()

    def _found(self, message_id: str) -> list[int]:
        return list(self._client.search(["HEADER", "Message-ID", message_id]))

    def _remove(self, uids: list[int]) -> None:
        self._client.add_flags(uids, [rb"\Deleted"], silent=True)
        if self._client.has_capability("UIDPLUS"):
            self._client.uid_expunge(uids)


def _apart(dated: datetime, before: datetime, after: datetime) -> float:
    """Seconds by which the server's clock is ahead of ours; it says whole ones."""
    if dated < before:
        return min(0.0, (dated - before).total_seconds() + 1)
    return max(0.0, (dated - after).total_seconds())


def _told(address: str, folder: str, took: float, rang: bool, junk: bool) -> str:
    if junk:
        raise Wrong(
            f"a mail to {address} came back, but into {folder}; tell your provider that mail to this address is "
            "wanted, or orders will be overlooked"
        )
    how = "and the server told of it by itself" if rang else "though the server did not tell of it by itself"
    return f"a mail to {address} came back after {took:.0f} s, {how}"
