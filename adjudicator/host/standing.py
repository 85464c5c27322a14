"""How a game stands, for the moderator: its phase, until when, and who owes what. Never what anybody ordered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from adjudicator.core.model import Awaited, Plain, Seat
from adjudicator.host import judging, readiness, seats, staging, timing
from adjudicator.host.deadlines import Schedule
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game


@dataclass(frozen=True, slots=True)
class Glance:
    """A game seen from afar."""

    lines: tuple[str, ...]
    """A line for the game and one for each player."""
    row: tuple[str, str, str]
    """In a table of games: what it waits for, until when, and for whom."""
    until: datetime | None = None
    """When this may no longer be so, although nothing has come."""
    lasts: bool = True


def awaited_phase(draft: Draft, name: str) -> str:
    awaited = draft.game(name).awaited
    return "" if awaited is None else str(awaited.phase)


def glance(draft: Draft, name: str) -> Glance:
    game = draft.game(name)
    if game.position is None:
        return _inviting(name, seats.read(draft, name))
    awaited = game.awaited
    if awaited is None:
        return Glance((f"{name}: over{f' ({game.file.ended})' if game.file.ended else ''}",), ("over", "", ""))
    stands = judging.judge(draft, game, awaited)
    staged = staging.what(draft, name) if staging.is_staged(draft, name) else ""
    stopped = stands.stop if stands.why else ""
    until = _until(stands, game.schedule)
    rests = f", {staged} staged" if staged else ", stopped" if stopped else ""
    return Glance(
        (f"{name}: waits for {awaited.phase}{until}", *_players(draft, game, awaited, stands, staged, stopped)),
        (f"{awaited.phase}{rests}", until.removeprefix(", ").removeprefix("until "), ", ".join(stands.unready)),
        stands.until,
        lasts=stands.why != "deadline",
    )


def _inviting(name: str, players: Mapping[Seat, seats.Player]) -> Glance:
    missing = [seat for seat, player in players.items() if player.word is None]
    joined = (f"  {seat:<8} {one.name}: {'joined' if one.word else 'has not joined'}" for seat, one in players.items())
    return Glance((f"{name}: inviting", *joined), ("players to join", "", ", ".join(missing)))


def _players(
    draft: Draft, game: Game, awaited: Awaited, stands: judging.Judgement, staged: str, stopped: str
) -> Iterator[str]:
    if stopped:
        yield f"  stopped: {stopped}"
    if staged:
        ways = f"`adjudicator confirm {game.name}` or `adjudicator discard {game.name}`"
        yield f"  {staged} is staged; the game rests until {ways}"
    people = timing.attendance(draft, game.name)
    for seat in awaited.owed:
        yield f"  {seat:<8} {game.file.seats[seat]}: {_words(stands.standings[seat], people[seat])}"


def for_players(draft: Draft, game: Game) -> list[dict[str, Plain]]:
    """Who owes what, as letters tell it: a row for each player."""
    if game.position is None:
        people = seats.read(draft, game.name)
        return [{"seat": seat, "stands": "joined" if one.word else "not-joined"} for seat, one in people.items()]
    awaited = game.awaited
    if awaited is None:
        return []
    standings, attending = judging.judge(draft, game, awaited).standings, timing.attendance(draft, game.name)
    return [
        {
            "seat": seat,
            "stands": _orders(standings[seat], attending[seat]),
            "standing_orders": standings[seat].always is not None,
            "gone": attending[seat].gone,
            "missed": attending[seat].missed,
            "ending": attending[seat].ending,
        }
        for seat in awaited.owed
    ]


def _orders(stands: readiness.Standing, person: timing.Attendance) -> str:
    """Who has left owes nothing; what he sent all the same is told like everybody's."""
    return "ready" if stands.ready else "held" if stands.sheet else "gone" if person.gone else "owes"


def _until(stands: judging.Judgement, schedule: Schedule) -> str:
    running = stands.running
    if running.paused:
        return f", paused since {shown(running.paused, schedule)}"
    if stands.why == "ready" and not stands.stop:
        return ", due now: everybody is ready"
    if stands.until is not None and not stands.unready:
        return f", until {shown(stands.until, schedule)}: everybody is ready"
    return "" if running.due is None else f", until {shown(running.due, schedule)}"


def shown(moment: datetime, schedule: Schedule) -> str:
    """In the game's zone, for the moderator."""
    return f"{moment.astimezone(ZoneInfo(schedule.zone)):%a %Y-%m-%d %H:%M} {schedule.zone}"


def _words(stands: readiness.Standing, person: timing.Attendance) -> str:
    known = {"ready": "ready", "held": "orders held, not ready", "gone": "", "owes": "owes orders"}
    more = [known[_orders(stands, person)]]
    if stands.always is not None:
        more.append("standing orders held")
    if person.gone:
        more.append("has left")
    if person.missed:
        more.append(f"missed {person.missed} {'deadline' if person.missed == 1 else 'deadlines'} in a row")
    if person.ending:
        more.append("would end the game")
    return ", ".join(filter(None, more))
