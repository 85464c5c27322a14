"""Goods carried once a phase (RB-6.11): which pieces of a heap a transporter may still carry to another tile."""

from __future__ import annotations

from .goods import ordered
from .look import Look
from .state import Good, Goods, Name, Transporter
from .tags import is_bound


def may_carry_on(look: Look, where: str, good: Good, transporter: Transporter) -> int:
    """RB-6.11  How many pieces the transporter may load: those that another of its player's has carried only count
    where it will not leave the tile any more."""
    return _pieces(look, where, good) - barred_from(look, where, good, transporter)


def barred_from(look: Look, where: str, good: Good, transporter: Transporter) -> int:
    """The pieces that the transporter may not load because a later step of its move may leave the tile."""
    move = look.memory.move
    if move is None or move.transporter != transporter.name or not move.more_to_go:
        return 0
    return bound(look, where, good, transporter.name)


def bound(look: Look, where: str, good: Good, carrier: Name) -> int:
    """The pieces that another transporter of the same player has carried in this phase."""
    return sum(is_bound(tag, carrier) for tag in look.memory.tags.get(where, {}).get(good, ()))


def bound_aboard(look: Look, transporter: Transporter) -> Goods:
    """RB-6.11  What is aboard and must not be carried on, however it came there."""
    tags = look.tags(transporter)
    return ordered({good: sum(is_bound(tag, transporter.name) for tag in tags[good]) for good in tags})


def _pieces(look: Look, where: str, good: Good) -> int:
    transporter = look.transporter(where) if "-" in where else None
    return look.lying(where, good) if transporter is None else look.load(transporter).get(good, 0)
