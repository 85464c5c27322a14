"""Pictures of letters that wait: each painted once and kept beside them, however many letters show it."""

from __future__ import annotations

import base64
import hashlib
import json

from adjudicator.core.picture import Picture
from adjudicator.host import seats
from adjudicator.host.draft import Draft


def keep(draft: Draft, game: str, picture: Picture | None) -> str | None:
    """The name that it is kept under; None where there is nothing to show or nobody who paints."""
    if picture is None or draft.painter is None:
        return None
    content = draft.painter.png(picture)
    name = hashlib.sha256(content).hexdigest()[:24]
    draft.write(_path(game, name), base64.b64encode(content).decode() + "\n")
    return name


def content(draft: Draft, game: str, name: str) -> bytes | None:
    written = draft.read(_path(game, name))
    return None if written is None else base64.b64decode(written)


def drop_unused(draft: Draft, game: str) -> None:
    """Those that no letter shows any more, neither one that waits nor the last one of a player."""
    shown: set[str] = set()
    for folder in (f"{seats.folder(game)}/outbox", f"{seats.folder(game)}/last"):
        for name in draft.names(folder):
            written = draft.read(f"{folder}/{name}")
            shown.update(json.loads(written).get("pictures", {}).values() if written else ())
    for name in draft.names(_folder(game)):
        if name not in shown:
            draft.remove(f"{_folder(game)}/{name}")


def _folder(game: str) -> str:
    return f"{seats.folder(game)}/pictures"


def _path(game: str, name: str) -> str:
    return f"{_folder(game)}/{name}"
