"""What a player can use at a place: the goods on the ground and on transporters that his own transporters reach.

The same for running a factory, for research and for building (RB-5.6, RB-5.14, RB-7.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from adjudicator.core.hexes import Tile
from adjudicator.core.model import Seat

from .apply import is_transporter
from .consent import Wish, permitted, refusal, uses
from .events import PermissionUsed, Spread
from .facts import TAKEN, left
from .goods import add
from .look import Look
from .memory import remember
from .naming import somebodys_transporter
from .places import Ground, parse_place, tile_of
from .state import Good, Goods, Transporter
from .table import No, Table

TILE = "tile"
Faults: TypeAlias = Mapping[str, No]
"""Why places that an order names cannot be used, as they are written."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place where a player wants to do something, with those of his transporters that reach it."""

    seat: Seat
    ground: Ground
    crew: tuple[Transporter, ...]
    grounds: tuple[Ground, ...]
    """All ground whose goods can be used here, the site's own first."""
    loads: tuple[Transporter, ...]
    """Own transporters whose loads can be used here: the crew, then those beside it on that ground."""
    purpose: str = ""


def site_at(look: Look, seat: Seat, ground: Ground, rule: str, purpose: str = "") -> Site | No:
    """The site, or why nobody of the player's can do anything there."""
    crew = tuple(look.own_reaching(seat, ground))
    if not crew:
        return No("nobody-there", rule, {"place": ground}, (("own", seat, tile_of(ground)),))
    grounds = _usable_grounds(look, ground, crew)
    others = (each for each in look.own_on_tile(seat, tile_of(ground)) if each not in crew)
    beside = (each for each in others if _is_on(look, each, grounds))
    return Site(seat, ground, crew, grounds, (*crew, *beside), purpose)


def _usable_grounds(look: Look, ground: Ground, crew: tuple[Transporter, ...]) -> tuple[Ground, ...]:
    """The site's bank, the banks joined to it, and what a boat of the crew in the river can pass over (RB-2.6)."""
    near = look.joined(ground) if ground in look.board.all_lands else (ground,)
    found = [ground, *near]
    for transporter in crew:
        if look.in_river(transporter.at) and look.cargo(transporter) is None:
            found += look.reach(transporter)
    return tuple(dict.fromkeys(found))


def _is_on(look: Look, transporter: Transporter, grounds: tuple[Ground, ...]) -> bool:
    """Whether what a transporter carries can be used wherever these grounds' goods can."""
    return any(ground in grounds for ground in look.reach(transporter))


def site_at_sea(look: Look, seat: Seat, tile: Tile, rule: str, purpose: str = "") -> Site | No:
    """RB-7.11, RB-7.17  The same for boats on the open sea, who have what they carry, and what lies on a rig there."""
    crew = tuple(boat for boat in look.own_on_tile(seat, tile) if look.at_sea(boat.at))
    if not crew:
        return No("no-boat-at-sea", rule, {"place": tile}, (("own", seat, tile),))
    return Site(seat, tile, crew, look.grounds(tile), crew, purpose)


def places_named(table: Table, site: Site, written: tuple[str, ...]) -> tuple[tuple[str, ...], Faults]:
    """Where goods are taken from, in order: as written, otherwise the ground and then own transporters there.

    With it what stands in the way of places that are named and cannot be used.
    """
    if not written:
        return default_sources(site), {}
    found = {each: _source(table, site, each) for each in written}
    places = dict.fromkeys(place for each in found.values() if not isinstance(each, No) for place in each)
    return tuple(places), {name: each for name, each in found.items() if isinstance(each, No)}


def default_sources(site: Site) -> tuple[str, ...]:
    """RB-Q85  The ground first, then own transporters there."""
    return (*site.grounds, *(transporter.name for transporter in site.loads))


