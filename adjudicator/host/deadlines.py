"""Deadlines: from what a game agreed on to the moment at which orders are due. Pure: every moment is handed in.

Everything is counted in the game's own time zone. Where a clock is put forward or back, the later moment counts: no
player loses time by it. Days that are skipped neither count nor bear a deadline.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from adjudicator.core.model import BadInput, Plain

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
POLICIES = ("wait", "standing", "hold", "replace", "leave")
OTHER = "other"
"""Stands for every kind of phase that is not named."""

_DAYS = re.compile(r"([0-9]{1,3}) days?(?: at)? ([01]?[0-9]|2[0-3]):([0-5][0-9])\Z")
_HOURS = re.compile(r"([0-9]{1,4}) hours?\Z")
_LONGEST = 400
"""Days that are looked at before a calendar counts as one without any day to play on."""


@dataclass(frozen=True, slots=True)
class Span:
    """How long players have: `2 days at 20:00`, or `36 hours`."""

    days: int = 0
    at: time | None = None
    hours: int = 0

    def __str__(self) -> str:
        if self.at is None:
            return f"{self.hours} {'hour' if self.hours == 1 else 'hours'}"
        return f"{self.days} {'day' if self.days == 1 else 'days'} at {self.at:%H:%M}"


@dataclass(frozen=True, slots=True)
class Absence:
    """Whole days in the game's zone, both included, on which a player cannot order."""

    first: date
    last: date

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1


@dataclass(frozen=True, slots=True)
class Schedule:
    """`deadlines` of game.yaml. Without phases there is no deadline: the game waits until everybody is ready."""

    zone: str = "UTC"
    phases: Mapping[str, Span] = field(default_factory=dict)
    round: tuple[tuple[str, ...], ...] = ()
    """Kinds of phases that have one deadline together; the later ones are played from orders sent ahead."""
    skip: tuple[str, ...] = ()
    """Days of the week and single days on which nothing is due."""
    grace: int = 0
    """Minutes after the deadline in which orders still count."""
    ready: int = 30
    """Minutes that everybody must have been ready for, before a phase is resolved ahead of its deadline."""
    reminders: tuple[int, ...] = (24,)
    """Hours before the deadline at which those who are not ready are reminded."""
    missing: str = "wait"
    """What happens at the deadline without somebody's orders: see docs/moderators.md."""
    missed: int = 3
    """After how many deadlines in a row without orders `replace` and `leave` take hold."""
    most_missing: int | None = None
    """More players without orders than this at once, and the moderator is asked. Without it: more than half."""
    extensions: int = 2
    """How often each player may put off a deadline."""
    extension: int = 48
    """By how many hours at most."""
    absences: int = 14
    """For how many days each player may be away."""

    def span(self, phase: str) -> Span | None:
        return self.phases.get(phase, self.phases.get(OTHER))

    def together(self, phase: str) -> tuple[str, ...]:
        """The phases that share a deadline with this one."""
        return next((group for group in self.round if phase in group), (phase,))

    def is_skipped(self, day: date) -> bool:
        return WEEKDAYS[day.weekday()] in self.skip or day.isoformat() in self.skip

    def too_many(self, missing: int, owing: int) -> bool:
        """So many at once are hardly all asleep: more likely the mail is broken."""
        if self.most_missing is not None:
            return missing > self.most_missing
        return missing >= 2 and missing * 2 > owing

    @property
    def settling(self) -> timedelta:
        return timedelta(minutes=self.ready)


# -- the moment --------------------------------------------------------------------------------------------------------


def due(schedule: Schedule, phase: str, opened: datetime, away: Iterable[Absence] = ()) -> datetime | None:
    """When orders are due for a phase that opened then; None where the game has no deadline for it."""
    span = schedule.span(phase)
    if span is None:
        return None
    zone = ZoneInfo(schedule.zone)
    if span.at is None:
        moment = opened + timedelta(hours=span.hours)
    else:
        day = opened.astimezone(zone).date()
        for _ in range(span.days):
            day = _playing_day(schedule, day + timedelta(days=1))
        moment = at_local(day, span.at, zone)
        if moment <= opened:  # `0 days at 20:00`, opened in the evening
            moment = at_local(day + timedelta(days=1), span.at, zone)
    return moved(schedule, moment, away)


def moved(schedule: Schedule, moment: datetime, away: Iterable[Absence] = ()) -> datetime:
    """A deadline on the first day from there on that is neither skipped nor within an absence; at the same hour."""
    zone = ZoneInfo(schedule.zone)
    local = moment.astimezone(zone)
    day = local.date()
    absences = sorted(away, key=lambda each: each.first)
    for _ in range(_LONGEST):
        kept = next((each for each in absences if each.first <= day <= each.last), None)
        if kept is not None:
            # Whoever comes back gets a day to write.
            day = kept.last + timedelta(days=1)
        elif schedule.is_skipped(day):
            day += timedelta(days=1)
        else:
            return moment if day == local.date() else at_local(day, local.time(), zone)
    raise BadInput("so many days are skipped that no deadline can be set", "deadlines.skip")


def at_local(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """That hour of that day; where it comes twice or never, the later of the moments that can be meant."""
    plain = datetime.combine(day, clock.replace(tzinfo=None))
    return max(plain.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))


def _playing_day(schedule: Schedule, day: date) -> date:
    for _ in range(_LONGEST):
        if not schedule.is_skipped(day):
            return day
        day += timedelta(days=1)
    raise BadInput("so many days are skipped that no deadline can be set", "deadlines.skip")


