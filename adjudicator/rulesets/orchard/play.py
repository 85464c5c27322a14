"""A phase while it is played: the state so far, what happened, what was refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from adjudicator.core.model import Event, OrderSheet, Plain, Problem, Resolution, Seat
from adjudicator.rulesets.orchard.apply import apply
from adjudicator.rulesets.orchard.state import Orchard


class Play:
    def __init__(self, state: Orchard) -> None:
        self.state = state
        self._events: list[Event] = []
        self._refused: list[Problem] = []

    def happen(self, event: Event) -> None:
        self._events.append(event)
        self.state = apply(self.state, event)

    def refuse(self, seat: Seat, place: str, code: str, rule: str, **facts: Plain) -> None:
        self._note("illegal", seat, place, code, rule, facts)

    def fall_short(self, seat: Seat, place: str, code: str, rule: str, **facts: Plain) -> None:
        """Done, but not in full."""
        self._note("partial", seat, place, code, rule, facts)

    def resolution(self) -> Resolution:
        return Resolution(self.state, tuple(self._events), tuple(self._refused))

    def _note(
        self, kind: Literal["illegal", "partial"], seat: Seat, place: str, code: str, rule: str, facts: dict[str, Plain]
    ) -> None:
        self._refused.append(Problem(kind, code, rule, facts, place, seat))


def orders_in_sequence(
    state: Orchard, sheets: Mapping[Seat, OrderSheet]
) -> Iterator[tuple[Seat, str, Mapping[str, Plain]]]:
    """Every order with its place: all of the first player, then all of the second, and so on."""
    for seat in state.sequence:
        sheet = sheets.get(seat)
        for number, order in enumerate(sheet.body.get("orders", ()) if sheet else ()):
            if order is not None:  # set aside when it was read
                yield seat, str(number), order