def _source(table: Table, site: Site, written: str) -> tuple[str, ...] | No:
    if written == TILE:
        return site.grounds
    place = parse_place(written)
    if place is not None:
        meant = tuple(ground for ground in site.grounds if written in (ground, tile_of(ground)))
        return meant or _brought_over(table.look, site, written)
    transporter = somebodys_transporter(table, written)
    if isinstance(transporter, No):
        return transporter
    if not _is_on(table.look, transporter, site.grounds):
        return _load_not_usable(table.look, site, transporter)
    wish = _wish(table.look, site, transporter)
    goods = table.look.load(transporter)
    if goods and not any(permitted(table.look, wish, good) for good in goods):
        return refusal(table.look, wish, goods)
    return (transporter.name,)


def _brought_over(look: Look, site: Site, written: str) -> tuple[str, ...] | No:
    """RB-2.6  Ground out of reach, from which another player's boat brings what is used, if it still may."""
    ferries = _ferries(look, site, written)
    if not ferries:
        return _not_usable(look, site, written)
    heap = look.heap(written)
    used_up = heap and not any(permitted(look, ferry, good) for ferry in ferries for good in heap)
    return refusal(look, ferries[0], heap) if used_up else (written,)


def _not_usable(look: Look, site: Site, written: str) -> No:
    """RB-2.6  Ground that is out of reach, or that a boat reaches which ferries nothing because it carries."""
    carrier = next((each for each in site.crew if look.reaches(each, written)), None)
    if carrier is None:
        return No("out-of-reach", "RB-2.2", {"place": written, "transporter": site.crew[0].name})
    return No("ferry-carries", "RB-2.6", {"transporter": carrier.name}, (("cargo", carrier.name),))


def _load_not_usable(look: Look, site: Site, transporter: Transporter) -> No:
    """RB-2.5, RB-2.6  Who is not there, or only beside a boat that ferries nothing because it carries."""
    carrier = next((each for each in site.crew if look.meet(each, transporter)), None)
    if carrier is None:
        facts = {"one": transporter.name, "other": site.crew[0].name}
        return No("not-together", "RB-2.5", facts, (left(transporter.name, site.ground),))
    return No("ferry-carries", "RB-2.6", {"transporter": carrier.name}, (("cargo", carrier.name),))


def available(look: Look, site: Site, source: str, good: Good) -> int:
    """How many pieces of a good can be used from one source; others' only as far as they allow."""
    if not is_transporter(source):
        lying, ferries = look.lying(source, good), _ferries(look, site, source)
        return min(lying, sum(permitted(look, ferry, good) for ferry in ferries)) if ferries else lying
    transporter = look.transporter(source)
    if transporter is None:
        return 0
    return min(look.load(transporter).get(good, 0), permitted(look, _wish(look, site, transporter), good))


def gather(look: Look, site: Site, places: tuple[str, ...], needed: Goods) -> tuple[Spread, Goods]:
    """The goods needed from the first places that have them, and what is still missing."""
    look = look.aside()  # what one piece uses up of a permission is gone for the next
    found: dict[str, Goods] = {}
    missing: dict[Good, int] = {}
    for good, number in needed.items():
        for source in places:
            part = min(number, available(look, site, source, good))
            if part:
                found[source] = add(found.get(source, {}), {good: part})
                number -= part
                for event in _permissions(look, site, source, {good: part}):
                    look.memory = remember(look.memory, event, look.state)
        if number:
            missing[good] = number
    return {source: found[source] for source in places if source in found}, missing


def lacking(
    look: Look, site: Site, sources: tuple[tuple[str, ...], Faults], missing: Goods, rule: str, wanted: Collection[Good]
) -> No:
    """RB-Q103  What is said where goods are missing: why the one that has some of those wanted cannot be used, or may
    not be for this; a name that nobody has; where nobody has them, or nothing else was named, what is left to say."""
    places, faults = sources
    has = (no for name, no in faults.items() if _has(look, site, name, wanted))
    unknown = (no for no in faults.values() if no.code == "no-such-transporter" or not places)
    withheld = (no for place in places if (no := _withheld(look, site, place, missing, wanted)) is not None)
    return next((no for found in (has, unknown, withheld) for no in found), None) or _too_little(
        site, places, missing, rule
    )


