"""Names of places and how they are written: `C4`, `C4a`, `C4~`, `C4a/NE`, `C4-D4`, `C4a-D4`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from adjudicator.core.hexes import Edge, Tile, column_row

Land: TypeAlias = str
"""The land of an undivided tile (`C4`) or one bank of a divided one (`C4a`)."""
Ground: TypeAlias = str
"""Where goods can lie: a land, or the sea tile of an oil rig (or of geese with their boat)."""
PlaceName: TypeAlias = str
"""Where a transporter can be: a land, `C4~`, a dock, or a sea tile."""
EdgeName: TypeAlias = str
LaneName: TypeAlias = str
BridgeName: TypeAlias = str

_PLACE = re.compile(r"(?P<tile>[A-Z]{1,2}[1-9][0-9]?)(?P<bank>[a-c])?(?:(?P<river>~)|/(?P<edge>N|NE|SE|S|SW|NW))?\Z")


@dataclass(frozen=True, slots=True)
class Place:
    """A written place taken apart. Whether `C4` is land or sea only the board knows."""

    tile: Tile
    bank: str = ""
    kind: Literal["ground", "river", "dock"] = "ground"
    edge: Edge = ""

    @property
    def land(self) -> Land:
        return self.tile + self.bank


@lru_cache(maxsize=1 << 16)  # asked about whatever players write, so not without bound
def parse_place(text: str) -> Place | None:
    """The parts of a place, or None if nothing is written like that."""
    match = _PLACE.match(text)
    if match is None:
        return None
    tile, bank, edge = match["tile"], match["bank"] or "", match["edge"] or ""
    if match["river"]:
        return None if bank else Place(tile, kind="river")
    return Place(tile, bank, "dock" if edge else "ground", edge)


@cache
def tile_of(place: PlaceName) -> Tile:
    parsed = parse_place(place)
    if parsed is None:
        raise ValueError(f"{place} is no place")
    return parsed.tile


@cache
def place_order(place: str) -> tuple[tuple[int, int, str], ...]:
    """The order in which places, edges and lanes are listed: by column, then row, then the rest."""
    parts = []
    for part in place.split("-"):
        tile = tile_of(part)
        parts.append((*column_row(tile), part[len(tile) :]))
    return tuple(parts)


@cache
def pair(one: str, other: str) -> str:
    """The name of an edge, a lane or a bridge: the smaller end first."""
    return f"{one}-{other}" if place_order(one) <= place_order(other) else f"{other}-{one}"


@cache
def ends(name: str) -> tuple[str, str]:
    """The two ends of an edge, a lane or a bridge."""
    one, _, other = name.partition("-")
    return one, other


def river(tile: Tile) -> PlaceName:
    return f"{tile}~"


def dock(land: Land, edge: Edge) -> PlaceName:
    return f"{land}/{edge}"
