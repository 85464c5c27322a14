"""Legal maps with rivers, and legal positions on them, for property tests of every part."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from hypothesis import settings
from hypothesis import strategies as st

from adjudicator.core.hexes import EDGES, OPPOSITE, Tile, neighbour, tile_name
from adjudicator.core.model import NEUTRAL, Plain, Seat
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.goods import ordered
from adjudicator.rulesets.roads_and_boats.invariants import PHASES
from adjudicator.rulesets.roads_and_boats.mapfile import TERRAINS, read_map
from adjudicator.rulesets.roads_and_boats.places import ends, tile_of
from adjudicator.rulesets.roads_and_boats.state import Goods, Mine, Player, State, Transporter, Wall
from adjudicator.rulesets.roads_and_boats.tables import TABLES

COLOURS = ("blue", "green", "red", "yellow")

SAME_EVERY_TIME = settings(derandomize=True, database=None, deadline=None, max_examples=150)


# -- maps --------------------------------------------------------------------------------------------------------------


@st.composite
def raw_maps(draw: st.DrawFn, widest: int = 5, highest: int = 5, gaps: bool = True) -> Plain:
    """What a legal map file may say. Any legal map can come up: bends of every width, forks, mouths, sources."""
    columns, rows = draw(st.integers(1, widest)), draw(st.integers(1, highest))
    terrains: dict[Tile, str] = {}
    for column, row in product(range(columns), range(1, rows + 1)):
        terrain = draw(st.sampled_from((*TERRAINS, *TERRAINS, "gap") if gaps else TERRAINS))
        if terrain != "gap":
            terrains[tile_name(column, row)] = terrain
    if not terrains:
        terrains["A1"] = "woods"
    rivers = draw_rivers(draw, terrains)
    tiles = {
        tile: {"terrain": terrain, "river": rivers[tile]} if rivers[tile] else terrain
        for tile, terrain in terrains.items()
    }
    return {"name": "drawn", "tiles": tiles}


def draw_rivers(draw: st.DrawFn, terrains: Mapping[Tile, str]) -> dict[Tile, list[str]]:
    """RB-1.2  River edges laid one by one, at most three a tile; two sources that face each other dry up again."""
    crossings = [
        (tile, edge, other)
        for tile in terrains
        for edge in EDGES
        if (other := str(neighbour(tile, edge))) in terrains
        and terrains[tile] != "sea"
        and (terrains[other] == "sea" or EDGES.index(edge) < 3)
    ]
    rivers: dict[Tile, list[str]] = {tile: [] for tile in terrains}
    chosen = draw(st.lists(st.sampled_from(crossings), unique=True)) if crossings else []
    laid = []
    for tile, edge, other in chosen:
        at_sea = terrains[other] == "sea"
        if len(rivers[tile]) < 3 and (at_sea or len(rivers[other]) < 3):
            rivers[tile].append(edge)
            if not at_sea:
                rivers[other].append(OPPOSITE[edge])
                laid.append((tile, edge, other))
    for tile, edge, other in laid:
        if rivers[tile] == [edge] and rivers[other] == [OPPOSITE[edge]]:
            rivers[tile], rivers[other] = [], []
    return rivers


def boards(widest: int = 5, highest: int = 5) -> st.SearchStrategy[Board]:
    return raw_maps(widest, highest).map(read_map)


# -- positions ---------------------------------------------------------------------------------------------------------


@st.composite
def positions(draw: st.DrawFn, phase: str | None = None) -> tuple[Board, State]:
    """A board and a sound position on it."""
    board = draw(boards())
    return board, draw(states(board, phase))


@st.composite
def states(draw: st.DrawFn, board: Board, phase: str | None = None) -> State:
    """A sound position of a game that goes on: perhaps not one that play brings about, but one that it copes with."""
    phase = phase or draw(st.sampled_from(PHASES))
    seats = tuple(draw(st.permutations(COLOURS)))[: draw(st.integers(1, len(COLOURS)))]
    irrigated = draw(st.booleans())
    buildings = draw_buildings(draw, board, irrigated)
    transporters = draw_transporters(draw, board, seats)
    turn = 1 if phase == "start" else draw(st.integers(1, 33))
    return State(
        turn=turn,
        phase=phase,
        temple=tuple(draw(st.permutations(seats))),
        sequence=tuple(draw(st.permutations(seats))),
        players=draw_players(draw, board, seats),
        irrigated=irrigated,
        buildings=buildings,
        mines={ground: draw(MINES) for ground, kind in buildings.items() if kind == "mine"},
        roads=frozenset(some(draw, list(board.lanes))),
        bridges=draw_bridges(draw, board),
        walls={
            edge: Wall(draw(st.sampled_from((*seats, NEUTRAL))), draw(st.integers(1, 4)))
            for edge in some(draw, sorted(board.wall_sites))
        },
        goods=draw_heaps(draw, board, buildings, transporters),
        transporters=transporters,
        wonder=draw_wonder(draw, seats, turn),
    )


def some(draw: st.DrawFn, of: list[str], most: int | None = None) -> list[str]:
    """A few of these, none twice."""
    few: list[str] = draw(st.lists(st.sampled_from(of), unique=True, max_size=most)) if of else []
    return few


MINES = st.builds(Mine, gold=st.integers(0, 5), iron=st.integers(0, 5), drawn=st.sampled_from((None, "gold", "iron")))


def draw_players(draw: st.DrawFn, board: Board, seats: tuple[Seat, ...]) -> dict[Seat, Player]:
    homes = {tile_of(land): land for land in draw(st.permutations(sorted(board.all_lands)))}
    lands = [homes[tile] for tile in sorted(homes)]
    players = {}
    for seat in sorted(seats):
        settled, left = draw(st.booleans()), draw(st.booleans())
        known = some(draw, list(TABLES.research))
        players[seat] = Player(
            home=lands.pop() if lands and settled else None,
            research=tuple(subject for subject in TABLES.research if subject in known),
            left=left,
        )
    return players


def draw_buildings(draw: st.DrawFn, board: Board, irrigated: bool) -> dict[str, str]:
    """RB-7.4, RB-7.5  At most one a tile, on terrain that bears it."""
    found: dict[str, str] = {}
    for tile in some(draw, list(board.tiles)):
        terrain = board.tiles[tile].terrain
        grounds = {terrain, "shore" if board.is_shore(tile) else "", "" if terrain == "sea" else "land"}
        kinds = [kind.kind for kind in TABLES.buildings.values() if kind.ground in grounds]
        if terrain != "desert" or irrigated:
            found[draw(st.sampled_from(board.lands[tile] or (tile,)))] = draw(st.sampled_from(kinds))
    return found


def draw_bridges(draw: st.DrawFn, board: Board) -> frozenset[str]:
    """RB-7.13  Never more than a tile's banks need."""
    found: list[str] = []
    for bridge in some(draw, sorted(board.bridge_sites)):
        tile = tile_of(ends(bridge)[0])
        if sum(tile_of(ends(other)[0]) == tile for other in found) < len(board.lands[tile]) - 1:
            found.append(bridge)
    return frozenset(found)


