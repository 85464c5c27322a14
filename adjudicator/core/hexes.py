"""Flat-top hexes named by column letter and row number: `C4`. Columns B, D, F, … lie half a tile lower."""

from __future__ import annotations

import re
from functools import cache
from typing import TypeAlias

Tile: TypeAlias = str
Edge: TypeAlias = str

EDGES: tuple[Edge, ...] = ("N", "NE", "SE", "S", "SW", "NW")
"""Clockwise from north; every list of edges keeps this order."""

OPPOSITE: dict[Edge, Edge] = {edge: EDGES[(i + 3) % 6] for i, edge in enumerate(EDGES)}

_TILE = re.compile(r"([A-Z]{1,2})([1-9][0-9]?)\Z")
# (columns east, rows south) for a step over each edge; the rows differ between high and low columns.
_HIGH = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 0), "NW": (-1, -1)}
_LOW = {"N": (0, -1), "NE": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}


def is_tile(text: str) -> bool:
    return _TILE.match(text) is not None


@cache
def column_row(tile: Tile) -> tuple[int, int]:
    """`C4` is (2, 4): columns from 0 as A, rows as written."""
    match = _TILE.match(tile)
    if match is None:
        raise ValueError(f"{tile} is no tile")
    letters, row = match.groups()
    column = ord(letters[-1]) - 65
    if len(letters) == 2:
        column += 26 * (ord(letters[0]) - 64)
    return column, int(row)


def tile_name(column: int, row: int) -> Tile:
    letters = chr(65 + column) if column < 26 else chr(64 + column // 26) + chr(65 + column % 26)
    return f"{letters}{row}"


@cache
def neighbour(tile: Tile, edge: Edge) -> Tile | None:
    """The tile across an edge; None where no name could be written (north of row 1, west of column A)."""
    column, row = column_row(tile)
    east, south = (_LOW if column % 2 else _HIGH)[edge]
    column, row = column + east, row + south
    if column < 0 or row < 1 or row > 99 or column >= 26 * 27:
        return None
    return tile_name(column, row)


@cache
def edge_between(here: Tile, there: Tile) -> Edge | None:
    """The edge of `here` that faces `there`; None unless they are neighbours."""
    return next((edge for edge in EDGES if neighbour(here, edge) == there), None)


def distance(here: Tile, there: Tile) -> int:
    """Steps from tile to tile, terrain ignored."""
    (x1, z1), (x2, z2) = _axial(here), _axial(there)
    dx, dz = x1 - x2, z1 - z2
    return max(abs(dx), abs(dz), abs(dx + dz))


def _axial(tile: Tile) -> tuple[int, int]:
    column, row = column_row(tile)
    return column, row - (column - column % 2) // 2
