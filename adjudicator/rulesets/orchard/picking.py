"""The first phase: fruit goes from the trees into the baskets."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.model import OrderSheet, Plain, Seat
from adjudicator.rulesets.orchard.events import FruitPicked
from adjudicator.rulesets.orchard.play import Play, orders_in_sequence
from adjudicator.rulesets.orchard.state import Orchard
from adjudicator.rulesets.orchard.tables import table


def play_picking(play: Play, sheets: Mapping[Seat, OrderSheet]) -> None:
    """OR-2.1  One after the other, in sequence; what one has picked is gone for the next."""
    for seat, place, order in orders_in_sequence(play.state, sheets):
        _pick(play, seat, place, order)


def _pick(play: Play, seat: Seat, place: str, order: Mapping[str, Plain]) -> None:
    fruit, wanted = order["from"], order["pick"]
    bears, room = play.state.trees.get(fruit, 0), room_in_basket(play.state, seat)
    picked = min(wanted, bears, room)
    note = play.refuse if picked == 0 or falls_short(order, picked) else play.fall_short

    if bears < wanted and bears <= room:
        note(seat, place, "tree-bears-less", "OR-2.1", fruit=fruit, bears=bears, wanted=wanted)
    elif room < wanted:
        note(seat, place, "basket-full", "OR-2.2", room=room, wanted=wanted)

    if picked and not falls_short(order, picked):
        play.happen(FruitPicked(seat=seat, order=place, fruit=fruit, pieces=picked))


def room_in_basket(state: Orchard, seat: Seat) -> int:
    """OR-2.2  A basket holds so many pieces."""
    holds: int = table("basket")
    return holds - sum(state.baskets.get(seat, {}).values())


def falls_short(order: Mapping[str, Plain], picked: int) -> bool:
    """OR-2.3  `exactly` picks all of them or none."""
    return bool(order.get("exactly", False)) and picked < order["pick"]
