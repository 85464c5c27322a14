"""The simple bot: trunks to boards, a mine, a mint; a donkey for every errand. It orders nothing illegal."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.hexes import distance
from adjudicator.core.model import OrderSheet, Plain, Position, Seat

from ..look import Look
from ..memory import Memory
from ..phases.start import open_homes
from ..places import Land, place_order, tile_of
from ..resolve import resolve
from ..state import State
from ..tables import TABLES
from . import errands, works
from .plan import Plan
from .travel import FAR, cost, network

WANTED_NEAR = ("woods", "rock", "pasture", "mountain")
MOST_WISHES = 12


def write_orders(position: Position, seat: Seat) -> Mapping[str, Plain]:
    """The body of an order file for the phase that the position waits for."""
    state: State = position.state
    look = Look(position.board, state, Memory(names=frozenset(state.transporters)), position.options)
    home = state.players[seat].home
    if state.phase == "start":
        return {"orders": [{"home": _homes(look, seat)}]}
    if home is None:
        return {"orders": []}
    plan = Plan(look, seat, home)
    written = {
        "production": works.production,
        "movement": errands.movement,
        "building": works.building,
        "wonder": works.wonder,
    }
    return {"orders": lawful(position, seat, written[state.phase](plan))}


def lawful(position: Position, seat: Seat, orders: list[Plain]) -> list[Plain]:
    """Only those orders that go through in full when nobody interferes; tried one on top of the other."""
    kept: list[Plain] = []
    for order in orders:
        sheet = OrderSheet(seat, position.state.turn, position.state.phase, {"orders": [*kept, order]})
        if not resolve(position, {seat: sheet}, None).refused:
            kept.append(order)
    return kept


def _homes(look: Look, seat: Seat) -> list[Land]:
    """RB-4.2  Land that is still free, with all that an economy needs as near as can be."""
    settled = [player.home for player in look.state.players.values() if player.home]
    free = [
        land
        for land in open_homes(look.board, look.state, seat)
        if all(distance(tile_of(land), tile_of(home)) >= TABLES.start.distance for home in settled)
    ]
    on_foot = network(look, seat, "donkey")

    def worth(land: Land) -> tuple[int, object]:
        nearest = dict.fromkeys(WANTED_NEAR, FAR)
        for other in look.board.all_lands:
            terrain = look.terrain(tile_of(other))
            if terrain in nearest:
                nearest[terrain] = min(nearest[terrain], cost(on_foot, land, other))
        return sum(nearest.values()), place_order(land)

    return sorted(free, key=worth)[:MOST_WISHES]
