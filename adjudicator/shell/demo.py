"""Players for the demonstration: they have joined, and answer the letters that ask for their orders."""

from __future__ import annotations

import email.utils
import secrets
from collections.abc import Iterator, Mapping
from email.message import EmailMessage
from pathlib import Path

from adjudicator.core import registry
from adjudicator.core.draws import SEED_BYTES, Draws
from adjudicator.core.model import Seat
from adjudicator.host import seats
from adjudicator.host.bots import order_file
from adjudicator.host.desk import Desk
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.gamefolder import Game
from adjudicator.host.run import run
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
        yield drop(home / "host" / desk.settings.mailbox, f"{game}.{seat}.{secrets.token_hex(4)}", mail.as_bytes())


def play_phases(desk: Desk, home: Path, game: str, bot: str, turns: int | None = None) -> Iterator[str]:
    """Phase after phase, until the game is over or so many turns were played; a line for each turn and for the end."""
    whims = Draws(secrets.token_bytes(SEED_BYTES))
    turn, phases = 0, 0
    while (now := _run(desk, game)).awaited is not None:
        phase = now.awaited.phase
        if phase.turn > turn:
            if turn:
                yield f"turn {turn}: {phases} phases resolved"
            if turns is not None and phase.turn > turns:
                return
            turn, phases = phase.turn, 0
        list(order_mails(desk, home, game, {seat: order_file(now, seat, bot, whims) for seat in now.awaited.owed}))
        phases += 1
    yield f"turn {turn}: {phases} phases resolved, and the game is over"


def _run(desk: Desk, game: str) -> Game:
    """The moderator's one command, and the game as it then stands."""
    list(run(desk, [game]))
    with desk.step("looking at the game") as draft:
        return draft.game(game)
