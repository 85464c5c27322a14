"""A player leaves: what the option `dropout` makes of it, and how the game goes on without him (RB-11.6)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from adjudicator.core.model import OrderSheet, Position, Resolution
from adjudicator.rulesets.roads_and_boats import events as ev
from adjudicator.rulesets.roads_and_boats.audit import audit
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.leaving import leave, take_over
from adjudicator.rulesets.roads_and_boats.state import Player, State, Transporter
from tests.roads_and_boats.crowds import crowded, valleys

LOADED = {
    "blue-donkey-1": Transporter("blue-donkey-1", at="C4b", load={"gold": 1}),
    "blue-donkey-2": Transporter("blue-donkey-2", aboard="blue-raft-4"),
    "blue-raft-1": Transporter("blue-raft-1", at="C4~", load={"trunks": 2}),
    "blue-raft-2": Transporter("blue-raft-2", at="C4b/SW", load={"clay": 1}),
    "blue-raft-3": Transporter("blue-raft-3", at="B5", load={"coins": 1}),
    "blue-raft-4": Transporter("blue-raft-4", at="A1"),
    "blue-rowboat-1": Transporter("blue-rowboat-1", at="C7", load={"fuel": 2}),
    "red-donkey-1": Transporter("red-donkey-1", at="C4b", load={"gold": 2}),
}


def position(dropout: str) -> Position:
    """Blue on land, in a river, docked, on the plain sea, carried, and at a rig."""
    raw = {
        "turn": 3,
        "phase": "movement",
        "temple": ["blue", "red"],
        "sequence": ["red", "blue"],
        "players": {"blue": {"home": "F5"}, "red": {"home": "B2"}},
        "buildings": {"C7": "oil-rig"},
        "goods": {"C4b": {"gold": 1}},
        "transporters": {
            name: {"aboard": each.aboard} if each.aboard else {"at": each.at, "load": dict(each.load)}
            for name, each in LOADED.items()
        },
    }
    state = GAME.read_state(raw, valleys())
    return Position(valleys(), state, GAME.read_options({"dropout": dropout}))


def checked(before: Position, resolution: Resolution) -> State:
    assert not audit(before, resolution)
    assert GAME.replay(before, resolution.events) == resolution.state
    state: State = resolution.state
    return state


def test_everything_of_his_rests() -> None:
    before = position("freeze")
    state = checked(before, leave(before, "blue"))
    assert state.players["blue"].left
    assert state.transporters == before.state.transporters
    assert state.goods == before.state.goods


def test_or_his_loads_are_put_down_where_something_can_lie() -> None:
    """In a river on the first bank; on the plain sea nothing is left, so it stays aboard (RB-6.10)."""
    before = position("remove_cargo_to_tiles")
    state = checked(before, leave(before, "blue"))
    assert state.players["blue"].left
    assert state.goods == {"C4a": {"trunks": 2}, "C4b": {"clay": 1, "gold": 2}, "C7": {"fuel": 2}}
    left = {name: dict(each.load) for name, each in state.transporters.items() if each.load}
    assert left == {"blue-raft-3": {"coins": 1}, "red-donkey-1": {"gold": 2}}


def test_or_somebody_takes_his_place() -> None:
    before = position("replace")
    resolution = leave(before, "blue")
    assert (resolution.state, resolution.events) == (before.state, ())
    awaited = GAME.awaited(Position(before.board, resolution.state, before.options))
    assert awaited is not None and "blue" in awaited.owed


def test_a_seat_that_was_left_can_be_taken_over() -> None:
    before = position("freeze")
    gone = Position(before.board, leave(before, "blue").state, before.options)
    state = checked(gone, take_over(gone, "blue"))
    assert state == before.state


def test_a_seat_that_was_left_without_a_home_cannot_be_taken_over() -> None:
    """RB-Q75  It never has a transporter, so whoever came would never have anything to order."""
    before = position("freeze")
    players = {**before.state.players, "blue": Player()}
    before = replace(before, state=replace(before.state, players=players, transporters={}))
    gone = replace(before, state=leave(before, "blue").state)
    refused = take_over(gone, "blue")
    assert refused.state == gone.state and not refused.events
    assert [(problem.code, problem.rule, problem.seat) for problem in refused.refused] == [
        ("left-homeless", "RB-11.6", "blue")
    ]


def test_leaving_twice_or_coming_without_having_left_changes_nothing() -> None:
    before = position("remove_cargo_to_tiles")
    gone = Position(before.board, leave(before, "blue").state, before.options)
    assert leave(gone, "blue") == Resolution(gone.state)
    assert take_over(before, "red") == Resolution(before.state)


def test_nobody_waits_for_him_and_his_orders_do_nothing() -> None:
    before = position("freeze")
    gone = Position(before.board, leave(before, "blue").state, before.options)
    awaited = GAME.awaited(gone)
    assert awaited is not None and set(awaited.owed) == {"red"}
    sheet = OrderSheet("blue", 3, "movement", {"orders": [{"move": "donkey-1", "steps": [{"go": ["C3"]}]}]})
    after = GAME.resolve(gone, {"blue": sheet}, None)
    assert after.state.transporters == gone.state.transporters
    assert not any(event.seat == "blue" for event in after.events)


@pytest.mark.parametrize("dropout", ["freeze", "remove_cargo_to_tiles", "replace"])
def test_whatever_the_position(dropout: str) -> None:
    for seed in range(100):
        before = crowded(Random(seed), options={"dropout": dropout})
        for seat in before.state.players:
            resolution = leave(before, seat)
            assert not audit(before, resolution), seed
            assert GAME.replay(before, resolution.events) == resolution.state
            unloaded = [event for event in resolution.events if isinstance(event, ev.GoodsUnloaded)]
            assert all(event.transporter.startswith(f"{seat}-") for event in unloaded)
            assert not unloaded or dropout == "remove_cargo_to_tiles"
