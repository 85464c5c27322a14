"""Bots play by what is public, order nothing illegal, and the simple one comes to coins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from adjudicator.core import yamlfiles
from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, Position, Resolution, Seat
from adjudicator.host import resolving
from adjudicator.rulesets.roads_and_boats.events import FactoryRan, FactoryRanUnattended
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.scoring import loaded

FOR_TWO_AND_THREE = {
    "twin-fords": 2,
    "long-shore": 2,
    "shoulder-to-shoulder": 2,
    "parting-waters": 3,
    "lagoon": 3,
    "iron-island": 3,
}
WHIMS = Draws(b"whims")


def begun(scenario: str, players: int, seed: str) -> Position:
    file = GAME.folders.scenarios / f"{scenario}.yaml"
    board = GAME.read_board(yamlfiles.load(file.read_text(encoding="utf-8"), str(file)))
    options = GAME.read_options({})
    resolution = GAME.begin(board, GAME.colours[:players], options, Draws(seed.encode()))
    return Position(board, resolution.state, options)


def sheets_of(position: Position, bot: str) -> dict[Seat, OrderSheet]:
    awaited = GAME.awaited(position)
    assert awaited is not None
    return {
        seat: OrderSheet(seat, awaited.phase.turn, awaited.phase.name, GAME.bots[bot](position, seat, WHIMS))
        for seat in awaited.owed
    }


def phases(position: Position, bot: str, seed: str) -> Iterator[tuple[Position, dict[Seat, OrderSheet], Resolution]]:
    draws = Draws(seed.encode())
    while GAME.awaited(position) is not None:
        sheets = sheets_of(position, bot)
        resolution = GAME.resolve(position, sheets, draws)
        yield position, sheets, resolution
        position = Position(position.board, resolution.state, position.options)


@cache
def whole_game(scenario: str, seed: str = "a") -> tuple[tuple[Position, dict[Seat, OrderSheet], Resolution], ...]:
    return tuple(phases(begun(scenario, FOR_TWO_AND_THREE[scenario], seed), "simple", seed))


def runs_of(building: str, scenario: str, seed: str = "a") -> int:
    events = [event for _, _, resolution in whole_game(scenario, seed) for event in resolution.events]
    ran = [event for event in events if isinstance(event, FactoryRan | FactoryRanUnattended)]
    return sum(event.runs for event in ran if event.building == building)


EVERY = pytest.mark.parametrize("scenario", FOR_TWO_AND_THREE)


@EVERY
def test_the_simple_bot_mints_coins(scenario: str) -> None:
    assert runs_of("mint", scenario)


def test_and_in_some_games_it_comes_to_stock() -> None:
    assert sum(runs_of("stock-exchange", scenario) > 0 for scenario in FOR_TWO_AND_THREE) >= 2


@EVERY
def test_it_ends_with_what_is_worth_something_aboard(scenario: str) -> None:
    state = whole_game(scenario)[-1][2].state
    aboard = sum(sum(loaded(state, seat).values()) for seat in state.players)
    lying = sum(goods.get(good, 0) for goods in state.goods.values() for good in ("gold", "coins", "stock"))
    assert aboard > lying


@EVERY
def test_it_orders_nothing_illegal(scenario: str) -> None:
    """Judged alone, as if nobody interfered."""
    for position, sheets, _ in whole_game(scenario):
        for seat, sheet in sheets.items():
            assert GAME.resolve(position, {seat: sheet}, None).refused == ()


@EVERY
def test_it_breeds_donkeys_early_and_buys_bricks(scenario: str) -> None:
    kinds = [(position.state.turn, event.kind()) for position, _, res in whole_game(scenario) for event in res.events]
    assert min(turn for turn, kind in kinds if kind == "donkey-born") <= 5
    assert sum(kind == "brick-bought" for _, kind in kinds) >= 10


@pytest.mark.long
@EVERY
def test_it_mints_coins_whatever_is_drawn(scenario: str) -> None:
    minted = [runs_of("mint", scenario, str(number)) > 0 for number in range(10)]
    assert sum(minted) >= 9


@pytest.mark.parametrize("bot", sorted(GAME.bots))
def test_what_a_bot_writes_is_read_as_it_was_meant(bot: str) -> None:
    for number, (position, sheets, _) in enumerate(phases(begun("lagoon", 3, "b"), bot, "b")):
        if number % 7:
            continue
        texts = {seat: yamlfiles.dump(dict(sheet.body)) for seat, sheet in sheets.items()}
        read = resolving.read_awaited(GAME, position, texts)
        assert read.problems == ()
        assert {seat: sheet.body for seat, sheet in read.by_seat.items()} == {
            s: each.body for s, each in sheets.items()
        }


@pytest.mark.parametrize("bot", sorted(GAME.bots))
def test_a_bot_always_decides_the_same_way(bot: str) -> None:
    position = begun("lagoon", 3, "c")
    assert sheets_of(position, bot) == sheets_of(position, bot)


def test_the_random_bot_is_only_refused_what_others_do_not_allow() -> None:
    """Alone, with everybody else silent, all that can fail is what touches others, and what follows from it."""
    for number, (position, sheets, _) in enumerate(phases(begun("twin-fords", 2, "d"), "random", "d")):
        if number % 5:
            continue
        for seat, sheet in sheets.items():
            refused = GAME.resolve(position, {seat: sheet}, None).refused
            touching = {problem.order for problem in refused if problem.rule == "RB-10.7"}
            assert not refused or touching
