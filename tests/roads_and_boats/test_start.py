"""The beginning of a game: the draw of the temple row, homes dealt or chosen, and what stands there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core import folders, yamlfiles
from adjudicator.core.draws import Draws
from adjudicator.core.hexes import distance
from adjudicator.core.model import BadInput, OrderSheet, Plain, Position, Resolution, Seat
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.mapfile import read_map
from adjudicator.rulesets.roads_and_boats.places import tile_of
from tests.roads_and_boats.strategies import COLOURS, SAME_EVERY_TIME, boards, positions

ISLAND: Plain = {"tiles": {f"{column}{row}": "pasture" for column in "ABCDE" for row in range(1, 6)}}
DRAWS = Draws(b"k" * 32)


def scenario(name: str) -> Board:
    return read_map(yamlfiles.load((folders.scenarios("roads_and_boats") / f"{name}.yaml").read_text(encoding="utf-8")))


def begin(board: Board, seats: tuple[Seat, ...], draws: Draws = DRAWS, **options: Plain) -> Resolution:
    return GAME.begin(board, seats, GAME.read_options(options), draws)


def wishes(seat: Seat, *homes: str) -> OrderSheet:
    return OrderSheet(seat, 1, "start", {"orders": [{"home": list(homes)}]})


# -- the draw ----------------------------------------------------------------------------------------------------------


def test_slot_one_goes_to_the_figure_furthest_from_the_temple() -> None:
    """RB-4.1"""
    state = begin(scenario("parting-waters"), ("red", "blue", "yellow")).state
    assert sorted(state.temple) == ["blue", "red", "yellow"]
    assert state.sequence == state.temple[::-1]


def test_every_row_can_be_drawn_and_who_joined_first_does_not_matter() -> None:
    """RB-4.1"""
    board = scenario("parting-waters")
    rows: Counter[tuple[Seat, ...]] = Counter()
    for number in range(180):
        draws = Draws(number.to_bytes(32, "big"))
        row = begin(board, ("red", "blue", "yellow"), draws).state.temple
        assert row == begin(board, ("yellow", "red", "blue"), draws).state.temple
        rows[row] += 1
    assert len(rows) == 6 and min(rows.values()) > 15


@pytest.mark.parametrize("slug", ["twin-fords", "parting-waters"])
def test_prescribed_homes_go_to_the_slots_in_the_order_of_the_map(slug: str) -> None:
    """RB-4.2, RB-4.3"""
    board = scenario(slug)
    seats = COLOURS[: board.players[0]]
    resolution = begin(board, seats)
    state = resolution.state
    assert [state.players[seat].home for seat in state.sequence] == list(board.homes)
    assert (state.turn, state.phase) == (1, "production")
    assert all(state.goods[home] == {"boards": 5, "geese": 2, "stone": 1} for home in board.homes)
    assert Counter(each.owner for each in state.transporters.values()) == dict.fromkeys(seats, 3)
    assert all(
        each.kind == "donkey" and each.at == state.players[each.owner].home for each in state.transporters.values()
    )
    assert [event.kind() for event in resolution.events] == [
        "figures-drawn", *["home-settled"] * len(seats), "phase-began",
    ]  # fmt: skip
    awaited = GAME.awaited(Position(board, state))
    assert awaited is not None and set(awaited.owed) == set(seats)


def test_alone_seventeen_bricks_stand_and_nothing_is_drawn_but_the_one() -> None:
    """RB-12.1"""
    board = read_map({**ISLAND, "homes": ["C3"]})
    state = begin(board, ("green",)).state
    assert (state.wonder, state.temple) == (("neutral",) * 17, ("green",))
    assert (state.turn, state.phase, state.players["green"].home) == (1, "production", "C3")


def test_where_the_map_prescribes_more_homes_than_sit_down_the_last_stay_empty() -> None:
    """RB-4.2"""
    board = read_map({**ISLAND, "players": [2, 3], "homes": ["A1", "C3", "E5"]})
    state = begin(board, ("blue", "red")).state
    assert {player.home for player in state.players.values()} == {"A1", "C3"}


REFUSED: dict[str, tuple[Plain, tuple[Seat, ...], Mapping[str, Plain], str]] = {
    "nobody": ({}, (), {}, "players: 0 players cannot play; 1 to 6 can"),
    "seven": ({}, tuple("abcdefg"), {}, "players: 7 players cannot play; 1 to 6 can"),
    "a colour twice": ({}, ("red", "red"), {}, "players: every player needs a colour of his own: red, red"),
    "a neutral player": ({}, ("red", "neutral"), {}, "players: every player needs a colour of his own"),
    "too many for the map": (
        {"name": "Flat", "players": 2},
        ("red", "blue", "green"),
        {},
        "players: Flat is for 2 players, not for 3",
    ),
    "too few homes": ({"homes": ["A1"]}, ("red", "blue"), {}, "homes: the map prescribes 1 homes for 2 players"),
    "fixed to nothing": ({}, ("red", "blue"), {"start_tiles": "fixed"}, "options: the map prescribes no homes"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_game_that_cannot_begin_says_why(what: str) -> None:
    parts, seats, options, sentence = REFUSED[what]
    with pytest.raises(BadInput) as refusal:
        begin(read_map({**ISLAND, **parts}), seats, **options)
    assert str(refusal.value).startswith(sentence)


# -- choosing homes ----------------------------------------------------------------------------------------------------


def test_all_owe_wishes_at_once_and_then_only_who_got_no_home() -> None:
    """RB-4.2"""
    board = read_map(ISLAND)
    position = Position(board, begin(board, ("blue", "red")).state, GAME.read_options({}))
    first, second = position.state.sequence
    awaited = GAME.awaited(position)
    assert awaited is not None and set(awaited.owed) == {"blue", "red"} and awaited.phase.folder == "T01/0-start"
    after = GAME.resolve(position, {seat: wishes(seat, "C3") for seat in (first, second)}, DRAWS)
    assert after.state.players[first].home == "C3" and after.state.phase == "start"
    awaited = GAME.awaited(Position(board, after.state, position.options))
    assert awaited is not None and set(awaited.owed) == {second}
    done = GAME.resolve(Position(board, after.state, position.options), {second: wishes(second, "C3", "E5")}, DRAWS)
    assert (done.state.players[second].home, done.state.turn, done.state.phase) == ("E5", 1, "production")


def test_one_after_the_other_only_the_first_without_a_home_is_asked() -> None:
    """RB-4.2  A later player's wishes are not looked at before his turn comes."""
    board = read_map(ISLAND)
    options = GAME.read_options({"start_tiles": "sequential"})
    state = begin(board, ("blue", "red"), start_tiles="sequential").state
    first, second = state.sequence
    for asked in (first, second):
        awaited = GAME.awaited(Position(board, state, options))
        assert awaited is not None and set(awaited.owed) == {asked}
        sheets = {seat: wishes(seat, "A1", "E5") for seat in (first, second)}
        state = GAME.resolve(Position(board, state, options), sheets, DRAWS).state
    assert (state.players[first].home, state.players[second].home, state.phase) == ("A1", "E5", "production")


