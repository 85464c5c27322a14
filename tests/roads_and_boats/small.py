"""Small positions of Roads & Boats, written out, and sheets for them."""

from __future__ import annotations

from adjudicator.core import registry
from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, Plain, Position, Resolution, Seat
from tests.roads_and_boats.crowds import valleys

GAME = registry.ruleset("roads-and-boats")
DRAWS = Draws(b"k" * 32)


def resolve(position: Position, sheets: dict[Seat, OrderSheet]) -> Resolution:
    return GAME.resolve(position, sheets, DRAWS)


def small_position(*others: Seat, phase: str = "production", **state: Plain) -> Position:
    """Blue acts before red, and the others after both."""
    whole = {
        "ruleset": GAME.name,
        "turn": 1,
        "phase": phase,
        "temple": ["red", "blue", *others],
        "sequence": ["blue", "red", *others],
        "players": {seat: {} for seat in ("blue", "red", *others)},
        **state,
    }
    return Position(valleys(), GAME.read_state(whole, valleys()), GAME.read_options({}))


def two_at_one_heap(heap: Plain, load: Plain = None) -> Position:
    return small_position(
        goods={"E7": heap} if heap else {},
        transporters={"blue-donkey-1": {"at": "E7", "load": load or {}}, "red-donkey-1": {"at": "E7"}},
    )


def sheet_of(seat: Seat, orders: Plain, phase: str = "production", turn: int = 1) -> OrderSheet:
    return OrderSheet(seat, turn, phase, {"orders": orders})
