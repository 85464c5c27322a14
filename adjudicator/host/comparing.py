"""What became of orders the second time: every order that now comes to something else, and every fact that differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from adjudicator.core import records
from adjudicator.core.model import Event, PhaseId, Plain, Seat


@dataclass(frozen=True, slots=True)
class Came:
    """What a phase came to, of which the results of single orders can be asked."""

    events: Sequence[Event]
    refused: Sequence[Mapping[str, Plain]]
    """As events files have it: player, order, place, code, rule, reason."""

    def seen_by(self, seat: Seat | None) -> Came:
        """What a reader may know of it."""
        return Came([event for event in self.events if event.seen_by is None or seat in event.seen_by], self.refused)

    def orders(self) -> set[tuple[Seat, int]]:
        caused = {
            (event.seat, _number(event.order)) for event in self.events if event.seat and _number(event.order) >= 0
        }
        denied = {(one["player"], one["order"]) for one in self.refused if one["player"] and one["order"] is not None}
        return caused | denied

    def of(self, seat: Seat, order: int) -> tuple[list[Plain], list[Plain]]:
        caused = [records.plain(event) for event in self.events if event.seat == seat and _number(event.order) == order]
        return caused, [one for one in self.refused if (one["player"], one["order"]) == (seat, order)]


@dataclass(frozen=True, slots=True)
class Changed:
    """An order that comes to something else than before."""

    phase: PhaseId
    seat: Seat
    order: int
    """Its place in the player's list, from 0."""
    how: str
    """refused: carried out before, and no longer; allowed: the other way round; otherwise: it does something else, or
    is not ordered any more."""
    reason: str = ""
    """Why it is refused now."""

    @property
    def plain(self) -> dict[str, Plain]:
        return {
            "phase": str(self.phase),
            "seat": self.seat,
            "order": self.order + 1,
            "how": self.how,
            "reason": self.reason,
        }


def changed_orders(phase: PhaseId, was: Came, now: Came) -> Iterator[Changed]:
    """By player and place in his list."""
    for seat, order in sorted(was.orders() | now.orders()):
        (caused, denied), (causes, denies) = was.of(seat, order), now.of(seat, order)
        if (caused, _codes(denied)) == (causes, _codes(denies)):
            continue
        if _codes(denies) - _codes(denied):
            new = next(one for one in denies if _code(one) not in _codes(denied))
            yield Changed(phase, seat, order, "refused", f"{new['reason']} ({new['rule']})")
        elif denied and causes and not denies:
            yield Changed(phase, seat, order, "allowed")
        else:
            yield Changed(phase, seat, order, "otherwise")


def differences(was: Plain, now: Plain, path: str = "") -> Iterator[tuple[str, Plain, Plain]]:
    """Every fact of two states that is not the same: its path, what it was, what it is; None where it is not there."""
    if path and "." not in path:  # a part of the state that is empty is left out
        was, now = (
            {} if one is None and isinstance(other, Mapping) else one for one, other in ((was, now), (now, was))
        )
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        for key in sorted({*was, *now}, key=str):
            yield from differences(was.get(key), now.get(key), f"{path}.{key}" if path else str(key))
    elif was != now:
        yield path, was, now


def told(difference: tuple[str, Plain, Plain]) -> str:
    path, was, now = difference
    return f"{path}: {shown(was)} → {shown(now)}"


def shown(value: Plain) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {shown(part)}" for key, part in value.items()) + "}"
    return f"[{', '.join(map(shown, value))}]" if isinstance(value, list | tuple) else str(value)


def _number(place: str) -> int:
    head = place.partition(".")[0]
    return int(head) if head.isdigit() else -1


def _code(one: Mapping[str, Plain]) -> tuple[str, str]:
    return one["place"], one["code"]


def _codes(several: Sequence[Mapping[str, Plain]]) -> set[tuple[str, str]]:
    return {_code(one) for one in several}
