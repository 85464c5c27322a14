"""What a phase came to, told to each player, to onlookers and to the archive."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from adjudicator.core import picture, records
from adjudicator.core.latest import Latest
from adjudicator.core.model import Event, OrderSheet, PhaseId, Plain, Position, Resolution, Seat
from adjudicator.core.picture import Picture
from adjudicator.core.voice import ENGLISH
from adjudicator.host import (
    agreed,
    asking,
    correspondence,
    forms,
    gathering,
    languages,
    letters,
    pictures,
    proof,
    resolving,
    seats,
    telling,
)
from adjudicator.host.correspondence import teller as naming
from adjudicator.host.draft import Draft
from adjudicator.host.forms import form, position_name
from adjudicator.host.gamefolder import BEGINNING, Game
from adjudicator.host.letters import Attachment, Letter

__all__ = ["Report", "form", "keep_last", "last_letter", "naming", "position_name"]

SHORT = 12
"""So much of a hash stands in a letter; the whole is in the phase's folder."""


@dataclass(frozen=True, slots=True)
class Report:
    game: Game
    """As it stands after the phase."""
    phase: PhaseId
    resolution: Resolution
    notes: Mapping[str, Plain] = field(default_factory=dict)
    """How it was resolved: `absent` (who had sent nothing), `standing` (whose standing orders counted)."""
    before: Position | None = None
    sheets: Mapping[Seat, OrderSheet] = field(default_factory=dict)

    def letters(self, draft: Draft, kept: Callable[[Picture | None], str | None]) -> list[Letter]:
        """One to each player; the map is painted once for each language. `kept`: of `pictures.keeping`."""
        painted: Latest[Picture | None, str | None] = Latest(kept, answers=len(languages.LANGUAGES))
        found = []
        for seat, player in sorted(seats.read(draft, self.game.name).items()):
            name = painted(self._drawn(seat, player.language))
            found.append(self._letter(draft, seat, {} if name is None else {"map": name}))
        return found

    def welcome(self, draft: Draft, seat: Seat, history: Attachment) -> Letter:
        """To whoever takes over a seat: how it stands and what is agreed on, with the history beside it."""
        language = seats.read(draft, self.game.name)[seat].language
        name = pictures.keep(draft, self.game.name, self._drawn(seat, language))
        return self._letter(draft, seat, {} if name is None else {"map": name}, "replacement", (history,))

    def _letter(
        self, draft: Draft, seat: Seat, shown: Mapping[str, str], kind: str = "", more: tuple[Attachment, ...] = ()
    ) -> Letter:
        game = self.game
        player = seats.read(draft, game.name)[seat]
        facts = {
            **self._facts(seat, player.language),
            **asking.facts(draft, game, seat),
            "picture": "map" if shown else "",
            "gathered": gathering.taken(draft, game.name, seat),
            **(agreed.facts(game) if kind == "replacement" else {}),
        }
        kind = kind or ("status" if game.awaited is not None else "over")
        files = (*correspondence.calendar(draft, game, seat), *self._files(seat), *more)
        return correspondence.write(draft, game, seat, kind, str(self.phase), facts, pictures=shown, files=files)

    def _files(self, seat: Seat | None) -> tuple[Attachment, ...]:
        """What programs read: the position for `check --position`, and the report."""
        game, stem = self.game, f"{self.game.name}-{str(self.phase).replace('/', '-')}"
        told = telling.sentences(game.rules)
        report = {
            "game": game.name,
            "phase": str(self.phase),
            "position": position_name(game),
            "events": [told for event, told in _PLAIN(self) if _is_seen(event, seat)],
            "refused": [resolving.refusal(each, told) for each in self.resolution.refused if each.seat == seat],
        }
        return (
            Attachment(f"{stem}.position", "application/octet-stream", forms.position_file(game, seat)),
            Attachment(f"{stem}.report.json", "application/json", json.dumps(report, ensure_ascii=False) + "\n"),
        )

    def page_for_onlookers(self, shown: str = "", language: str = "en", zone: str = "UTC") -> telling.Page:
        """Without the deadline: what is kept in the archive does not change when that is moved."""
        public = _PUBLIC(self) if language == ENGLISH else self._facts(None, language)
        facts = {**public, "due": None, "picture": shown}
        return naming(self.game, language, zone).page("report", **facts)

    def for_observer(self, draft: Draft, language: str, zone: str) -> tuple[telling.Page, dict[str, str]]:
        """As anybody may see it, with the deadline and the map."""
        name = pictures.keep(draft, self.game.name, self._drawn(None, language))
        shown = {} if name is None else {"map": name}
        due = correspondence.deadline(draft, self.game)
        facts = {**self._facts(None, language), "due": due, "picture": "map" if shown else ""}
        return naming(self.game, language, zone).page("report", **facts), shown

    def to_look_at(self) -> dict[str, str]:
        """The phase for the eye, as anybody may see it: text, a page, and the map with what has changed."""
        shown = self._drawn(None, ENGLISH)
        page = self.page_for_onlookers("" if shown is None else "map.svg")
        found = {"report.txt": page.text, "report.html": page.html}
        return found if shown is None else {**found, "map.svg": picture.svg(shown)}

    def _drawn(self, seat: Seat | None, language: str) -> Picture | None:
        game, voice = self.game, languages.voice(self.game.rules, language)
        assert game.position is not None
        seen = game.rules.view(game.position, seat)
        if seen is game.position:  # a game without secrets: everybody sees the same
            known = _DRAWN(self)
            if language not in known:
                known[language] = game.rules.picture(seen, voice, self.before)
            return known[language]
        before = None if self.before is None else game.rules.view(self.before, seat)
        return game.rules.picture(seen, voice, before)

    def commit_message(self) -> str:
        return naming(self.game).block("letters/commit.txt.j2", "text", **_PUBLIC(self))

    def _events(self, seat: Seat | None) -> list[Event]:
        return [event for event in self.resolution.events if _is_seen(event, seat)]

    def _concerning(self, seat: Seat) -> Iterator[Event]:
        """Somebody else's doings, or nobody's, that name this player or something of his."""
        for event, told in _PLAIN(self):
            if event.seat != seat and _is_seen(event, seat) and _names(told, seat):
                yield event

    def _facts(self, seat: Seat | None, language: str) -> dict[str, Plain]:
        """Made from the reader's own view: what he may not know is not here, so no template can tell it."""
        game, resolution = self.game, self.resolution
        assert game.position is not None
        awaited, seen = game.awaited, game.rules.view(game.position, seat)
        told = telling.sentences(game.rules, language)
        events = self._events(seat)
        return {
            "game": game.name,
            "title": game.rules.title,
            "phase": self.phase.name,
            "turn": self.phase.turn,
            "beginning": self.phase == BEGINNING,
            "seat": seat,
            "events": events,
            "groups": list(_by_player(events)),
            "concerning": [] if seat is None else list(self._concerning(seat)),
            "refused": [
                resolving.refusal(problem, told) for problem in resolution.refused if seat in (None, problem.seat)
            ],
            "ordered": seat in self.sheets,
            "state": forms.seen_state(game, seat),
            "tables": game.rules.tables(seen, seat),
            "awaited": correspondence.asked(game),
            "owes": awaited is not None and seat in awaited.owed,
            "owing": [] if awaited is None else sorted(awaited.owed),
            "position": position_name(game),
            "hashes": _HASHES(self),
            "seed": game.file.seed,
            "ended": game.file.ended,
            "absent": self.notes.get("absent", []),
            "standing": self.notes.get("standing", []),
        }


