"""How a game stands, for the moderator: its phase, until when, and who owes what. Never what anybody ordered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from adjudicator.host import adjudicate, judging, seats, staging, timing
from adjudicator.host.deadlines import Schedule
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game

COLUMNS = ("game", "waits for", "until", "not ready")


def awaited_phase(draft: Draft, name: str) -> str:
    awaited = draft.game(name).awaited
    return "" if awaited is None else str(awaited.phase)


def standing_of(draft: Draft, name: str) -> Iterator[str]:
    """One game, a line for each player."""
    game = draft.game(name)
    if game.position is None:
        yield f"{name}: inviting"
        for seat, player in seats.read(draft, name).items():
            yield f"  {seat:<8} {player.name}: {'joined' if player.word else 'has not joined'}"
        return
    awaited = game.awaited
    if awaited is None:
        yield f"{name}: over{f' ({game.file.ended})' if game.file.ended else ''}"
        return
    stands = judging.judge(draft, game, awaited)
    yield f"{name}: waits for {awaited.phase}{_until(stands, game.schedule)}"
    if stands.stop and stands.why:
        yield f"  stopped: {stands.stop}"
    if staging.is_staged(draft, name):
        yield "  staged, and not confirmed"
    people = timing.attendance(draft, name)
    for seat in awaited.owed:
        yield f"  {seat:<8} {game.file.seats[seat]}: {_words(stands.standings[seat], people[seat])}"


def table(draft: Draft, names: Sequence[str]) -> list[tuple[str, str, str, str]]:
    """All games, a row for each."""
    return [(name, *_row(draft, draft.game(name))) for name in names]


def _row(draft: Draft, game: Game) -> tuple[str, str, str]:
    if game.position is None:
        missing = [seat for seat, player in seats.read(draft, game.name).items() if player.word is None]
        return "players to join", "", ", ".join(missing)
    awaited = game.awaited
    if awaited is None:
        return "over", "", ""
    stands = judging.judge(draft, game, awaited)
    return str(awaited.phase), _until(stands, game.schedule).removeprefix(", until "), ", ".join(stands.unready)


def _until(stands: judging.Judgement, schedule: Schedule) -> str:
    running = stands.running
    if running.paused:
        return f", paused since {shown(running.paused, schedule)}"
    return "" if running.due is None else f", until {shown(running.due, schedule)}"


def shown(moment: datetime, schedule: Schedule) -> str:
    """In the game's zone, for the moderator."""
    return f"{moment.astimezone(ZoneInfo(schedule.zone)):%a %Y-%m-%d %H:%M} {schedule.zone}"


def _words(stands: adjudicate.Standing, person: timing.Attendance) -> str:
    words = "ready" if stands.ready else "orders held, not ready" if stands.sheet else "owes orders"
    more = [words]
    if stands.always is not None:
        more.append("standing orders held")
    if person.gone:
        more.append("has left")
    if person.missed:
        more.append(f"missed {person.missed} {'deadline' if person.missed == 1 else 'deadlines'} in a row")
    if person.ending:
        more.append("would end the game")
    return ", ".join(more)
