"""Score, ranking and the end: the printed table cell by cell, what holds for any wonder, whole games of waiting."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.draws import Draws
from adjudicator.core.model import NEUTRAL, OrderSheet, Plain, Position, Resolution
from adjudicator.rulesets.roads_and_boats import events as ev
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.scoring import ranking, row_points, rows, scores, wealth
from adjudicator.rulesets.roads_and_boats.state import State
from adjudicator.rulesets.roads_and_boats.tables import TABLES
from tests.roads_and_boats.crowds import crowded, valleys
from tests.roads_and_boats.strategies import SAME_EVERY_TIME, positions

# Written a second time, as printed: a line for so many own bricks, in it the points beside 0, 1, 2, … of the others.
PRINTED = {
    1: (10, 5, 3, 2, 2, 1, 1),
    2: (10, 6, 5, 4, 3, 2),
    3: (10, 7, 6, 5, 4),
    4: (10, 8, 6, 5),
    5: (10, 8, 7),
    6: (10, 8),
    7: (10,),
}
CELLS = [(own, others, points) for own, line in PRINTED.items() for others, points in enumerate(line)]


@pytest.mark.parametrize(("own", "others", "points"), CELLS)
def test_row_points_are_as_printed(own: int, others: int, points: int) -> None:
    """RB-11.4"""
    for neutral in range(8 - own - others):
        row = ("red",) * own + ("blue",) * others + (NEUTRAL,) * neutral
        assert row_points(row, "red") == points


def test_every_cell_is_there() -> None:
    longest = max(TABLES.wonder.rows)
    assert {(own, others) for own, others, _ in CELLS} == {
        (own, others) for own in range(1, longest + 1) for others in range(longest + 1 - own)
    }


BRICKS = st.lists(st.sampled_from(("red", "blue", "yellow", NEUTRAL)), max_size=83).map(tuple)


@SAME_EVERY_TIME
@given(BRICKS, st.randoms(use_true_random=False))
def test_rows(wonder: tuple[str, ...], random: Random) -> None:
    """RB-8.3, RB-11.4  Rows hold every brick once; the order within a row does not matter, nor do neutral bricks."""
    assert sum(rows(wonder), ()) == wonder
    assert [len(row) for row in rows(wonder)][:-1] == list(TABLES.wonder.rows[: max(len(rows(wonder)) - 1, 0)])
    for row in rows(wonder):
        mixed = tuple(random.sample(row, len(row)))
        without = tuple(seat for seat in row if seat != NEUTRAL)
        points = {seat: row_points(row, seat) for seat in ("red", "blue", "yellow")}
        assert points == {seat: row_points(mixed, seat) for seat in points}
        assert points == {seat: row_points(without, seat) for seat in points}
        assert sum(points.values()) <= TABLES.wonder.row_points
        assert all((points[seat] > 0) == (seat in row) for seat in points)


@SAME_EVERY_TIME
@given(positions())
def test_wealth_adds_up(position: Plain) -> None:
    """RB-11.3, RB-11.5  Loads and rows make the score; nobody is ranked before somebody who has more."""
    _, state = position
    points = scores(state)
    for seat in state.players:
        whole = wealth(state, seat)
        loads = [each.load for each in state.transporters.values() if each.owner == seat]
        expected = sum(
            10 * load.get("gold", 0) + 40 * load.get("coins", 0) + 120 * load.get("stock", 0) for load in loads
        )
        assert (whole.of_goods, whole.total) == (expected, points[seat])
        assert len(whole.rows) == len(rows(state.wonder))
    ranked = ranking(state, points)
    assert sorted(ranked) == sorted(state.players)
    for before, after in pairwise(ranked):
        assert (points[before], -state.temple.index(before)) > (points[after], -state.temple.index(after))


# -- whole games in which nobody does anything -------------------------------------------------------------------------


def waited(players: tuple[str, ...], **options: Plain) -> list[tuple[Position, Resolution]]:
    """A game from its beginning to its end, without an order after homes were found."""
    draws, board = Draws(bytes(32)), valleys()
    chosen = GAME.read_options(options)
    position = Position(board, GAME.begin(board, players, chosen, draws).state, chosen)
    played = []
    homes = dict(zip(players, ("B2", "E5", "C6"), strict=False))
    while (awaited := GAME.awaited(position)) is not None:
        sheets = {}
        if awaited.phase.name == "start":
            sheets = {
                seat: OrderSheet(seat, awaited.phase.turn, "start", {"orders": [{"home": [homes[seat]]}]})
                for seat in awaited.owed
            }
        resolution = GAME.resolve(position, sheets, draws)
        assert not GAME.audit(position, resolution)
        played.append((position, resolution))
        position = Position(board, resolution.state, chosen)
    return played


def test_thirty_three_turns_of_waiting() -> None:
    """RB-11.2  Nobody ever buys a brick, and the thirty-third neutral one, first of row eight, ends the game."""
    _, last = waited(("red", "blue"))[-1]
    state: State = last.state
    assert (state.turn, state.phase, len(state.wonder)) == (33, "wonder", 33)
    assert [len(row) for row in rows(state.wonder)] == [4, 4, 4, 5, 5, 5, 5, 1]
    assert state.over is not None
    assert (state.over.reason, state.over.scores) == ("neutral-bricks", {"blue": 0, "red": 0})
    assert state.over.ranking == state.temple


def test_the_puzzle_for_one() -> None:
    """RB-12.1, RB-12.3  Seventeen bricks stand at the beginning, twenty more come, and then it is over."""
    played = waited(("red",))
    assert played[0][0].state.wonder == (NEUTRAL,) * 17
    state: State = played[-1][1].state
    assert (state.turn, len(state.wonder)) == (20, 37)
    assert state.over is not None
    assert (state.over.reason, state.over.ranking) == ("turns", ("red",))


@pytest.mark.parametrize(("players", "mark"), [(2, 62), (3, 66), (4, 69)])
def test_the_game_ends_on_the_mark_and_never_before(players: int, mark: int) -> None:
    """RB-11.1  Whoever's brick it is: nothing happens after it, and nothing ends before it."""
    for seed in range(60):
        random = Random(seed)
        position = crowded(random, "wonder", players)
        state = position.state
        short = random.randint(0, 3)
        bricks = [random.choice((*state.players, *state.players, NEUTRAL)) for _ in range(mark - 1 - short)]
        neutral = [place for place, seat in enumerate(bricks) if seat == NEUTRAL]
        for place in neutral[min(30, len(neutral)) :]:
            bricks[place] = state.sequence[0]
        ready = {"turn": 32, "irrigated": True, "wonder": tuple(bricks)}
        position = Position(position.board, replace(state, **ready), position.options)
        orders = {seat: [{"bricks": random.randint(1, 3)}] for seat in state.players}
        sheets = {seat: OrderSheet(seat, 32, "wonder", {"orders": orders[seat]}) for seat in orders}
        resolution = GAME.resolve(position, sheets, Draws(bytes(32)))
        after: State = resolution.state
        assert (after.over is not None) == (len(after.wonder) == mark), seed
        assert not GAME.audit(position, resolution)
        if after.over is not None:
            assert isinstance(resolution.events[-1], ev.GameEnded)
            assert after.over.scores == scores(after)
            assert after.phase == "wonder"
