"""The map that never changes: tiles, rivers and the banks they make, lanes, coasts and waterways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from adjudicator.core.hexes import EDGES, OPPOSITE, Edge, Tile, neighbour

from .places import BridgeName, EdgeName, Land, LaneName, PlaceName, dock, pair, place_order, river, tile_of

SEA = "sea"
BANK_LETTERS = "abc"

# The two halves of an edge as its own tile sees them, going clockwise. What is the late half here is the early half
# for the tile beyond.
EARLY, LATE = 0, 1


@dataclass(frozen=True, slots=True)
class Hex:
    """What the map file says of one tile."""

    terrain: str
    river: tuple[Edge, ...] = ()


@dataclass(frozen=True, slots=True)
class Lane:
    """Where land transporters cross an edge: between two banks, once over an edge, twice along a river."""

    name: LaneName
    ends: tuple[Land, Land]
    edge: EdgeName

    def beyond(self, land: Land) -> Land:
        return self.ends[1] if land == self.ends[0] else self.ends[0]


@dataclass(frozen=True, slots=True)
class WaterStep:
    """One step of a boat: where to, over which edge, and whether it docks."""

    to: PlaceName
    edge: EdgeName
    docks: bool = False


@dataclass(frozen=True, eq=False)
class Board:
    """A map. Everything below `tiles` is worked out once from it. Boards are kept and compared as themselves."""

    name: str
    tiles: Mapping[Tile, Hex]
    players: tuple[int, ...] = ()
    homes: tuple[Land, ...] = ()
    about: str = ""
    _half: dict[tuple[Tile, Edge, int], Land] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for tile, ground in self.tiles.items():
            if ground.terrain != SEA:
                self._half.update(_halves(tile, ground.river))

    # -- tiles ---------------------------------------------------------------------------------------------------

    def is_sea(self, tile: Tile) -> bool:
        return self.tiles[tile].terrain == SEA

    def has_river(self, tile: Tile) -> bool:
        """RB-1.3  A source counts: there is water on it."""
        return bool(self.tiles[tile].river)

    def beyond(self, tile: Tile, edge: Edge) -> Tile | None:
        """The tile across an edge; None at the border of the map."""
        other = neighbour(tile, edge)
        return other if other in self.tiles else None

    def edge(self, tile: Tile, edge: Edge) -> EdgeName | None:
        other = self.beyond(tile, edge)
        return None if other is None else pair(tile, other)

    def is_shore(self, tile: Tile) -> bool:
        """RB-1.7  Shore: a river on it, or the sea beside it."""
        if self.is_sea(tile):
            return False
        return self.has_river(tile) or any(self._sea_beyond(tile, edge) for edge in EDGES)

    def _sea_beyond(self, tile: Tile, edge: Edge) -> Tile | None:
        other = self.beyond(tile, edge)
        return other if other is not None and self.is_sea(other) else None

    # -- banks ---------------------------------------------------------------------------------------------------

    @cached_property
    def lands(self) -> Mapping[Tile, tuple[Land, ...]]:
        """RB-1.4  The lands of each tile: itself, or its banks; none at sea."""
        found: dict[Tile, tuple[Land, ...]] = {}
        for tile, ground in self.tiles.items():
            count = len(ground.river)
            if ground.terrain == SEA:
                found[tile] = ()
            elif count < 2:
                found[tile] = (tile,)
            else:
                found[tile] = tuple(tile + letter for letter in BANK_LETTERS[:count])
        return found

    @cached_property
    def all_lands(self) -> frozenset[Land]:
        return frozenset(land for lands in self.lands.values() for land in lands)

    def bank_at(self, tile: Tile, edge: Edge, half: int) -> Land:
        """The land that a half edge belongs to."""
        return self._half[tile, edge, half]

    @cached_property
    def edges_touched(self) -> Mapping[Land, tuple[Edge, ...]]:
        """The edges, whole or half, that each land touches, clockwise from N."""
        touched: dict[Land, list[Edge]] = {land: [] for land in self.all_lands}
        for (_, edge, _half), land in self._half.items():
            if edge not in touched[land]:
                touched[land].append(edge)
        return {land: tuple(sorted(edges, key=EDGES.index)) for land, edges in touched.items()}

    # -- ways ----------------------------------------------------------------------------------------------------

    @cached_property
    def lanes(self) -> Mapping[LaneName, Lane]:
        """RB-1.6  One lane over an ordinary edge, two along a river edge, none into the sea."""
        found: dict[LaneName, Lane] = {}
        for tile in self.tiles:
            for edge in EDGES[:3]:  # each edge once: the other three are the neighbours'
                other = self.beyond(tile, edge)
                if other is None or self.is_sea(tile) or self.is_sea(other):
                    continue
                for half in (EARLY, LATE):
                    here = self.bank_at(tile, edge, half)
                    there = self.bank_at(other, OPPOSITE[edge], LATE - half)
                    name = pair(here, there)
                    found.setdefault(name, Lane(name, (here, there), pair(tile, other)))
        return {name: found[name] for name in sorted(found, key=place_order)}

    @cached_property
    def lanes_from(self) -> Mapping[Land, tuple[Lane, ...]]:
        found: dict[Land, list[Lane]] = {land: [] for land in self.all_lands}
        for lane in self.lanes.values():
            for land in lane.ends:
                found[land].append(lane)
        return {land: tuple(lanes) for land, lanes in found.items()}

    @cached_property
    def bridge_sites(self) -> frozenset[BridgeName]:
        """RB-1.8  Every two banks of a tile have water between them, so a bridge can join any two."""
        return frozenset(pair(*banks) for lands in self.lands.values() for banks in combinations(lands, 2))

    @cached_property
    def wall_sites(self) -> frozenset[EdgeName]:
        """RB-7.14  The edges between two tiles of which at least one is land."""
        found = set()
        for tile in self.tiles:
            for edge in EDGES[:3]:
                other = self.beyond(tile, edge)
                if other is not None and not (self.is_sea(tile) and self.is_sea(other)):
                    found.add(pair(tile, other))
        return frozenset(found)

    @cached_property
    def docks(self) -> Mapping[Land, tuple[tuple[Edge, Tile], ...]]:
        """The coast of each land: its edges towards the sea, clockwise from N, with the sea tile beyond."""
        found: dict[Land, tuple[tuple[Edge, Tile], ...]] = {}
        for tile, lands in self.lands.items():
            for land in lands:
                seas = ((edge, self._sea_beyond(tile, edge)) for edge in self.edges_touched[land])
                found[land] = tuple((edge, sea) for edge, sea in seas if sea is not None)
        return found

    @cached_property
    def water_steps(self) -> Mapping[PlaceName, tuple[WaterStep, ...]]:
        """RB-6.5, RB-6.6, RB-6.7  Every step a boat can make, walls not considered."""
        steps: dict[PlaceName, list[WaterStep]] = {}
        for tile in self.tiles:
            if self.is_sea(tile):
                steps[tile] = list(self._steps_at_sea(tile))
            elif self.has_river(tile):
                steps[river(tile)] = list(self._steps_in_river(tile))
        for land, coast in self.docks.items():
            tile = tile_of(land)
            for edge, sea in coast:
                steps[dock(land, edge)] = [WaterStep(sea, pair(tile, sea))]
        return {place: tuple(found) for place, found in steps.items()}

    def _steps_in_river(self, tile: Tile) -> list[WaterStep]:
        found = []
        for edge in self.tiles[tile].river:
            other = self.beyond(tile, edge)
            if other is not None:
                found.append(WaterStep(other if self.is_sea(other) else river(other), pair(tile, other)))
        return found

    def _steps_at_sea(self, tile: Tile) -> list[WaterStep]:
        found = []
        for edge in EDGES:
            other = self.beyond(tile, edge)
            if other is None:
                continue
            crossing, facing = pair(tile, other), OPPOSITE[edge]
            if self.is_sea(other):
                found.append(WaterStep(other, crossing))
                continue
            if facing in self.tiles[other].river:
                found.append(WaterStep(river(other), crossing))
            banks = dict.fromkeys(self.bank_at(other, facing, half) for half in (EARLY, LATE))
            found.extend(WaterStep(dock(bank, facing), crossing, docks=True) for bank in banks)
        return found

    def is_place(self, place: PlaceName) -> bool:
        """Whether a transporter could be there: a land, a river, a dock or a sea tile of this map."""
        return place in self.all_lands or place in self.water_steps


def _halves(tile: Tile, river_edges: tuple[Edge, ...]) -> dict[tuple[Tile, Edge, int], Land]:
    """RB-1.4  Each half edge belongs to exactly one land.

    Bank a lies clockwise from the first river edge to the second, b from there to the next, and so on.
    """
    if len(river_edges) < 2:
        return {(tile, edge, half): tile for edge in EDGES for half in (EARLY, LATE)}
    first = EDGES.index(river_edges[0])
    bank, found = 0, {}
    for step in range(6):
        edge = EDGES[(first + step) % 6]
        if edge in river_edges and step > 0:
            bank += 1
        # The early half of a river edge still belongs to the bank before it.
        before = (bank - 1) % len(river_edges) if edge in river_edges else bank
        found[tile, edge, EARLY] = tile + BANK_LETTERS[before]
        found[tile, edge, LATE] = tile + BANK_LETTERS[bank]
    return found
