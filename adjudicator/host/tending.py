"""Looking after one game: begin it, resolve what is due, remind those who are late, end it where all agree.

One step does one of these. A step that finds nothing to do writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from adjudicator.core.model import Awaited, PhaseId, Seat
from adjudicator.host import (
    adjudicate,
    asking,
    chronicle,
    ending,
    gathering,
    judging,
    moderator,
    notices,
    staging,
    timing,
)
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.judging import Judgement
from adjudicator.host.timing import Attendance


@dataclass(frozen=True, slots=True)
class Tended:
    """What one look at a game came to."""

    phase: PhaseId | None = None
    """What was resolved."""
    said: str = ""
    """What else was done, in a line for the moderator."""
    stop: str = ""
    """Why something that is due was not resolved."""

    @property
    def anything(self) -> bool:
        return self.phase is not None or bool(self.said)


@dataclass(frozen=True, slots=True)
class Leave:
    """What this run may do beyond what the clock says."""

    at_once: bool = False
    """Resolve the awaited phase although it is not due."""
    anyway: Callable[[str], bool] = lambda stop: False
    """Asked where something speaks against resolving; says whether to go on all the same."""


NO_LEAVE = Leave()


def tend(draft: Draft, name: str, leave: Leave = NO_LEAVE) -> Tended:
    game = draft.game(name)
    if chronicle.publish(draft, game):
        return Tended(said=f"{name}: chronicle written")
    gathered = gathering.send_due(draft, game)
    if gathered:
        return Tended(said=f"{name}: what had waited was sent: {', '.join(gathered)}")
    if game.position is None:
        return Tended(adjudicate.begin(draft, game))
    awaited = game.awaited
    if awaited is None:
        return Tended()
    if ending.is_agreed(draft, game):
        ending.end(draft, game, "agreement")
        return Tended(said=f"{name}: ended by agreement")
    if staging.is_staged(draft, name):
        what = staging.what(draft, name)
        return Tended(stop=f"{what} is staged; `adjudicator confirm` or `adjudicator discard` it")
    stands = judging.judge(draft, game, awaited)
    if not stands.why and not leave.at_once:
        return _remind(draft, game, awaited, stands)
    if stands.stop and not leave.anyway(f"{name}: {stands.stop}"):
        _warn(draft, game, stands)
        return Tended(stop=stands.stop)
    resolve(draft, game, awaited, stands)
    return Tended(awaited.phase)


def _warn(draft: Draft, game: Game, stands: Judgement) -> None:
    """The moderator is told once of each thing that stops a phase."""
    if stands.running.stopped != stands.stop:
        timing.write(draft, game.name, replace(stands.running, stopped=stands.stop))
        about = f"{game.name}.{stands.running.phase}.{draft.now:%Y%m%dT%H%M}"
        moderator.tell(draft, "stopped", about, game=game.name, detail=stands.stop)


def resolve(draft: Draft, game: Game, awaited: Awaited, stands: Judgement) -> None:
    """The phase with what is held, and everybody's attendance after it."""
    schedule = game.schedule
    people = _counted(draft, game, awaited, stands)
    lost = _lost(game, stands, people)
    if lost and schedule.missing == "leave":
        people |= {seat: replace(people[seat], gone=True, change="left") for seat in lost}
    elif lost:
        timing.write(draft, game.name, replace(stands.running, paused=draft.now, why="vacant"))
    changes = judging.changes(people)
    timing.write_attendance(draft, game.name, {seat: replace(one, change="") for seat, one in people.items()})
    notes = {"absent": stands.missing, "standing": stands.standing_orders}
    adjudicate.resolve(draft, game, awaited, stands.sheets, changes, notes)
    if not stands.why:
        chronicle.add(draft, game, "resolved-early", resolved=str(awaited.phase))
    for seat in lost:
        told = "vacant" if schedule.missing == "replace" else "left-missing"
        notices.tell_all(draft, game, told, player=seat, missed=people[seat].missed)


def _counted(draft: Draft, game: Game, awaited: Awaited, stands: Judgement) -> dict[Seat, Attendance]:
    """Who missed how many deadlines in a row. Of the phases that share one, the first counts."""
    people = timing.attendance(draft, game.name)
    there = [seat for seat in awaited.owed if seat not in stands.missing]
    if stands.why == "deadline" and awaited.phase.name == game.schedule.together(awaited.phase.name)[0]:
        return timing.count_missed(people, awaited.owed, stands.missing)
    return timing.count_missed(people, there, [])


def _lost(game: Game, stands: Judgement, people: Mapping[Seat, Attendance]) -> list[Seat]:
    """Whose seat is given up, as the game agreed, after so many deadlines without orders."""
    if game.schedule.missing not in ("replace", "leave") or stands.why != "deadline":
        return []
    return [seat for seat in stands.missing if people[seat].missed >= game.schedule.missed]


def _remind(draft: Draft, game: Game, awaited: Awaited, stands: Judgement) -> Tended:
    schedule, running = game.schedule, stands.running
    if judging.is_late_now(stands, schedule, draft.now):
        timing.write(draft, game.name, replace(running, late_told=True))
        notices.tell_all(draft, game, "late", players=stands.unready)
        return Tended(said=f"{game.name}: late: {', '.join(stands.unready)}")
    hours = judging.reminders(stands, schedule, draft.now)
    if hours:
        timing.write(draft, game.name, replace(running, reminded=(*running.reminded, *hours)))
        remind(draft, game, awaited, stands.unready)
        return Tended(said=f"{game.name}: reminded: {', '.join(stands.unready)}")
    return Tended()


def remind(draft: Draft, game: Game, awaited: Awaited, readers: list[str]) -> None:
    """A letter to each of them, with what is held of him and the form."""
    about = f"{awaited.phase}.{draft.now:%Y%m%dT%H%M}"
    for seat in readers:
        draft.send([notices.write(draft, game, seat, "reminder", about, **asking.facts(draft, game, seat))])
    draft.note("reminded", game=game.name, phase=str(awaited.phase), seats=readers)
