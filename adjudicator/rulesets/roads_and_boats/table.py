"""The table at which a phase is played: the position as it now is, what happened so far, and what was refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from adjudicator.core.changing import changed
from adjudicator.core.model import Event, Plain, Position, Problem, Seat

from .apply import apply
from .facts import TAKEN, WHOLE_HEAP, Fact, brought, taken
from .look import Look
from .memory import Memory, Move, remember


@dataclass(frozen=True, slots=True)
class No:
    """Why something cannot be done: a value that checks return. `about` says which facts stood in the way."""

    code: str
    rule: str
    facts: Mapping[str, Plain] = field(default_factory=dict)
    about: tuple[Fact, ...] = ()


class Trace(NamedTuple):
    """What one order of a player looked at, its trials included, and what it brought about."""

    seat: Seat
    path: str
    looked_at: frozenset[Fact]
    events: tuple[Event, ...]


class Table:
    """The only one who makes things happen. Forks are cheap: states and memories are never changed, only replaced."""

    def __init__(self, position: Position, memory: Memory | None = None) -> None:
        names = frozenset(position.state.transporters)
        self.look = Look(position.board, position.state, memory or Memory(names=names), position.options)
        self.events: list[Event] = []
        self.refused: list[Problem] = []
        self.seat: Seat | None = None
        """Whose slot it is."""
        self.path = ""
        """The place in his sheet of the order being carried out."""
        self.trace: list[Trace] | None = None
        """For a forecast: what each order looked at and brought about; None where nobody listens."""
        self._first_event = 0

    def begin_order(self, path: str) -> None:
        """Begin to listen to one order of a player. Its trials look with the same ears."""
        if self.trace is not None:
            self.look.seen, self._first_event = set(), len(self.events)

    def end_order(self, path: str) -> None:
        if self.trace is not None:
            assert self.look.seen is not None and self.seat is not None
            events = tuple(self.events[self._first_event :])
            self.trace.append(Trace(self.seat, path, frozenset(self.look.seen), events))
            self.look.seen = None

    def happen(self, event: Event) -> None:
        """Let an event happen. Whose doing and which order it was is filled in from the table."""
        if self.seat is not None and (event.seat is None or not event.order):
            event = changed(event, seat=event.seat or self.seat, order=event.order or self.path)
        before = self.look.state
        self.look.state = apply(before, event)
        self.look.memory = remember(self.look.memory, event, before)
        self.events.append(event)

    def refuse(
        self, no: No, kind: Literal["illegal", "partial"] = "illegal", place: str | None = None
    ) -> Literal[False]:
        """Write down why an order was refused, or done only in part; who stood in the way is added."""
        facts = dict(no.facts)
        if "taken_by" not in facts and (culprit := self._culprit(frozenset(no.about))) is not None:
            if culprit.seat == self.seat:
                facts["own_order"] = culprit.order
            else:
                facts["taken_by"], facts["by_order"] = culprit.seat, culprit.order
        at = self.path if place is None else place
        self.refused.append(Problem(kind, no.code, no.rule, facts, place=at, seat=self.seat))
        return False

    def _culprit(self, about: frozenset[Fact]) -> Event | None:
        """The last event of this phase that changed one of these facts: another player's if there is any, or his own.

        Where goods lack only those who took some stood in the way, otherwise only those who put some there.
        """
        lacking = frozenset(fact for fact in about if fact[0] == "goods" and fact[2] != WHOLE_HEAP)
        emptied = frozenset(fact for fact in about if fact[0] == "load" and fact[2:] == (TAKEN,))
        less, other = lacking | {fact[:2] for fact in emptied}, about - lacking - emptied
        own = None
        for event in reversed(self.events) if about else ():
            if event.seat is None or not (less & taken(event) or other & brought(event)):
                continue
            if event.seat != self.seat:
                return event
            if event.order != self.path:
                own = own or event
        return own

    def keep_move(self, **changes: Any) -> Move:
        """Change what is remembered of the move under way."""
        move = self.look.memory.move
        assert move is not None
        move = changed(move, **changes)
        self.look.memory = changed(self.look.memory, move=move)
        return move

    def fork(self) -> Table:
        """A table of its own for a trial: it begins as this one stands."""
        copy = Table.__new__(Table)
        copy.look = self.look.aside()
        copy.events, copy.refused = list(self.events), list(self.refused)
        copy.seat, copy.path, copy.trace, copy._first_event = self.seat, self.path, None, 0
        return copy

    def adopt(self, trial: Table) -> None:
        """Take over what a trial came to."""
        self.look.state, self.look.memory = trial.look.state, trial.look.memory
        self.events, self.refused = trial.events, trial.refused
