"""What a phase must remember while it is played and may forget when it is over.

Immutable like the state, so that a trial (`first_of`, `all_of`) keeps its own and is dropped without a trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from adjudicator.core.model import Event, Seat

from . import events as ev
from .places import Ground
from .state import Good, Goods, Name

Tags: TypeAlias = Mapping[str, Mapping[Good, tuple[frozenset[Name], ...]]]
"""RB-6.11  For each ground or transporter and good: by which transporters its pieces were carried in this phase.

Only pieces that were carried are listed; the others on the heap are fresh.
"""


@dataclass(frozen=True, slots=True)
class Move:
    """The move under way (RB-6.1): what the next step must know of the steps before it."""

    transporter: Name
    spent: int = 0
    off_road: bool = False
    docked: bool = False
    ended: bool = False
    """A step failed, so that the later ones follow from it (RB-10.3)."""
    leading: int = 0
    """Geese that follow, and the ground on which they now stand."""
    geese_at: Ground = ""
    more_to_go: bool = False
    """A later step may still leave the tile: what is loaded now must be allowed to be carried (RB-6.11)."""


@dataclass(frozen=True, slots=True)
class Memory:
    runs: Mapping[Ground, int] = field(default_factory=dict)
    """Runs that each factory has made in this phase (RB-5.7)."""
    born: frozenset[Ground] = frozenset()
    """Where a foal was born (RB-5.16)."""
    moved: frozenset[Name] = frozenset()
    picked_up: frozenset[Name] = frozenset()
    move: Move | None = None
    tags: Tags = field(default_factory=dict)
    bought: Mapping[Seat, int] = field(default_factory=dict)
    """Bricks that each player has bought in this phase (RB-8.2)."""
    allowed: Mapping[tuple[Seat, int], Goods] = field(default_factory=dict)
    """What has been used of each permission, by owner and place in his list (RB-10.7)."""
    names: frozenset[Name] = frozenset()
    """Names given at the start of the phase or in it: none is used again (RB-3.6)."""


def remember(memory: Memory, event: Event) -> Memory:
    """What the phase knows after an event."""
    match event:
        case ev.FactoryRan() | ev.FactoryRanUnattended():
            return replace(memory, runs={**memory.runs, event.at: memory.runs.get(event.at, 0) + event.runs})
        case ev.TransporterMade():
            made = replace(memory, runs={**memory.runs, event.at: memory.runs.get(event.at, 0) + 1})
            return replace(made, names=made.names | {event.transporter})
        case ev.TransporterLost():
            return replace(memory, runs={**memory.runs, event.at: memory.runs.get(event.at, 0) + 1})
        case ev.DonkeyBorn():
            return replace(memory, names=memory.names | {event.transporter}, born=memory.born | {event.place})
        case ev.TransporterMoved():
            return replace(memory, moved=memory.moved | {event.transporter})
        case ev.TransporterPickedUp():
            return replace(memory, picked_up=memory.picked_up | {event.transporter})
        case ev.BrickBought(seat=str(seat)):
            return replace(memory, bought={**memory.bought, seat: memory.bought.get(seat, 0) + 1})
        case ev.PermissionUsed():
            return replace(memory, allowed=_used_more(memory, event))
    return memory


def _used_more(memory: Memory, event: ev.PermissionUsed) -> Mapping[tuple[Seat, int], Goods]:
    key = (event.owner, event.permission)
    used = dict(memory.allowed.get(key, {}))
    for good, number in event.goods.items():
        used[good] = used.get(good, 0) + number
    return {**memory.allowed, key: used}
