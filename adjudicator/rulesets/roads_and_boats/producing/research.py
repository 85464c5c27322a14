"""Research, and the upgrades that go with it in the same breath."""

from __future__ import annotations

from adjudicator.core.model import Seat

from ..events import FactoryUpgraded, Spread, SubjectResearched
from ..look import Look
from ..naming import bank_groups, building_meant
from ..orders import Research
from ..places import Ground, parse_place
from ..supplies import Site, claim, payment, site_at
from ..table import No, Table
from ..tables import TABLES, Upgrade


def research(table: Table, order: Research) -> bool:
    """RB-5.14  Two geese and a paper for the first subject of the list that is not known yet (RB-Q84)."""
    assert table.seat is not None
    known = table.look.player(table.seat).research
    subject = next((each for each in order.subjects if each not in known), None)
    if subject is None:
        return table.refuse(No("already-known", "RB-5.14", {"subjects": list(order.subjects)}))
    found = _materials(table, order)
    if isinstance(found, No):
        return table.refuse(found)
    site, used = found
    claim(table, site, used)
    table.happen(SubjectResearched(subject=subject, at=site.ground, used=used))
    return _upgrade(table, order, subject)


def _materials(table: Table, order: Research) -> tuple[Site, Spread] | No:
    """RB-5.14  Where on the tile the goods are together; where more than one bank could be meant, one must be named."""
    sites = _sites(table, order.at)
    if isinstance(sites, No):
        return sites
    tried = [(site, payment(table, site, order.sources, TABLES.costs.research, "RB-5.14")) for site in sites]
    enough = [(site, used) for site, used in tried if not isinstance(used, No)]
    if not enough:
        return next(used for _, used in tried if isinstance(used, No))
    if any(used != enough[0][1] for _, used in enough):
        banks = [site.ground for site, _ in enough]
        return No("which-bank", "RB-2.3", {"tile": order.at, "banks": banks})
    return enough[0]


def _sites(table: Table, written: str) -> list[Site] | No:
    """The bank that is named, or each bank group of the tile, as far as own transporters reach them."""
    look, place = table.look, parse_place(written)
    if place is None or place.kind != "ground" or place.tile not in look.board.tiles:
        return No("no-such-place", "RB-5.14", {"place": written})
    grounds: tuple[Ground, ...] = look.board.lands[place.tile] or (place.tile,)
    if place.bank:
        grounds = tuple(ground for ground in grounds if ground == place.land)
    if not grounds:
        return No("no-such-place", "RB-5.14", {"place": written})
    assert table.seat is not None
    found = [_nearest_site(look, table.seat, group) for group in bank_groups(look, grounds)]
    sites = [site for site in found if not isinstance(site, No)]
    return sites or No("nobody-there", "RB-5.14", {"place": written}, (("own", table.seat, place.tile),))


def _nearest_site(look: Look, seat: Seat, group: tuple[Ground, ...]) -> Site | No:
    """RB-2.10  The bank of the first transporter there, with those joined to it."""
    site = site_at(look, seat, group[0], "RB-5.14", purpose="research")
    if isinstance(site, No):
        return site
    first = parse_place(site.crew[0].at)
    own = first.land if first is not None and first.land in group else group[0]
    return site_at(look, seat, own, "RB-5.14", purpose="research")


# -- upgrades ----------------------------------------------------------------------------------------------------------


def _upgrade(table: Table, order: Research, subject: str) -> bool:
    """RB-5.15  Directly after the research, and only then; an upgrade that fails does not undo the research."""
    assert table.seat is not None
    upgrade = TABLES.upgrades.get(subject)
    if order.upgrade == "all":
        for ground in _all_in_reach(table.look, table.seat, upgrade):
            _turn(table, ground, subject)
        return True
    done = True
    for number, written in enumerate(order.upgrade):
        found = _upgradable(table.look, table.seat, upgrade, subject, written)
        if isinstance(found, No):
            done = table.refuse(found, "partial", place=f"{table.path}.upgrade.{number}")
        else:
            _turn(table, found, subject)
    return done


def _turn(table: Table, ground: Ground, subject: str) -> None:
    before, after = table.look.state.buildings[ground], TABLES.upgrades[subject].to
    table.happen(FactoryUpgraded(at=ground, before=before, after=after))


def _upgradable(look: Look, seat: Seat, upgrade: Upgrade | None, subject: str, written: str) -> Ground | No:
    """RB-5.15  A factory of the same class, in reach of one of the player's transporters (RB-Q40)."""
    if upgrade is None:
        return No("no-upgrade", "RB-5.15", {"subject": subject, "place": written})
    place = parse_place(written)
    if place is None or place.kind != "ground" or place.tile not in look.board.tiles:
        return No("no-such-place", "RB-5.15", {"place": written})
    found, about = building_meant(look, place), (("building", place.tile),)
    if found is None:
        return No("nothing-to-upgrade", "RB-5.15", {"place": written, "buildings": list(upgrade.from_)}, about)
    ground, building = found
    if building not in upgrade.from_:
        return No("cannot-become", "RB-5.15", {"place": ground, "building": building, "into": upgrade.to}, about)
    if not look.own_reaching(seat, ground):
        return No("nobody-there", "RB-5.15", {"place": ground}, (("own", seat, place.tile),))
    return ground


def _all_in_reach(look: Look, seat: Seat, upgrade: Upgrade | None) -> list[Ground]:
    """RB-Q40  All in reach that make a lesser transporter of that class, in the order of their tiles."""
    found: list[Ground] = []
    if upgrade is None:
        return found
    for tile in look.board.tiles:
        if not look.own_on_tile(seat, tile):
            continue
        building = look.building_at(tile)
        if building is None or building[1] not in upgrade.from_ or not look.own_reaching(seat, building[0]):
            continue
        if _carried_by(building[1]) < _carried_by(upgrade.to):
            found.append(building[0])
    return found


def _carried_by(factory: str) -> int:
    """How much the transporter carries that a factory makes."""
    output = TABLES.buildings[factory].output
    assert output is not None
    return TABLES.transporters[output[0]].carries
