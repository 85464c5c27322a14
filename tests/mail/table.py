"""A table whose mail goes through real servers: players have mailboxes of their own, and everything travels."""

from __future__ import annotations

import email
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import imapclient

from adjudicator.core import registry, yamlfiles
from adjudicator.core.model import Seat
from adjudicator.host.desk import Desk
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.run import run
from adjudicator.host.seats import Player
from adjudicator.shell.bootstrap import open_desk
from adjudicator.shell.clock import SystemClock
from adjudicator.shell.durable import write
from tests.host.table import AT_ONCE, NAMES, SEED, HandClock, text_of
from tests.mail.servers import HOST, PASSWORD, Dovecot, Relay, SmtpServer, mails_in, user_of, wait_until

FOUR = ("blue", "green", "red", "yellow")


@dataclass
class MailTable:
    """The host's account is `gm`; every name is followed by the table's number, so that tables share a server."""

    home: Path
    dovecot: Dovecot
    relay: Relay
    smtp: SmtpServer
    number: str
    imap: dict[str, Any] = field(default_factory=dict)
    post: dict[str, Any] = field(default_factory=dict)
    clock: HandClock | None = None
    mails: int = 0

    def __post_init__(self) -> None:
        self.gm = self.dovecot.user(f"gm{self.number}")
        for seat in FOUR:
            self.dovecot.user(self.user(seat))
        self.set_up()

    def set_up(self) -> None:
        """Writes the settings; again after a test has changed `imap` or `post`."""
        write(self.home / "host" / "password", f"{PASSWORD}\n".encode())
        login = {"server": HOST, "security": "none", "password": {"file": "password"}}
        imap = {"port": self.dovecot.imap, "user": self.gm, **login, **self.imap}
        smtp = {"port": self.smtp.port, "user": "gm", **login, **self.post}
        address = f"{self.gm}@example.org"
        plain: dict[str, Any] = {"address": address, "moderator": f"moderator{self.number}@example.org"}
        plain |= {"mailbox": {"imap": imap}, "post": {"smtp": smtp}}
        write(self.home / "host" / "host.yaml", yamlfiles.dump(plain, blocks=1).encode())

    def user(self, seat: Seat) -> str:
        return f"{seat}{self.number}"

    @property
    def desk(self) -> Desk:
        return open_desk(self.home, self.clock or SystemClock())

    def begin(
        self, game: str = "windfall", ruleset: str = "orchard", scenario: str = "windfall", **options: int
    ) -> None:
        rules = registry.ruleset(ruleset)
        players = {seat: Player(f"{self.user(seat)}@example.org", NAMES[seat], word=f"word-of-{seat}") for seat in FOUR}
        with self.desk.step("setting up") as draft:
            found(draft, game, ruleset, read_scenario(rules, scenario), players, options, SEED, AT_ONCE)
        self.run()

    def run(self) -> list[str]:
        return list(run(self.desk))

    # -- players

    def letters(self, seat: Seat) -> list[EmailMessage]:
        folder = self.dovecot.maildir(self.user(seat))
        return [email.message_from_bytes(mail.as_bytes(), policy=default) for mail in mails_in(folder)]

    def order(self, seat: Seat, *orders: str) -> None:
        """The form of his last letter that asks for orders, with these orders in it, sent through the world."""
        letter = next(one for one in reversed(self.letters(seat)) if "BEGIN ORDERS" in text_of(one))
        form = text_of(letter).partition("BEGIN ORDERS")[2].partition("END ORDERS")[0]
        lines = "".join(f"\n- {order}" for order in orders) or " []"
        self.reply(seat, form.replace("orders: []", f"orders:{lines}"), letter)

    def reply(self, seat: Seat, text: str, letter: EmailMessage | None = None, **headers: str) -> None:
        letter = letter or self.letters(seat)[-1]
        mail = EmailMessage(policy=default)
        self.mails += 1
        mail["From"] = f"{self.user(seat)}@example.org"
        mail["To"] = letter["Reply-To"]
        mail["Subject"] = f"Re: {letter['Subject']}"
        mail["Message-ID"] = f"<{self.mails}.{self.user(seat)}@example.org>"
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        self.dovecot.deliver(mail["To"], mail.as_bytes(), mail["From"])

    def stranger(self, number: int, body: str = "buy now") -> None:
        raw = f"From: spam@example.com\r\nMessage-ID: <s{number}@example.com>\r\nSubject: {number}\r\n\r\n{body}\r\n"
        self.dovecot.deliver(f"{self.gm}@example.org", raw.encode())

    # -- what is where

    def journal(self, what: str) -> list[dict[str, Any]]:
        return [line for line in self.desk.journal.lines() if line["what"] == what]

    def verdicts(self) -> list[str]:
        return [line["verdict"] for line in self.journal("mail")]

    def lying_in(self, folder: str) -> list[str]:
        """The Message-IDs of the mails in a folder of the host's account."""
        with imapclient.IMAPClient(HOST, self.dovecot.imap, ssl=False) as client:
            client.login(self.gm, PASSWORD)
            if not client.folder_exists(folder):
                return []
            client.select_folder(folder, readonly=True)
            fetched = client.fetch(client.search("ALL"), ["ENVELOPE"])
            return [known[b"ENVELOPE"].message_id.decode() for _, known in sorted(fetched.items())]

    def state(self, game: str = "windfall") -> Any:
        return yamlfiles.load((self.home / game / "state.yaml").read_text())


def deliver_to(dovecot: Dovecot, boxes: dict[str, list[bytes]]) -> Any:
    """Mail to a user of Dovecot goes into his mailbox, all other mail into `boxes`."""

    def deliver(recipient: str, raw: bytes) -> None:
        if dovecot.knows(user_of(recipient)):
            dovecot.deliver(recipient, raw)
        else:
            boxes.setdefault(recipient, []).append(raw)

    return deliver


__all__ = ["FOUR", "MailTable", "deliver_to", "wait_until"]
