"""Conditions of orders, judged against the position as it is when they are reached (RB-10.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.core.model import NEUTRAL, Plain, Seat

from .board import Lane
from .look import Look
from .naming import building_meant
from .places import Ground, PlaceName, ends, pair, parse_place, tile_of
from .state import name_parts


def judge(look: Look, seat: Seat, condition: Plain) -> bool:
    """RB-10.6  Whether a condition holds. A plain true or false is itself."""
    if isinstance(condition, bool):
        return condition
    test = next(test for verb, test in _TESTS.items() if verb in condition)
    return test(look, seat, condition)


# -- several of them ---------------------------------------------------------------------------------------------------


def _all(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return all(judge(look, seat, part) for part in condition["all"])


def _any(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return any(judge(look, seat, part) for part in condition["any"])


def _not(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return not judge(look, seat, condition["not"])


# -- the order of play -------------------------------------------------------------------------------------------------


def _before(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return look.slot(seat) < look.slot(condition["before"])


def _after(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return look.slot(seat) > look.slot(condition["after"])


def _slot(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return bool(look.slot(seat) == condition["slot"])


# -- goods and transporters --------------------------------------------------------------------------------------------


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


def grounds_named(look: Look, written: str) -> tuple[Ground, ...]:
    """The grounds that a condition means: one bank, or every bank of the tile, or a tile at sea."""
    place = parse_place(written)
    if place is None or place.tile not in look.board.tiles:
        return ()
    if place.bank:
        return (place.land,) if place.land in look.board.all_lands else ()
    return look.board.lands[place.tile] or (place.tile,)


def _present(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    """A colour, `me`, `others`, or one transporter, at a place. What is carried is not there (RB-2.8)."""
    who, place = condition["present"], parse_place(condition["at"])
    if place is None or place.tile not in look.board.tiles:
        return False
    if name_parts(who):
        transporter = look.transporter(look.name(seat, who))
        return transporter is not None and not transporter.aboard and _is_at(look, transporter.at, condition["at"])
    if who == "others":
        there = [each for each in look.on_tile(place.tile) if each.owner != seat]
    else:
        there = look.own_on_tile(seat if who == "me" else who, place.tile)
    return any(_is_at(look, each.at, condition["at"]) for each in there)


def _is_at(look: Look, at: PlaceName, written: str) -> bool:
    """A tile means anywhere on it, a bank its land and its docks with those of the banks joined to it (RB-Q92); a river
    or a dock is meant as it is written."""
    here, there = parse_place(at), parse_place(written)
    assert here is not None and there is not None
    if here.tile != there.tile:
        return False
    if there.kind != "ground":
        return there.bank in ("", here.bank) and (here.kind, here.edge) == (there.kind, there.edge)
    return there.bank in ("", here.bank) or (bool(here.bank) and there.land in look.joined(here.land))


# -- what was built ----------------------------------------------------------------------------------------------------


def _building(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    place = parse_place(condition["at"])
    if place is None or place.tile not in look.board.tiles:
        return False
    found = building_meant(look, place)
    return found is not None and condition["building"] in ("any", found[1])


def _road(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    """A lane named by its banks; where only the tile is named, any of its banks will do."""
    return any(look.road(lane.name) for lane in lanes_named(look, condition["road"]))


def lanes_named(look: Look, written: str) -> list[Lane]:
    one, other = ends(written)
    return [
        lane
        for land in grounds_named(look, one)
        for lane in look.board.lanes_from.get(land, ())
        if other in (lane.beyond(land), tile_of(lane.beyond(land)))
    ]


def _bridge(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    bridge = pair(*ends(condition["bridge"]))
    return bridge in look.board.bridge_sites and look.bridge(bridge)


def _wall(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    """A wall at least so strong, whoever's; or of a colour, `me`, `others` or neutral."""
    wall = look.wall(pair(*ends(condition["wall"])))
    if wall is None or wall.strength < condition.get("strength", 1):
        return False
    match condition.get("owner"):
        case None:
            return True
        case "me":
            return wall.owner == seat
        case "others":
            return wall.owner not in (seat, NEUTRAL)
        case owner:
            return bool(wall.owner == owner)


def _wonder(look: Look, seat: Seat, condition: Mapping[str, Plain]) -> bool:
    return bool(look.bricks() >= condition["wonder"])


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
