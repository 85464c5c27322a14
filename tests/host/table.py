"""A table to play at: a real host folder, a clock in the test's hand, players who read their letters and answer."""

from __future__ import annotations

import email
import os
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

from adjudicator.core.model import Seat
from adjudicator.host.desk import Desk
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.run import run
from adjudicator.host.seats import Player
from adjudicator.rulesets.orchard.game import GAME
from adjudicator.shell.bootstrap import open_desk, prepare_desk
from adjudicator.shell.maildir import drop

SEED = bytes(range(32))
AT_ONCE = {"ready": 0}
"""Deadlines of most tests: none, and what everybody is ready for is resolved at once."""
NAMES = {"red": "Anna", "blue": "Bob", "green": "Carla", "yellow": "Dan"}


@dataclass
class HandClock:
    time: datetime = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def forward(self, **span: float) -> None:
        self.time += timedelta(**span)


@dataclass
class Table:
    home: Path
    clock: HandClock = field(default_factory=HandClock)
    mails: int = 0
    deadlines: dict[str, Any] = field(default_factory=lambda: dict(AT_ONCE))
    opened: dict[str, EmailMessage] = field(default_factory=dict, repr=False)
    """Letters that were read before, by the name of their file: none ever changes."""

    def __post_init__(self) -> None:
        prepare_desk(self.home)

    @property
    def desk(self) -> Desk:
        """A new one each time, as every command has: nothing is remembered but what is on the disk."""
        return open_desk(self.home, self.clock)

    def found(self, name: str = "windfall", seats: tuple[Seat, ...] = ("red", "blue"), **options: int) -> None:
        self.found_with({seat: Player(f"{seat}@example.org", NAMES[seat]) for seat in seats}, name, **options)

    def found_with(self, players: dict[Seat, Player], name: str = "windfall", **options: int) -> None:
        with self.desk.step("setting up") as draft:
            found(draft, name, "orchard", read_scenario(GAME, "windfall"), players, options, SEED, self.deadlines)

    def begin(self, name: str = "windfall", seats: tuple[Seat, ...] = ("red", "blue"), **options: int) -> None:
        words = {seat: Player(f"{seat}@example.org", NAMES[seat], word=f"word-of-{seat}") for seat in seats}
        self.found_with(words, name, **options)
        self.run()

    def run(self, *games: str) -> list[str]:
        return list(run(self.desk, games))

    # -- players

    def letters(self, seat: Seat | None = None) -> list[EmailMessage]:
        """All that were sent, oldest first; only those to one player."""
        folder = self.home / "host" / "mail" / "out" / "new"
        files = _oldest_first(folder)
        for file in files:
            if file.name not in self.opened:
                self.opened[file.name] = email.message_from_bytes(file.read_bytes(), policy=default)
        found = [self.opened[file.name] for file in files]
        return [letter for letter in found if seat is None or f"{seat}@" in letter["To"]]

    def last(self, seat: Seat) -> EmailMessage:
        return self.letters(seat)[-1]

    def reply(self, seat: Seat, text: str, *, answering: EmailMessage | None = None, **headers: Any) -> Path:
        """The player answers his last letter (or another of his)."""
        letter = answering or self.last(seat)
        mail = EmailMessage(policy=default)
        self.mails += 1
        mail["From"] = headers.pop("From", f"{seat}@example.org")
        mail["To"] = headers.pop("To", letter["Reply-To"])
        mail["Subject"] = headers.pop("Subject", f"Re: {letter['Subject']}")
        mail["Message-ID"] = headers.pop("Message_ID", f"<{self.mails}.{seat}@example.org>")
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        return self.arrive(mail.as_bytes())

    def arrive(self, raw: bytes) -> Path:
        """A mail reaches the mailbox, now."""
        self.clock.forward(seconds=1)
        self.mails += 1
        path = drop(self.home / "host" / "mail" / "in", f"{self.mails:06d}.test", raw)
        os.utime(path, (self.clock.time.timestamp(),) * 2)
        return path

    def order(self, seat: Seat, *orders: str) -> Path:
        """The form of his last letter that asks for orders, with these orders in it."""
        letter = next(one for one in reversed(self.letters(seat)) if "BEGIN ORDERS" in text_of(one))
        form = text_of(letter).partition("BEGIN ORDERS")[2].partition("END ORDERS")[0]
        lines = "".join(f"\n- {order}" for order in orders) or " []"
        return self.reply(seat, form.replace("orders: []", f"orders:{lines}"), answering=letter)


def words_of(letter: EmailMessage) -> str:
    """All on one line: where lines are broken does not matter."""
    return " ".join(text_of(letter).split())


def text_of(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def _oldest_first(folder: Path) -> list[Path]:
    return sorted(folder.iterdir(), key=lambda file: (file.stat().st_mtime_ns, file.name)) if folder.exists() else []
