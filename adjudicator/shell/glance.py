"""How each game stands, kept so that `adjudicator status` answers without loading a game.

What is kept is thrown away as soon as any file that it was made from is another one, or its time is over. It is made
anew by whoever looks next; `run` and `serve` leave it fresh. This module loads nothing, for that is all it is for.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator import __version__

if TYPE_CHECKING:
    from adjudicator.host.desk import Desk
    from adjudicator.host.standing import Glance

KEPT = "host/status"
INTERRUPTED = "host/redo.json"
OF_A_GAME = ("game.yaml", "map.yaml", "state.yaml", ".git/refs/heads/main", ".git/packed-refs")
LETTERS = ("outbox", "last", "pictures")
"""Folders of a game in `host/` that say nothing about how it stands."""

Seen = list[list[Any]]


def games(home: Path) -> list[str]:
    return sorted(folder.parent.name for folder in home.glob("*/game.yaml"))


def find(home: Path, names: Iterable[str]) -> list[dict[str, Any]] | None:
    """What is kept of all these games; None if it is too old, or a run was interrupted."""
    if (home / INTERRUPTED).exists():
        return None
    found = [_fresh(home, name) for name in names]
    return None if None in found else [each for each in found if each is not None]


def refresh(desk: Desk, home: Path) -> None:
    """Called when work is done, so that the next who asks need not wait."""
    from adjudicator.core.model import BadInput
    from adjudicator.host import standing

    stale = [name for name in games(home) if _fresh(home, name) is None]
    if not stale:
        return
    with desk.step("looking how games stand") as draft:
        for name in stale:
            with suppress(BadInput):  # a game that must be mended has been said to, and will be by `status`
                keep(home, name, standing.glance(draft, name))


def keep(home: Path, name: str, glance: Glance) -> None:
    """Call it holding the lock. Not synced: a torn file is one that cannot be read, and so none."""
    if not glance.lasts:
        return
    until = None if glance.until is None else glance.until.timestamp()
    text = json.dumps({"seen": _seen(home, name), "until": until, "lines": glance.lines, "row": glance.row})
    path = _path(home, name)
    with suppress(OSError):  # a full disk or one that cannot be written: the answer is given all the same
        path.parent.mkdir(mode=0o700, exist_ok=True)
        temporary = path.with_suffix(".new")
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)


def _path(home: Path, name: str) -> Path:
    return home / KEPT / f"{name}.json"


def _fresh(home: Path, name: str) -> dict[str, Any] | None:
    try:
        kept: dict[str, Any] = json.loads(_path(home, name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    until = kept["until"]
    if kept["seen"] != _seen(home, name) or (until is not None and time.time() >= until):
        return None
    return kept


def _seen(home: Path, name: str) -> Seen:
    """Every file that says how a game stands. Ours are replaced and never changed, so each has its own number."""
    home = home.resolve()
    watched = [home / "host" / "host.yaml", *(home / name / file for file in OF_A_GAME)]
    held, staged = (home / "host" / folder / name for folder in ("games", "staged"))
    return [[__version__], *map(_stat, watched), *_below(held), *_below(staged)]


def _below(folder: Path) -> Iterator[list[Any]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except FileNotFoundError:
        return
    for entry in entries:
        if not entry.is_dir():
            yield _stat(Path(entry.path))
        elif entry.name not in LETTERS:
            yield from _below(Path(entry.path))


def _stat(path: Path) -> list[Any]:
    try:
        found = path.stat()
    except FileNotFoundError:
        return [str(path)]
    return [str(path), found.st_mtime_ns, found.st_size, found.st_ino]
