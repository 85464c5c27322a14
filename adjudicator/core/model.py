"""The nouns that the host and every game share. Values only: nothing here acts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

Seat: TypeAlias = str
"""A place at the table, named by its colour: `red`."""

Plain: TypeAlias = Any
"""What YAML and JSON can hold: None, bool, int, str, lists and string-keyed mappings of these."""

State: TypeAlias = Any
Board: TypeAlias = Any
"""A game's own types. The host passes them on and never looks inside."""

NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True, order=True)
class PhaseId:
    """One phase of one game: turn 3, its second phase, movement."""

    turn: int
    number: int
    name: str

    def __str__(self) -> str:
        return f"T{self.turn:02d}/{self.name}"

    @property
    def folder(self) -> str:
        return f"T{self.turn:02d}/{self.number}-{self.name}"


class Mark(NamedTuple):
    """A place in a player's own text, both counted from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Problem:
    """A player's mistake, or bad luck: a value, never an exception.

    unreadable: there is no sheet.  invalid: there is no such order.
    illegal: an order that the rules forbid here.  partial: done, but not in full.
    """

    kind: Literal["unreadable", "invalid", "illegal", "partial"]
    code: str
    rule: str
    facts: Mapping[str, Plain] = field(default_factory=dict)
    place: str = ""
    """The path in the sheet: `2.then.0.steps.3` for an order, `sequence.prefer.0` for other parts."""
    seat: Seat | None = None
    mark: Mark | None = None

    @property
    def order(self) -> int | None:
        """The place in the player's list of orders, from 0; None when it is about the whole sheet."""
        head = self.place.partition(".")[0]
        return int(head) if head.isdigit() else None


@dataclass(frozen=True, slots=True)
class OrderSheet:
    """One player's orders for one phase, read and shaped by the schema, not yet judged by the rules.

    `body` is what the game asked for (`orders` and whatever else its schema allows); `marks` says where in the
    player's text each path of it stands.
    """

    seat: Seat
    turn: int | Literal["any"]
    phase: str
    body: Mapping[str, Plain]
    based_on: str | None = None
    ready: bool | None = None
    problems: tuple[Problem, ...] = ()
    marks: Mapping[str, Mark] = field(default_factory=dict)
    text: str = ""


_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@cache
def _kind(name: str) -> str:
    return _HUMP.sub("-", name).lower()


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened. A game subclasses it, one class a kind, named in the past tense."""

    seat: Seat | None = None
    """Whose doing it was; None for what happens by itself."""
    order: str = ""
    """The place in that player's sheet of the order that caused it."""
    seen_by: tuple[Seat, ...] | None = None
    """Who may know of it; None means everybody."""

    @classmethod
    def kind(cls) -> str:
        """`TempleKept` is written `temple-kept`."""
        return _kind(cls.__name__)


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a phase comes to: the state after it, what happened in order, what was refused or done in part."""

    state: State
    events: tuple[Event, ...] = ()
    refused: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Awaited:
    """What the game waits for: a phase, and who owes which kind of sheet.

    Games where all owe the same name every seat at once; games played one after the other name one seat.
    An empty `owed` means that the phase resolves without orders; no Awaited at all, that the game is over.
    """

    phase: PhaseId
    owed: Mapping[Seat, str]


@dataclass(frozen=True, slots=True)
class Position:
    """Everything a resolver may know: the board, the state on it, the options of this game."""

    board: Board
    state: State
    options: Mapping[str, Plain] = field(default_factory=dict)


class BadInput(Exception):
    """A file that people wrote cannot be used: one sentence, with the place. Never for orders: those are Problems."""

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.message, self.where = message, where
