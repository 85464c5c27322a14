"""Games to measure on: played by bots through the host, with everything that a real one has."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.core import reading
from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, Seat
from adjudicator.host import pending
from adjudicator.host.desk import Desk
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.run import run
from adjudicator.host.seats import Player
from adjudicator.rulesets.roads_and_boats.bots import BOTS
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.shell.bootstrap import open_desk, prepare_desk

NAME = "bench"
SEED = bytes(range(32))


def begin(home: Path, scenario: str, seats: tuple[Seat, ...], name: str = NAME) -> Desk:
    prepare_desk(home)
    desk = open_desk(home)
    players = {seat: Player(f"{seat}@localhost", seat.title(), word=f"word-{seat}") for seat in seats}
    with desk.step("setting up") as draft:
        found(draft, name, GAME.name, read_scenario(GAME, scenario), players, {}, SEED, {"ready": 0})
    list(run(desk))
    return desk


def order_files(desk: Desk, name: str = NAME, *, long: bool = False) -> Mapping[Seat, str] | None:
    """What the bots order for the awaited phase, as the texts of order files; None when the game is over.

    `long`: nobody buys a brick, so that the game lasts as long as any can: 33 turns, 132 phases.
    """
    with desk.step("looking") as draft:
        game = draft.game(name)
        assert game.position is not None
        awaited = GAME.awaited(game.position)
        if awaited is None:
            return None
        texts = {}
        for seat in awaited.owed:
            buys = awaited.phase.name == "wonder"
            body = {} if long and buys else BOTS["simple"](game.position, seat, Draws(SEED))
            sheet = OrderSheet(seat, awaited.phase.turn, awaited.phase.name, body)
            texts[seat] = reading.write_sheet(sheet, name)
        return texts


def hand_in(desk: Desk, texts: Mapping[Seat, str], name: str = NAME) -> None:
    """The orders are held, as if they had come by mail."""
    with desk.step("holding") as draft:
        game = draft.game(name)
        assert game.position is not None
        awaited = GAME.awaited(game.position)
        assert awaited is not None
        for seat, text in texts.items():
            sheet = OrderSheet(seat, awaited.phase.turn, awaited.phase.name, {})
            pending.hold(draft, name, pending.from_sheet(sheet, text, draft.now, f"{awaited.phase}", awaited=True))


def play(desk: Desk, phases: int, name: str = NAME, *, long: bool = False) -> int:
    """So many phases further, or to the end; how many there were."""
    for done in range(phases):
        texts = order_files(desk, name, long=long)
        if texts is None:
            return done
        hand_in(desk, texts, name)
        list(run(desk, [name]))
    return phases
