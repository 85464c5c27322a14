"""Walls: raised, strengthened, taken over and demolished, from land, river, dock and sea (RB-7.14 to RB-7.19)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.core.hexes import Tile
from adjudicator.core.model import NEUTRAL, Seat

from .events import BoatPushedOut, Spread, WallDemolished, WallRaised
from .facts import demolished, raised
from .look import Look
from .orders import Build, Demolish
from .places import EdgeName, Land, Place, dock, ends, pair, parse_place, tile_of
from .state import Goods, Wall, transporter_order
from .supplies import Site, claim, default_sources, gather, payment, site_at, site_at_sea
from .table import No, Table
from .tables import TABLES

WALL = "wall"


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a wall that a player can work from; at sea everything is dearer."""

    site: Site
    extra: int


@dataclass(frozen=True, slots=True)
class Trial:
    """How many strengths one side can pay for, why not all, and what would come of it."""

    side: Side
    table: Table
    raised: int
    no: No | None


# -- raising -----------------------------------------------------------------------------------------------------------


def raise_wall(table: Table, order: Build) -> bool:
    """RB-7.15  Up to a strength, one after the other; each is paid for by itself. Without a number, by one."""
    look, seat = table.look, table.seat
    assert seat is not None

    edge = _edge(look, order.edge)
    if isinstance(edge, No):
        return table.refuse(edge)
    goal = order.strength or (wall.strength if (wall := look.wall(edge)) else 0) + 1
    if no := not_to_be_raised(look, seat, edge, goal):
        return table.refuse(no)
    sides = sides_in_reach(look, seat, edge, order.side)
    if isinstance(sides, No):
        return table.refuse(sides)

    # The side that comes furthest; of equals the first.
    trials = [_trial(table, side, edge, goal, order.pay) for side in sides]
    best = max(trials, key=lambda trial: trial.raised)
    no = best.no and _why_not(best.table.look, best.side, best.no, sides)
    if no and (order.exactly or not best.raised):
        return table.refuse(no)
    table.adopt(best.table)
    return table.refuse(no, "partial") if no else True


def not_to_be_raised(look: Look, seat: Seat, edge: EdgeName, goal: int) -> No | None:
    """RB-7.15  Never another player's wall; and only to a strength that it does not have yet."""
    wall = look.wall(edge)
    if wall is None:
        return None
    if wall.owner not in (seat, NEUTRAL):
        return No("others-wall", "RB-7.15", {"wall": edge, "owner": wall.owner}, about=(raised(edge),))
    if wall.strength >= goal:
        facts = {"wall": edge, "owner": wall.owner, "strength": wall.strength}
        return No("strong-enough", "RB-7.15", facts, about=(raised(edge),))
    return None


def _trial(table: Table, side: Side, edge: EdgeName, goal: int, pay: tuple[str, ...]) -> Trial:
    trial, raised, no = table.fork(), 0, None
    while no is None and ((wall := trial.look.wall(edge)) is None or wall.owner == NEUTRAL or wall.strength < goal):
        no = _raise_by_one(trial, side, edge, wall, pay)
        raised += no is None
    return Trial(side, trial, raised, no)


def _raise_by_one(table: Table, side: Side, edge: EdgeName, wall: Wall | None, pay: tuple[str, ...]) -> No | None:
    """RB-7.15  Strength n costs n; whose boats lie there without being the owner's are pushed out."""
    strength, owner = (wall.strength, wall.owner) if wall else (0, "")
    used = cost(table, side, pay, {TABLES.costs.wall_good: strength + 1 + side.extra}, "RB-7.15")
    if isinstance(used, No):
        return used
    claim(table, side.site, used)
    table.happen(WallRaised(wall=edge, strength=strength + 1, used=used, before=owner))
    if owner != side.site.seat:
        push_out(table, edge, side.site.seat)
    return None


def push_out(table: Table, edge: EdgeName, owner: Seat) -> None:
    """RB-7.19  When a wall becomes a player's own, others' boats docked there lie on the open sea at once."""
    docks = dict(_docks(table.look, edge))
    boats = [boat for boat in table.look.state.transporters.values() if boat.at in docks and boat.owner != owner]
    for boat in sorted(boats, key=lambda each: transporter_order(each.name)):
        table.happen(BoatPushedOut(transporter=boat.name, source=boat.at, target=docks[boat.at], wall=edge))


def _docks(look: Look, edge: EdgeName) -> Iterator[tuple[str, str]]:
    """The docks at an edge, two at a mouth, with the sea tile that they face."""
    for tile in ends(edge):
        for land in look.board.lands[tile]:
            for way, sea in look.board.docks[land]:
                if pair(tile, sea) == edge:
                    yield dock(land, way), sea


