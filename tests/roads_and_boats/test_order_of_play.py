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

from adjudicator.core import registry
from adjudicator.core.changing import changed
from adjudicator.core.draws import Draws
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
from tests.roads_and_boats.strategies import SAME_EVERY_TIME, positions

GAME = registry.ruleset("roads-and-boats")
DRAWS = Draws(b"k" * 32)
SEEDS = st.integers(0, 2**32)
MANY = settings(SAME_EVERY_TIME, max_examples=400)


def resolve(position: Position, sheets: dict[Seat, OrderSheet]) -> Resolution:
    return GAME.resolve(position, sheets, DRAWS)


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
def test_every_refusal_names_player_rule_and_a_place_that_is_in_his_sheet(seed: int) -> None:
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


# -- who stood in the way ----------------------------------------------------------------------------------------------


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


def test_who_took_the_last_piece_is_named_with_his_order() -> None:
    position = _two_at_one_heap({"gold": 1})
    load = {"load": {"gold": 1}, "onto": "donkey-1"}
    sheets = {
        "blue": _sheet("blue", [{"load": {"iron": 1}, "onto": "donkey-1"}, {"all_of": [load]}]),
        "red": _sheet("red", [load]),
    }
    last = resolve(position, sheets).refused[-1]
    assert (last.seat, last.code) == ("red", "too-few")
    assert (last.facts["taken_by"], last.facts["by_order"]) == ("blue", "1.all_of.0")
    assert "blue" in sentences(GAME).reason(last)


def test_who_only_put_something_there_is_not_blamed() -> None:
    position = _two_at_one_heap({}, load={"gold": 1})
    sheets = {
        "blue": _sheet("blue", [{"unload": {"gold": 1}, "from": "donkey-1"}]),
        "red": _sheet("red", [{"load": {"gold": 2}, "onto": "donkey-1"}]),
    }
    (problem,) = resolve(position, sheets).refused
    assert (problem.kind, problem.code) == ("partial", "too-few")
    assert not {"taken_by", "own_order"} & problem.facts.keys()


def test_where_only_oneself_was_in_the_way_that_is_said() -> None:
    load = {"load": {"gold": 1}, "onto": "donkey-1"}
    (problem,) = resolve(_two_at_one_heap({"gold": 1}), {"red": _sheet("red", [load, load])}).refused
    assert (problem.place, problem.facts["own_order"], "taken_by" in problem.facts) == ("1", "0", False)


def test_who_used_up_a_permission_is_named_only_to_those_whom_it_would_have_covered() -> None:
    allow = {"player": "blue", "may": "take", "from": "truck-1", "goods": {"gold": 1}}
    take = {"take": {"gold": 1}, "from": "green-truck-1", "onto": "donkey-1"}
    takes_iron = {**take, "take": {"iron": 1}}

    def refused(player: Seat) -> list[Plain]:
        green = OrderSheet("green", 1, "production", {"allow": [{**allow, "player": player}], "orders": []})
        sheets = {"blue": _sheet("blue", [take]), "red": _sheet("red", [take, takes_iron]), "green": green}
        problems = resolve(_three_together({"gold": 2, "iron": 1}), sheets).refused
        return [(problem.code, problem.facts.get("taken_by")) for problem in problems]

    assert refused("blue") == [("not-allowed", None), ("not-allowed", None)]
    assert refused("any") == [("not-allowed", "blue"), ("not-allowed", None)]


def test_who_took_nothing_from_a_transporter_is_not_blamed_for_what_it_lacks() -> None:
    load, unload = {"load": {"gold": 1}, "onto": "donkey-1"}, {"unload": {"iron": 1}, "from": "donkey-1"}
    (problem,) = resolve(_two_at_one_heap({"gold": 1}), {"red": _sheet("red", [load, unload])}).refused
    assert problem.code == "too-few" and "taken_by" not in problem.facts


