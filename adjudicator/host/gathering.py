"""Fewer letters: what can wait is kept for whoever wants it so, and comes with his next status letter or after a day.

What is kept and the letter that it comes with change hands in one step, so that nothing is lost or told twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from markupsafe import Markup

from adjudicator.core import jsonfiles
from adjudicator.core.model import Plain, Seat
from adjudicator.host import correspondence, seats
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game

LONGEST_WAIT = timedelta(days=1)
MOST = 40
"""Kept for one player: what is beyond that is sent without waiting for the day to end."""

AT_ONCE = ("resumed", "ended")
"""Notices after which the clock runs again, or no more: everybody needs to know."""


def can_wait(what: str, reader: Seat, facts: Mapping[str, Plain]) -> bool:
    """Whether a notice asks nothing of its reader: it is not about him, and he is not the one who is waited for."""
    if what in AT_ONCE or reader in (facts.get("by"), facts.get("player")) or reader in (facts.get("players") or ()):
        return False
    was, until = facts.get("was_due"), facts.get("until")
    return was is None or until is None or datetime.fromisoformat(until) >= datetime.fromisoformat(was)


def keep(draft: Draft, game: Game, seat: Seat, kind: str, facts: Mapping[str, Plain]) -> bool:
    """Keeps it in short, if this player wants fewer letters; otherwise it is to be sent."""
    player = seats.read(draft, game.name)[seat]
    if not player.digest:
        return False
    told = correspondence.in_short(draft, game, seat, kind, facts)
    names = draft.names(_folder(game.name, seat))
    if kind == "receipt":  # the newest tells all that is held
        for name in names:
            if name.endswith(f".{kind}.json"):
                draft.remove(f"{_folder(game.name, seat)}/{name}")
    number = 1 + max((int(name.partition(".")[0]) for name in names), default=0)
    words = {"at": draft.now.isoformat(), "subject": told.subject, "html": told.html}
    if draft.keys is not None:  # it may quote what somebody sent
        words = {key: draft.keys.taken_out(text) for key, text in words.items()}
    draft.write(f"{_folder(game.name, seat)}/{number:06d}.{kind}.json", json.dumps(words, ensure_ascii=False) + "\n")
    draft.note("kept", game=game.name, seat=seat, kind=kind)
    return True


def taken(draft: Draft, game: str, seat: Seat) -> list[dict[str, Plain]]:
    """All that is kept for a player, for the letter that is being written: it is not kept any more."""
    found = []
    for path, words in _kept(draft, game, seat):
        draft.remove(path)
        found.append(
            {
                "at": datetime.fromisoformat(words["at"]),
                "subject": words["subject"].removeprefix(f"{game}: "),
                "html": Markup(words["html"]),
            }
        )
    return found


def send_due(draft: Draft, game: Game) -> list[Seat]:
    """One letter to each player for whom something has waited a day; says who they are."""
    readers = [seat for seat, moment in _moments(draft, game.name) if moment <= draft.now]
    for seat in readers:
        facts = {"gathered": taken(draft, game.name, seat), "digest": seats.read(draft, game.name)[seat].digest}
        draft.send([correspondence.write(draft, game, seat, "digest", f"digest.{draft.now:%Y%m%dT%H%M}", facts)])
    return readers


def moments(draft: Draft, games: Iterable[str]) -> Iterator[datetime]:
    """When what is kept is to be sent at the latest."""
    for game in games:
        yield from (moment for _, moment in _moments(draft, game))


def _moments(draft: Draft, game: str) -> Iterator[tuple[Seat, datetime]]:
    for seat in draft.names(f"{seats.folder(game)}/gathered"):
        kept = list(_kept(draft, game, seat))
        if kept:
            oldest = datetime.fromisoformat(kept[0][1]["at"])
            wants = seats.read(draft, game)[seat].digest
            yield seat, oldest + LONGEST_WAIT if wants and len(kept) <= MOST else oldest


def _kept(draft: Draft, game: str, seat: Seat) -> Iterator[tuple[str, dict[str, str]]]:
    """Oldest first."""
    for name in draft.names(_folder(game, seat)):
        path = f"{_folder(game, seat)}/{name}"
        written = draft.read(path)
        if written is not None:
            yield path, jsonfiles.load(written, path, dict)


def _folder(game: str, seat: Seat) -> str:
    return f"{seats.folder(game)}/gathered/{seat}"
