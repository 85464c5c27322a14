"""What players may do by mail with the time of a game, within limits: put a deadline off, be away, agree to an end."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from adjudicator.host import acts, deadlines, notices, receipts, timing
from adjudicator.host.deadlines import Absence
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.request import Request

_SPAN = re.compile(r"(?:by +)?(?P<number>[0-9]{1,3}|an?|one) *(?P<unit>hours?|h|days?|d)?\Z", re.IGNORECASE)
FARTHEST = 366
"""Days ahead that an absence may begin."""


def extend(draft: Draft, request: Request, rest: str) -> str:
    """`extend 24 hours`, `extend 2 days`: within what the game allows each player."""
    holder, game = request.holder, draft.game(request.holder.game)
    schedule, match = game.schedule, _SPAN.match(rest)
    if game.awaited is None or holder.seat not in game.awaited.owed:
        return receipts.refuse(draft, holder, request.mail, "game-not-running")
    running = timing.current(draft, game, game.awaited)
    if running.due is None or running.paused:
        return receipts.refuse(draft, holder, request.mail, "no-deadline")
    if match is None:
        return receipts.refuse(draft, holder, request.mail, "extend-by-what", most=schedule.extension)
    number = int(match["number"]) if match["number"].isdigit() else 1
    hours = number * (24 if (match["unit"] or "h").lower().startswith("d") else 1)
    if not 0 < hours <= schedule.extension:
        return receipts.refuse(draft, holder, request.mail, "extend-by-what", most=schedule.extension)
    people = timing.attendance(draft, holder.game)
    used = people[holder.seat].extensions
    if used >= schedule.extensions:
        return receipts.refuse(draft, holder, request.mail, "extensions-used", most=schedule.extensions)
    # As with orders, what counts is when the server had it, not when somebody looked.
    until = max(running.due, request.arrived) + timedelta(hours=hours)
    if request.arrived > (running.cut_off(schedule) or request.arrived) or until <= draft.now:
        return receipts.refuse(draft, holder, request.mail, "deadline-over")
    people[holder.seat] = replace(people[holder.seat], extensions=used + 1)
    timing.write_attendance(draft, holder.game, people)
    acts.put_off(draft, game, until, by=holder.seat)
    return "extended"


def away(draft: Draft, request: Request, rest: str) -> str:
    """`away 2026-08-01 2026-08-14`: deadlines on these days move behind them, as long as the days last."""
    holder, game = request.holder, draft.game(request.holder.game)
    schedule = game.schedule
    absence = _absence(rest)
    today = draft.now.astimezone(ZoneInfo(schedule.zone)).date()
    if absence is None:
        return receipts.refuse(draft, holder, request.mail, "away-when")
    if not today <= absence.last or not today <= absence.first <= today + timedelta(days=FARTHEST):
        return receipts.refuse(draft, holder, request.mail, "away-when")
    people = timing.attendance(draft, holder.game)
    one = people[holder.seat]
    if any(absence.first <= each.last and each.first <= absence.last for each in one.absences):
        return receipts.refuse(draft, holder, request.mail, "away-already")
    if one.days_away + absence.days > schedule.absences:
        left = max(0, schedule.absences - one.days_away)
        return receipts.refuse(draft, holder, request.mail, "absences-used", left=left)
    people[holder.seat] = replace(one, absences=(*one.absences, absence))
    timing.write_attendance(draft, holder.game, people)
    _tell_away(draft, game, holder.seat, absence)
    return "away"


def _absence(rest: str) -> Absence | None:
    words = [word for word in rest.replace(",", " ").split() if word.lower() not in ("from", "to", "until", "-")]
    try:
        days = [date.fromisoformat(word) for word in words]
    except ValueError:
        return None
    if len(days) not in (1, 2) or days[-1] < days[0]:
        return None
    return Absence(days[0], days[-1])


def _tell_away(draft: Draft, game: Game, seat: str, absence: Absence) -> None:
    """Everybody is told, and to when the running deadline moves if it falls on one of the days."""
    awaited = game.awaited
    until = None
    if awaited is not None and seat in awaited.owed:
        running = timing.current(draft, game, awaited)
        if running.due is not None:
            moved = deadlines.moved(game.schedule, running.due, [absence])
            if moved != running.due:
                timing.write(draft, game.name, running.put_off_to(moved, draft.now))
                until = moved.isoformat()
    first, last = absence.first.isoformat(), absence.last.isoformat()
    notices.tell_all(draft, game, "away", by=seat, first=first, last=last, until=until)


def end(draft: Draft, request: Request, rest: str) -> str:
    """`end GAME`: he agrees to end it as it stands; `end no` takes that back. It ends when all who play agree."""
    holder, game = request.holder, draft.game(request.holder.game)
    if game.awaited is None:
        return receipts.refuse(draft, holder, request.mail, "game-not-running")
    agrees = rest.lower() == holder.game
    if not agrees and rest.lower() != "no":
        return receipts.refuse(draft, holder, request.mail, "end-which", game=holder.game)
    people = timing.attendance(draft, holder.game)
    if people[holder.seat].ending != agrees:
        people[holder.seat] = replace(people[holder.seat], ending=agrees)
        timing.write_attendance(draft, holder.game, people)
    waiting = [seat for seat, one in people.items() if not one.ending and not one.gone]
    notices.tell_all(draft, game, "would-end" if agrees else "plays-on", by=holder.seat, players=waiting)
    return "end"