def _has(look: Look, site: Site, written: str, wanted: Collection[Good]) -> bool:
    if parse_place(written) is not None:
        return any(look.lying(written, good) for good in wanted)
    transporter = look.transporter(look.name(site.seat, written))
    return transporter is not None and any(look.load(transporter).get(good) for good in wanted)


def _withheld(look: Look, site: Site, source: str, missing: Goods, wanted: Collection[Good]) -> No | None:
    """RB-10.7  Another player's transporter that has more of what is missing than its owner allows to be used."""
    transporter = look.transporter(source) if is_transporter(source) else None
    if transporter is None:
        return None
    load, wish = look.load(transporter), _wish(look, site, transporter)
    most = sum(missing.values())
    more = {good: min(load.get(good, 0) - permitted(look, wish, good), most) for good in wanted}
    kept = {good: number for good, number in more.items() if number > 0}
    if not kept:
        return None
    no = refusal(look, wish, kept)
    if not any(permitted(look, wish, good) for good in kept):
        return no
    return No("allowed-too-little", no.rule, {**no.facts, "missing": kept}, no.about)


def _too_little(site: Site, places: tuple[str, ...], missing: Goods, rule: str) -> No:
    """What is said where goods are missing; whoever took them is named."""
    about = [
        ("load", place, TAKEN) if is_transporter(place) else ("goods", place, good)
        for place in places
        for good in missing
    ]
    return No("goods-missing", rule, {"missing": dict(missing), "place": site.ground}, tuple(about))


def payment(table: Table, site: Site, written: tuple[str, ...], cost: Goods, rule: str) -> Spread | No:
    """RB-7.2  Where the goods for something come from. Who is named but not there matters only if goods are missing."""
    sources = places_named(table, site, written)
    spread, missing = gather(table.look, site, sources[0], cost)
    return lacking(table.look, site, sources, missing, rule, missing) if missing else spread


def claim(table: Table, site: Site, spread: Spread) -> None:
    """Use the permissions that cover what is about to be used of other players' goods."""
    for source, goods in spread.items():
        for event in _permissions(table.look, site, source, goods):
            table.happen(event)


def _permissions(look: Look, site: Site, source: str, goods: Goods) -> list[PermissionUsed]:
    """The permissions that taking goods from a source uses; none for own transporters and ground in reach."""
    if is_transporter(source):
        return uses(look, _wish(look, site, look.state.transporters[source]), goods)
    return [
        event
        for ferry, part in _shared_out(look, _ferries(look, site, source), goods)
        for event in uses(look, ferry, part)
    ]


def _shared_out(look: Look, ferries: list[Wish], goods: Goods) -> Iterator[tuple[Wish, Goods]]:
    """RB-10.7  Of several willing boats each brings over what its owner allows, the first by name first."""
    for ferry in ferries:
        part = {good: min(number, permitted(look, ferry, good)) for good, number in goods.items()}
        goods = {good: number - part[good] for good, number in goods.items()}
        if any(part.values()):
            yield ferry, {good: number for good, number in part.items() if number}


def _ferries(look: Look, site: Site, ground: Ground) -> list[Wish]:
    """RB-2.6  What must be allowed to bring goods over from a bank out of reach: other players' boats in the river."""
    if ground in site.grounds or ground not in look.board.all_lands or tile_of(ground) != tile_of(site.ground):
        return []
    wishes = [Wish(site.seat, "ferry", boat, tile_of(ground), site.purpose) for boat in look.on_tile(tile_of(ground))]
    return [wish for wish in wishes if _would_ferry(look, wish)]


def _would_ferry(look: Look, wish: Wish) -> bool:
    boat = wish.transporter
    return look.in_river(boat.at) and look.cargo(boat) is None and permitted(look, wish) > 0


def _wish(look: Look, site: Site, transporter: Transporter) -> Wish:
    return Wish(site.seat, "take", transporter, look.tile(transporter), site.purpose)
