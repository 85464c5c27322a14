"""RB-6.11  Which transporters have carried each piece to another tile in this phase.

Pieces of a kind look alike, so a heap only keeps a tag for each piece that was carried; the rest of it is fresh. Where
some pieces of a heap go elsewhere it makes a difference which: always those whose going leaves the player most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from adjudicator.core.model import Event

from . import events as ev
from .state import Good, Goods, Name, State

Tag: TypeAlias = frozenset[Name]
"""The transporters that have carried one piece."""
Tags: TypeAlias = Mapping[str, Mapping[Good, tuple[Tag, ...]]]
"""By ground or transporter and good; only pieces that were carried are listed."""
Choice: TypeAlias = Callable[[Tag], tuple[bool, bool, list[Name]]]
"""Which pieces of a heap go first: those for which this is least."""

FRESH: Tag = frozenset()

_CARRYING = frozenset(
    (ev.TransporterMoved, ev.GoodsLoaded, ev.GoodsUnloaded, ev.GoodsHandedOver, ev.GoodsFerried, ev.GeeseLeft)
)
"""The only events after which tags can be others."""


def is_bound(tag: Tag, carrier: Name) -> bool:
    """RB-6.11  Whether another transporter of the same player has carried the piece, so that this one may not."""
    owner = carrier.partition("-")[0] + "-"
    return any(name != carrier and name.startswith(owner) for name in tag)


def tags_after(tags: Tags, before: State, event: Event) -> Tags:
    """The tags after an event that happens in the position `before`."""
    if type(event) not in _CARRYING:
        return tags
    match event:
        case ev.TransporterMoved():
            return _moved(tags, before, event)
        case ev.GoodsLoaded():
            return _shift(tags, before, event.source, event.transporter, event.goods, _for_taking(event.transporter))
        case ev.GoodsUnloaded():
            return _shift(tags, before, event.transporter, event.target, event.goods, _for_leaving(event.transporter))
        case ev.GoodsHandedOver():
            return _shift(tags, before, event.source, event.target, event.goods, _for_taking(event.target))
        case ev.GoodsFerried():  # RB-Q50: being ferried is not being carried to another tile
            return _shift(tags, before, event.source, event.target, event.goods, _fresh_first)
        case ev.GeeseLeft():
            geese = {"geese": event.geese}
            return _shift(tags, before, event.source, event.at, geese, _for_taking(event.transporter))
    return tags


def _for_taking(carrier: Name) -> Choice:
    """RB-6.11  First what the transporter may carry on: what it has carried before, then what is fresh."""
    return lambda tag: (is_bound(tag, carrier), carrier not in tag, sorted(tag))


def _for_leaving(carrier: Name) -> Choice:
    """The other way round: what the transporter may not carry on, then what others of its player still may."""
    return lambda tag: (not is_bound(tag, carrier), carrier in tag, sorted(tag))


def _fresh_first(tag: Tag) -> tuple[bool, bool, list[Name]]:
    return bool(tag), False, sorted(tag)


def _moved(tags: Tags, before: State, event: ev.TransporterMoved) -> Tags:
    """RB-6.11, RB-6.17  All that is aboard, and the geese that followed, have now been carried by this transporter."""
    name = event.transporter
    for good, number in before.transporters[name].load.items():
        tags = _with_heap(tags, name, good, [tag | {name} for tag in _heap(tags, name, good, number)])
    for ground, number in event.geese.items():
        heap = sorted(_heap(tags, ground, "geese", pieces(before, ground, "geese")), key=_for_taking(name))
        followed = [tag | {name} for tag in heap[:number]]
        tags = _with_heap(tags, ground, "geese", heap[number:])
        tags = _with_heap(tags, event.to_ground, "geese", [*_tagged(tags, event.to_ground, "geese"), *followed])
    return tags


def _shift(tags: Tags, before: State, source: str, target: str, goods: Goods, choice: Choice) -> Tags:
    for good, number in goods.items():
        if not _tagged(tags, source, good):
            continue
        heap = sorted(_heap(tags, source, good, pieces(before, source, good)), key=choice)
        tags = _with_heap(tags, source, good, heap[number:])
        tags = _with_heap(tags, target, good, [*_tagged(tags, target, good), *heap[:number]])
    return tags


def pieces(state: State, where: str, good: Good) -> int:
    """So many pieces lie on a ground or are loaded on a transporter."""
    transporter = state.transporters.get(where)
    goods = state.goods.get(where, {}) if transporter is None else transporter.load
    return goods.get(good, 0)


def _tagged(tags: Tags, where: str, good: Good) -> tuple[Tag, ...]:
    return tags.get(where, {}).get(good, ())


def _heap(tags: Tags, where: str, good: Good, number: int) -> list[Tag]:
    """All pieces of a heap, the fresh ones with an empty tag."""
    tagged = _tagged(tags, where, good)
    return [*tagged, *[FRESH] * (number - len(tagged))]


def _with_heap(tags: Tags, where: str, good: Good, heap: list[Tag]) -> Tags:
    tagged = tuple(tag for tag in heap if tag)
    return {**tags, where: {**tags.get(where, {}), good: tagged}}
