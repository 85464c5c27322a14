"""What a phase must remember while it is played and may forget when it is over.

Immutable like the state, so that a trial (`first_of`, `all_of`) keeps its own and is dropped without a trace.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adjudicator.core.changing import changed
from adjudicator.core.model import Event, Seat

from . import events as ev
from .places import Ground
from .state import Goods, Name, State
from .tags import Tags, tags_after


@dataclass(frozen=True)
class Move:
    """The move under way (RB-6.1): what the next step must know of the steps before it."""

    transporter: Name
    spent: int = 0
    off_road: bool = False
    docked: bool = False
    ended: str = ""
    """The place of a step that failed: the later ones follow from it (RB-10.3)."""
    following: Mapping[Ground, int] = field(default_factory=dict)
    """Geese that follow, by the ground on which they now are."""
    onward: frozenset[str] = frozenset()
    """The places of those steps after which another may still leave the tile."""
    more_to_go: bool = False
    """A later step may still leave the tile: what is loaded now must be allowed to be carried (RB-6.11)."""


@dataclass(frozen=True)
class Memory:
    runs: Mapping[Ground, int] = field(default_factory=dict)
    """Runs that each factory has made in this phase (RB-5.7)."""
    born: frozenset[Ground] = frozenset()
    """Where a foal was born (RB-5.16)."""
    moved: frozenset[Name] = frozenset()
    picked_up: frozenset[Name] = frozenset()
    move: Move | None = None
    tags: Tags = field(default_factory=dict)
    """Which pieces were carried by which transporters (RB-6.11)."""
    bought: Mapping[Seat, int] = field(default_factory=dict)
    """Bricks that each player has bought in this phase (RB-8.2)."""
    allowed: Mapping[tuple[Seat, int], Goods] = field(default_factory=dict)
    """What has been used of each permission, by owner and place in his list (RB-10.7)."""
    names: frozenset[Name] = frozenset()
    """Names given at the start of the phase or in it: none is used again (RB-3.6)."""


def remember(memory: Memory, event: Event, before: State) -> Memory:
    """What the phase knows after an event that happened in the position `before`."""
    tags = tags_after(memory.tags, before, event)
    if tags is not memory.tags:
        memory = changed(memory, tags=tags)
    learn = _LEARNT.get(type(event))
    return memory if learn is None else learn(memory, event)


def _one_run_more(memory: Memory, event: ev.TransporterMade | ev.TransporterLost) -> Memory:
    return changed(memory, runs={**memory.runs, event.at: memory.runs.get(event.at, 0) + 1})


def _ran(memory: Memory, event: ev.FactoryRan | ev.FactoryRanUnattended) -> Memory:
    return changed(memory, runs={**memory.runs, event.at: memory.runs.get(event.at, 0) + event.runs})


def _made(memory: Memory, event: ev.TransporterMade) -> Memory:
    made = _one_run_more(memory, event)
    return changed(made, names=made.names | {event.transporter})


def _born(memory: Memory, event: ev.DonkeyBorn) -> Memory:
    return changed(memory, names=memory.names | {event.transporter}, born=memory.born | {event.place})


def _moved(memory: Memory, event: ev.TransporterMoved) -> Memory:
    return changed(memory, moved=memory.moved | {event.transporter})


def _picked_up(memory: Memory, event: ev.TransporterPickedUp) -> Memory:
    return changed(memory, picked_up=memory.picked_up | {event.transporter})


def _bought(memory: Memory, event: ev.BrickBought) -> Memory:
    assert event.seat is not None
    return changed(memory, bought={**memory.bought, event.seat: memory.bought.get(event.seat, 0) + 1})


def _permission_used(memory: Memory, event: ev.PermissionUsed) -> Memory:
    return changed(memory, allowed=_used_more(memory, event))


def _used_more(memory: Memory, event: ev.PermissionUsed) -> Mapping[tuple[Seat, int], Goods]:
    key = (event.owner, event.permission)
    used = dict(memory.allowed.get(key, {}))
    for good, number in event.goods.items():
        used[good] = used.get(good, 0) + number
    return {**memory.allowed, key: used}


_LEARNT: Mapping[type[Event], Callable[[Memory, Any], Memory]] = {
    ev.FactoryRan: _ran,
    ev.FactoryRanUnattended: _ran,
    ev.TransporterMade: _made,
    ev.TransporterLost: _one_run_more,
    ev.DonkeyBorn: _born,
    ev.TransporterMoved: _moved,
    ev.TransporterPickedUp: _picked_up,
    ev.BrickBought: _bought,
    ev.PermissionUsed: _permission_used,
}
