"""The simple bot: trunks to boards, stone, a mine, a mint; a donkey for every errand. It orders nothing illegal."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.model import OrderSheet, Plain, Position, Seat

from ..look import Look
from ..memory import Memory
from ..resolve import resolve
from ..state import State
from . import errands
from .plan import Plan
from .works import breeding, building, producing, wonder


def write_orders(position: Position, seat: Seat) -> Mapping[str, Plain]:
    """The body of an order file for the phase that the position waits for."""
    state: State = position.state
    look = Look(position.board, state, Memory(names=frozenset(state.transporters)), position.options)
    if state.phase == "start":
        return {"orders": [{"home": _homes(look)}]}
    plan = Plan(look, seat)
    orders: list[Plain] = []
    match state.phase:
        case "production":
            orders = [*producing(plan), *breeding(plan)]
        case "movement":
            orders = errands.movement(plan, position)
        case "building":
            orders = building(plan)
        case "wonder":
            orders = wonder(plan)
    return {"orders": lawful(position, seat, orders)}


def lawful(position: Position, seat: Seat, orders: list[Plain]) -> list[Plain]:
    """Only those orders that go through in full when nobody interferes; tried one on top of the other."""
    kept: list[Plain] = []
    for order in orders:
        sheet = OrderSheet(seat, position.state.turn, position.state.phase, {"orders": [*kept, order]})
        if not resolve(position, {seat: sheet}, None).refused:
            kept.append(order)
    return kept


def _homes(look: Look) -> list[str]:
    """Land with woods, rock and pasture around it first."""
    from .terrain import steps_from

    def worth(land: str) -> tuple[int, str]:
        near = steps_from(look, look.state.sequence[0], land)
        wanted = ("woods", "rock", "pasture", "mountain")
        terrains = {
            look.terrain(other.rstrip("abc")): steps for other, steps in sorted(near.items(), key=lambda e: -e[1])
        }
        return sum(terrains.get(terrain, 9) for terrain in wanted), land

    lands = [land for land in look.board.all_lands if look.terrain(land.rstrip("abc")) in ("pasture", "woods", "rock")]
    return sorted(lands, key=worth)[:12]
