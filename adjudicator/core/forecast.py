"""What a sheet would come to, foretold without the draws and without knowing anybody else's orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from adjudicator.core.model import Event, Plain, Problem, Resolution, Seat


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that an order looks at, and that others can change in this phase before it is reached."""

    code: str
    """Its sentence stands in the game's reasons.yaml, as those of problems do: `depends-on-goods`."""
    facts: Mapping[str, Plain] = field(default_factory=dict)
    who: tuple[Seat, ...] = ()
    """The players who could interfere."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What becomes of one part of a sheet.

    certain: it will be so, whatever others do.  depends: as things stand, but others can change it.
    fails: it will not be carried out, whatever others do.
    """

    place: str
    """The place of an order in the list, from 0; for other parts their path, such as `sequence`."""
    verdict: Literal["certain", "depends", "fails"]
    problems: tuple[Problem, ...] = ()
    """Why it would be refused, or done only in part, as things stand."""
    doubts: tuple[Doubt, ...] = ()
    events: tuple[Event, ...] = ()
    """What it would bring about, as things stand."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of an order and whether it would hold, as things stand."""

    place: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Forecast:
    """Of one sheet, one outlook for each of its orders, in their order."""

    outlooks: tuple[Outlook, ...] = ()
    conditions: tuple[Condition, ...] = ()


def unkept(forecast: Forecast, seat: Seat, resolution: Resolution) -> tuple[Outlook, ...]:
    """What was foretold as certain, or certain to fail, and came otherwise: there must be none."""
    return tuple(
        outlook
        for outlook in forecast.outlooks
        if outlook.verdict != "depends" and not _came_true(outlook, seat, resolution)
    )


def in_vain(forecast: Forecast, seat: Seat, resolution: Resolution) -> tuple[Outlook, ...]:
    """What was said to depend on others and came just as foretold: few, or nobody heeds the warning."""
    return tuple(
        outlook
        for outlook in forecast.outlooks
        if outlook.verdict == "depends" and _came_true(outlook, seat, resolution)
    )


def _came_true(outlook: Outlook, seat: Seat, resolution: Resolution) -> bool:
    return _came(outlook.events, outlook.problems) == _came_of(outlook, seat, resolution)


def _came_of(outlook: Outlook, seat: Seat, resolution: Resolution) -> tuple[list[str], list[str]]:
    events = (event for event in resolution.events if event.seat == seat and _is_part(event.order, outlook.place))
    problems = (each for each in resolution.refused if each.seat == seat and _is_part(each.place, outlook.place))
    return _came(events, problems)


def _came(events: Iterable[Event], problems: Iterable[Problem]) -> tuple[list[str], list[str]]:
    """Events as they are, in whatever order; of problems only what was wrong, since who was there first may differ.

    What could not be understood was told when it was read, and is no part of the play.
    """
    wrong = (repr((each.kind, each.code, each.rule, each.place)) for each in problems if each.kind != "invalid")
    return sorted(map(repr, events)), sorted(wrong)


def _is_part(place: str, outlook: str) -> bool:
    return place == outlook or place.startswith(f"{outlook}.")
