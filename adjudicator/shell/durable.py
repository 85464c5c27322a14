"""Files that are old or new and never half: temporary file, fsync, rename, fsync of the folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from adjudicator.shell.faults import point

LEFTOVER = ".tmp~"
"""The end of a temporary name. One that a killed run left is overwritten when its step is carried out again."""


def write(path: Path, text: bytes, mode: int = 0o600, drafts: Path | None = None) -> None:
    """`drafts`: the folder in which it lies until it is whole, where it would be seen in its own."""
    _replace(path, text, mode, drafts)
    sync_folder(path.parent)


def change(files: Mapping[Path, bytes | None], mode: int = 0o600) -> None:
    """Several files, each old or new and never half; None removes one. Their folders are synced once, at the end.

    For what is done again if it is killed on the way: until the end, any of them may be found old.
    """
    for path, text in files.items():
        if text is None:
            point(f"remove {path.name}")
            path.unlink(missing_ok=True)
        else:
            _replace(path, text, mode)
    for folder in dict.fromkeys(path.parent for path in files):
        if folder.is_dir():
            sync_folder(folder)


def _replace(path: Path, text: bytes, mode: int, drafts: Path | None = None) -> None:
    make_folder(path.parent)
    temporary = (drafts or path.parent) / f".{path.name}{LEFTOVER}"
    point(f"write {path.name}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, mode)
    try:
        _write_all(handle, text)
        point(f"sync {path.name}")
        os.fsync(handle)
    finally:
        os.close(handle)
    point(f"rename {path.name}")
    temporary.replace(path)


def append(path: Path, text: bytes, mode: int = 0o600) -> None:
    make_folder(path.parent)
    fresh = not path.exists()
    point(f"append {path.name}")
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, mode)
    try:
        _write_all(handle, text)
        point(f"sync {path.name}")
        os.fsync(handle)
    finally:
        os.close(handle)
    if fresh:
        sync_folder(path.parent)


def cut(path: Path, length: int) -> None:
    point(f"cut {path.name}")
    handle = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.ftruncate(handle, length)
        os.fsync(handle)
    finally:
        os.close(handle)


def remove(path: Path) -> None:
    change({path: None})


def remove_folder(folder: Path) -> None:
    """An empty one."""
    point(f"remove folder {folder.name}")
    folder.rmdir()
    sync_folder(folder.parent)


def move(source: Path, target: Path) -> None:
    make_folder(target.parent)
    point(f"move {source.name}")
    source.replace(target)
    sync_folder(target.parent)
    if source.parent != target.parent:
        sync_folder(source.parent)


def make_folder(folder: Path, mode: int = 0o700) -> None:
    if folder.is_dir():
        return
    make_folder(folder.parent, mode)
    point(f"make folder {folder.name}")
    folder.mkdir(mode=mode, exist_ok=True)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    point(f"sync folder {folder.name}")
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write_all(handle: int, text: bytes) -> None:
    view = memoryview(text)
    while view:
        view = view[os.write(handle, view) :]
