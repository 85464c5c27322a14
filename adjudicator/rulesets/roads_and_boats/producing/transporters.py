"""Transporter factories: wagons out of donkeys, trucks, and boats that are launched at once."""

from __future__ import annotations

from ..events import TransporterMade
from ..look import Look
from ..naming import new_name, own_transporter
from ..orders import Produce
from ..places import PlaceName
from ..state import Transporter
from ..supplies import claim
from ..table import No, Table
from .factories import Factory, plan
from .launching import launch_place
from .limits import fleet_with, given_up, scrap

DONKEY = "donkey"


def make_transporter(table: Table, order: Produce, factory: Factory) -> bool:
    """RB-5.10, RB-5.11, RB-5.12  One new transporter, where it belongs; what is one too many is scrapped at once."""
    donkey = _donkey(table, order, factory)
    if isinstance(donkey, No):
        return table.refuse(donkey)
    planned = plan(table, order, factory)
    if isinstance(planned, No):
        return table.refuse(planned)
    runs, short = planned
    if short is not None and (not runs.number or order.exactly):
        return table.refuse(short)
    found = _place(table.look, order, factory, donkey)
    if isinstance(found, No):
        return table.refuse(found)
    place, elsewhere = found
    made = _named(table.look, order, factory, place)
    if isinstance(made, No):
        return table.refuse(made)
    instead_of = donkey.name if donkey is not None else ""
    excess = given_up(table, order.scrap, made, fleet_with(table.look, made, instead_of))
    if isinstance(excess, No):
        return table.refuse(excess)

    claim(table, factory.site, runs.used)
    table.happen(
        TransporterMade(
            at=factory.site.ground,
            building=factory.kind.kind,
            transporter=made.name,
            place=place,
            used=runs.used,
            donkey=instead_of,
        )
    )
    if excess is not None:
        scrap(table, excess)
    for no in (short, elsewhere):
        if no is not None:
            table.refuse(no, "partial")
    return short is None and elsewhere is None


def _donkey(table: Table, order: Produce, factory: Factory) -> Transporter | No | None:
    """RB-5.10  The donkey that becomes a wagon: as named, otherwise the first that can (RB-Q101)."""
    look, site = table.look, factory.site
    if not factory.kind.donkey:
        return None
    if not order.donkey:
        able = (each for each in site.crew if each.kind == DONKEY and look.cargo(each) is None)
        return next(able, None) or No("no-donkey", "RB-5.10", {"place": site.ground})
    named = own_transporter(table, order.donkey)
    if isinstance(named, No):
        return named
    if named.kind != DONKEY:
        return No("not-a-donkey", "RB-5.10", {"transporter": named.name})
    if named not in site.crew:
        return No("out-of-reach", "RB-5.10", {"transporter": named.name, "place": site.ground})
    cargo = look.cargo(named)
    if cargo is not None:
        return No("donkey-carries", "RB-5.10", {"transporter": named.name, "cargo": cargo.name})
    return named


def _place(
    look: Look, order: Produce, factory: Factory, donkey: Transporter | None
) -> tuple[PlaceName, No | None] | No:
    """Where it stands: a wagon where its donkey stood, a truck at the factory, a boat where it is launched."""
    if donkey is not None:
        return donkey.at, None
    if factory.kind.launches:
        return launch_place(look, factory.site.seat, factory.site.ground, order.launch)
    return factory.site.ground, None


def _named(look: Look, order: Produce, factory: Factory, place: PlaceName) -> Transporter | No:
    """RB-3.6  The new transporter under its name."""
    assert factory.kind.output is not None
    kind, _ = factory.kind.output
    name = new_name(look, factory.site.seat, kind, order.name)
    return name if isinstance(name, No) else Transporter(name, at=place)
