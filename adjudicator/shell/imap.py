"""A mailbox at an IMAP server.

Only what lies above the mark is ever asked for: the highest UID up to which every mail has been dealt with. So a
mailbox full of old mails costs nothing. When the server numbers its mails anew (another UIDVALIDITY), the mark means
nothing, all mails are looked at again, and the journal knows which of them were taken before.
"""

from __future__ import annotations

import imaplib
import json
import logging
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from adjudicator.core import jsonfiles
from adjudicator.core.model import BadInput
from adjudicator.host.accounts import ImapAccount
from adjudicator.host.ports import Store, Unreachable, Waiting
from adjudicator.shell import trouble
from adjudicator.shell.credentials import Credentials, tls_context
from adjudicator.shell.restraint import Restraint

CONNECT_SECONDS = 20.0
READ_SECONDS = 60.0
PAUSES = (1.0, 3.0)
"""Before a cut connection is made anew, within one run; what lasts longer is left to the next run."""
MAILS_A_FETCH = 100
NUMBERS_A_COMMAND = 500
HEADER_BYTES = 100_000
MOST_AT_FIRST = 5_000
MARK = "mailbox.json"
BROKEN = (OSError, imaplib.IMAP4.error, EOFError, ValueError)
"""What a cut, silent or confused connection raises."""
T = TypeVar("T")


def connect(account: ImapAccount, credentials: Credentials) -> Any:
    """Logged in, nothing selected. Raises Unreachable in words."""
    from imapclient import IMAPClient, SocketTimeout

    # What matters of its warnings is raised as well; a moderator's terminal is no place for the rest.
    logging.getLogger("imapclient").addHandler(logging.NullHandler())
    secure = account.security == "tls"
    context = None if account.security == "none" else tls_context(account.ca)
    try:
        client = IMAPClient(
            account.server,
            port=account.port,
            ssl=secure,
            ssl_context=context if secure else None,
            timeout=SocketTimeout(CONNECT_SECONDS, READ_SECONDS),
        )
    except BROKEN as error:
        raise trouble.reaching(error, account) from error
    try:
        client.normalise_times = False
        if account.security == "starttls":
            client.starttls(context)
        _log_in(client, account, credentials)
    except BROKEN as error:
        hang_up(client)
        raise trouble.reaching(error, account) from error
    except BaseException:
        hang_up(client)
        raise
    return client


def _log_in(client: Any, account: ImapAccount, credentials: Credentials) -> None:
    from imapclient.exceptions import LoginError

    try:
        if account.oauth2 is not None:
            client.oauth2_login(account.user, credentials.token(account))
        else:
            password = credentials.password(account)
            # LOGIN takes nothing but ASCII
            log_in = client.login if f"{account.user}{password}".isascii() else client.plain_login
            log_in(account.user, password)
    except LoginError as error:
        if isinstance(error.__context__, imaplib.IMAP4.abort):  # cut while logging in: not the password's fault
            raise error.__context__ from None
        if "[UNAVAILABLE]" in str(error):  # RFC 5530: not the password's fault either
            raise Unreachable(f"{account.server} cannot let anybody in now: {trouble.said(error)}") from error
        credentials.forget(account)
        raise trouble.login(error, account) from error


def select(client: Any, account: ImapAccount) -> dict[bytes, Any]:
    try:
        chosen: dict[bytes, Any] = client.select_folder(full_name(client, account.folder))
    except imaplib.IMAP4.readonly as error:
        raise Unreachable(
            f"{account.server} opens the folder {account.folder} for reading only, so no mail can be moved out of it",
            f"ask whoever keeps the server to let {account.user} write there",
            lasting=True,
        ) from error
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error as error:
        raise Unreachable(
            f"{account.server} does not open the folder {account.folder}: {trouble.said(error)}",
            "check folder; INBOX is right nearly everywhere",
            lasting=True,
        ) from error
    return chosen


def hang_up(client: Any) -> None:
    """Closes the connection without a word; what the server should have kept, it has acknowledged before."""
    try:
        client.shutdown()
    except BROKEN:
        client.socket().close()


@dataclass(frozen=True, slots=True)
class Mark:
    account: str
    uidvalidity: int
    uid: int = 0


