"""The limits of eight, five and five, and what is given up to keep them."""

from __future__ import annotations

from collections.abc import Iterable

from ..events import TransporterScrapped
from ..look import Look
from ..naming import own_transporter
from ..places import parse_place
from ..state import Name, Transporter
from ..table import No, Table
from ..tables import TABLES


def over_limit(fleet: Iterable[Transporter], rule: str = "RB-3.3") -> No | None:
    """RB-3.3  At most eight transporters, five of them on land and five boats."""
    boats = [TABLES.transporters[each.kind].water for each in fleet]
    limits, count = TABLES.limits, len(boats)
    for code, owned, most in (
        ("too-many-on-land", count - sum(boats), limits.land),
        ("too-many-boats", sum(boats), limits.water),
        ("too-many", count, limits.all),
    ):
        if owned > most:
            return No(code, rule, {"owned": owned, "most": most})
    return None


def fleet_with(look: Look, made: Transporter, instead_of: Name = "") -> list[Transporter]:
    """What a player will own once something is made."""
    return [*(each for each in look.owned(made.owner) if each.name != instead_of), made]


def given_up(table: Table, written: str, made: Transporter, fleet: list[Transporter]) -> Name | No | None:
    """RB-5.13  What is scrapped for something new: nothing within the limits, else what is named, else the new one."""
    if over_limit(fleet) is None:
        return None
    assert table.seat is not None
    if not written or table.look.name(table.seat, written) == made.name:
        return made.name if _at_factory(table.look, made) else _not_at_factory(made)
    named = own_transporter(table, written)
    if isinstance(named, No):
        return named
    if not _at_factory(table.look, named):
        return _not_at_factory(named)
    cargo = table.look.cargo(named)
    if cargo is not None:
        return No("scrap-carries", "RB-5.13", {"transporter": named.name, "cargo": cargo.name})
    still = over_limit(each for each in fleet if each.name != named.name)
    if still is not None:
        return No("scrap-no-help", "RB-5.13", {**still.facts, "transporter": named.name})
    return named.name


def _at_factory(look: Look, transporter: Transporter) -> bool:
    """RB-5.13  Whether it stands on a tile with any transporter factory."""
    building = look.building_kind(look.tile(transporter))
    return building is not None and building.group == "transporter"


def _not_at_factory(transporter: Transporter) -> No:
    return No("scrap-not-at-factory", "RB-5.13", {"transporter": transporter.name, "place": transporter.at})


def scrap(table: Table, name: Name) -> None:
    """RB-5.13  Away with it; its load lies on the bank where it stood, or on the first that it reached (RB-Q39)."""
    look = table.look
    transporter = look.state.transporters[name]
    place = parse_place(transporter.at)
    assert place is not None
    ground = place.land if place.land in look.board.all_lands else look.reach(transporter)[0]
    dropped = {ground: look.load(transporter)} if transporter.load else {}
    table.happen(TransporterScrapped(transporter=name, place=transporter.at, dropped=dropped))
