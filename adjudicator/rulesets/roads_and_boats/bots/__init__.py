"""Players made of code. A bot sees a position, as any player does, and writes the body of an order file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from adjudicator.core.draws import Draws
from adjudicator.core.model import Plain, Position, Seat

Bot: TypeAlias = Callable[[Position, Seat, Draws], Mapping[str, Plain]]


def simple(position: Position, seat: Seat, draws: Draws) -> Mapping[str, Plain]:
    from .simple import write_orders

    return write_orders(position, seat)


BOTS: Mapping[str, Bot] = {"simple": simple}