# -- demolishing -------------------------------------------------------------------------------------------------------


def demolish(table: Table, order: Demolish) -> bool:
    """RB-7.16  Another's wall, or one's own, becomes neutral; its strength stays."""
    look, seat = table.look, table.seat
    assert seat is not None

    edge = _edge(look, order.edge)
    if isinstance(edge, No):
        return table.refuse(edge)
    wall = look.wall(edge)
    if wall is None or wall.owner == NEUTRAL:
        no = No("nothing-to-demolish", "RB-7.16", {"wall": edge}, about=(demolished(edge),))
        return table.refuse(no)
    sides = sides_in_reach(look, seat, edge, order.side)
    if isinstance(sides, No):
        return table.refuse(sides)
    price = wall.strength + TABLES.costs.demolish_extra
    found = [
        (side, cost(table, side, order.pay, {TABLES.costs.demolish_good: price + side.extra}, "RB-7.16"))
        for side in sides
    ]
    side, used = next((each for each in found if not isinstance(each[1], No)), found[0])
    if isinstance(used, No):
        return table.refuse(_why_not(look, side, used, sides))

    claim(table, side.site, used)
    table.happen(WallDemolished(wall=edge, strength=wall.strength, used=used, before=wall.owner))
    return True


# -- where and from which side -----------------------------------------------------------------------------------------


def cost(table: Table, side: Side, pay: tuple[str, ...], needed: dict[str, int], rule: str) -> Spread | No:
    """RB-7.18  All material comes from the side that is built from; on the open sea it is more (RB-7.17)."""
    return payment(table, side.site, pay, needed, "RB-7.17" if side.extra else rule)


def _why_not(look: Look, side: Side, no: No, sides: list[Side]) -> No:
    """RB-7.18  Both sides together might have had enough; but all material comes from one, and then that is said."""
    missing: Goods = no.facts.get("missing") or {}
    for other in sides if missing else ():
        if tile_of(other.site.ground) == tile_of(side.site.ground):
            continue
        _, still_missing = gather(look, other.site, default_sources(other.site), missing)
        if not still_missing:
            return No("one-side-only", "RB-7.18", {"missing": missing, "place": side.site.ground})
    return no


def _edge(look: Look, written: str) -> EdgeName | No:
    """RB-7.14  An edge between two tiles of the map, at least one of them land."""
    one, other = (parse_place(end) for end in ends(written))
    if one is None or other is None or pair(one.tile, other.tile) not in look.board.wall_sites:
        return No("no-wall-there", "RB-7.14", {"edge": written})
    return pair(one.tile, other.tile)


def sides_in_reach(look: Look, seat: Seat, edge: EdgeName, written: str) -> list[Side] | No:
    """RB-7.14, RB-7.17  The sides that own transporters can work from, in the order of the edge's name.

    On land a bank in reach touches the edge, wholly or by half; at sea a boat lies on the tile.
    """
    place = parse_place(written) if written else None
    if written and (place is None or place.kind != "ground" or place.tile not in ends(edge)):
        return No("no-such-side", "RB-7.14", {"edge": edge, "side": written})
    found: list[Side | No] = []
    for tile in ends(edge):
        if place is not None and place.tile != tile:
            continue
        if look.board.is_sea(tile):
            found.append(_side(site_at_sea(look, seat, tile, "RB-7.17", WALL), TABLES.costs.sea_extra))
            continue
        banks = _banks_at(look, tile, edge, place)
        if not banks:
            return No("no-such-side", "RB-7.14", {"edge": edge, "side": written})
        found += [_side(site_at(look, seat, bank, "RB-7.14", WALL), 0) for bank in banks]
    sides = [side for side in found if not isinstance(side, No)]
    if sides:
        return sides
    if len(found) == 1 and isinstance(found[0], No):
        return found[0]
    return No("nobody-at-edge", "RB-7.14", {"edge": edge}, tuple(("own", seat, tile) for tile in ends(edge)))


def _side(site: Site | No, extra: int) -> Side | No:
    return site if isinstance(site, No) else Side(site, extra)


def _banks_at(look: Look, tile: Tile, edge: EdgeName, named: Place | None) -> list[Land]:
    """RB-7.14  The banks that touch the edge; where one is named only that, or what a bridge joins to it (RB-Q92)."""
    banks = [bank for bank in look.board.lands[tile] if _touches(look, bank, edge)]
    if named is None or not named.bank:
        return banks
    return [named.land] if named.land in banks else [bank for bank in look.joined(named.land) if bank in banks]


def _touches(look: Look, bank: Land, edge: EdgeName) -> bool:
    return any(look.board.edge(tile_of(bank), way) == edge for way in look.board.edges_touched[bank])
