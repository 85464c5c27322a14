"""Pictures of letters that wait: each painted once and kept beside them, however many letters show it."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import lru_cache

from adjudicator.core.model import Seat
from adjudicator.core.picture import CLEAR, Picture, svg
from adjudicator.host import languages, letters, seats
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game


def keep(draft: Draft, game: str, picture: Picture | None) -> str | None:
    """The name that it is kept under; None where there is nothing to show or nobody who paints."""
    with keeping(draft, game) as kept:
        return kept(picture)


@contextmanager
def keeping(draft: Draft, game: str) -> Iterator[Callable[[Picture | None], str | None]]:
    """The same for several; they are painted while their letters are written, and are there when this ends.

    A picture is named by what is drawn, which is known before it is painted; so the same one is never painted twice.
    """
    there = set(draft.names(_folder(game)))
    with ExitStack() as until_painted:

        def kept(picture: Picture | None) -> str | None:
            if picture is None or draft.painter is None:
                return None
            name = hashlib.sha256(svg(picture).encode()).hexdigest()[:24]
            if name not in there:
                there.add(name)
                painted = draft.painter.png(replace(picture, background=CLEAR))  # it lies on light pages and dark ones
                until_painted.callback(lambda: _write(draft, game, name, painted()))
            return name

        yield kept


def _write(draft: Draft, game: str, name: str, content: bytes) -> None:
    draft.write(_path(game, name), base64.b64encode(content).decode() + "\n")


def of_position(draft: Draft, game: Game, seat: Seat | None, language: str) -> dict[str, str]:
    """The map as this reader sees it, without what has changed; as a letter names its pictures."""
    assert game.position is not None
    seen, voice = game.rules.view(game.position, seat), languages.voice(game.rules, language)
    name = keep(draft, game.name, game.rules.picture(seen, voice))
    return {} if name is None else {"map": name}


def content(draft: Draft, game: str, name: str) -> bytes | None:
    written = draft.read(_path(game, name))
    return None if written is None else _decoded(written)


@lru_cache(maxsize=4)
def _decoded(written: str) -> bytes:
    """Kept, because the letters that show a picture leave one after the other."""
    return base64.b64decode(written)


def drop_unused(draft: Draft, game: str) -> None:
    """Those that no letter shows any more, neither one that waits nor the last one of a player."""
    shown: set[str] = set()
    for folder in (f"{seats.folder(game)}/outbox", f"{seats.folder(game)}/last"):
        for name in draft.names(folder):
            written = draft.read(f"{folder}/{name}")
            shown.update(letters.read(written, f"{folder}/{name}").pictures.values() if written else ())
    for name in draft.names(_folder(game)):
        if name not in shown:
            draft.remove(f"{_folder(game)}/{name}")


def _folder(game: str) -> str:
    return f"{seats.folder(game)}/pictures"


def _path(game: str, name: str) -> str:
    return f"{_folder(game)}/{name}"