def test_of_those_who_cannot_pay_the_one_that_has_what_is_missing_is_named() -> None:
    """RB-Q103  Who has none of it would not have helped, and then whoever took it is named."""
    state = {
        "turn": 1,
        "phase": "building",
        "temple": ["red", "blue"],
        "sequence": ["blue", "red"],
        "players": {"blue": {}, "red": {}},
        "goods": {"C5": {"boards": 2, "stone": 1}},
        "transporters": {
            "blue-donkey-1": {"at": "C5"},
            "red-donkey-1": {"at": "C5"},
            "red-donkey-2": {"at": "C6", "load": {"clay": 1}},
            "red-donkey-3": {"at": "D4", "load": {"stone": 1}},
        },
    }
    position = Position(valleys(), GAME.read_state({"ruleset": GAME.name, **state}, valleys()), GAME.read_options({}))

    def told(*pay: str) -> str:
        blue = _sheet("blue", [{"build": "road", "from": "C5", "to": "C6"}], "building")
        red = _sheet("red", [{"build": "sawmill", "at": "C5", "pay": ["tile", *pay]}], "building")
        (problem,) = resolve(position, {"blue": blue, "red": red}).refused
        return sentences(GAME).reason(problem)

    assert told("donkey-2", "donkey-3") == "red-donkey-3 and red-donkey-1 do not reach each other."
    assert told("donkey-2") == "Missing at C5: 1 stone. blue was there first (order 1)."


def test_who_only_made_room_on_a_transporter_is_not_blamed_for_the_lack_of_it() -> None:
    allow = [{"player": "blue", "may": "take", "from": "donkey-1", "goods": {"gold": 1}}]
    take = {"take": {"gold": 1}, "from": "red-donkey-1", "onto": "donkey-1"}
    load = {"load": {"iron": 2}, "onto": "donkey-1"}
    state = _two_at_one_heap({"iron": 2}).state
    laden = changed(state.transporters["red-donkey-1"], load={"gold": 2})
    position = replace(
        _two_at_one_heap({}), state=changed(state, transporters={**state.transporters, laden.name: laden})
    )
    red = OrderSheet("red", 1, "production", {"allow": allow, "orders": [load]})
    (problem,) = resolve(position, {"blue": _sheet("blue", [take]), "red": red}).refused
    assert problem.code == "no-room" and not {"taken_by", "own_order"} & problem.facts.keys()


@pytest.mark.parametrize(("start", "blamed"), [("E6", None), ("E7", "blue")])
def test_who_was_never_there_did_not_stand_in_the_way_of_a_meeting(start: str, blamed: Seat | None) -> None:
    """Blue moves his donkey off, from beside red's or from elsewhere."""
    state = _two_at_one_heap({"gold": 1}).state
    donkey = changed(state.transporters["blue-donkey-1"], at=start)
    state = changed(state, phase="movement", transporters={**state.transporters, donkey.name: donkey})
    move = {"move": "donkey-1", "go": "F5" if start == "E6" else "E6"}
    give = {"move": "donkey-1", "steps": [{"load": {"gold": 1}}, {"give": {"gold": 1}, "to": "blue-donkey-1"}]}
    sheets = {"blue": _sheet("blue", [move], "movement"), "red": _sheet("red", [give], "movement")}
    (problem,) = resolve(replace(_two_at_one_heap({}), state=state), sheets).refused
    assert (problem.code, problem.facts.get("taken_by")) == ("not-together", blamed)


