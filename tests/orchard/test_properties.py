"""What must hold for any orders whatsoever. Copy this with the game: a new game's properties are the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, Position, Seat
from adjudicator.host import founding
from adjudicator.rulesets.orchard.game import GAME

SEATS = ("blue", "green", "red")
FRUITS = st.sampled_from(["apple", "pear", "plum", "cherry"])
NUMBERS = st.integers(1, 9)
PICKS = st.fixed_dictionaries({"pick": NUMBERS, "from": FRUITS}, optional={"exactly": st.booleans()})
SALES = st.fixed_dictionaries({"sell": NUMBERS, "fruit": FRUITS})
PHASE_ORDERS = {"picking": PICKS, "market": SALES}
TURN = st.fixed_dictionaries(
    {
        phase: st.dictionaries(st.sampled_from(SEATS), st.lists(st.none() | orders, max_size=4), max_size=3)
        for phase, orders in PHASE_ORDERS.items()
    }
)
GAMES = st.tuples(st.binary(min_size=4, max_size=4), st.lists(TURN, min_size=3, max_size=3))


def begun(draws: Draws) -> Position:
    board = GAME.read_board(founding.read_scenario(GAME, "windfall"))
    options = GAME.read_options({})
    return Position(board, GAME.begin(board, SEATS, options, draws).state, options)


def sheets(phase: str, turn: int, orders: dict[Seat, list[object]]) -> dict[Seat, OrderSheet]:
    return {seat: OrderSheet(seat, turn, phase, {"orders": listed}) for seat, listed in orders.items()}


@given(GAMES)
def test_a_whole_game(played: tuple[bytes, list[dict[str, dict[Seat, list[object]]]]]) -> None:
    """Fruit is conserved, events make the state, the state reads back, who sends first does not matter, it ends."""
    seed, turns = played
    draws = Draws(seed)
    position = begun(draws)
    for turn in turns:
        for phase in GAME.phases:
            awaited = GAME.awaited(position)
            assert awaited is not None and awaited.phase.name == phase
            sent = sheets(phase, awaited.phase.turn, turn[phase])
            resolution = GAME.resolve(position, sent, draws)
            assert GAME.audit(position, resolution) == ()
            assert GAME.replay(position, resolution.events) == resolution.state
            written = GAME.write_state(resolution.state)
            assert GAME.write_state(GAME.read_state(written, position.board)) == written
            assert GAME.resolve(position, dict(reversed(sent.items())), draws) == resolution
            position = replace(position, state=resolution.state)
    assert GAME.awaited(position) is None


@given(st.binary(min_size=4, max_size=4))
def test_nobody_sees_anothers_favourite_before_the_end(seed: bytes) -> None:
    position = begun(Draws(seed))
    for seat in (*SEATS, None):
        assert set(GAME.view(position, seat).state.favourites) == ({seat} if seat else set())


def test_without_draws_what_is_random_stays_open() -> None:
    position = begun(Draws(b"x"))
    market = replace(position, state=replace(position.state, phase="market"))
    assert GAME.resolve(market, {}, None).state.trees == position.state.trees


@pytest.mark.parametrize("label", ["ripening/T02/apple", "favourite/red"])
def test_draws_do_not_depend_on_what_was_drawn_before(label: str) -> None:
    first, second = Draws(b"key"), Draws(b"key")
    second.below(6, "something else")
    assert first.below(1000, label) == second.below(1000, label)
