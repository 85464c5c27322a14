"""Putting up buildings: where each may stand, who may build it and what it costs (RB-7.1 to RB-7.8, RB-7.11)."""

from __future__ import annotations

from adjudicator.core.hexes import Tile
from adjudicator.core.model import Seat

from .events import BuildingBuilt
from .look import Look
from .mines import fill_mine, filling
from .naming import ground_meant
from .orders import Build
from .places import parse_place
from .supplies import Site, claim, payment, site_at, site_at_sea
from .table import No, Table
from .tables import TABLES, BuildingKind


def put_up(table: Table, order: Build) -> bool:
    """RB-7.8  A building is paid for and stands at once; a mine is filled (RB-7.9)."""
    look, seat, kind = table.look, table.seat, TABLES.buildings[order.what]
    assert seat is not None

    site = _site(look, seat, kind, order.at)
    if isinstance(site, No):
        return table.refuse(site)
    mixture = filling(look, seat, order.fill) if kind.kind == "mine" else None
    if isinstance(mixture, No):
        return table.refuse(mixture)
    used = payment(table, site, order.pay, kind.cost, "RB-7.8")
    if isinstance(used, No):
        return table.refuse(used)

    claim(table, site, used)
    table.happen(BuildingBuilt(building=kind.kind, at=site.ground, used=used))
    if mixture is not None:
        fill_mine(table, site.ground, order.fill, mixture)
    return True


def _site(look: Look, seat: Seat, kind: BuildingKind, written: str) -> Site | No:
    """The ground that the building will stand on, with who builds it there; or why it cannot be built."""
    place = parse_place(written)
    if place is None or place.tile not in look.board.tiles:
        return No("no-such-place", "RB-7.1", {"place": written})
    for forbids in (wrong_terrain, closed_desert, tile_taken):
        if no := forbids(look, place.tile, kind):
            return no
    if no := not_researched(look, seat, kind):
        return no
    if kind.ground == "sea":
        return site_at_sea(look, seat, place.tile, "RB-7.11", kind.kind)
    ground = ground_meant(look, seat, written, "RB-7.1")
    return ground if isinstance(ground, No) else site_at(look, seat, ground, "RB-7.1", kind.kind)


def wrong_terrain(look: Look, tile: Tile, kind: BuildingKind) -> No | None:
    """RB-7.5  Each building needs its terrain; any land will do for most."""
    terrain = look.terrain(tile)
    fits = {
        "shore": look.board.is_shore(tile),
        "land": not look.board.is_sea(tile),
    }.get(kind.ground, kind.ground == terrain)
    if fits:
        return None
    return No(
        "wrong-terrain", "RB-7.5", {"building": kind.kind, "tile": tile, "terrain": terrain, "needs": kind.ground}
    )


def closed_desert(look: Look, tile: Tile, kind: BuildingKind) -> No | None:
    """RB-7.6  No building stands in a desert that is not irrigated, those of the shore neither (RB-Q34)."""
    if look.terrain(tile) == "desert":
        return No("dry-desert", "RB-7.6", {"what": kind.kind, "tile": tile})
    return None


def tile_taken(look: Look, tile: Tile, kind: BuildingKind) -> No | None:
    """RB-7.4  One building a tile, banks together."""
    found = look.building_at(tile)
    if found is None:
        return None
    return No("tile-taken", "RB-7.4", {"tile": tile, "building": found[1]}, about=(("building", tile),))


def not_researched(look: Look, seat: Seat, kind: BuildingKind) -> No | None:
    """RB-7.7  Some buildings need the player's own research."""
    if kind.research is None or kind.research in look.player(seat).research:
        return None
    return No("not-researched", "RB-7.7", {"what": kind.kind, "subject": kind.research})