@SAME_EVERY_TIME
@given(boards(), st.data())
def test_whatever_is_wished_for_homes_are_land_apart_and_settled_in_slot_order(
    board: Board, data: st.DataObject
) -> None:
    """RB-4.2"""
    seats = COLOURS[: data.draw(st.integers(1, 4))]
    options = GAME.read_options({})
    begun = begin(board, seats)
    places = [*sorted(board.all_lands), *board.tiles, *board.water_steps, "Z9", "K1c"]
    lists = {seat: data.draw(st.lists(st.sampled_from(places), min_size=1, max_size=5)) for seat in seats}
    before = Position(board, begun.state, options)
    after = GAME.resolve(before, {seat: wishes(seat, *listed) for seat, listed in lists.items()}, DRAWS)
    assert GAME.audit(before, after) == ()
    assert GAME.replay(before, after.events) == after.state
    homes: list[str] = []
    for seat in begun.state.sequence:
        fit = [
            w for w in lists[seat] if w in board.all_lands and all(distance(tile_of(w), tile_of(h)) > 1 for h in homes)
        ]
        home = after.state.players[seat].home
        assert home == (fit[0] if fit else None)
        homes += [home] if home else []
        skipped = lists[seat].index(home) if home else len(lists[seat]) + 1  # all of them, and that none is left
        assert sum(problem.seat == seat for problem in after.refused) == skipped
    assert all(distance(tile_of(one), tile_of(other)) > 1 for one, other in combinations(homes, 2))
    assert (after.state.phase == "production") == (len(homes) == len(seats))


# -- nobody does anything ----------------------------------------------------------------------------------------------


@SAME_EVERY_TIME
@given(positions())
def test_a_phase_without_orders_leaves_a_sound_position(position: tuple[Board, Plain]) -> None:
    """RB-10.8"""
    before = Position(*position, GAME.read_options({}))
    after = GAME.resolve(before, {}, DRAWS)
    assert GAME.audit(before, after) == () and after.refused == ()
    assert GAME.replay(before, after.events) == after.state
    assert {name: each.at for name, each in after.state.transporters.items()} == {
        name: each.at for name, each in before.state.transporters.items()
    }
