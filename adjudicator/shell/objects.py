"""What a git repository keeps: files, folders and commits, each named by its hash, made here in memory.

libgit2 could make them too, but waits for the disk after each. It also takes an object that is there for whole, so one
that a loss of power has torn would stay torn: ours are written again, complete, whenever a commit is made again.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from adjudicator.shell.durable import File

FILE, FOLDER = 0o100644, 0o040000
FASTEST = 1
"""How hard zlib tries: as libgit2 does. `git gc` packs tighter."""


class Objects:
    def __init__(self) -> None:
        self._packed: dict[str, bytes] = {}

    def files(self, repository: Path) -> list[File]:
        """Where they belong. A draft that is never finished lies where git looks for nothing but its own."""
        folder = repository / "objects"
        return [
            File(folder / f"{name[:2]}/{name[2:]}", packed, mode=0o444, folder_mode=0o777, drafts=folder)
            for name, packed in self._packed.items()
        ]

    def file(self, content: bytes) -> str:
        return self._add("blob", content)

    def folder(self, entries: Mapping[bytes, tuple[int, str]]) -> str:
        """By name: what it is (git's mode) and the object."""
        # Git sorts a folder as if its name ended in a slash.
        order = sorted(entries.items(), key=lambda entry: entry[0] + (b"/" if entry[1][0] == FOLDER else b""))
        return self._add("tree", b"".join(b"%o %s\0" % (mode, name) + bytes.fromhex(id) for name, (mode, id) in order))

    def changed(self, files: Mapping[tuple[str, ...], str | None], before: Any) -> str | None:
        """A folder with these files in it, otherwise as it was before (if it was); None where nothing is left.

        Only folders with a change in them are looked at, so the thousandth file costs what the first did.
        """
        old = {} if before is None else {entry.raw_name: entry for entry in before}
        entries = {name: (int(entry.filemode), str(entry.id)) for name, entry in old.items()}
        below: dict[bytes, dict[tuple[str, ...], str | None]] = {}
        for (first, *rest), text in sorted(files.items()):
            name = first.encode()
            if rest:
                below.setdefault(name, {})[tuple(rest)] = text
            elif text is not None:
                entries[name] = (FILE, self.file(text.encode()))
            else:
                entries.pop(name, None)
        for name, inner in below.items():
            folder = self.changed(inner, old.get(name))
            if folder is not None:
                entries[name] = (FOLDER, folder)
            else:
                entries.pop(name, None)
        return self.folder(entries) if entries else None

    def commit(self, folder: str, parents: Sequence[str], author: tuple[str, str], when: datetime, message: str) -> str:
        by = _by(author, when)
        lines = [f"tree {folder}", *(f"parent {parent}" for parent in parents), f"author {by}", f"committer {by}"]
        return self._add("commit", ("\n".join(lines) + f"\n\n{message}").encode())

    def _add(self, kind: str, content: bytes) -> str:
        whole = f"{kind} {len(content)}\0".encode() + content
        name = hashlib.sha1(whole, usedforsecurity=False).hexdigest()
        self._packed[name] = zlib.compress(whole, FASTEST)
        return name


def log_line(before: str | None, after: str, author: tuple[str, str], when: datetime, message: str) -> str:
    """What git notes when a branch moves; `git reflog` shows it."""
    return f"{before or '0' * len(after)} {after} {_by(author, when)}\t{message.partition(chr(10))[0]}\n"


def _by(author: tuple[str, str], when: datetime) -> str:
    return f"{author[0]} <{author[1]}> {int(when.timestamp())} +0000"
