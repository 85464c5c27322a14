"""What is put into mines: the filling of a new one, and new shafts (RB-7.9, RB-7.10)."""

from __future__ import annotations

from adjudicator.core.model import Seat

from .events import MineFilled, ShaftSunk
from .look import Look
from .naming import building_meant
from .orders import Build
from .places import Ground, parse_place
from .supplies import claim, payment, site_at
from .table import No, Table
from .tables import TABLES, Mixture

NORMAL = "normal"
SHAFT = "shaft"


def filling(look: Look, seat: Seat, fill: str, rule: str = "RB-7.9") -> Mixture | No:
    """RB-7.9  What a filling puts into the bag, if the player knows how; without a word, the normal one."""
    mixture = TABLES.mixtures.get(fill or NORMAL)
    if mixture is None:
        return No("no-such-fill", rule, {"fill": fill, "fills": list(TABLES.mixtures)})
    if mixture.research is None or mixture.research in look.player(seat).research:
        return mixture
    return No("not-researched", rule, {"what": f"{fill} filling", "subject": mixture.research})


def fill_mine(table: Table, ground: Ground, fill: str, mixture: Mixture) -> None:
    table.happen(MineFilled(at=ground, fill=fill or NORMAL, gold=mixture.gold, iron=mixture.iron))


def sink_shaft(table: Table, order: Build) -> bool:
    """RB-7.10  Another filling for a mine in reach, whoever built it and however full it is."""
    look, seat = table.look, table.seat
    assert seat is not None

    ground = _mine_at(look, seat, order.at)
    if isinstance(ground, No):
        return table.refuse(ground)
    mixture = filling(look, seat, order.fill, "RB-7.10")
    if isinstance(mixture, No):
        return table.refuse(mixture)
    site = site_at(look, seat, ground, "RB-7.10", SHAFT)
    if isinstance(site, No):
        return table.refuse(site)
    used = payment(table, site, order.pay, TABLES.costs.shaft, "RB-7.10")
    if isinstance(used, No):
        return table.refuse(used)

    claim(table, site, used)
    table.happen(ShaftSunk(at=ground, used=used))
    fill_mine(table, ground, order.fill, mixture)
    return True


def _mine_at(look: Look, seat: Seat, written: str) -> Ground | No:
    """The ground of the mine that is meant. A tile has one building, so the bank need not be named."""
    place = parse_place(written)
    if place is None or place.tile not in look.board.tiles:
        return No("no-such-place", "RB-7.10", {"place": written})
    found = building_meant(look, place)
    if found is None or found[1] != "mine":
        return No("no-mine", "RB-7.10", {"place": written}, about=(("building", place.tile),))
    subject = next(name for name, subject in TABLES.subjects.items() if subject.builds == SHAFT)
    if subject not in look.player(seat).research:
        return No("not-researched", "RB-7.10", {"what": "new shaft", "subject": subject})
    return found[0]
