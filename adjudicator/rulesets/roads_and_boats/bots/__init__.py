"""Players made of code. A bot sees a position, as any player does, and writes the body of an order file."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.draws import Draws
from adjudicator.core.model import Plain, Position, Seat


def simple(position: Position, seat: Seat, draws: Draws) -> Mapping[str, Plain]:
    """Builds an economy; leaves nothing to chance."""
    from .economy import write_orders

    return write_orders(position, seat)


def random(position: Position, seat: Seat, draws: Draws) -> Mapping[str, Plain]:
    """Any legal orders, the rare ones included."""
    from .whims import write_orders

    return write_orders(position, seat, draws)


BOTS = {"simple": simple, "random": random}
