"""What the moderator does with a game's time: put a deadline off, pause, resume, change what was agreed on.

Everything here is told to everybody and enters the game's chronicle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from adjudicator.core.model import Awaited, BadInput, Plain, Seat
from adjudicator.host import chronicle, deadlines, notices, timing
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import PRESS, Game, read_schedule
from adjudicator.host.timing import Running

MODERATOR = "moderator"


def awaiting(game: Game) -> Awaited:
    awaited = game.awaited
    if awaited is None:
        raise BadInput(f"{game.name} waits for nobody: it has not begun, or is over")
    return awaited


def extend(draft: Draft, game: Game, hours: int, reason: str = "") -> datetime:
    """So many hours more; from now where the deadline has passed already."""
    running = timing.current(draft, game, awaiting(game))
    if running.due is None:
        raise BadInput(f"{game.name} has no deadline that could be put off")
    return put_off(draft, game, max(running.due, draft.now) + timedelta(hours=hours), reason=reason)


def put_off(draft: Draft, game: Game, moment: datetime, by: str = MODERATOR, reason: str = "") -> datetime:
    """Until that moment, or the next day that is not skipped."""
    running = timing.current(draft, game, awaiting(game))
    until = deadlines.moved(game.schedule, moment)
    if until <= draft.now:
        raise BadInput(f"{until:%F %R} UTC is over already")
    timing.write(draft, game.name, running.put_off_to(until, draft.now))
    was = None if running.due is None else running.due.isoformat()
    notices.tell_all(draft, game, "extended", by=by, was_due=was, until=until.isoformat(), reason=reason)
    return until


def pause(draft: Draft, game: Game, reason: str = "") -> None:
    running = timing.current(draft, game, awaiting(game))
    if running.paused:
        raise BadInput(f"{game.name} is paused already")
    timing.write(draft, game.name, replace(running, paused=draft.now, why=reason or MODERATOR))
    notices.tell_all(draft, game, "paused", reason=reason)


def resume(draft: Draft, game: Game) -> datetime | None:
    """With as much time as was left; those who had less than a day get a day."""
    running = timing.current(draft, game, awaiting(game))
    if running.paused is None:
        raise BadInput(f"{game.name} is not paused")
    going = resumed(draft, game, running)
    timing.write(draft, game.name, going)
    notices.tell_all(draft, game, "resumed", until=None if going.due is None else going.due.isoformat())
    return going.due


def resumed(draft: Draft, game: Game, running: Running) -> Running:
    going = replace(running, paused=None, why="")
    if running.paused is None or running.due is None:
        return going
    left = max(running.due - running.paused, timedelta(days=1))
    return going.put_off_to(deadlines.moved(game.schedule, draft.now + left), draft.now)


def change(draft: Draft, game: Game, changed: Mapping[str, Plain]) -> list[str]:
    """Other deadlines or another rule for press, from now on. A deadline that is running stays as it was announced."""
    agreed = dict(game.file.deadlines)
    press = game.file.press
    for key, value in changed.items():
        if key == "press":
            press = str(value)
        elif value is None:
            agreed.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(agreed.get(key), Mapping):
            agreed[key] = {**agreed[key], **value}
        else:
            agreed[key] = value
    if press not in PRESS:
        raise BadInput(f"press is one of {', '.join(PRESS)}")
    read_schedule(game.rules, game.rules.read_options(game.file.options), agreed, "deadlines")
    file = replace(game.file, deadlines=agreed, press=press)
    if file == game.file:
        raise BadInput("nothing of that is new")
    lines = [f"{key}: {_shown(value)}" for key, value in changed.items()]
    notices.tell_all(draft, game, "settings", lines=lines)
    chronicle.publish(draft, game, file)
    return lines


def _shown(value: Plain) -> str:
    if value is None:
        return "as usual"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {part}" for key, part in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def tell(draft: Draft, game: Game, text: str, readers: list[Seat]) -> None:
    """The moderator's own words to some or all of the players."""
    about = f"press.{draft.now:%Y%m%dT%H%M%S}"
    for seat in readers:
        draft.send([notices.write(draft, game, seat, "moderator", about, text=text, readers=readers)])
    draft.note("press", game=game.name, seat=MODERATOR, to=readers)
