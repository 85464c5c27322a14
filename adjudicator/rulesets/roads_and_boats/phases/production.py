"""Production: what happens by itself, what the players order in their slots, and what is left to itself at the end."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.model import Seat

from ..events import GoodsProduced
from ..handling import give, load, take, unload
from ..orders import Breed, Give, Load, Produce, Research, Sheet, Take, Unload
from ..places import Ground, place_order
from ..play import Verbs, play_orders
from ..producing.breeding import breed, breed_geese
from ..producing.factories import factory_meant, run_factory
from ..producing.research import research
from ..producing.transporters import make_transporter
from ..producing.unattended import lose_research, run_unattended
from ..state import Goods, State
from ..table import No, Table
from ..tables import TABLES


def play(table: Table, sheets: Mapping[Seat, Sheet]) -> None:
    """RB-5.4  Primary producers, geese, the players in slot order, unattended factories, and last lost research."""
    produce_primary(table)
    breed_geese(table)
    for seat in table.look.state.sequence:
        if seat in sheets:
            play_orders(table, seat, sheets[seat].orders, VERBS)
    run_unattended(table)
    lose_research(table)


def produce_primary(table: Table) -> None:
    """RB-5.2  Each primary producer puts its piece on its own bank, whoever is there."""
    state = table.look.state
    for ground in sorted(state.buildings, key=place_order):
        goods = _piece(state, ground)
        if goods:
            table.happen(GoodsProduced(at=ground, building=state.buildings[ground], goods=goods))


def _piece(state: State, ground: Ground) -> Goods:
    """What a primary producer gives: a mine the piece drawn, if any was; other buildings give nothing by themselves."""
    kind = TABLES.buildings[state.buildings[ground]]
    if kind.group != "primary":
        return {}
    if kind.output is None:
        drawn = state.mines[ground].drawn
        return {} if drawn is None else {drawn: 1}
    good, number = kind.output
    return {good: number * kind.runs}


def produce(table: Table, order: Produce) -> bool:
    """RB-5.6  Run the factory that the order names."""
    factory = factory_meant(table, order)
    if isinstance(factory, No):
        return table.refuse(factory)
    if factory.kind.group == "transporter":
        return make_transporter(table, order, factory)
    return run_factory(table, order, factory)


VERBS: Verbs = {
    Load: load,
    Unload: unload,
    Give: give,
    Take: take,
    Produce: produce,
    Research: research,
    Breed: breed,
}
