"""What a player can use at a place: the goods on the ground and on transporters that his own transporters reach.

The same for running a factory, for research and for building (RB-5.6, RB-5.14, RB-7.2).
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.core.model import Seat

from .apply import is_transporter
from .consent import Wish, permitted, refusal, use
from .events import Spread
from .goods import add
from .look import Look
from .naming import somebodys_transporter
from .places import Ground, parse_place, tile_of
from .state import Good, Goods, Transporter
from .table import No, Table

TILE = "tile"


@dataclass(frozen=True, slots=True)
class Site:
    """A place where a player wants to do something, with those of his transporters that reach it."""

    seat: Seat
    ground: Ground
    crew: tuple[Transporter, ...]
    grounds: tuple[Ground, ...]
    """All ground whose goods can be used here, the site's own first."""
    purpose: str = ""


def site_at(look: Look, seat: Seat, ground: Ground, rule: str, purpose: str = "") -> Site | No:
    """The site, or why nobody of the player's can do anything there."""
    crew = tuple(look.own_reaching(seat, ground))
    if not crew:
        return No("nobody-there", rule, {"place": ground})
    return Site(seat, ground, crew, _usable_grounds(look, ground, crew), purpose)


def _usable_grounds(look: Look, ground: Ground, crew: tuple[Transporter, ...]) -> tuple[Ground, ...]:
    """The site's bank, the banks joined to it, and what a boat of the crew in the river can pass over (RB-2.6)."""
    near = look.joined(ground) if ground in look.board.all_lands else (ground,)
    found = [ground, *near]
    for transporter in crew:
        if look.in_river(transporter.at) and look.cargo(transporter) is None:
            found += look.reach(transporter)
    return tuple(dict.fromkeys(found))


def sources(table: Table, site: Site, written: tuple[str, ...]) -> tuple[str, ...] | No:
    """Where goods are taken from, in order: as written, otherwise the ground and then own transporters there."""
    if not written:
        return (*site.grounds, *(transporter.name for transporter in site.crew))
    found: list[str] = []
    for each in written:
        source = _source(table, site, each)
        if isinstance(source, No):
            return source
        found += source
    return tuple(dict.fromkeys(found))


def _source(table: Table, site: Site, written: str) -> tuple[str, ...] | No:
    if written == TILE:
        return site.grounds
    place = parse_place(written)
    if place is not None:
        meant = tuple(ground for ground in site.grounds if written in (ground, tile_of(ground)))
        return meant or No("out-of-reach", "RB-2.2", {"place": written, "transporter": site.crew[0].name})
    transporter = somebodys_transporter(table, written)
    if isinstance(transporter, No):
        return transporter
    if not any(table.look.meet(transporter, own) or transporter == own for own in site.crew):
        return No("not-together", "RB-2.5", {"one": transporter.name, "other": site.crew[0].name})
    wish = _wish(table.look, site, transporter)
    goods = table.look.load(transporter)
    if goods and not any(permitted(table.look, wish, good) for good in goods):
        return refusal(wish)
    return (transporter.name,)


def available(look: Look, site: Site, source: str, good: Good) -> int:
    """How many pieces of a good can be used from one source; others' only as far as they allow."""
    if not is_transporter(source):
        return look.lying(source, good)
    transporter = look.transporter(source)
    if transporter is None:
        return 0
    return min(look.load(transporter).get(good, 0), permitted(look, _wish(look, site, transporter), good))


def gather(look: Look, site: Site, places: tuple[str, ...], needed: Goods) -> tuple[Spread, Goods]:
    """The goods needed from the first places that have them, and what is still missing."""
    found: dict[str, Goods] = {}
    missing: dict[Good, int] = {}
    for good, number in needed.items():
        for source in places:
            part = min(number, available(look, site, source, good))
            if part:
                found[source] = add(found.get(source, {}), {good: part})
                number -= part
        if number:
            missing[good] = number
    return found, missing


def too_little(site: Site, places: tuple[str, ...], missing: Goods, rule: str) -> No:
    """What is said where goods are missing; whoever took them is named."""
    about = [
        ("load", place) if is_transporter(place) else ("goods", place, good) for place in places for good in missing
    ]
    return No("goods-missing", rule, {"missing": dict(missing), "place": site.ground}, tuple(about))


def claim(table: Table, site: Site, spread: Spread) -> None:
    """Use the permissions that cover what is about to be used of other players' goods."""
    for source, goods in spread.items():
        if is_transporter(source):
            transporter = table.look.state.transporters[source]
            use(table, _wish(table.look, site, transporter), goods)


def _wish(look: Look, site: Site, transporter: Transporter) -> Wish:
    return Wish(site.seat, "take", transporter, look.tile(transporter), site.purpose)
