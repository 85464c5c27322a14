"""Conditions of orders, judged against the position as it is when they are reached (RB-10.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.core.model import Plain, Seat

from .look import Look
from .places import Ground, ends, pair, parse_place
from .state import name_parts


def judge(look: Look, seat: Seat, condition: Plain) -> bool:
    """RB-10.6  Whether a condition holds. A plain true or false is itself."""
    if isinstance(condition, bool):
        return condition
    for verb, test in _TESTS.items():
        if verb in condition:
            return test(look, seat, condition)
    raise AssertionError(f"no such condition: {condition}")


def _all(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return all(judge(look, seat, part) for part in condition["all"])


def _any(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return any(judge(look, seat, part) for part in condition["any"])


def _not(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return not judge(look, seat, condition["not"])


def _before(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return look.slot(seat) < look.slot(condition["before"])


def _after(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return look.slot(seat) > look.slot(condition["after"])


def _slot(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return look.slot(seat) == int(condition["slot"])


def _goods(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    """At least so much lying at a place (all banks, where a tile is named), or aboard a transporter."""
    wanted: Mapping[str, int] = condition["goods"]
    if "aboard" in condition:
        transporter = look.transporter(look.name(seat, condition["aboard"]))
        if transporter is None:
            return False
        load = look.load(transporter)
        return all(load.get(good, 0) >= number for good, number in wanted.items())
    grounds = grounds_named(look, condition["at"])
    return all(sum(look.lying(ground, good) for ground in grounds) >= number for good, number in wanted.items())


def _present(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    """A colour, `me`, `others`, or one transporter, at a place: anywhere on the tile, where a tile is named."""
    who, place = condition["present"], parse_place(condition["at"])
    if place is None or place.tile not in look.board.tiles:
        return False
    wanted = name_parts(who) and look.name(seat, who)
    for transporter in look.on_tile(place.tile):
        owner = transporter.owner
        fits = transporter.name == wanted or owner == who or who == ("me" if owner == seat else "others")
        there = (place.kind == "ground" and not place.bank) or transporter.at == condition["at"]
        if fits and (there or (place.bank and place.kind == "ground" and transporter.at.startswith(place.land))):
            return True
    return False


def _building(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    place = parse_place(condition["at"])
    if place is None or place.tile not in look.board.tiles:
        return False
    found = look.building_at(place.tile)
    if found is None or (place.bank and found[0] != place.land):
        return False
    return condition["building"] in ("any", found[1])


def _road(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    """A lane named by its banks; between whole tiles, any of its lanes will do."""
    one, other = ends(condition["road"])
    if pair(one, other) in look.board.lanes:
        return look.road(pair(one, other))
    lanes = (lane for lane in look.board.lanes.values() if _fits(one, lane.ends) and _fits(other, lane.ends))
    return any([look.road(lane.name) for lane in lanes])


def _fits(written: str, lands: tuple[str, str]) -> bool:
    place = parse_place(written)
    return place is not None and any(land == written or (not place.bank and land[:-1] == written) for land in lands)


def _bridge(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    one, other = ends(condition["bridge"])
    lands = look.board.all_lands
    if one not in lands or other not in lands:
        return False
    return look.bridge(pair(one, other))


def _wall(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    wall = look.wall(pair(*ends(condition["wall"])))
    if wall is None:
        return False
    owner = {"me": seat}.get(condition.get("owner", wall.owner), condition.get("owner", wall.owner))
    owned = wall.owner not in (seat, "neutral") if owner == "others" else wall.owner == owner
    return owned and wall.strength >= int(condition.get("strength", 1))


def _wonder(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return look.bricks() >= int(condition["wonder"])


_TESTS: Mapping[str, Callable[[Look, Seat, Mapping[str, Plain]], bool]] = {
    "all": _all,
    "any": _any,
    "not": _not,
    "before": _before,
    "after": _after,
    "slot": _slot,
    "goods": _goods,
    "present": _present,
    "building": _building,
    "road": _road,
    "bridge": _bridge,
    "wall": _wall,
    "wonder": _wonder,
}


def grounds_named(look: Look, written: str) -> tuple[Ground, ...]:
    """The grounds that a condition means: one bank, or every bank of the tile, or a tile at sea."""
    place = parse_place(written)
    if place is None or place.tile not in look.board.tiles:
        return ()
    if place.bank:
        return (place.land,) if place.land in look.board.all_lands else ()
    return look.board.lands[place.tile] or (place.tile,)
