"""Where a new boat is launched."""

from __future__ import annotations

from adjudicator.core.hexes import EDGES, Edge
from adjudicator.core.model import Seat

from ..look import Look
from ..places import EdgeName, Land, PlaceName, dock, pair, river, tile_of
from ..table import No

RIVER = "river"


def launch_place(look: Look, seat: Seat, factory: Land, written: str) -> tuple[PlaceName, No | None] | No:
    """RB-5.12  The place for a new boat; with it, why it is not the one that was named."""
    tile, coast = tile_of(factory), _coast(look, factory)
    has_river = look.board.has_river(tile)
    facts = {"named": written, "place": factory}
    if written == RIVER and not has_river:
        return No("no-river", "RB-5.12", facts)
    if written and written != RIVER and written not in coast:
        return No("no-coast", "RB-5.12", facts)
    if has_river and written in ("", RIVER):
        return river(tile), None
    open_edges = [edge for edge in _clockwise_from(written) if edge in coast and not look.barred(seat, coast[edge][1])]
    walls = tuple(("wall", wall) for _, wall in coast.values())
    if open_edges:
        place = coast[open_edges[0]][0]
    elif has_river:
        place = river(tile)
    else:
        return No("no-launch", "RB-5.12", facts, walls)
    if written and (not open_edges or open_edges[0] != written):
        owner = look.state.walls[coast[written][1]].owner
        return place, No("launch-closed", "RB-5.12", {**facts, "launched": place, "owner": owner}, walls)
    return place, None


def _coast(look: Look, factory: Land) -> dict[Edge, tuple[PlaceName, EdgeName]]:
    """RB-Q38  The docks of the factory's bank group and the edge of each; at a mouth its own bank first (RB-Q71)."""
    found: dict[Edge, tuple[PlaceName, EdgeName]] = {}
    for land in dict.fromkeys((factory, *look.joined(factory))):
        for edge, sea in look.board.docks[land]:
            found.setdefault(edge, (dock(land, edge), pair(tile_of(land), sea)))
    return found


def _clockwise_from(written: str) -> tuple[Edge, ...]:
    first = EDGES.index(written) if written in EDGES else 0
    return EDGES[first:] + EDGES[:first]
