"""The random bot: any legal order, the rare ones as readily as the common ones.

It lists all that could be ordered, kind by kind, picks a kind before it picks an order, and leaves to the rules what is
lawful: what would be refused if nobody interfered is thrown away. Others are taken to allow everything, since what
they allow is not known when orders are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, Plain, Position, Seat

from ...places import place_order
from ...resolve import resolve
from . import building, handling, moving, producing
from .scene import Scene, scene
from .wrapping import order_of_play, permissions, wrapped

Whim: TypeAlias = Callable[[Scene], Iterator[Plain]]
MOST_ORDERS = 14
HANDLING: tuple[Whim, ...] = (
    handling.loading,
    handling.unloading,
    handling.giving,
    handling.taking,
    handling.ferrying,
)
WHIMS: Mapping[str, tuple[Whim, ...]] = {
    "production": (
        *HANDLING,
        producing.running,
        producing.making_transporters,
        producing.researching,
        producing.breeding,
    ),
    "movement": (moving.setting_down, moving.going_to, moving.walking, moving.walking, moving.picking_up),
    "building": (
        building.raising_buildings,
        building.sinking_shafts,
        building.laying_roads,
        building.bridging,
        building.walling,
        building.demolishing,
    ),
    "wonder": (building.buying_bricks,),
}
LATE_HANDLING = "handling_in_build_and_wonder"


def write_orders(position: Position, seat: Seat, draws: Draws) -> Mapping[str, Plain]:
    """The body of an order file for the phase that the position waits for."""
    here = scene(position, seat, draws)
    if here.look.state.phase == "start":
        homes = sorted(here.look.board.all_lands, key=place_order)
        return {"orders": lawful(here, {}, [{"home": [home]} for home in here.luck.shuffled(homes)])[:1]}
    rest = {**order_of_play(here), **permissions(here)}
    return {**rest, "orders": lawful(here, rest, wrapped(here, _picked(here)))}


def _picked(here: Scene) -> list[Plain]:
    """A kind first, then an order of it, so that what is rare comes up as often as what is common."""
    phase = here.look.state.phase
    whims = WHIMS[phase]
    if phase in ("building", "wonder") and here.position.options.get(LATE_HANDLING) == "yes":
        whims = (*whims, *HANDLING)
    kinds = [found for whim in whims if (found := here.luck.shuffled(whim(here)))]
    picked: list[Plain] = []
    while kinds and len(picked) < MOST_ORDERS:
        kind = here.luck.pick(kinds)
        picked.append(kind.pop())
        kinds = [found for found in kinds if found]
    return picked


def lawful(here: Scene, rest: Mapping[str, Plain], orders: list[Plain]) -> list[Plain]:
    """Whatever is refused is left out, until nothing is refused any more."""
    willing = {other: _sheet(here, other, {"allow": _everything(here, other)}) for other in here.others}
    while orders:
        sheet = _sheet(here, here.seat, {**rest, "orders": orders})
        refused = resolve(here.position, {**willing, here.seat: sheet}, None).refused
        bad = {problem.order for problem in refused if problem.seat == here.seat and problem.order is not None}
        if not bad:
            break
        orders = [order for number, order in enumerate(orders) if number not in bad]
    return orders


def _sheet(here: Scene, seat: Seat, body: Mapping[str, Plain]) -> OrderSheet:
    state = here.look.state
    return OrderSheet(seat, state.turn, state.phase, body)


def _everything(here: Scene, other: Seat) -> list[Plain]:
    """All that another player could allow."""
    names = [each.name.partition("-")[2] for each in here.look.owned(other)]
    keys = {"take": "from", "give": "to", "ferry": "by", "carry": "transporter"}
    return [{"player": here.seat, "may": may, key: name} for name in names for may, key in keys.items()]