def draw_goods(draw: st.DrawFn, most: int = 9) -> Goods:
    """Up to so many pieces in all, perhaps none."""
    pieces: dict[str, int] = {}
    for good in draw(st.lists(st.sampled_from(TABLES.goods), max_size=most)):
        pieces[good] = pieces.get(good, 0) + 1
    return ordered(pieces)


def draw_heaps(
    draw: st.DrawFn, board: Board, buildings: Mapping[str, str], transporters: Mapping[str, Transporter]
) -> dict[str, Goods]:
    """RB-6.10, RB-6.16  Goods on land and on rigs; on the plain sea only geese, where a boat is."""
    afloat = {each.at for each in transporters.values()}
    rigs = [ground for ground, kind in buildings.items() if kind == "oil-rig"]
    seas = [tile for tile in board.tiles if board.is_sea(tile) and tile in afloat and tile not in rigs]
    heaps = {ground: draw_goods(draw) for ground in some(draw, [*sorted(board.all_lands), *rigs])}
    heaps.update({sea: {"geese": draw(st.integers(1, 4))} for sea in some(draw, seas)})
    return {ground: goods for ground, goods in heaps.items() if goods}


def draw_transporters(draw: st.DrawFn, board: Board, seats: tuple[Seat, ...]) -> dict[str, Transporter]:
    """RB-2.1, RB-3.2, RB-3.3, RB-6.12"""
    found: dict[str, Transporter] = {}
    limits = TABLES.limits
    for seat in sorted(seats):
        land = draw(st.integers(0, limits.land)) if board.all_lands else 0
        water = draw(st.integers(0, min(limits.water, limits.all - land))) if board.water_steps else 0
        for number, boat in enumerate([False] * land + [True] * water):
            kinds = [kind for kind, figures in TABLES.transporters.items() if figures.water is boat]
            name = f"{seat}-{draw(st.sampled_from(kinds))}-{number + 1}"
            places = sorted(board.water_steps if boat else board.all_lands)
            capacity = TABLES.transporters[name.split("-")[1]].carries
            load = draw_goods(draw, capacity) if draw(st.booleans()) else {}
            found[name] = Transporter(name, at=draw(st.sampled_from(places)), load=load)
    return {**found, **draw_carried(draw, found)}


def draw_carried(draw: st.DrawFn, standing: Mapping[str, Transporter]) -> dict[str, Transporter]:
    """RB-6.12  Some of the empty ones carry another empty one."""
    empty = [name for name, each in standing.items() if not each.load]
    pairs = draw(st.integers(0, len(empty) // 2)) if draw(st.booleans()) else 0
    mixed = list(draw(st.permutations(empty))) if pairs else []
    return {mixed[n]: Transporter(mixed[n], aboard=mixed[-1 - n]) for n in range(pairs)}


def draw_wonder(draw: st.DrawFn, seats: tuple[Seat, ...], turn: int) -> tuple[Seat, ...]:
    """RB-8.4, RB-12.1  Never the last brick, and at most one neutral brick for each turn that is over."""
    table = TABLES.wonder
    neutral = draw(st.integers(0, turn - 1))
    bought = draw(st.lists(st.sampled_from(seats), max_size=12))
    bricks = (*bought, *(NEUTRAL,) * neutral)
    if len(seats) == 1:
        return ((NEUTRAL,) * table.solo_bricks + bricks)[: sum(table.rows) - 1]
    return tuple(draw(st.permutations(bricks)))[: table.ends[len(seats)] - 1]
