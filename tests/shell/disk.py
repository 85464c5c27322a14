"""A disk that notes what is asked of it, and fails when told to."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest


class Disk:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[tuple[str, str]] = []
        """What has been synced (by the name that it had then), and the names to which files were renamed."""
        self.broken: str | None = None
        """What has this name cannot be synced."""
        self.at_sync: Callable[[str], object] = lambda _: None
        fsync, replace = os.fsync, os.replace

        def note_sync(handle: int) -> None:
            path = str(Path(f"/proc/self/fd/{handle}").readlink())
            self.at_sync(path)
            if Path(path).name == self.broken:
                raise OSError(errno.EIO, "Input/output error")
            fsync(handle)
            self.calls.append(("sync", path))

        def note_rename(source: str | Path, target: str | Path) -> None:
            replace(source, target)
            self.calls.append(("rename", str(target)))

        monkeypatch.setattr(os, "fsync", note_sync)
        monkeypatch.setattr(os, "replace", note_rename)