class ImapMailbox:
    def __init__(self, account: ImapAccount, credentials: Credentials, store: Store) -> None:
        self._account = account
        self._credentials = credentials
        self._store = store
        self._line: list[Any] = []  # the connection, if there is one; in a list, so that it can be closed after us
        self._uidvalidity = 0
        self._folders: dict[str, str] = {}
        self._listed: set[int] = set()
        self._listed_under = 0
        self._reach = 0
        self._restraint = Restraint()
        weakref.finalize(self, _hang_up_all, self._line)

    def close(self) -> None:
        _hang_up_all(self._line)
        self._folders.clear()

    # -- the port

    def waiting(self) -> Sequence[Waiting]:
        return self._tried(self._list)

    def fetch(self, refs: Sequence[str]) -> Mapping[str, bytes]:
        return self._tried(lambda client: dict(self._bodies(client, refs)))

    def headers(self, refs: Sequence[str]) -> Mapping[str, bytes]:
        return self._tried(lambda client: dict(self._heads(client, refs)))

    def taken(self, refs: Sequence[str]) -> None:
        self._done_with(refs, self._account.taken)

    def set_aside(self, refs: Sequence[str]) -> None:
        self._done_with(refs, self._account.quarantine)

    # -- the connection

    def _tried(self, act: Callable[[Any], T]) -> T:
        """Every act is harmless to repeat, so a connection that was cut is made anew and asked again."""
        for pause in (*PAUSES, None):
            try:
                return act(self._client())
            except (Unreachable, *BROKEN) as error:
                self.close()
                found = error if isinstance(error, Unreachable) else trouble.reaching(error, self._account)
                self._restraint.heed(found)
                if found.lasting or pause is None:
                    raise found from error
                time.sleep(pause)
        raise AssertionError

    def _client(self) -> Any:
        if not self._line:
            self._restraint.check()
            client = connect(self._account, self._credentials)
            self._line.append(client)
            self._select(client)
        return self._line[0]

    def _select(self, client: Any) -> int | None:
        """Returns the UID that the next mail to arrive will have, if the server says so."""
        chosen = select(client, self._account)
        self._uidvalidity = int(chosen[b"UIDVALIDITY"])
        following = chosen.get(b"UIDNEXT")
        return None if following is None else int(following)

    # -- what waits

    def _list(self, client: Any) -> list[Waiting]:
        following = self._select(client)
        mark = self._mark()
        if mark is None:
            self._refuse_flood(client)
            mark = Mark(self._name, self._uidvalidity)
        found: list[int] = []
        if following is None or following > mark.uid + 1:
            asked: list[Any] = ["UID", f"{mark.uid + 1}:*"]
            if self._account.since is not None:
                asked += ["SINCE", self._account.since]
            # `*` is the last mail even where that lies below the mark
            found = [uid for uid in client.search(asked) if uid > mark.uid]
        self._listed, self._listed_under = set(found), self._uidvalidity
        self._reach = max([mark.uid, (following or 1) - 1, *found])
        self._move_mark()
        listed = (self._waiting(client, uids) for uids in _parts(sorted(found), NUMBERS_A_COMMAND))
        return sorted((mail for part in listed for mail in part), key=lambda mail: mail.arrived)

    def _waiting(self, client: Any, uids: Sequence[int]) -> Iterator[Waiting]:
        for uid, known in client.fetch(uids, ["RFC822.SIZE", "INTERNALDATE"]).items():
            if b"RFC822.SIZE" in known:
                arrived = known.get(b"INTERNALDATE") or datetime.now(UTC)
                # The server counts whole seconds; of the mails of one second the UID tells which was first.
                exact = arrived.astimezone(UTC) + timedelta(microseconds=uid % 1_000_000)
                yield Waiting(f"{self._uidvalidity}.{uid}", int(known[b"RFC822.SIZE"]), exact)

    def _refuse_flood(self, client: Any) -> None:
        """Whoever gives us a mailbox that has been in use for years says from when on it is ours."""
        if self._account.since is None:
            number = int(client.folder_status(full_name(client, self._account.folder), ["MESSAGES"])[b"MESSAGES"])
            if number > MOST_AT_FIRST:
                raise BadInput(
                    f"{self._account.folder} already holds {number} mails; say mailbox.imap.since: 2026-03-01 (a day), "
                    "and those that arrived before are left alone",
                    "host/host.yaml",
                )

    # -- mails themselves

    def _bodies(self, client: Any, refs: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        for uids in _parts(self._uids(refs), MAILS_A_FETCH):
            for uid, known in client.fetch(uids, ["BODY.PEEK[]", "RFC822.SIZE"]).items():
                body = known.get(b"BODY[]")
                if body is not None and len(body) != known.get(b"RFC822.SIZE"):
                    # Some servers count otherwise than they send; but a mail that was cut differs the second time.
                    again = client.fetch([uid], ["BODY.PEEK[]"]).get(uid, {}).get(b"BODY[]")
                    body = body if body == again else None
                if body is not None:
                    yield f"{self._uidvalidity}.{uid}", body

    def _heads(self, client: Any, refs: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        for uids in _parts(self._uids(refs), MAILS_A_FETCH):
            for uid, known in client.fetch(uids, [f"BODY.PEEK[HEADER]<0.{HEADER_BYTES}>"]).items():
                head = known.get(b"BODY[HEADER]<0>")
                if head is not None:
                    yield f"{self._uidvalidity}.{uid}", head.rstrip() + b"\r\n\r\n"

    def _uids(self, refs: Iterable[str]) -> list[int]:
        """Of those mails that still have the number they were listed under."""
        apart = (ref.split(".") for ref in refs)
        return [int(uid) for validity, uid in apart if int(validity) == self._uidvalidity]

    # -- what is done with

    def _done_with(self, refs: Sequence[str], folder: str) -> None:
        if refs:
            self._tried(lambda client: self._move(client, self._uids(refs), folder))

    def _move(self, client: Any, uids: Sequence[int], folder: str) -> None:
        target = self._folder(client, folder)
        for part in _parts(uids, NUMBERS_A_COMMAND):
            client.add_flags(part, [rb"\Seen"], silent=True)
            if client.has_capability("MOVE"):
                client.move(part, target)
            else:
                client.copy(part, target)
                client.add_flags(part, [rb"\Deleted"], silent=True)
                if client.has_capability("UIDPLUS"):  # otherwise EXPUNGE would also take what others have deleted
                    client.uid_expunge(part)
        self._listed -= set(uids)
        self._move_mark()

    def _folder(self, client: Any, name: str) -> str:
        if name not in self._folders:
            self._folders[name] = ensure_folder(client, name)
        return self._folders[name]

    # -- the mark

    @property
    def _name(self) -> str:
        return f"{self._account.user} {self._account.server} {self._account.folder}"

    def _mark(self) -> Mark | None:
        """None where this mailbox was never looked at. Mails numbered anew begin at nothing."""
        written = self._store.read(MARK)
        mark = None if written is None else jsonfiles.load(written, MARK, lambda raw: Mark(**raw))
        if mark is None or mark.account != self._name:
            return None
        return mark if mark.uidvalidity == self._uidvalidity else Mark(self._name, self._uidvalidity)

    def _move_mark(self) -> None:
        """As far as every mail has been dealt with. What is gone meanwhile waits for the next listing."""
        if self._listed_under != self._uidvalidity:
            return  # numbered anew since they were listed
        uid = min(self._listed) - 1 if self._listed else self._reach
        mark = Mark(self._name, self._uidvalidity, uid)
        written = json.dumps(asdict(mark)) + "\n"
        if self._store.read(MARK) != written:
            self._store.write(MARK, written)


def full_name(client: Any, name: str) -> str:
    """As the server wants it: some keep every folder below INBOX, some part names by dots."""
    personal = client.namespace().personal if client.has_capability("NAMESPACE") else None
    if not personal or name.upper() == "INBOX":
        return name
    prefix, separator = personal[0]
    return str(prefix) + name.replace("/", separator or "/").removeprefix(prefix)


def ensure_folder(client: Any, name: str) -> str:
    """The folder's full name; made if it is not there."""
    full = full_name(client, name)
    try:
        client.folder_status(full, ["UIDNEXT"])
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error:
        _make_folder(client, full)
    return full


def _make_folder(client: Any, full: str) -> None:
    try:
        client.create_folder(full)
        client.subscribe_folder(full)
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error as error:
        raise Unreachable(
            f"the server does not let the folder {full} be made: {trouble.said(error)}",
            "make it with a mail program, or name another one as taken or quarantine",
            lasting=True,
        ) from error


def _hang_up_all(line: list[Any]) -> None:
    while line:
        hang_up(line.pop())


def _parts(uids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(uids), size):
        yield uids[start : start + size]
