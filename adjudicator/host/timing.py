"""The running deadline of a game, and what its players used of what they are allowed. Durable files of the host."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, timedelta

from adjudicator.core import jsonfiles
from adjudicator.core.model import Awaited, Plain, Seat
from adjudicator.host import deadlines, seats
from adjudicator.host.deadlines import Absence, Schedule
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game


@dataclass(frozen=True, slots=True)
class Running:
    """The phase that is awaited, by the clock."""

    phase: str
    opened: datetime
    due: datetime | None
    paused: datetime | None = None
    """Since when; while it is paused nothing is due."""
    why: str = ""
    """Why it is paused."""
    reminded: tuple[int, ...] = ()
    late_told: bool = False
    """Everybody has been told who is late."""
    stopped: str = ""
    """What the moderator was last told that stops this phase."""

    def cut_off(self, schedule: Schedule) -> datetime | None:
        """After this, orders are late; None while nothing is due."""
        return None if self.due is None or self.paused else self.due + timedelta(minutes=schedule.grace)

    def put_off_to(self, moment: datetime, now: datetime) -> Running:
        """With another deadline; reminders that lie ahead again will be sent again."""
        kept = tuple(hours for hours in self.reminded if moment - timedelta(hours=hours) <= now)
        return replace(self, due=moment, reminded=kept, late_told=self.late_told and moment <= now)


@dataclass(frozen=True, slots=True)
class Attendance:
    """What one player used of what he is allowed, and whether he is still there."""

    missed: int = 0
    """Deadlines in a row that passed without orders of his."""
    extensions: int = 0
    absences: tuple[Absence, ...] = ()
    gone: bool = False
    """He has given up his seat: nobody waits for him."""
    change: str = ""
    """What becomes of his seat at the end of the phase: `left`, or `taken-over` by somebody else."""
    ending: bool = False
    """He agrees that the game ends as it stands."""

    @property
    def days_away(self) -> int:
        return sum(absence.days for absence in self.absences)


# -- the running deadline ----------------------------------------------------------------------------------------------


def current(draft: Draft, game: Game, awaited: Awaited) -> Running:
    """As it was opened with the phase. Where a phase came in some other way (undone, copied), it opens now."""
    written = draft.read(_running_path(game.name))
    running = None if written is None else _read_running(written, game.name)
    if running is not None and running.phase == str(awaited.phase):
        return running
    return _fresh(draft, game, awaited, running)


def open_next(draft: Draft, game: Game, awaited: Awaited | None, shared: bool) -> None:
    """The deadline of the phase that follows; `shared`: it has one together with the phase before it."""
    written = draft.read(_running_path(game.name))
    earlier = None if written is None else _read_running(written, game.name)
    if awaited is None:
        if earlier is not None:
            draft.remove(_running_path(game.name))
        return
    running = _fresh(draft, game, awaited, earlier)
    if shared and earlier is not None:
        running = replace(running, opened=earlier.opened, due=earlier.due, reminded=earlier.reminded)
    write(draft, game.name, running)


def opened_again(draft: Draft, game: Game, awaited: Awaited, running: Running) -> Running:
    """The same phase with its whole time once more, from now."""
    fresh = _fresh(draft, game, awaited, None)
    if running.due is None or fresh.due is None:
        return replace(running, due=fresh.due)
    return running.put_off_to(max(running.due, fresh.due), draft.now)


def _fresh(draft: Draft, game: Game, awaited: Awaited, earlier: Running | None) -> Running:
    schedule = game.schedule
    away = absences_of(attendance(draft, game.name), awaited)
    moment = deadlines.due(schedule, awaited.phase.name, draft.now, away)
    paused = None if earlier is None else earlier.paused
    return Running(str(awaited.phase), draft.now, moment, paused and draft.now, "" if earlier is None else earlier.why)


def write(draft: Draft, game: str, running: Running) -> None:
    plain = {key: value.isoformat() if isinstance(value, datetime) else value for key, value in asdict(running).items()}
    draft.write(_running_path(game), jsonfiles.dump(plain))


def _read_running(text: str, game: str) -> Running:
    def running(raw: Plain) -> Running:
        for key in ("opened", "due", "paused"):
            raw[key] = None if raw[key] is None else datetime.fromisoformat(raw[key]).astimezone(UTC)
        return Running(**{**raw, "reminded": tuple(raw["reminded"])})

    return jsonfiles.load(text, _running_path(game), running)


def _running_path(game: str) -> str:
    return f"{seats.folder(game)}/deadline.json"


# -- attendance --------------------------------------------------------------------------------------------------------


def attendance(draft: Draft, game: str) -> dict[Seat, Attendance]:
    """By seat; of whom nothing is written, nothing was used."""
    written = draft.read(_attendance_path(game))
    found = {} if written is None else jsonfiles.load(written, _attendance_path(game), _read_all)
    return {seat: found.get(seat, Attendance()) for seat in seats.read(draft, game)}


def write_attendance(draft: Draft, game: str, everybody: Mapping[Seat, Attendance]) -> None:
    plain = {
        seat: {**asdict(one), "absences": [[each.first.isoformat(), each.last.isoformat()] for each in one.absences]}
        for seat, one in sorted(everybody.items())
        if one != Attendance()
    }
    text = jsonfiles.dump(plain)
    if plain or draft.read(_attendance_path(game)) is not None:
        draft.write(_attendance_path(game), text)


def absences_of(everybody: Mapping[Seat, Attendance], awaited: Awaited) -> list[Absence]:
    return [absence for seat in awaited.owed for absence in _of(everybody, seat).absences]


def _of(everybody: Mapping[Seat, Attendance], seat: Seat) -> Attendance:
    return everybody.get(seat, Attendance())


def count_missed(
    everybody: Mapping[Seat, Attendance], owing: Iterable[Seat], missing: Iterable[Seat]
) -> dict[Seat, Attendance]:
    """After a deadline: one more for whoever sent nothing, a fresh start for whoever did."""
    absent = set(missing)
    counted = dict(everybody)
    for seat in owing:
        one = _of(everybody, seat)
        counted[seat] = replace(one, missed=one.missed + 1 if seat in absent else 0)
    return counted


def _read_all(raw: Plain) -> dict[Seat, Attendance]:
    return {seat: _read_attendance(entry) for seat, entry in raw.items()}


def _read_attendance(raw: dict[str, object]) -> Attendance:
    absences = raw.get("absences", [])
    assert isinstance(absences, list)
    read = tuple(Absence(date.fromisoformat(first), date.fromisoformat(last)) for first, last in absences)
    return Attendance(**{**raw, "absences": read})  # type: ignore[arg-type]


def _attendance_path(game: str) -> str:
    return f"{seats.folder(game)}/attendance.json"
