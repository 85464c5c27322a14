"""Roads and bridges: ways over land that everybody uses (RB-7.12, RB-7.13)."""

from __future__ import annotations

from itertools import combinations

from adjudicator.core.hexes import Tile
from adjudicator.core.model import Seat

from .board import Lane
from .events import BridgeBuilt, RoadBuilt
from .look import Look
from .orders import Build
from .places import BridgeName, Land, ends, pair, parse_place, tile_of
from .supplies import Site, claim, payment, site_at
from .table import No, Table
from .tables import TABLES

ROAD = "road"
BRIDGE = "bridge"


# -- roads -------------------------------------------------------------------------------------------------------------


def build_road(table: Table, order: Build) -> bool:
    """RB-7.12  On one free lane that starts at a bank in reach; walls do not matter."""
    look, seat = table.look, table.seat
    assert seat is not None

    found = lane_meant(look, seat, order.source, order.to)
    if isinstance(found, No):
        return table.refuse(found)
    lane, start = found
    if look.road(lane.name):
        no = No("road-there", "RB-7.12", {"road": lane.name}, about=(("road", lane.name),))
        return table.refuse(no)
    site = site_at(look, seat, start, "RB-7.1", ROAD)
    if isinstance(site, No):
        return table.refuse(site)
    used = payment(table, site, order.pay, TABLES.costs.road, "RB-7.12")
    if isinstance(used, No):
        return table.refuse(used)

    claim(table, site, used)
    table.happen(RoadBuilt(road=lane.name, used=used))
    return True


def lane_meant(look: Look, seat: Seat, start: str, goal: str) -> tuple[Lane, Land] | No:
    """RB-7.12  The lane between two places and the land that it starts from.

    Banks may be left out where only one lane can be meant: only one there, or only one that starts within reach.
    """
    lanes = [
        (lane, here)
        for lane in look.board.lanes.values()
        for here in lane.ends
        if start in (here, tile_of(here)) and goal in (lane.beyond(here), tile_of(lane.beyond(here)))
    ]
    if not lanes:
        return No("no-lane-between", "RB-7.12", {"one": start, "other": goal})
    if len(lanes) > 1:
        lanes = [(lane, here) for lane, here in lanes if look.own_reaching(seat, here)] or lanes[:1]
    if len(lanes) > 1:
        return No("which-lane", "RB-7.12", {"lanes": [lane.name for lane, _ in lanes]})
    return lanes[0]


# -- bridges -----------------------------------------------------------------------------------------------------------


def build_bridge(table: Table, order: Build) -> bool:
    """RB-7.13  Between two banks that are not joined yet, one of them within reach."""
    look, seat = table.look, table.seat
    assert seat is not None

    bridge = _bridge_meant(look, order.at, order.between)
    if isinstance(bridge, No):
        return table.refuse(bridge)
    if no := dry_river(look, tile_of(ends(bridge)[0])):
        return table.refuse(no)
    site = _bridge_head(table, seat, bridge, order)
    if isinstance(site, No):
        return table.refuse(site)
    used = payment(table, site, order.pay, TABLES.costs.bridge, "RB-7.13")
    if isinstance(used, No):
        return table.refuse(used)

    claim(table, site, used)
    table.happen(BridgeBuilt(bridge=bridge, used=used))
    return True


def dry_river(look: Look, tile: Tile) -> No | None:
    """RB-7.6  No bridge in a desert that is not irrigated, unless the option `desert_bridges` allows it (RB-Q27)."""
    if look.terrain(tile) != "desert" or look.options.get("desert_bridges") == "yes":
        return None
    return No("dry-desert", "RB-7.6", {"what": BRIDGE, "tile": tile})


def _bridge_meant(look: Look, written: str, between: tuple[str, ...]) -> BridgeName | No:
    """RB-7.13  The two banks: those that are named (`a` or `C4a`), otherwise the only two that are not joined."""
    place = parse_place(written)
    if place is None or place.kind != "ground" or place.tile not in look.board.tiles:
        return No("no-such-place", "RB-7.13", {"place": written})
    tile, banks = place.tile, look.board.lands[place.tile]
    if len(banks) < 2:
        return No("nothing-to-bridge", "RB-7.13", {"tile": tile})
    named = tuple(tile + bank.removeprefix(tile) for bank in between)
    if between and not (len(set(named)) == 2 and set(named) <= set(banks)):
        return No("no-such-banks", "RB-7.13", {"tile": tile, "banks": list(banks)})
    pairs = [named] if between else list(combinations(banks, 2))
    if place.bank and not between:
        pairs = [each for each in pairs if place.land in each]
    open_pairs = [pair(*each) for each in pairs if each[1] not in look.joined(each[0])]
    if not open_pairs:
        return No("joined-already", "RB-7.13", {"tile": tile}, about=(("bridges", tile),))
    if len(open_pairs) > 1:
        return No("between-which", "RB-7.13", {"tile": tile, "bridges": open_pairs})
    return open_pairs[0]


def _bridge_head(table: Table, seat: Seat, bridge: BridgeName, order: Build) -> Site | No:
    """The end that it is built from: the first in reach where it can be paid for, otherwise the first in reach."""
    sites = [site_at(table.look, seat, bank, "RB-7.1", BRIDGE) for bank in ends(bridge)]
    reached = [site for site in sites if not isinstance(site, No)]
    paid = (
        site for site in reached if not isinstance(payment(table, site, order.pay, TABLES.costs.bridge, "RB-7.13"), No)
    )
    tile = tile_of(ends(bridge)[0])
    nobody = No("nobody-there", "RB-7.1", {"place": tile}, (("own", seat, tile),))
    return next(paid, reached[0] if reached else nobody)
