"""Files that are old or new and never half: temporary file, fsync, rename, fsync of the folder.

What changes together goes through each of these four stages together, for every stage has to wait for the disk.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from adjudicator.shell.faults import point

LEFTOVER = ".tmp~"
"""The end of a temporary name. One that a killed run left is overwritten when its step is carried out again."""

LONG = 0.001
"""A wait for the disk of so many seconds is worth threads."""

AT_A_TIME = 8
"""So many syncs wait for the disk at the same time; with more it was no faster."""

OPEN = 100
"""So many files are held open at most; some systems give a process no more than 256."""


class File(NamedTuple):
    """One file as it shall be."""

    path: Path
    text: bytes | None
    """None removes it."""
    mode: int = 0o600
    folder_mode: int = 0o700
    """Of the folders that must be made for it."""
    drafts: Path | None = None
    """The folder in which it lies until it is whole, where it would be seen in its own."""
    at_end: bool = False
    """The text comes after what stands there already. It may be found half; whoever reads it must see that."""

    @property
    def draft(self) -> str:
        return f"{self.drafts or self.path.parent}/.{self.path.name}{LEFTOVER}"


def write(path: Path, text: bytes, mode: int = 0o600) -> None:
    change([File(path, text, mode)])


def remove(path: Path) -> None:
    change([File(path, None)])


def change(files: Sequence[File]) -> None:
    """Several files, each old or new and never half. Whatever fails before the first rename leaves all of them old.

    For what is done again if it is killed on the way: until the end, any of them may be found old.
    """
    new = [file for file in files if file.text is not None]
    modes = {file.path.parent: file.folder_mode for file in new}
    touched = [above for folder, mode in modes.items() for above in _make(folder, mode)]
    touched += [file.path.parent for file in files if not file.at_end or not file.path.exists()]
    for start in range(0, len(new), OPEN):
        _write(new[start : start + OPEN])
    for file in files:
        if file.text is None:
            point(f"remove {file.path.name}")
            file.path.unlink(missing_ok=True)
        elif not file.at_end:
            point(f"rename {file.path.name}")
            os.replace(file.draft, file.path)  # noqa: PTH105
    _sync_folders(folder for folder in touched if folder.is_dir())


def _write(files: Sequence[File]) -> None:
    with contextlib.ExitStack() as opened:
        handles = []
        for file in files:
            point(f"{'append' if file.at_end else 'write'} {file.path.name}")
            handle = _open(file)
            opened.callback(os.close, handle)
            _write_all(handle, file.text or b"")
            _begin_writing(handle)
            handles.append(handle)
        for file in files:
            point(f"sync {file.path.name}")
        _sync(handles)


def _open(file: File) -> int:
    if file.at_end:
        return os.open(file.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, file.mode)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        return os.open(file.draft, flags, file.mode)
    except FileExistsError:  # a killed run's; where nobody may write to the file, nobody may open its draft again
        os.unlink(file.draft)  # noqa: PTH108
        return os.open(file.draft, flags, file.mode)


def _write_all(handle: int, text: bytes) -> None:
    view = memoryview(text)
    while view:
        view = view[os.write(handle, view) :]


def _begin_writing(handle: int) -> None:
    """Lets the system begin, so that less is left to do when we wait for it. It promises nothing; `_sync` does."""
    with contextlib.suppress(AttributeError, OSError):  # not every system can be asked
        os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)


def _sync(handles: Iterable[int]) -> None:
    """All of these are on the disk when this ends.

    Most of a phase's time on a disk was one such wait after the other. The first takes along much of what the others
    need; where it was long, the others wait side by side, so that the disk can answer them in one go. Threads do no
    more than wait, and none is there where there is nothing to wait for: in memory they would cost more than the rest.
    """
    left = list(handles)
    while left:
        began = time.perf_counter()
        os.fsync(left.pop(0))
        if len(left) > 1 and time.perf_counter() - began > LONG:
            _sync_side_by_side(left)


def _sync_side_by_side(left: list[int]) -> None:
    failed: list[OSError] = []

    def sync_what_is_left() -> None:
        with contextlib.suppress(IndexError):  # another thread was faster
            while left:
                handle = left.pop()
                try:
                    os.fsync(handle)
                except OSError as error:
                    failed.append(error)

    threads: list[threading.Thread] = []
    try:
        while len(left) > 1 and len(threads) < AT_A_TIME - 1:  # one is left for us
            thread = threading.Thread(target=sync_what_is_left)
            try:
                thread.start()
            except RuntimeError:  # the system gives us no more
                break
            threads.append(thread)
        sync_what_is_left()
    finally:
        left.clear()
        for thread in threads:  # before anybody closes what they sync
            thread.join()
    if failed:
        raise failed[0]


def _sync_folders(folders: Iterable[Path]) -> None:
    touched = list(dict.fromkeys(folders))
    for folder in touched:
        point(f"sync folder {folder.name}")
    for start in range(0, len(touched), OPEN):
        with contextlib.ExitStack() as opened:
            handles = []
            for folder in touched[start : start + OPEN]:
                handles.append(os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))
                opened.callback(os.close, handles[-1])
            _sync(handles)


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One process at a time works in a folder, where no lock of the host is held: they would write to one draft.

    The lock is the kernel's, so it ends with the process that holds it, however that ends.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def settle(folder: Path) -> None:
    """All that was written where this folder lies is on the disk, also what somebody wrote who died before the sync."""
    import ctypes

    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        system = ctypes.CDLL(None, use_errno=True)
        if not hasattr(system, "syncfs"):
            os.sync()
        elif system.syncfs(handle) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(folder))
    finally:
        os.close(handle)


def cut(path: Path, length: int) -> None:
    point(f"cut {path.name}")
    handle = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.ftruncate(handle, length)
        os.fsync(handle)
    finally:
        os.close(handle)


def remove_folder(folder: Path) -> None:
    """An empty one."""
    point(f"remove folder {folder.name}")
    folder.rmdir()
    _sync_folders([folder.parent])


def move(targets: Mapping[Path, Path]) -> None:
    """Files, each to where it shall lie. What somebody has moved meanwhile is left to him."""
    touched: list[Path] = []
    for source, target in targets.items():
        touched += [*_make(target.parent), target.parent, source.parent]
        point(f"move {source.name}")
        with contextlib.suppress(FileNotFoundError):
            source.replace(target)
    _sync_folders(touched)


def make_folder(folder: Path) -> None:
    _sync_folders(_make(folder))


def _make(folder: Path, mode: int = 0o700) -> list[Path]:
    """Returns the folders that must be synced for it to be there."""
    if folder.is_dir():
        return []
    above = _make(folder.parent, mode)
    point(f"make folder {folder.name}")
    folder.mkdir(mode=mode, exist_ok=True)
    return [*above, folder.parent]