def test_who_did_something_else_to_a_wall_is_not_blamed_for_it() -> None:
    """RB-7.15, RB-7.16  Demolishing leaves the strength, and raising makes nothing neutral."""
    state = {
        "turn": 1,
        "phase": "building",
        "temple": ["red", "blue"],
        "sequence": ["blue", "red"],
        "players": {"blue": {}, "red": {}},
        "goods": {"C5": {"boards": 9, "stone": 9}},
        "walls": {"C5-C6": {"owner": "red", "strength": 1}},
        "transporters": {"blue-donkey-1": {"at": "C5"}, "red-donkey-1": {"at": "C5"}},
    }
    position = Position(valleys(), GAME.read_state({"ruleset": GAME.name, **state}, valleys()), GAME.read_options({}))
    raise_one = {"build": "wall", "edge": "C5-C6", "strength": 1}
    away = {"demolish": "wall", "edge": "C5-C6"}

    def blamed(blue: Plain, red: Plain) -> list[Plain]:
        sheets = {"blue": _sheet("blue", blue, "building"), "red": _sheet("red", red, "building")}
        facts = [problem.facts for problem in resolve(position, sheets).refused]
        return [each.get("taken_by", each.get("own_order")) for each in facts]

    assert blamed([away], [raise_one]) == [None]
    assert blamed([away], [away]) == ["blue"]
    free_edge = {"edge": "C5-D4"}
    assert blamed([{**raise_one, **free_edge}], [{**away, **free_edge}] * 2) == ["0"]


def _three_together(load: Plain) -> Position:
    state = {
        "turn": 1,
        "phase": "production",
        "temple": ["red", "blue", "green"],
        "sequence": ["blue", "red", "green"],
        "players": {"blue": {}, "red": {}, "green": {}},
        "transporters": {
            "blue-donkey-1": {"at": "E7"},
            "green-truck-1": {"at": "E7", "load": load},
            "red-donkey-1": {"at": "E7"},
        },
    }
    return Position(valleys(), GAME.read_state({"ruleset": GAME.name, **state}, valleys()), GAME.read_options({}))


def _two_at_one_heap(heap: Plain, load: Plain = None) -> Position:
    state = {
        "turn": 1,
        "phase": "production",
        "temple": ["red", "blue"],
        "sequence": ["blue", "red"],
        "players": {"blue": {}, "red": {}},
        "goods": {"E7": heap} if heap else {},
        "transporters": {"blue-donkey-1": {"at": "E7", "load": load or {}}, "red-donkey-1": {"at": "E7"}},
    }
    board = valleys()
    return Position(board, GAME.read_state({"ruleset": GAME.name, **state}, board), GAME.read_options({}))


def _sheet(seat: Seat, orders: Plain, phase: str = "production", turn: int = 1) -> OrderSheet:
    return OrderSheet(seat, turn, phase, {"orders": orders})


# -- sheets that order nothing -----------------------------------------------------------------------------------------


def test_an_order_of_another_phase_is_refused() -> None:
    sheet = _sheet("red", [{"bricks": 1}, {"first_of": [{"build": "mine", "at": "E7"}]}])
    refused = resolve(_two_at_one_heap({}), {"red": sheet}).refused
    assert [(each.place, each.code) for each in refused] == [
        ("0", "not-in-this-phase"),
        ("1.first_of.0", "not-in-this-phase"),
    ]


@pytest.mark.parametrize(("phase", "turn"), [("movement", 1), ("production", 2)])
def test_a_sheet_for_another_phase_orders_nothing(phase: str, turn: int) -> None:
    sheet = _sheet("red", [{"load": {"gold": 1}, "onto": "donkey-1"}], phase, turn)
    resolution = resolve(_two_at_one_heap({"gold": 1}), {"red": sheet})
    assert [(each.seat, each.code) for each in resolution.refused] == [("red", "other-phase")]
    assert resolution.state.goods == {"E7": {"gold": 1}}


def test_nothing_is_played_once_the_game_is_over() -> None:
    given = _two_at_one_heap({"gold": 1})
    ended = GAME.resolve(_at_the_end(given), {"red": _sheet("red", [{"bricks": 1}], "wonder")}, DRAWS)
    over = replace(given, state=ended.state)
    assert GAME.awaited(over) is None
    resolution = resolve(over, {"red": _sheet("red", [{"bricks": 1}], "wonder")})
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
