"""Secondary producers: finding the factory that an order means, running it, and where its output goes."""

from __future__ import annotations

from dataclasses import dataclass

from ..apply import is_transporter
from ..consent import PLENTY
from ..events import FactoryRan, Spread
from ..look import Look
from ..naming import building_meant, own_transporter
from ..orders import Produce
from ..places import parse_place
from ..state import Goods, Transporter
from ..supplies import TILE, Site, claim, gather, lacking, places_named, site_at
from ..table import No, Table
from ..tables import TABLES, BuildingKind, Input
from .inputs import Runs, plan_runs, players_inputs


@dataclass(frozen=True, slots=True)
class Factory:
    """A factory that a player can use, with what he has there."""

    kind: BuildingKind
    site: Site


def factory_meant(table: Table, order: Produce) -> Factory | No:
    """RB-5.6  The factory that an order names, if it stands there and one of the player's transporters reaches it."""
    look, place = table.look, parse_place(order.at)
    if place is None or place.kind != "ground" or place.tile not in look.board.tiles:
        return No("no-such-place", "RB-5.6", {"place": order.at})
    found, about = building_meant(look, place), (("building", place.tile),)
    if found is None:
        return No("no-building", "RB-5.6", {"place": order.at, "building": order.building}, about)
    ground, building = found
    if building != order.building:
        return No("other-building", "RB-5.6", {"place": ground, "building": order.building, "found": building}, about)
    kind = TABLES.buildings[building]
    if not kind.inputs:
        return No("works-alone", "RB-5.2", {"building": building})
    assert table.seat is not None
    site = site_at(look, table.seat, ground, "RB-5.6", purpose=building)
    if isinstance(site, No):
        return site
    if not look.runs_left(ground):
        facts = {"building": building, "place": ground, "runs": kind.runs}
        return No("runs-used", "RB-5.7", facts, (("runs", ground),))
    return Factory(kind, site)


def plan(table: Table, order: Produce, factory: Factory) -> tuple[Runs, No | None] | No:
    """RB-5.6, RB-5.7  The runs that can be made, and why they are fewer than was asked for."""
    inputs = players_inputs(factory.kind, order.use)
    if isinstance(inputs, No):
        return inputs
    site, wanted = factory.site, 1 if order.runs is None else order.runs
    most = 1 if factory.kind.group == "transporter" else table.look.runs_left(site.ground)
    sources = places_named(table, site, order.sources)
    pool, _ = gather(table.look, site, sources[0], _as_much_as_there_is(inputs))
    runs = plan_runs(pool, inputs, most if order.runs is None else min(most, wanted))
    if runs.missing and (sources[1] or runs.number < wanted):
        fitting = [good for each in inputs if each.goods[0] in runs.missing for good in each.goods]
        return runs, lacking(table.look, site, sources, runs.missing, "RB-5.6", fitting)
    if runs.number >= wanted:
        return runs, None
    facts = {"building": factory.kind.kind, "place": site.ground, "done": runs.number, "wanted": wanted}
    return runs, No("too-few-runs", "RB-5.7", facts, (("runs", site.ground),))


def _as_much_as_there_is(inputs: tuple[Input, ...]) -> Goods:
    return {good: PLENTY for each in inputs for good in each.goods}


def run_factory(table: Table, order: Produce, factory: Factory) -> bool:
    """RB-5.7  Each run turns one set of inputs into its output."""
    planned = plan(table, order, factory)
    if isinstance(planned, No):
        return table.refuse(planned)
    runs, short = planned
    if short is not None and (not runs.number or order.exactly):
        return table.refuse(short)
    receiver, not_onto = _receiver(table, order, factory.site, runs.used)
    made = _put_away(table.look, factory, receiver, runs)
    claim(table, factory.site, runs.used)
    table.happen(
        FactoryRan(at=factory.site.ground, building=factory.kind.kind, runs=runs.number, used=runs.used, made=made)
    )
    for no in (short, not_onto):
        if no is not None:
            table.refuse(no, "partial")
    return short is None and not_onto is None


def _receiver(table: Table, order: Produce, site: Site, used: Spread) -> tuple[Transporter | None, No | None]:
    """RB-5.9  Where the output goes: a transporter, or None for the ground; and why not where the order says.

    One of those that supplied inputs; if all came from the ground or as a gift, any own one that reaches the factory.
    """
    look = table.look
    own = [name for name in used if is_transporter(name) and look.state.transporters[name].owner == site.seat]
    first = look.state.transporters[own[0]] if own else None
    if order.onto == TILE:
        return None, None
    if not order.onto:
        return first, None
    named = own_transporter(table, order.onto)
    if isinstance(named, No):
        return first, named
    if own and named.name not in own:
        return first, No("supplied-nothing", "RB-5.9", {"transporter": named.name, "suppliers": own})
    if not own and named not in site.crew:
        return first, No("out-of-reach", "RB-5.9", {"transporter": named.name, "place": site.ground})
    return named, None


def _put_away(look: Look, factory: Factory, receiver: Transporter | None, runs: Runs) -> Spread:
    """RB-5.9  The output: aboard as far as it fits, the rest on the bank where the factory stands."""
    assert factory.kind.output is not None
    good, each = factory.kind.output
    number, made = each * runs.number, {}
    if receiver is not None:
        room = look.room(receiver) + sum(runs.used.get(receiver.name, {}).values())
        aboard = min(number, room)
        if aboard:
            made[receiver.name] = {good: aboard}
            number -= aboard
    if number:
        made[factory.site.ground] = {good: number}
    return made