def reminders_due(
    schedule: Schedule, deadline: datetime, opened: datetime, now: datetime, sent: Sequence[int]
) -> list[int]:
    """Which reminders have come due and were not sent; none of those that lay before the phase even opened."""
    return [
        hours
        for hours in schedule.reminders
        if hours not in sent and opened < deadline - timedelta(hours=hours) <= now < deadline
    ]


def from_options(options: Mapping[str, Plain], phases: Sequence[str]) -> dict[str, Plain]:
    """What a game's own options `round` and `missing_orders` come to, where it has them."""
    said: dict[str, Plain] = {}
    if "round" in options:
        words = {"phase": "phase", "whole_turn": list(phases)}
        said["round"] = words.get(options["round"], str(options["round"]).split("+"))
    missing = str(options.get("missing_orders", ""))
    if missing.startswith("kick_after_"):
        said |= {"missing": "leave", "missed": int(missing.removeprefix("kick_after_"))}
    elif missing:
        said["missing"] = {"standing_orders": "standing"}.get(missing, missing)
    return said


# -- as people write it ------------------------------------------------------------------------------------------------


def read(raw: Plain, phases: Sequence[str], where: str = "deadlines") -> Schedule:
    """Raises BadInput with the place and what may stand there."""
    if not isinstance(raw, Mapping):
        raise BadInput("deadlines are keys and values", where)
    known = [each.name for each in fields(Schedule)]
    values: dict[str, Plain] = {}
    for key, value in raw.items():
        if key not in known:
            raise BadInput(f"there is no {key} here, only {', '.join(known)}", where)
        values[key] = _READERS[key](value, f"{where}.{key}", phases)
    schedule = Schedule(**values)
    if all(day in schedule.skip for day in WEEKDAYS):
        raise BadInput("so many days are skipped that no deadline can be set", f"{where}.skip")
    for group in schedule.round:
        if any(schedule.span(name) != schedule.span(group[0]) for name in group if name in schedule.phases):
            raise BadInput(f"{', '.join(group)} have one deadline: say it for {group[0]} alone", f"{where}.phases")
    return schedule


def span(raw: Plain, where: str) -> Span:
    text = " ".join(str(raw).split())
    if match := _DAYS.match(text):
        return Span(days=int(match[1]), at=time(int(match[2]), int(match[3])))
    if (match := _HOURS.match(text)) and int(match[1]):
        return Span(hours=int(match[1]))
    raise BadInput(f"{text} is no time to order in; write 2 days at 20:00, or 36 hours", where)


@lru_cache(maxsize=256)
def is_zone(name: str) -> bool:
    try:
        return bool(ZoneInfo(name).key)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False


def _zone(raw: Plain, where: str, phases: Sequence[str]) -> str:
    if not isinstance(raw, str) or not is_zone(raw):
        raise BadInput(f"there is no time zone {raw}; write it like Europe/Rome", where)
    return raw


def _phases(raw: Plain, where: str, phases: Sequence[str]) -> dict[str, Span]:
    if not isinstance(raw, Mapping):
        raise BadInput("for each kind of phase, how long players have", where)
    for name in raw:
        if name not in phases and name != OTHER:
            raise BadInput(f"there is no phase {name}, only {', '.join((*phases, OTHER))}", where)
    return {name: span(value, f"{where}.{name}") for name, value in raw.items()}


def _round(raw: Plain, where: str, phases: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    if raw == "phase":
        return ()
    if raw == "turn":
        return (tuple(phases),)
    groups = raw if isinstance(raw, list) and all(isinstance(each, list) for each in raw) else [raw]
    named = [name for group in groups if isinstance(group, list) for name in group]
    if not named or any(name not in phases for name in named) or len(set(named)) < len(named):
        raise BadInput(f"round is phase, turn, or a list of phases such as [{phases[0]}, {phases[-1]}]", where)
    return tuple(tuple(sorted(group, key=phases.index)) for group in groups)


def _skip(raw: Plain, where: str, phases: Sequence[str]) -> tuple[str, ...]:
    days = raw if isinstance(raw, list) else [raw]
    for day in days:
        if day not in WEEKDAYS and not _is_day(day):
            raise BadInput(f"{day} is no day; write saturday, or 2026-12-24", where)
    return tuple(days)


def _reminders(raw: Plain, where: str, phases: Sequence[str]) -> tuple[int, ...]:
    hours = raw if isinstance(raw, list) else [raw]
    return tuple(sorted({_whole(1, 1000)(each, where, phases) for each in hours}, reverse=True))


def _missing(raw: Plain, where: str, phases: Sequence[str]) -> str:
    if raw not in POLICIES:
        raise BadInput(f"missing is one of {', '.join(POLICIES)}", where)
    return str(raw)


class _whole:
    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most

    def __call__(self, raw: Plain, where: str, phases: Sequence[str]) -> int:
        if not isinstance(raw, int) or isinstance(raw, bool) or not self._least <= raw <= self._most:
            raise BadInput(f"this is a number from {self._least} to {self._most}", where)
        return raw


def _is_day(raw: Plain) -> bool:
    try:
        return isinstance(raw, str) and date.fromisoformat(raw).isoformat() == raw
    except ValueError:
        return False


_READERS: Mapping[str, Callable[[Plain, str, Sequence[str]], Plain]] = {
    "zone": _zone,
    "phases": _phases,
    "round": _round,
    "skip": _skip,
    "grace": _whole(0, 1440),
    "ready": _whole(0, 1440),
    "reminders": _reminders,
    "missing": _missing,
    "missed": _whole(1, 20),
    "most_missing": _whole(0, 20),
    "extensions": _whole(0, 100),
    "extension": _whole(1, 1000),
    "absences": _whole(0, 365),
}
