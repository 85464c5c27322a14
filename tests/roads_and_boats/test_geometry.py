"""Rivers, banks, lanes, coasts and reach, over every shape of river that a map can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from adjudicator.core.hexes import EDGES, OPPOSITE, Tile, distance, neighbour
from adjudicator.rulesets.roads_and_boats.board import EARLY, LATE, Board, Hex
from adjudicator.rulesets.roads_and_boats.look import Look
from adjudicator.rulesets.roads_and_boats.mapfile import read_map
from adjudicator.rulesets.roads_and_boats.memory import Memory
from adjudicator.rulesets.roads_and_boats.places import ends, pair, parse_place, river, tile_of
from adjudicator.rulesets.roads_and_boats.state import Player, State, Transporter
from tests.roads_and_boats.axial import Drawing
from tests.roads_and_boats.strategies import SAME_EVERY_TIME, boards, positions

HALVES = [(edge, half) for edge in EDGES for half in (EARLY, LATE)]
"""The twelve half edges of a tile, clockwise."""


def look_at(board: Board, **parts: Any) -> Look:
    """An otherwise empty position of one player."""
    empty = State(turn=1, phase="movement", temple=("red",), sequence=("red",), players={"red": Player()})
    names = {name: getattr(empty, name) for name in empty.__dataclass_fields__}
    return Look(board, State(**{**names, **parts}), Memory(), {})


def land_tiles(board: Board) -> list[Tile]:
    return [tile for tile in board.tiles if not board.is_sea(tile)]


SHAPES: Mapping[str, Callable[[Board, Tile], bool]] = {
    "source": lambda board, tile: len(board.tiles[tile].river) == 1,
    "sharp bend": lambda board, tile: bend(board, tile) == 1,
    "wide bend": lambda board, tile: bend(board, tile) == 2,
    "straight": lambda board, tile: bend(board, tile) == 3,
    "fork": lambda board, tile: len(board.tiles[tile].river) == 3,
    "mouth": lambda board, tile: any(board.is_sea(str(neighbour(tile, edge))) for edge in board.tiles[tile].river),
}


def bend(board: Board, tile: Tile) -> int | None:
    """How many edges lie between the two river edges of a tile, counted the short way."""
    edges = [EDGES.index(edge) for edge in board.tiles[tile].river]
    return min((edges[1] - edges[0]) % 6, (edges[0] - edges[1]) % 6) if len(edges) == 2 else None


@pytest.mark.parametrize("shape", SHAPES)
def test_the_maps_of_these_tests_have_every_shape_of_river(shape: str) -> None:
    """RB-1.2  Otherwise the properties below would say little."""
    assert find(
        boards(), lambda board: any(SHAPES[shape](board, tile) for tile in board.tiles), settings=SAME_EVERY_TIME
    )


# -- banks -------------------------------------------------------------------------------------------------------------


@SAME_EVERY_TIME
@given(boards())
def test_each_half_edge_belongs_to_exactly_one_bank(board: Board) -> None:
    """RB-1.4  Walking round a tile the bank changes in the middle of each river edge and nowhere else."""
    for tile in land_tiles(board):
        rivers = board.tiles[tile].river
        around = [board.bank_at(tile, edge, half) for edge, half in HALVES]
        assert set(around) == set(board.lands[tile])
        changes = [
            here
            for (here, one), (_, other) in pairwise([*zip(HALVES, around, strict=True), (HALVES[0], around[0])])
            if one != other
        ]
        assert changes == ([(edge, EARLY) for edge in rivers] if len(rivers) > 1 else [])


@SAME_EVERY_TIME
@given(boards())
def test_banks_are_as_many_as_river_edges_but_a_source_divides_nothing(board: Board) -> None:
    """RB-1.3, RB-1.4"""
    for tile in land_tiles(board):
        rivers = board.tiles[tile].river
        expected = (tile,) if len(rivers) < 2 else tuple(tile + letter for letter in "abc"[: len(rivers)])
        assert board.lands[tile] == expected
    assert all(board.lands[tile] == () for tile in board.tiles if board.is_sea(tile))


@SAME_EVERY_TIME
@given(boards())
def test_bank_a_lies_clockwise_from_the_first_river_edge_to_the_second(board: Board) -> None:
    """RB-1.4"""
    for tile in land_tiles(board):
        rivers = board.tiles[tile].river
        if len(rivers) > 1:
            for number, edge in enumerate(rivers):
                assert board.bank_at(tile, edge, LATE) == tile + "abc"[number]
                assert board.bank_at(tile, edge, EARLY) == tile + "abc"[(number - 1) % len(rivers)]


@pytest.mark.parametrize("start", range(6))
@pytest.mark.parametrize(("width", "edges"), [(1, 2), (2, 3), (3, 4)])
def test_a_bend_of_each_width(start: int, width: int, edges: int) -> None:
    """RB-1.4  The inner bank of a sharp bend touches two half edges, of a wide bend also one whole edge between."""
    first, second = EDGES[start], EDGES[(start + width) % 6]
    board = ring({first, second})
    touched = {land: halves_of(board, "C3", land) for land in board.lands["C3"]}
    assert sorted(touched.values()) == sorted([2 * width, 12 - 2 * width])
    inner = board.bank_at("C3", first, LATE)
    assert len(board.edges_touched[inner]) == edges
    assert inner == board.bank_at("C3", second, EARLY)


@pytest.mark.parametrize("start", range(2))
def test_a_fork_has_three_banks(start: int) -> None:
    """RB-1.4  Between arms that stand evenly each bank has one whole edge and two halves."""
    board = ring({EDGES[start], EDGES[start + 2], EDGES[start + 4]})
    assert board.lands["C3"] == ("C3a", "C3b", "C3c")
    assert [halves_of(board, "C3", land) for land in board.lands["C3"]] == [4, 4, 4]
    assert board.bridge_sites == {"C3a-C3b", "C3b-C3c", "C3a-C3c"}


@SAME_EVERY_TIME
@given(boards())
def test_the_mouth_of_a_river_divides_its_tile_and_offers_a_dock_on_each_bank(board: Board) -> None:
    """RB-1.5, RB-6.6"""
    for tile in land_tiles(board):
        for edge in board.tiles[tile].river:
            sea = board.beyond(tile, edge)
            if sea is None or not board.is_sea(sea):
                continue
            banks = {board.bank_at(tile, edge, half) for half in (EARLY, LATE)}
            assert len(banks) == min(2, len(board.tiles[tile].river))
            to = {step.to for step in board.water_steps[sea] if step.edge == pair(tile, sea)}
            assert to == {river(tile), *(f"{bank}/{edge}" for bank in banks)}


def ring(river_edges: set[str]) -> Board:
    """C3 with a river over these edges into the sea all round it."""
    tiles: dict[Tile, object] = {"C3": {"terrain": "woods", "river": sorted(river_edges)}}
    tiles.update({str(neighbour("C3", edge)): "sea" for edge in EDGES})
    return read_map({"tiles": tiles})


def halves_of(board: Board, tile: Tile, land: str) -> int:
    return sum(board.bank_at(tile, edge, half) == land for edge, half in HALVES)


# -- lanes -------------------------------------------------------------------------------------------------------------


@SAME_EVERY_TIME
@given(boards())
def test_one_lane_over_an_edge_two_along_a_river_none_into_the_sea(board: Board) -> None:
    """RB-1.6"""
    counted = Counter(lane.edge for lane in board.lanes.values())
    for tile in board.tiles:
        for edge in EDGES:
            other = board.beyond(tile, edge)
            if other is None:
                continue
            wet = board.is_sea(tile) or board.is_sea(other)
            assert counted[pair(tile, other)] == (0 if wet else 2 if edge in board.tiles[tile].river else 1)


@SAME_EVERY_TIME
@given(boards())
def test_lanes_are_symmetric_and_stay_on_their_side_of_the_water(board: Board) -> None:
    """RB-1.6  What is the early half here is the late half for the tile beyond."""
    for name, lane in board.lanes.items():
        one, other = lane.ends
        assert name == pair(one, other) == pair(other, one)
        assert lane in board.lanes_from[one] and lane in board.lanes_from[other]
        assert lane.beyond(one) == other and lane.beyond(other) == one
        assert distance(tile_of(one), tile_of(other)) == 1
        edge = next(e for e in EDGES if neighbour(tile_of(one), e) == tile_of(other))
        sides = {
            (board.bank_at(tile_of(one), edge, half), board.bank_at(tile_of(other), OPPOSITE[edge], 1 - half))
            for half in (EARLY, LATE)
        }
        assert (one, other) in sides


@SAME_EVERY_TIME
@given(boards())
def test_following_a_river_on_one_bank_never_changes_sides(board: Board) -> None:
    """RB-6.4  The two lanes of a river edge share a land only where a source lets one walk round the water."""
    lanes: dict[str, list[tuple[str, str]]] = {}
    for lane in board.lanes.values():
        lanes.setdefault(lane.edge, []).append(lane.ends)
    for edge, both in lanes.items():
        if len(both) == 2:
            shared = set(both[0]) & set(both[1])
            sources = {tile for tile in ends(edge) if len(board.tiles[tile].river) == 1}
            assert shared == sources


# -- water -------------------------------------------------------------------------------------------------------------


@SAME_EVERY_TIME
@given(boards())
def test_water_steps_go_both_ways_and_docking_is_always_undone_over_the_same_edge(board: Board) -> None:
    """RB-6.5, RB-6.6, RB-6.7"""
    for place, steps in board.water_steps.items():
        assert len({step.to for step in steps}) == len(steps)
        for step in steps:
            back = [other for other in board.water_steps[step.to] if other.to == place]
            assert len(back) == 1 and back[0].edge == step.edge
            assert step.docks == ("/" in step.to)


@SAME_EVERY_TIME
@given(boards())
def test_a_docked_boat_has_one_way_out_and_none_into_the_river(board: Board) -> None:
    """RB-6.7"""
    for place, steps in board.water_steps.items():
        parsed = parse_place(place)
        assert parsed is not None
        if parsed.kind == "dock":
            assert [step.to for step in steps] == [board.beyond(parsed.tile, parsed.edge)]
            assert board.is_sea(steps[0].to)


@SAME_EVERY_TIME
@given(boards())
def test_every_coast_edge_is_a_dock_and_makes_its_tile_a_shore(board: Board) -> None:
    """RB-1.7"""
    for tile in land_tiles(board):
        seas = {edge for edge in EDGES if (other := board.beyond(tile, edge)) and board.is_sea(other)}
        assert {edge for land in board.lands[tile] for edge, _ in board.docks[land]} == seas
        assert board.is_shore(tile) == bool(seas or board.tiles[tile].river)
    assert not any(board.is_shore(tile) for tile in board.tiles if board.is_sea(tile))


@SAME_EVERY_TIME
@given(boards())
def test_walls_stand_between_two_tiles_with_land_on_one_side_at_least(board: Board) -> None:
    """RB-7.14"""
    for edge in board.wall_sites:
        one, other = ends(edge)
        assert {one, other} <= board.tiles.keys() and distance(one, other) == 1
        assert not (board.is_sea(one) and board.is_sea(other))
    assert {lane.edge for lane in board.lanes.values()} <= board.wall_sites
    assert {pair(tile_of(land), sea) for land, coast in board.docks.items() for _, sea in coast} <= board.wall_sites


# -- reach -------------------------------------------------------------------------------------------------------------


@SAME_EVERY_TIME
@given(positions())
def test_reaching_each_other_is_symmetric(position: tuple[Board, State]) -> None:
    """RB-2.5"""
    board, state = position
    look = Look(board, state, Memory(), {})
    standing = [each for each in state.transporters.values() if each.at]
    for one in standing:
        for other in standing:
            assert look.meet(one, other) == look.meet(other, one)
            assert look.meet(one, other) <= (tile_of(one.at) == tile_of(other.at))


@SAME_EVERY_TIME
@given(positions())
def test_joined_banks_are_the_same_seen_from_each_of_them(position: tuple[Board, State]) -> None:
    """RB-1.8, RB-2.2"""
    board, state = position
    look = Look(board, state, Memory(), {})
    for land in board.all_lands:
        group = look.joined(land)
        assert land in group and set(group) <= set(board.lands[tile_of(land)])
        assert all(look.joined(other) == group for other in group)


@SAME_EVERY_TIME
@given(boards(), st.data())
def test_a_tile_whose_banks_are_all_bridged_behaves_as_undivided(board: Board, data: st.DataObject) -> None:
    """RB-1.8  What stands anywhere on it reaches all of it and goes where it could if no river ran there."""
    bridges: set[str] = set()
    for lands in board.lands.values():
        order = data.draw(st.permutations(lands)) if len(lands) > 1 else list(lands)
        bridges |= {pair(one, other) for one, other in pairwise(order)}
    look = look_at(board, bridges=frozenset(bridges))
    dry = Board("dry", {tile: Hex(ground.terrain) for tile, ground in board.tiles.items()})
    for tile in land_tiles(board):
        whole = set(board.lands[tile])
        for land in whole:
            assert set(look.joined(land)) == whole
            assert set(look.grounds(land)) == whole
            ways = {tile_of(lane.beyond(bank)) for bank in look.joined(land) for lane in board.lanes_from[bank]}
            assert ways == {lane.beyond(tile) for lane in dry.lanes_from[tile]}
        coast = {(edge, sea) for land in whole for edge, sea in board.docks[land]}
        assert coast == set(dry.docks[tile])


@SAME_EVERY_TIME
@given(boards())
def test_in_the_river_a_boat_reaches_every_bank_and_at_sea_no_land(board: Board) -> None:
    """RB-2.3, RB-2.4"""
    look = look_at(board)
    for place in board.water_steps:
        parsed = parse_place(place)
        assert parsed is not None
        if parsed.kind == "river":
            assert look.grounds(place) == board.lands[parsed.tile]
        elif parsed.kind == "dock":
            assert look.grounds(place) == (parsed.land,)
        else:
            assert look.grounds(place) == (place,) and not look.bears(place)  # only geese may swim there


# -- worked examples ---------------------------------------------------------------------------------------------------


def road_distances(look: Look, start: str) -> Mapping[str, int]:
    """RB-6.4  Steps by road from a land to every land that roads lead to."""
    found = dict.fromkeys(look.joined(start), 0)
    border = list(found)
    while border:
        here = border.pop(0)
        for lane in look.board.lanes_from[here]:
            if lane.name in look.state.roads:
                for there in look.joined(lane.beyond(here)):
                    if there not in found:
                        found[there] = found[here] + 1
                        border.append(there)
    return found


def example_roads() -> tuple[Drawing, Look]:
    """E08"""
    d = Drawing(pointy=True)
    for name, at in {"P": (0, 0), "C": (1, 0), "B": (2, 0), "D": (0, 1), "A": (1, 1), "N": (3, 1), "Z": (3, 2)}.items():
        d.add(name, at)
    d.add("R", (3, 0), "mountain", ["SW"])
    d.add("M", (2, 1), river=["NE", "SE"])
    d.add("K", (1, 2), river=["E", "SW"])
    d.add("J", (2, 2), river=["NW", "W"])
    d.add("SEA", (0, 3), "sea")
    board = d.board()

    def side(name: str, towards: str) -> str:
        """The bank of a tile that holds a whole edge."""
        return board.bank_at(d[name], d.edge(towards), EARLY)

    m_west, m_east, k_north = side("M", "W"), side("M", "E"), side("K", "NW")
    k_south, j_south = side("K", "SE"), side("J", "E")
    roads = [
        (d["P"], d["D"]),
        (d["C"], d["B"]),
        (d["B"], d["A"]),
        (d["A"], m_west),
        (d["A"], k_north),
        (d["B"], d["R"]),
        (d["R"], m_west),
        (d["R"], m_east),
        (d["R"], d["N"]),
        (d["N"], m_east),
        (d["N"], d["Z"]),
        (k_south, j_south),
    ]
    names = frozenset(pair(one, other) for one, other in roads)
    assert names <= board.lanes.keys()
    return d, look_at(board, roads=names)


def test_e08_distances_by_road() -> None:
    """RB-6.4  M-west to M-east is two steps, through the undivided source."""
    d, look = example_roads()
    board = look.board
    m_west, m_east = board.bank_at(d["M"], d.edge("W"), EARLY), board.bank_at(d["M"], d.edge("E"), EARLY)
    k_north, k_south = board.bank_at(d["K"], d.edge("NW"), EARLY), board.bank_at(d["K"], d.edge("SE"), EARLY)
    assert road_distances(look, d["A"]) == {
        d["A"]: 0, d["B"]: 1, m_west: 1, k_north: 1, d["C"]: 2, d["R"]: 2, d["N"]: 3, m_east: 3, d["Z"]: 4,
    }  # fmt: skip
    assert road_distances(look, m_west)[m_east] == 2
    assert k_south not in road_distances(look, d["A"]) and m_west != m_east
    off_road = {tile_of(lane.beyond(d["A"])) for lane in board.lanes_from[d["A"]]}
    assert {d["D"], d["C"]} <= off_road


def test_e08_the_inner_bank_of_the_sharp_bend_touches_two_half_edges() -> None:
    """RB-1.4"""
    d, look = example_roads()
    inner, outer = (look.board.bank_at(d["J"], d.edge("W"), half) for half in (LATE, EARLY))
    assert halves_of(look.board, d["J"], inner) == 2 and halves_of(look.board, d["J"], outer) == 10
    assert {tile_of(lane.beyond(inner)) for lane in look.board.lanes_from[inner]} == {d["K"], d["M"]}


def test_e14_a_dock_leads_to_the_river_of_its_tile_only_over_the_sea() -> None:
    """RB-6.7"""
    d = Drawing(pointy=True)
    d.add("L2", (1, 0), river=["E", "SW"])
    d.add("S1", (2, 0), "sea")
    d.add("BH", (0, 1), "mountain", ["NE"])
    board = d.board()
    for half in (EARLY, LATE):
        bank = board.bank_at(d["L2"], d.edge("E"), half)
        dock = f"{bank}/{d.edge('E')}"
        assert [step.to for step in board.water_steps[dock]] == [d["S1"]]
    assert river(d["L2"]) in {step.to for step in board.water_steps[d["S1"]]}
    assert {step.to for step in board.water_steps[river(d["BH"])]} == {river(d["L2"])}


def test_e16_two_rafts_dock_at_the_north_west_of_a_divided_tile() -> None:
    """RB-7.19  Both lie at one edge of one bank, and the sea tile that they face is the one to be pushed out to."""
    d = Drawing(pointy=False)
    d.add("SEA1", (-1, 0), "sea")
    d.add("SRC", (0, -1), "mountain", ["S"])
    d.add("AH", (0, 0), river=["N", "SE"])
    d.add("RV", (1, 0), "mountain", ["NW"])
    board = d.board()
    bank = board.bank_at(d["AH"], "NW", EARLY)
    assert bank == d["AH"] + "b"
    assert board.docks[bank] == (("NW", d["SEA1"]),) and board.docks[d["AH"] + "a"] == ()
    assert pair(d["SEA1"], d["AH"]) in board.wall_sites
    rafts = [Transporter(f"{seat}-raft-1", at=f"{bank}/NW") for seat in ("blue", "red")]
    assert look_at(board).meet(*rafts)
