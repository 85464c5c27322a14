"""Players for the demonstration: they have joined, and answer the letter that asks for their first orders."""

from __future__ import annotations

import email.utils
import secrets
from collections.abc import Iterator, Mapping
from email.message import EmailMessage
from pathlib import Path

from adjudicator.core import registry
from adjudicator.core.draws import SEED_BYTES
from adjudicator.core.model import Seat
from adjudicator.host import seats
from adjudicator.host.desk import Desk
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.seats import Player
from adjudicator.shell.maildir import drop


def set_up(desk: Desk, ruleset: str, scenario: str, players: Mapping[Seat, str]) -> str:
    """A game under the first free name, everybody joined."""
    taken = desk.archives.names()
    name = next(name for number in range(1, 10_000) if (name := f"{ruleset}-{number}") not in taken)
    rules = registry.ruleset(ruleset)
    joined = {seat: Player(f"{seat}@localhost", person, word=secrets.token_hex(4)) for seat, person in players.items()}
    with desk.step("setting up the demonstration") as draft:
        found(
            draft,
            name,
            ruleset,
            read_scenario(rules, scenario),
            joined,
            {},
            secrets.token_bytes(SEED_BYTES),
            {"ready": 0},
        )
    return name


def order_mails(desk: Desk, home: Path, game: str, orders: Mapping[Seat, str]) -> Iterator[Path]:
    """What each player's mail program would send in answer to his letter."""
    for seat, text in orders.items():
        with desk.step("looking up a reply address") as draft:
            player = seats.read(draft, game)[seat]
            token = seats.token_of(draft, game, seat, player)
        mail = EmailMessage()
        mail["From"] = player.address
        mail["To"] = desk.settings.reply_address(token)
        mail["Subject"] = f"Re: {game}"
        mail["Message-ID"] = email.utils.make_msgid(domain="localhost")
        mail.set_content(text)
        yield drop(home / "host" / desk.settings.mailbox, f"{game}.{seat}", mail.as_bytes())
