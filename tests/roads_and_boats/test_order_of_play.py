"""What makes the game playable by mail, as properties: nobody's mail time matters, nobody's text breaks a phase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referencing import Registry, Resource

from adjudicator.core.hexes import EDGES, column_row, tile_name
from adjudicator.core.model import Event, OrderSheet, Plain, Position, Problem, Resolution, Seat
from adjudicator.host.telling import Teller, sentences
from adjudicator.rulesets.roads_and_boats.apply import apply
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.events import VOCABULARY
from adjudicator.rulesets.roads_and_boats.facts import CHANGES, WHOLE_HEAP, Fact, touched
from adjudicator.rulesets.roads_and_boats.phases import PLAYED
from adjudicator.rulesets.roads_and_boats.places import ends, tile_of
from adjudicator.rulesets.roads_and_boats.state import Player, State
from tests.roads_and_boats.crowds import crowded, populated, valleys
from tests.roads_and_boats.sheets import Writer, schema, sheets_for
from tests.roads_and_boats.small import DRAWS, GAME, resolve, sheet_of, two_at_one_heap
from tests.roads_and_boats.strategies import SAME_EVERY_TIME, positions

SEEDS = st.integers(0, 2**32)
MANY = settings(SAME_EVERY_TIME, max_examples=400)


def _played(seed: int) -> tuple[Position, dict[Seat, OrderSheet], Resolution]:
    random = Random(seed)
    position = crowded(random)
    sheets = sheets_for(random, position)
    return position, sheets, resolve(position, sheets)


# -- whatever is written -----------------------------------------------------------------------------------------------


@MANY
@given(SEEDS)
def test_any_lawful_sheet_resolves_and_everything_adds_up(seed: int) -> None:
    position, _, resolution = _played(seed)
    assert GAME.audit(position, resolution) == ()
    assert GAME.replay(position, resolution.events) == resolution.state


@SAME_EVERY_TIME
@given(positions(), SEEDS)
def test_so_it_does_on_any_map(drawn: tuple[Board, State], seed: int) -> None:
    board, state = drawn
    if state.phase == "start":
        state = replace(state, transporters={}, goods={}, players=dict.fromkeys(state.players, Player()))
    position = Position(board, state, GAME.read_options({}))
    resolution = resolve(position, sheets_for(Random(seed), position))
    assert GAME.audit(position, resolution) == ()
    assert GAME.replay(position, resolution.events) == resolution.state


@SAME_EVERY_TIME
@given(SEEDS)
def test_the_sheets_drawn_here_are_those_that_the_schemas_allow(seed: int) -> None:
    _, sheets, _ = _played(seed)
    for sheet in sheets.values():
        _validator(sheet.phase).validate({"phase": sheet.phase, **sheet.body})


@cache
def _validator(phase: str) -> jsonschema.Draft202012Validator:
    common = Resource.from_contents(dict(schema("common.schema.json")))
    registry: Registry[Plain] = Registry().with_resource("common.schema.json", common)
    return jsonschema.Draft202012Validator(dict(schema(f"{phase}.schema.json")), registry=registry)


@SAME_EVERY_TIME
@given(SEEDS)
def test_the_order_in_which_mails_arrive_changes_nothing(seed: int) -> None:
    position, sheets, resolution = _played(seed)
    arrived = Random(seed).sample(sorted(sheets), len(sheets))
    assert resolve(position, {seat: sheets[seat] for seat in arrived}) == resolution


@SAME_EVERY_TIME
@given(SEEDS)
def test_all_that_happened_and_all_that_was_refused_can_be_told(seed: int) -> None:
    _, _, resolution = _played(seed)
    teller, reasons = Teller(GAME, str), sentences(GAME)
    for event in resolution.events:
        assert "{" not in teller.event(event)
    for problem in resolution.refused:
        assert reasons.reason(problem)


@SAME_EVERY_TIME
@given(SEEDS)
def test_every_refusal_names_player_rule_and_a_place_that_is_in_hissheet_of(seed: int) -> None:
    _, sheets, resolution = _played(seed)
    for problem in resolution.refused:
        assert problem.seat in sheets
        assert problem.rule.startswith("RB-")
        assert _stands(sheets[problem.seat].body, problem), problem


def _stands(body: Plain, problem: Problem) -> bool:
    path = problem.place.split(".") if problem.place else []
    for key in ["orders", *path] if problem.order is not None else path:
        body = body[int(key)] if isinstance(body, list) else body[key]
    return body is not None


# -- what an event changes ---------------------------------------------------------------------------------------------


def test_every_kind_of_event_says_what_it_changes() -> None:
    assert set(CHANGES) == set(VOCABULARY.values())


@MANY
@given(SEEDS)
def test_an_event_touches_every_fact_that_it_changes(seed: int) -> None:
    position, _, resolution = _played(seed)
    state: State = position.state
    for event in resolution.events:
        after = apply(state, event)
        assert _changed(position.board, state, after) <= touched(event), event
        state = after


def _changed(board: Board, before: State, after: State) -> set[Fact]:
    one, other = (dict(_answers(board, state)) for state in (before, after))
    return {fact for fact in {*one, *other} if one.get(fact) != other.get(fact)}


def _answers(board: Board, state: State) -> Iterator[tuple[Fact, object]]:
    """What there is to know of a position, fact by fact."""
    for ground, goods in state.goods.items():
        yield ("goods", ground, WHOLE_HEAP), dict(goods)
        for good, number in goods.items():
            yield ("goods", ground, good), number
    on_tile: dict[Fact, list[object]] = {}
    for name, each in state.transporters.items():
        yield ("where", name), (each.at, each.aboard)
        yield ("load", name), dict(each.load)
        if each.aboard:
            yield ("cargo", each.aboard), name
            continue
        on_tile.setdefault(("transporters", tile_of(each.at)), []).append((name, each.at))
        on_tile.setdefault(("own", each.owner, tile_of(each.at)), []).append((name, each.at))
    yield from ((fact, sorted(map(str, found))) for fact, found in on_tile.items())
    for ground, building in state.buildings.items():
        yield ("building", tile_of(ground)), building
    for ground, mine in state.mines.items():
        yield ("mine", ground), mine
    yield from ((("road", road), True) for road in state.roads)
    yield from ((("wall", edge), wall) for edge, wall in state.walls.items())
    for tile in {tile_of(ends(bridge)[0]) for bridge in state.bridges}:
        yield ("bridges", tile), sorted(bridge for bridge in state.bridges if tile_of(bridge.split("-")[0]) == tile)
    yield ("homes",), [player.home for player in state.players.values()]
    yield ("sequence",), state.sequence
    yield ("wonder",), state.wonder
    yield ("irrigated",), state.irrigated
    yield ("over",), state.over


# -- sheets that order nothing -----------------------------------------------------------------------------------------


def test_an_order_of_another_phase_is_refused() -> None:
    sheet = sheet_of("red", [{"bricks": 1}, {"first_of": [{"build": "mine", "at": "E7"}]}])
    refused = resolve(two_at_one_heap({}), {"red": sheet}).refused
    assert [(each.place, each.code) for each in refused] == [
        ("0", "not-in-this-phase"),
        ("1.first_of.0", "not-in-this-phase"),
    ]


@pytest.mark.parametrize(("phase", "turn"), [("movement", 1), ("production", 2)])
def test_a_sheet_for_another_phase_orders_nothing(phase: str, turn: int) -> None:
    sheet = sheet_of("red", [{"load": {"gold": 1}, "onto": "donkey-1"}], phase, turn)
    resolution = resolve(two_at_one_heap({"gold": 1}), {"red": sheet})
    assert [(each.seat, each.code) for each in resolution.refused] == [("red", "other-phase")]
    assert resolution.state.goods == {"E7": {"gold": 1}}


def test_nothing_is_played_once_the_game_is_over() -> None:
    given = two_at_one_heap({"gold": 1})
    ended = GAME.resolve(_at_the_end(given), {"red": sheet_of("red", [{"bricks": 1}], "wonder")}, DRAWS)
    over = replace(given, state=ended.state)
    assert GAME.awaited(over) is None
    resolution = resolve(over, {"red": sheet_of("red", [{"bricks": 1}], "wonder")})
    assert resolution.state == ended.state
    assert resolution.events == ()
    assert [(each.seat, each.code) for each in resolution.refused] == [("red", "game-over")]


def _at_the_end(position: Position) -> Position:
    state = replace(position.state, phase="wonder", wonder=("neutral",) + ("red",) * 60, turn=1)
    return replace(position, state=state)


# -- players who do not meet -------------------------------------------------------------------------------------------


@MANY
@given(SEEDS, st.sampled_from([phase for phase in PLAYED if phase != "wonder"]))
def test_players_who_do_not_interfere_get_the_same_in_either_order(seed: int, phase: str) -> None:
    """All share the wonder, and the price of a brick with it; so its phase is not asked here."""
    random = Random(seed)
    position, halves = _apart(random, phase)
    sheets = {
        seat: Writer(random, position, seat, tiles=tiles, rivals=False, strays=False).sheet()
        for seat, tiles in halves.items()
    }
    one, other = (
        resolve(replace(position, state=replace(position.state, sequence=sequence)), sheets)
        for sequence in (("blue", "red"), ("red", "blue"))
    )
    assert replace(one.state, sequence=()) == replace(other.state, sequence=())
    assert _by_seat(one.events) == _by_seat(other.events)
    assert sorted(map(repr, one.refused)) == sorted(map(repr, other.refused))


def _by_seat(events: tuple[Event, ...]) -> dict[Seat | None, list[Event]]:
    return {seat: [event for event in events if event.seat == seat] for seat in (None, "blue", "red")}


def _apart(random: Random, phase: str) -> tuple[Position, dict[Seat, tuple[str, ...]]]:
    """Two valleys twice, with nothing between them: each player has one for himself."""
    board, halves = _twice()
    players = {"blue": Player("B2", ("shipping", "drilling", "trucking")), "red": Player("J2", ("new-shafts",))}
    state = State(random.randint(1, 9), phase, ("red", "blue"), ("blue", "red"), players)
    for seat, tiles in halves.items():
        state = populated(random, board, state, (seat,), set(tiles))
    options = {"handling_in_build_and_wonder": "yes"}
    return Position(board, state, GAME.read_options(options)), halves


@cache
def _twice() -> tuple[Board, dict[Seat, tuple[str, ...]]]:
    one = valleys()
    moved = {tile: _east(tile) for tile in one.tiles}
    tiles = {**one.tiles, **{moved[tile]: ground for tile, ground in one.tiles.items()}}
    return Board("twice", tiles), {"blue": tuple(one.tiles), "red": tuple(moved.values())}


def _east(tile: str) -> str:
    column, row = column_row(tile)
    return tile_name(column + 8, row)


def test_the_two_valleys_do_not_touch() -> None:
    board, halves = _twice()
    for tile in halves["blue"]:
        assert not {board.beyond(tile, edge) for edge in EDGES} & set(halves["red"])
    assert len(board.tiles) == 2 * len(valleys().tiles)
