"""What a sheet would come to, foretold without the draws and without knowing anybody else's orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from adjudicator.core.model import Event, Plain, Problem, Seat


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
