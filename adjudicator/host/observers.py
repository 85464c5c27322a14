"""Observers: people who get what everybody may know, and order nothing. Their addresses lie in `host/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from adjudicator.core import yamlfiles
from adjudicator.core.model import BadInput, Plain
from adjudicator.host import correspondence, letters, seats
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.letters import Letter
from adjudicator.host.telling import Page

if TYPE_CHECKING:
    from adjudicator.host.reports import Report

OBSERVER = "observer-"
"""Their letters are addressed to `observer-1` and so on, where others name a seat."""


@dataclass(frozen=True, slots=True)
class Observer:
    address: str
    name: str
    language: str = "en"
    zone: str = "UTC"


def read(draft: Draft, game: str) -> dict[str, Observer]:
    written = draft.read(_path(game))
    raw = {} if written is None else yamlfiles.load(written, f"host/{_path(game)}") or {}
    try:
        return {name: Observer(**entry) for name, entry in raw.items()}
    except (TypeError, AttributeError):
        known = ", ".join(Observer.__dataclass_fields__)
        raise BadInput(f"each observer has {known}, and nothing else", f"host/{_path(game)}") from None


def add(draft: Draft, game: str, observer: Observer) -> str:
    """Returns what the new one is called."""
    found = read(draft, game)
    if any(each.address.lower() == observer.address.lower() for each in found.values()):
        raise BadInput(f"{observer.address} observes {game} already")
    number = max((int(name.removeprefix(OBSERVER)) for name in found), default=0) + 1
    _write(draft, game, {**found, f"{OBSERVER}{number}": observer})
    return f"{OBSERVER}{number}"


def remove(draft: Draft, game: str, address: str) -> Observer:
    """Letters that wait for him are not sent any more."""
    found = read(draft, game)
    name = next((name for name, each in found.items() if each.address.lower() == address.lower()), None)
    if name is None:
        raise BadInput(f"{address} does not observe {game}")
    gone = found.pop(name)
    _write(draft, game, found)
    folder = letters.outbox_folder(game)
    for file in draft.names(folder):
        written = draft.read(f"{folder}/{file}")
        if written is not None and letters.read(written, f"{folder}/{file}").seat == name:
            draft.remove(f"{folder}/{file}")
    return gone


def reports(draft: Draft, report: Report) -> Iterator[Letter]:
    """What a phase came to, as anybody may see it."""
    for name, observer in read(draft, report.game.name).items():
        page, shown = report.for_observer(draft, observer.language, observer.zone)
        yield replace(_letter(draft, report.game, name, "report", str(report.phase), page), pictures=shown)


def notices(draft: Draft, game: Game, about: str, **facts: Plain) -> Iterator[Letter]:
    for name, observer in read(draft, game.name).items():
        yield write(draft, game, name, observer, "notice", about, form=None, **facts)


def write(draft: Draft, game: Game, name: str, observer: Observer, kind: str, about: str, /, **facts: Plain) -> Letter:
    known = {
        "game": game.name,
        "title": game.rules.title,
        "seat": None,
        "player": observer.name,
        "awaited": correspondence.asked(game),
        "due": correspondence.deadline(draft, game),
    }
    page = correspondence.teller(game, observer.language, observer.zone).page(kind, **{**known, **facts})
    return _letter(draft, game, name, kind, about, page)


def _letter(draft: Draft, game: Game, name: str, kind: str, about: str, page: Page) -> Letter:
    return Letter(
        game=game.name,
        seat=name,
        kind=kind,
        about=about,
        subject=page.subject,
        text=page.text,
        html=page.html,
        written=draft.now.isoformat(timespec="seconds"),
    )


def _write(draft: Draft, game: str, found: Mapping[str, Observer]) -> None:
    draft.write(_path(game), yamlfiles.dump({name: asdict(each) for name, each in sorted(found.items())}))


def _path(game: str) -> str:
    return f"{seats.folder(game)}/observers.yaml"
