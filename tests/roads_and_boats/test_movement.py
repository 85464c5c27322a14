"""Movement as properties: reach against a slow search, and whatever is ordered, lawful steps and nothing lost."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import TypeAlias

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.model import OrderSheet, Position, Resolution, Seat
from adjudicator.core.reading import bundle
from adjudicator.rulesets.roads_and_boats import events as ev
from adjudicator.rulesets.roads_and_boats.apply import apply
from adjudicator.rulesets.roads_and_boats.audit import audit
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.mapfile import read_map
from adjudicator.rulesets.roads_and_boats.memory import Memory, remember
from adjudicator.rulesets.roads_and_boats.resolve import resolve
from adjudicator.rulesets.roads_and_boats.routes import reachable
from adjudicator.rulesets.roads_and_boats.state import Player, State, Transporter
from adjudicator.rulesets.roads_and_boats.tables import TABLES
from adjudicator.rulesets.roads_and_boats.tags import is_bound, pieces
from tests.roads_and_boats.axial import Drawing
from tests.roads_and_boats.slow_ways import ALLOWANCE, BOATS, Slow, on_the_map
from tests.roads_and_boats.strategies import SAME_EVERY_TIME, positions
from tests.roads_and_boats.walkers import busy_position, walkers

Drawn: TypeAlias = tuple[Board, State]

LOTS = st.integers(0, 2**32 - 1).map(Random)
SCENES = st.one_of(positions(phase="movement"), LOTS.map(busy_position))
"""Any map with a little on it, or one small map with much."""

WHAT_MOVEMENT_DOES = (
    ev.GoodsLoaded, ev.GoodsUnloaded, ev.GoodsHandedOver, ev.GoodsFerried, ev.TransporterMoved, ev.GeeseLed,
    ev.GeeseLeft, ev.RouteChosen, ev.TransporterPickedUp, ev.TransporterSetDown, ev.PermissionUsed, ev.ConditionJudged,
    ev.AlternativeTaken,
)  # fmt: skip


def moved(position: Position, sheets: Mapping[Seat, OrderSheet]) -> Resolution:
    return resolve(position, sheets, None)


def alone(board: Board, state: State, seat: Seat, *orders: object) -> Resolution:
    sheet = OrderSheet(seat, state.turn, "movement", {"orders": list(orders)})
    return moved(Position(board, state), {seat: sheet})


def playing(state: State) -> list[Transporter]:
    """The transporters that can move: not carried, and their player has not left."""
    return [each for each in state.transporters.values() if each.at and not state.players[each.owner].left]


# -- reach -------------------------------------------------------------------------------------------------------------


@SAME_EVERY_TIME
@given(positions(phase="movement"))
def test_reach_and_cost_are_what_a_slow_search_finds(drawn: Drawn) -> None:
    """RB-6.2 to RB-6.8, RB-6.20"""
    board, state = drawn
    for transporter in state.transporters.values():
        found = reachable(Position(board, state), transporter.name)
        expected = Slow(board, state, transporter.owner).costs(transporter) if transporter.at else {}
        assert {place: cost for place, (cost, _) in found.items()} == expected


@SAME_EVERY_TIME
@given(positions(phase="movement"), LOTS)
def test_each_way_is_the_first_on_the_map_of_all_that_are_as_short(drawn: Drawn, random: Random) -> None:
    """RB-Q95"""
    board, state = drawn
    for transporter in playing(state):
        slow = Slow(board, state, transporter.owner)
        found = reachable(Position(board, state), transporter.name)
        for goal in random.sample(sorted(found), min(2, len(found))):
            cost, way = found[goal]
            assert way == min(slow.walks(transporter, goal, cost), key=on_the_map)


@SAME_EVERY_TIME
@given(positions(phase="movement"), LOTS)
def test_what_is_in_reach_can_be_gone_to_in_one_word_or_step_by_step(drawn: Drawn, random: Random) -> None:
    """RB-6.20"""
    board, state = drawn
    for transporter in playing(state):
        name, found = transporter.name.partition("-")[2], reachable(Position(board, state), transporter.name)
        for goal in random.sample(sorted(found), min(2, len(found))):
            *before, last = found[goal][1]
            steps = [{"go": [place]} for place in before] + [{"dock" if "/" in last else "go": last}]
            for order in ({"move": name, "to": goal}, {"move": name, "steps": steps}):
                resolution = alone(board, state, transporter.owner, order)
                assert not resolution.refused, order
                assert resolution.state.transporters[transporter.name].at == goal


@SAME_EVERY_TIME
@given(positions(phase="movement"))
def test_what_is_out_of_reach_is_refused_and_nothing_moves(drawn: Drawn) -> None:
    """RB-6.20"""
    board, state = drawn
    for transporter in playing(state):
        found = reachable(Position(board, state), transporter.name)
        places = board.water_steps if transporter.kind in BOATS else board.all_lands
        here = Slow(board, state, transporter.owner).joined(transporter.at)
        for goal in sorted(set(places) - set(found) - here)[:3]:
            order = {"move": transporter.name.partition("-")[2], "to": goal}
            resolution = alone(board, state, transporter.owner, order)
            assert [problem.code for problem in resolution.refused] in (["too-far"], ["no-way"])
            assert resolution.state.transporters == state.transporters


def road_network() -> tuple[Drawing, dict[str, str]]:
    """E08, in the names of the example: the banks of M and K, and the outer bank of J."""
    drawing = Drawing(pointy=True)
    for name, at in {"P": (0, 0), "C": (1, 0), "B": (2, 0), "D": (0, 1), "A": (1, 1), "N": (3, 1), "Z": (3, 2)}.items():
        drawing.add(name, at)
    drawing.add("R", (3, 0), "mountain", ["SW"])
    drawing.add("M", (2, 1), "woods", ["NE", "SE"])
    drawing.add("K", (1, 2), "woods", ["E", "SW"])
    drawing.add("J", (2, 2), "woods", ["NW", "W"])
    drawing.add("S", (0, 3), "sea")
    board = drawing.board()

    def bank(name: str, towards: str) -> str:
        """The bank of a tile with a whole edge towards another."""
        (found,) = (
            lane.beyond(land)
            for land in board.lands[drawing[towards]]
            for lane in board.lanes_from[land]
            if lane.beyond(land) in board.lands[drawing[name]]
        )
        return found

    lands = {name: drawing[name] for name in "PCBDANZR"}
    lands |= {"M-west": bank("M", "A"), "M-east": bank("M", "N"), "K-north": bank("K", "A"), "J-south": bank("J", "Z")}
    lands["K-south"] = next(land for land in board.lands[drawing["K"]] if land != lands["K-north"])
    return drawing, lands


ROADS = [
    ("P", "D"), ("C", "B"), ("B", "A"), ("A", "M-west"), ("A", "K-north"), ("B", "R"), ("R", "M-west"), ("R", "M-east"),
    ("R", "N"), ("N", "M-east"), ("N", "Z"), ("K-south", "J-south"),
]  # fmt: skip
FROM_A = {"B": 1, "M-west": 1, "K-north": 1, "C": 2, "R": 2, "N": 3, "M-east": 3, "Z": 4}


def on_the_network(kind: str, at: str) -> dict[str, int]:
    drawing, lands = road_network()
    board = drawing.board()
    roads = {
        lane.name
        for lane in board.lanes.values()
        for one, other in ROADS
        if set(lane.ends) == {lands[one], lands[other]}
    }
    assert len(roads) == len(ROADS)
    transporter = Transporter(f"red-{kind}-1", at=lands[at])
    state = State(
        1, "movement", ("red",), ("red",), {}, roads=frozenset(roads), transporters={transporter.name: transporter}
    )
    found = reachable(Position(board, state), transporter.name)
    named = {land: name for name, land in lands.items()}
    return {named[place]: cost for place, (cost, _) in found.items() if place in named}


def test_e08_distances_by_road() -> None:
    """E08  What is not named cannot be reached by road: D, P and the south banks of K and J."""
    assert on_the_network("truck", "A") == FROM_A
    assert on_the_network("wagon", "A") == {name: cost for name, cost in FROM_A.items() if cost <= 3}
    assert on_the_network("wagon", "M-west")["M-east"] == 2


def test_e08_a_donkey_may_step_aside() -> None:
    """E08  One step without a road to D or C, besides two by road."""
    by_road = {name: cost for name, cost in FROM_A.items() if cost <= 2}
    assert on_the_network("donkey", "A") == by_road | {"D": 1, "C": 1}


# -- whatever is ordered -----------------------------------------------------------------------------------------------


@cache
def sheet_schema() -> jsonschema.Draft202012Validator:
    schema = bundle("movement.schema.json", lambda file: (GAME.folders.schemas / file).read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(json.loads(json.dumps(schema)))


@SAME_EVERY_TIME
@given(SCENES, LOTS)
def test_goods_are_conserved_and_events_tell_all_of_it(drawn: Drawn, random: Random) -> None:
    """Any sheet that the schema allows is carried out or refused; the audit finds nothing amiss."""
    position = Position(*drawn)
    sheets = walkers(random, position)
    for sheet in sheets.values():
        sheet_schema().validate({"phase": "movement", **sheet.body})
    resolution = moved(position, sheets)
    assert audit(position, resolution) == ()
    assert GAME.replay(position, resolution.events) == resolution.state
    assert moved(position, sheets) == resolution


@SAME_EVERY_TIME
@given(SCENES, LOTS)
def test_every_step_that_was_made_is_one_that_the_slow_search_knows(drawn: Drawn, random: Random) -> None:
    """RB-6.1 to RB-6.8  Within the allowance, one whole move after the other, donkeys on or off road but never both."""
    board, state = drawn
    walks: dict[str, tuple[str, ...]] = {}
    aside: set[str] = set()
    last = ""
    for event in moved(Position(board, state), walkers(random, Position(board, state))).events:
        if isinstance(event, ev.TransporterMoved):
            name = event.transporter
            assert name == last or name not in walks, "two moves of one transporter"
            walk = walks.get(name, (event.source,))
            assert event.source == walk[-1]
            slow = Slow(board, state, name.partition("-")[0])
            transporter = state.transporters[name]
            off_road = transporter.kind == "donkey" and not event.road
            assert name not in aside and not (off_road and len(walk) > 1)
            aside |= {name} if off_road else set()
            steps = slow.steps(transporter, walk, off_road)
            assert event.target in (
                steps if transporter.kind in BOATS else {b for to in steps for b in slow.joined(to)}
            )
            walks[name] = (*walk, event.target)
            assert len(walks[name]) <= ALLOWANCE[transporter.kind] + 1
            last = name
        state = apply(state, event)


@SAME_EVERY_TIME
@given(SCENES, LOTS)
def test_no_piece_is_carried_by_two_transporters_of_one_player(drawn: Drawn, random: Random) -> None:
    """RB-6.11, RB-6.17  As the tags tell it; geese that could not stay alone at sea are excepted."""
    board, state = drawn
    memory = Memory()
    for event in moved(Position(board, state), walkers(random, Position(board, state))).events:
        if isinstance(event, ev.TransporterMoved):
            aboard = memory.tags.get(event.transporter, {})
            assert not any(is_bound(tag, event.transporter) for tags in aboard.values() for tag in tags)
            for ground, number in event.geese.items():
                tags = memory.tags.get(ground, {}).get("geese", ())
                free = pieces(state, ground, "geese") - sum(is_bound(tag, event.transporter) for tag in tags)
                assert event.forced or number <= free
        before, state = state, apply(state, event)
        memory = remember(memory, event, before)
        for where, goods in memory.tags.items():
            for good, tags in goods.items():
                assert len(tags) <= pieces(state, where, good), (where, good)


CROSSROADS = read_map({"name": "crossroads", "tiles": dict.fromkeys(("A1", "A2", "B1", "B2", "C2"), "woods")})


def one_of_each(random: Random) -> Drawn:
    """A crowd at a crossroads where no two pieces are alike, so that each can be followed wherever it goes."""
    tiles = sorted(CROSSROADS.tiles)
    goods: dict[str, dict[str, int]] = {}
    for good in TABLES.goods:
        goods.setdefault(random.choice(tiles), {})[good] = 1
    kinds = ("donkey", "wagon", "truck")
    names = [f"{seat}-{random.choice(kinds)}-{number}" for seat in ("blue", "red") for number in range(1, 6)]
    state = State(
        turn=1,
        phase="movement",
        temple=("blue", "red"),
        sequence=("red", "blue"),
        players={"blue": Player(), "red": Player()},
        roads=frozenset(CROSSROADS.lanes),
        goods=goods,
        transporters={name: Transporter(name, at=random.choice(tiles)) for name in names},
    )
    return CROSSROADS, state


@SAME_EVERY_TIME
@given(LOTS.map(one_of_each), LOTS)
def test_a_piece_that_can_be_told_from_all_others_is_carried_by_one_of_each_player(
    drawn: Drawn, random: Random
) -> None:
    """RB-6.11  Followed from load to load, without the tags."""
    board, state = drawn
    carried: dict[str, set[str]] = {good: set() for good in TABLES.goods}
    for event in moved(Position(board, state), walkers(random, Position(board, state), greedy=True)).events:
        if isinstance(event, ev.TransporterMoved):
            for good in state.transporters[event.transporter].load:
                carried[good].add(event.transporter)
        state = apply(state, event)
    for good, names in carried.items():
        owners = [name.partition("-")[0] for name in names]
        assert len(owners) == len(set(owners)), (good, names)


def test_the_sheets_of_these_tests_do_all_that_movement_can_do() -> None:
    """Otherwise the properties above would say little."""
    happened: Counter[str] = Counter()

    @SAME_EVERY_TIME
    @given(SCENES, LOTS)
    def count(drawn: Drawn, random: Random) -> None:
        position = Position(*drawn)
        events = moved(position, walkers(random, position)).events
        happened.update(type(event).__name__ for event in events)
        happened["forced"] += any(isinstance(event, ev.TransporterMoved) and event.forced for event in events)
        happened["docked"] += any(isinstance(event, ev.TransporterMoved) and "/" in event.target for event in events)

    count()
    missing = {kind.__name__ for kind in WHAT_MOVEMENT_DOES} | {"forced", "docked"}
    assert not missing - {name for name, number in happened.items() if number}


@pytest.mark.parametrize("kind", ["donkey", "wagon", "truck", "raft", "rowboat", "steamer"])
def test_a_carried_transporter_reaches_nothing(kind: str) -> None:
    """RB-6.13"""
    drawing, lands = road_network()
    carrier = Transporter("red-donkey-9", at=lands["A"])
    cargo = Transporter(f"red-{kind}-1", aboard=carrier.name)
    both = {each.name: each for each in (carrier, cargo)}
    state = State(1, "movement", ("red",), ("red",), {}, transporters=both)
    assert reachable(Position(drawing.board(), state), cargo.name) == {}
