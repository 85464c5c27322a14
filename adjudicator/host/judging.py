"""Whether a phase is due: everybody is ready, or the deadline has passed and the game agreed to go on then.

Only judges. What follows from it is done by tending.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from adjudicator.core.model import Awaited, OrderSheet, Seat
from adjudicator.host import adjudicate, deadlines, readiness, timing
from adjudicator.host.deadlines import Schedule
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.readiness import Standing
from adjudicator.host.timing import Attendance, Running

LONG_OVERDUE = timedelta(days=7)
"""A deadline that passed so long ago makes one doubt the clock, or wonder where the host has been."""
JITTER = timedelta(minutes=2)
"""By so much a clock may be put back without anybody asking."""

Why = Literal["", "ready", "deadline"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a phase stands by the clock."""

    running: Running
    standings: Mapping[Seat, Standing]
    why: Why = ""
    """Why it is due; empty while it is not."""
    stop: str = ""
    """What the moderator should look at before it is resolved; empty if nothing speaks against it."""
    until: datetime | None = None
    """When this should be judged again, if nothing comes before."""
    gone: frozenset[Seat] = frozenset()
    standing: bool = True
    """Whether standing orders count in this game."""

    @property
    def missing(self) -> list[Seat]:
        """Who is waited for and has sent nothing."""
        return [seat for seat, one in self.standings.items() if one.sheet is None and seat not in self.gone]

    @property
    def unready(self) -> list[Seat]:
        return [seat for seat, one in self.standings.items() if not one.ready and seat not in self.gone]

    @property
    def sheets(self) -> dict[Seat, OrderSheet]:
        played = {seat: one.played if self.standing else one.sheet for seat, one in self.standings.items()}
        return {seat: sheet for seat, sheet in played.items() if sheet is not None}

    @property
    def standing_orders(self) -> list[Seat]:
        """For whom nothing but his standing orders counts."""
        return [seat for seat, sheet in self.sheets.items() if self.standings[seat].sheet is None and sheet]


def judge(draft: Draft, game: Game, awaited: Awaited) -> Judgement:
    schedule, now = game.schedule, draft.now
    running = timing.current(draft, game, awaited)
    people = timing.attendance(draft, game.name)
    gone = frozenset(seat for seat, one in people.items() if one.gone)
    held = readiness.standings(draft, game, awaited)
    stands = Judgement(running, held, gone=gone, standing=schedule.missing != "hold")
    if not running.paused:
        stands = _by_the_clock(stands, schedule, now)
    if people and all(seat in gone for seat in people):
        return replace(stands, stop="everybody has left; `adjudicator end` ends the game")
    if vacant := _vacant(stands, people):
        told = f"it waits only for seats that were left: {', '.join(vacant)}"
        return replace(stands, stop=f"{told}; `adjudicator replace` gives one to somebody else")
    if now < running.opened - JITTER:
        return replace(stands, stop=f"the clock says {now:%F %R}, but this phase began at {running.opened:%F %R}")
    return stands


def _vacant(stands: Judgement, people: Mapping[Seat, Attendance]) -> list[Seat]:
    """The seats that the game waits for, if all have been left and will not be filled by resolving the phase once more.

    So it is where the rules let a seat wait for somebody else: the same phase would come again and again.
    """
    empty = [seat for seat, one in stands.standings.items() if one.sheet is None and seat in stands.gone]
    waits = len(empty) == len(stands.standings) and not any(people[seat].change for seat in empty)
    return empty if waits else []


def _by_the_clock(stands: Judgement, schedule: Schedule, now: datetime) -> Judgement:
    if stands.unready:
        return _by_deadline(stands, schedule, now)
    settled = _settled(stands, schedule)
    if settled <= now:
        return replace(stands, why="ready")
    return replace(stands, until=settled)


def _settled(stands: Judgement, schedule: Schedule) -> datetime:
    """Ready orders may still be thought over, for as long as the game agreed on; orders sent ahead have been."""
    arrivals = [one.arrived for one in stands.standings.values() if one.arrived is not None]
    if not arrivals:
        return stands.running.opened
    settled = max(arrivals) + schedule.settling
    cut_off = stands.running.cut_off(schedule)
    return settled if cut_off is None else min(settled, cut_off)


def _by_deadline(stands: Judgement, schedule: Schedule, now: datetime) -> Judgement:
    running = stands.running
    cut_off = running.cut_off(schedule)
    if cut_off is None or running.due is None:
        return stands
    if now <= cut_off:
        return replace(stands, until=_next_moment(schedule, running, cut_off, now))
    if stands.missing and schedule.missing == "wait":
        return stands
    if schedule.too_many(len(stands.missing), len(stands.standings)):
        named = ", ".join(stands.missing)
        stop = f"nothing came from {named}: is the mail broken?"
    elif now - cut_off > LONG_OVERDUE:
        stop = f"the deadline passed {(now - cut_off).days} days ago: is the clock right, and did the letters leave?"
    else:
        stop = ""
    return replace(stands, why="deadline", stop=stop)


def _next_moment(schedule: Schedule, running: Running, cut_off: datetime, now: datetime) -> datetime:
    """The next reminder, the deadline itself, or the end of the grace."""
    assert running.due is not None
    ahead = [running.due - timedelta(hours=hours) for hours in schedule.reminders if hours not in running.reminded]
    return min([moment for moment in (*ahead, cut_off + timedelta(seconds=1)) if moment > now])


def is_too_late(draft: Draft, game: Game, awaited: Awaited, arrived: datetime) -> datetime | None:
    """The deadline, if orders that arrived then come after it and the phase is as good as resolved without them.

    Judged by when the mail server had them, never by when somebody happened to look: so it does not matter how often
    the host looks.
    """
    schedule = game.schedule
    running = timing.current(draft, game, awaited)
    cut_off = running.cut_off(schedule)
    if cut_off is None or arrived <= cut_off:
        return None
    stands = judge(draft, game, awaited)
    return running.due if stands.why and not stands.stop else None


def reminders(stands: Judgement, schedule: Schedule, now: datetime) -> list[int]:
    running = stands.running
    if running.due is None or running.paused or not stands.unready:
        return []
    return deadlines.reminders_due(schedule, running.due, running.opened, now, running.reminded)


def is_late_now(stands: Judgement, schedule: Schedule, now: datetime) -> bool:
    """The deadline has passed, the game waits, and nobody has been told yet for whom."""
    cut_off = stands.running.cut_off(schedule)
    return cut_off is not None and now > cut_off and bool(stands.unready) and not stands.running.late_told


def changes(people: Mapping[Seat, Attendance]) -> list[adjudicate.SeatChange]:
    return [adjudicate.SeatChange(seat, one.change) for seat, one in sorted(people.items()) if one.change]
