"""A player leaves, and perhaps somebody takes his seat: between phases, asked for by the host (RB-11.6)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.model import Position, Problem, Resolution, Seat

from .events import GoodsUnloaded, PlayerLeft, SeatTakenOver
from .look import Look
from .naming import nearest_first
from .state import transporter_order
from .table import Table


def leave(position: Position, seat: Seat) -> Resolution:
    """RB-11.6  What becomes of a player who leaves, as the option `dropout` says.

    freeze: everything of his rests where it is, loads included. remove_cargo_to_tiles: what his transporters carry is
    put down first, where that is possible. replace: his seat waits for somebody else, and the position stays.
    """
    table = Table(position)
    if position.state.players[seat].left or position.options.get("dropout") == "replace":
        return Resolution(position.state)
    if position.options.get("dropout") == "remove_cargo_to_tiles":
        for event in list(_put_down(table.look, seat)):
            table.happen(event)
    table.happen(PlayerLeft(seat=seat))
    return Resolution(table.look.state, tuple(table.events))


def take_over(position: Position, seat: Seat) -> Resolution:
    """RB-11.6  Somebody plays on for a player who has left, with what stands there; without a home nothing ever can."""
    player = position.state.players[seat]
    if not player.left:
        return Resolution(position.state)
    if player.home is None:
        return Resolution(position.state, refused=(Problem("illegal", "left-homeless", "RB-11.6", seat=seat),))
    table = Table(position)
    table.happen(SeatTakenOver(seat=seat))
    return Resolution(table.look.state, tuple(table.events))


def _put_down(look: Look, seat: Seat) -> Iterator[GoodsUnloaded]:
    """On its own bank or the first it reaches, as with what is scrapped (RB-Q39). On the plain sea nothing is left
    (RB-6.10), so what a boat carries there stays aboard."""
    for transporter in sorted(look.owned(seat), key=lambda each: transporter_order(each.name)):
        grounds = nearest_first(look.reach(transporter), transporter)
        ground = next((ground for ground in grounds if look.bears(ground)), None)
        if transporter.load and ground is not None:
            yield GoodsUnloaded(seat=seat, transporter=transporter.name, target=ground, goods=transporter.load)
