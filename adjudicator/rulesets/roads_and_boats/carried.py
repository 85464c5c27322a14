"""Goods carried once a phase (RB-6.11): which pieces of a heap a transporter may still carry to another tile."""

from __future__ import annotations

from .apply import is_transporter
from .look import Look
from .state import Good, Transporter


def pieces(look: Look, where: str, good: Good) -> int:
    """So many pieces lie on a ground or are loaded on a transporter."""
    if not is_transporter(where):
        return look.lying(where, good)
    transporter = look.transporter(where)
    return 0 if transporter is None else look.load(transporter).get(good, 0)


def may_carry_on(look: Look, where: str, good: Good, transporter: Transporter) -> int:
    """RB-6.11  How many pieces the transporter may load: those that another of its player's has carried only count
    where it will not leave the tile any more."""
    there = pieces(look, where, good)
    move = look.memory.move
    if move is None or move.transporter != transporter.name or not move.more_to_go:
        return there
    return there - bound(look, where, good, transporter)


def bound(look: Look, where: str, good: Good, transporter: Transporter) -> int:
    """The pieces that another transporter of the same player has carried in this phase."""
    tags = look.memory.tags.get(where, {}).get(good, ())
    return sum(1 for carriers in tags if _by_another(carriers, transporter))


def _by_another(carriers: frozenset[str], transporter: Transporter) -> bool:
    return any(name != transporter.name and name.startswith(transporter.owner + "-") for name in carriers)
