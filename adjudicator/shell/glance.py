"""How each game stands, kept so that `adjudicator status` answers without loading a game.

What is kept is thrown away as soon as any file that it was made from is another one, or its time is over. It is made
anew by whoever looks next; `run` and `serve` leave it fresh. This module loads nothing, for that is all it is for:
paths are text here, because loading `pathlib` takes a twentieth of the time in which `status` has answered.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
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

Home = str | os.PathLike[str]
Seen = list[list[Any]]


def games(home: Home) -> list[str]:
    try:
        return sorted(entry.name for entry in os.scandir(home) if os.path.exists(f"{entry.path}/game.yaml"))
    except (FileNotFoundError, NotADirectoryError):
        return []


def find(home: Home, names: Iterable[str]) -> list[dict[str, Any]] | None:
    """What is kept of all these games; None if it is too old, or a run was interrupted."""
    if os.path.exists(f"{os.fspath(home)}/{INTERRUPTED}"):
        return None
    found = [_fresh(home, name) for name in names]
    return None if None in found else [each for each in found if each is not None]


def refresh(desk: Desk, home: Home) -> None:
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


def keep(home: Home, name: str, glance: Glance) -> None:
    """Call it holding the lock. Not synced: a torn file is one that cannot be read, and so none."""
    if not glance.lasts:
        return
    until = None if glance.until is None else glance.until.timestamp()
    text = json.dumps({"seen": _seen(home, name), "until": until, "lines": glance.lines, "row": glance.row})
    path = _path(home, name)
    with suppress(OSError):  # a full disk or one that cannot be written: the answer is given all the same
        with suppress(FileExistsError):
            os.mkdir(os.path.dirname(path), mode=0o700)
        with open(f"{path}.new", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(f"{path}.new", path)


def _path(home: Home, name: str) -> str:
    return f"{os.fspath(home)}/{KEPT}/{name}.json"


def _fresh(home: Home, name: str) -> dict[str, Any] | None:
    try:
        with open(_path(home, name), encoding="utf-8") as file:
            kept: dict[str, Any] = json.load(file)
        seen, until = kept["seen"], kept["until"]
    except (OSError, ValueError, TypeError, KeyError):
        return None
    if seen != _seen(home, name) or (until is not None and time.time() >= until):
        return None
    return kept


def _seen(home: Home, name: str) -> Seen:
    """Every file that says how a game stands. Ours are replaced and never changed, so each has its own number."""
    home = os.path.realpath(home)
    watched = [f"{home}/host/host.yaml", *(f"{home}/{name}/{file}" for file in OF_A_GAME)]
    held, staged = (f"{home}/host/{folder}/{name}" for folder in ("games", "staged"))
    return [[__version__], *map(_stat, watched), *_below(held), *_below(staged)]


def _below(folder: str) -> Iterator[list[Any]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except FileNotFoundError:
        return
    for entry in entries:
        if not entry.is_dir():
            yield _stat(entry.path)
        elif entry.name not in LETTERS:
            yield from _below(entry.path)


def _stat(path: str) -> list[Any]:
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return [path]
    return [path, found.st_mtime_ns, found.st_size, found.st_ino]
