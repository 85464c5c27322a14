"""Maps drawn in axial coordinates, as the worked examples give them, written with the names of our tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from adjudicator.core.hexes import Edge, Tile, tile_name
from adjudicator.core.model import Plain
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.mapfile import read_map

Axial: TypeAlias = tuple[int, int]

# A pointy-top map turned by thirty degrees is a flat-top one.
TURNED: Mapping[str, Edge] = {"E": "NE", "NE": "N", "NW": "NW", "W": "SW", "SW": "S", "SE": "SE"}


class Drawing:
    """A small map whose tiles have names of the example's own: `drawing["AH"]` is a tile such as `G7`."""

    def __init__(self, pointy: bool) -> None:
        self._pointy = pointy
        self._tiles: dict[str, Tile] = {}
        self._raw: dict[Tile, Plain] = {}

    def add(self, name: str, at: Axial, terrain: str = "woods", river: Sequence[str] = ()) -> None:
        q, r = at
        if self._pointy:
            q, r = q + r, -q
        column, r = q + 6, r + 6  # well away from the border of the alphabet
        self._tiles[name] = tile = tile_name(column, r + (column - column % 2) // 2)
        self._raw[tile] = {"terrain": terrain, "river": [self.edge(edge) for edge in river]}

    def edge(self, name: str) -> Edge:
        return TURNED[name] if self._pointy else name

    def __getitem__(self, name: str) -> Tile:
        return self._tiles[name]

    def board(self) -> Board:
        return read_map({"name": "drawn", "tiles": self._raw})