_DRAWN: Latest[Report, dict[str, Picture | None]] = Latest(lambda report: {})
"""By language, for games without secrets."""
_PUBLIC: Latest[Report, dict[str, Plain]] = Latest(lambda report: report._facts(None, ENGLISH))
_PLAIN: Latest[Report, list[tuple[Event, dict[str, Plain]]]] = Latest(
    lambda report: [(event, records.plain(event)) for event in report.resolution.events]
)
_HASHES: Latest[Report, dict[Seat, str]] = Latest(
    lambda report: {seat: proof.orders_hash(sheet)[:SHORT] for seat, sheet in sorted(report.sheets.items())}
)


def _by_player(events: Iterable[Event]) -> Iterable[dict[str, Plain]]:
    """What happened in order, parted wherever somebody else's doings begin."""
    group: dict[str, Plain] | None = None
    for event in events:
        if group is None or group["seat"] != event.seat:
            if group is not None:
                yield group
            group = {"seat": event.seat, "events": []}
        group["events"].append(event)
    if group is not None:
        yield group


def _is_seen(event: Event, seat: Seat | None) -> bool:
    return event.seen_by is None or seat in event.seen_by


def _names(told: Mapping[str, Plain], seat: Seat) -> bool:
    own = f"{seat}-"
    for key, value in told.items():
        if isinstance(value, str):
            if key not in ("seat", "order") and (value == seat or value.startswith(own)):
                return True
        elif isinstance(value, Mapping) and any(each.startswith(own) for each in value):
            return True
    return False


def keep_last(draft: Draft, letter: Letter) -> None:
    """The newest status letter of a seat, for `resend`; like all that waits, without address and token."""
    draft.write(_last_path(letter.game, letter.seat), letter.as_text())


def last_letter(draft: Draft, game: str, seat: Seat) -> Letter | None:
    path = _last_path(game, seat)
    written = draft.read(path)
    return None if written is None else letters.read(written, path)


def _last_path(game: str, seat: Seat) -> str:
    return f"{seats.folder(game)}/last/{seat}.json"
