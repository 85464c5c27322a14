"""One letter to one player: in his language and his time, as a page and as text, with what is attached."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from adjudicator.core.latest import Latest
from adjudicator.core.model import Plain, Seat
from adjudicator.core.sentences import Sentences
from adjudicator.core.voice import ENGLISH
from adjudicator.host import ics, seats, telling, timing
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.letters import Attachment, Letter, one_line
from adjudicator.host.moments import UTC_ZONE

LONGEST_NAME = 60
TIMELY = ("notice", "reminder", "deadline", "digest", "undone", "corrected")
"""Letters that are about the deadline: it goes with them, for calendars."""


def teller(game: Game, language: str = ENGLISH, zone: str = UTC_ZONE) -> telling.Teller:
    """Tells of this game with its players' names; in English and UTC the archive is written."""
    known = _TELLERS(game)
    if (language, zone) not in known:
        known[language, zone] = _teller(game, language, zone)
    return known[language, zone]


_TELLERS: Latest[Game, dict[tuple[str, str], telling.Teller]] = Latest(lambda game: {})


def _teller(game: Game, language: str, zone: str) -> telling.Teller:
    names = {seat: one_line(name, LONGEST_NAME) for seat, name in game.file.seats.items()}

    def who(seat: Seat) -> str:
        return f"{names[seat]} ({seat})" if seat in names else seat

    return telling.Teller(game.rules, who, language, zone)


def sentences(draft: Draft, game: Game, seat: Seat) -> Sentences:
    return telling.sentences(game.rules, seats.read(draft, game.name)[seat].language)


def write(
    draft: Draft,
    game: Game,
    seat: Seat,
    kind: str,
    about: str,
    facts: Mapping[str, Plain],
    *,
    answers: str | None = None,
    pictures: Mapping[str, str] | None = None,
    files: tuple[Attachment, ...] = (),
) -> Letter:
    """The letter of a kind (`letters/<kind>.html.j2`)."""
    player = seats.read(draft, game.name)[seat]
    page = teller(game, player.language, player.zone).page(kind, **_known(draft, game, seat, facts))
    return Letter(
        game=game.name,
        seat=seat,
        kind=kind,
        about=about,
        subject=page.subject,
        text=page.text,
        written=draft.now.isoformat(timespec="seconds"),
        answers=answers,
        html=page.html,
        pictures=dict(pictures or {}),
        files=files or (calendar(draft, game, seat) if kind in TIMELY else ()),
    )


def in_short(draft: Draft, game: Game, seat: Seat, kind: str, facts: Mapping[str, Plain]) -> telling.Page:
    """The block `brief` of such a letter, for one that gathers several."""
    player = seats.read(draft, game.name)[seat]
    return teller(game, player.language, player.zone).in_short(kind, **_known(draft, game, seat, facts))


def _known(draft: Draft, game: Game, seat: Seat, facts: Mapping[str, Plain]) -> dict[str, Plain]:
    """Every template knows the game, the reader and the deadline."""
    return {
        "game": game.name,
        "title": game.rules.title,
        "seat": seat,
        "player": one_line(seats.read(draft, game.name)[seat].name, LONGEST_NAME),
        "awaited": asked(game),
        "due": deadline(draft, game),
        **facts,
    }


def asked(game: Game) -> dict[str, Plain] | None:
    """The phase that is awaited, and the later ones that are due together with it; None after the end."""
    if game.awaited is None:
        return None
    phase = game.awaited.phase
    group = game.schedule.together(phase.name)
    later = [each for each in group if game.rules.phases.index(each) > phase.number]
    return {"turn": phase.turn, "phase": phase.name, "together": later}


def deadline(draft: Draft, game: Game) -> datetime | None:
    """When orders are due; None where nothing is, or not now."""
    awaited = game.awaited
    running = None if awaited is None else timing.current(draft, game, awaited)
    return None if running is None or running.paused else running.due


def calendar(draft: Draft, game: Game, seat: Seat) -> tuple[Attachment, ...]:
    """The deadline for the reader's calendar, if there is one."""
    awaited, due = game.awaited, deadline(draft, game)
    if awaited is None or due is None:
        return ()
    opened = timing.current(draft, game, awaited).opened
    uid = f"{game.name}.{str(awaited.phase).replace('/', '.')}@{draft.settings.domain}"
    sequence = max(0, int((draft.now - opened).total_seconds()) // 60)  # higher whenever it is sent again
    facts = {"game": game.name, "turn": awaited.phase.turn, "phase": awaited.owed.get(seat, awaited.phase.name)}
    player = seats.read(draft, game.name)[seat]
    summary = teller(game, player.language, player.zone).block("letters/calendar.txt.j2", "text", **facts)
    text = ics.entry(uid, sequence, due, summary, draft.now)
    return (Attachment("deadline.ics", "calendar", text),)
