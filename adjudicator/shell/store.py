"""The folder `host/`: durable files and the lock under which every step happens."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from adjudicator.core.texts import decoded
from adjudicator.host.ports import Busy
from adjudicator.shell import durable
from adjudicator.shell.faults import look


class FolderStore:
    def __init__(self, root: Path) -> None:
        self.root = root

    def read(self, path: str) -> str | None:
        look(f"read {path}")
        try:
            return decoded((self.root / path).read_bytes(), f"host/{path}")
        except FileNotFoundError:
            return None

    def read_from(self, path: str, offset: int) -> bytes:
        look(f"read {path}")
        try:
            with (self.root / path).open("rb") as file:
                file.seek(offset)
                return file.read()
        except FileNotFoundError:
            return b""

    def names(self, folder: str) -> list[str]:
        look(f"list {folder}")
        try:
            found = [entry.name for entry in (self.root / folder).iterdir()]
        except FileNotFoundError:
            return []
        return sorted(name for name in found if not name.endswith(durable.LEFTOVER))

    def write(self, path: str, text: str) -> None:
        durable.write(self.root / path, text.encode())

    def change(self, files: Mapping[str, str | None], added: Mapping[str, str]) -> None:
        whole = [(path, None if text is None else text.encode(), False) for path, text in files.items()]
        ends = [(path, text.encode(), True) for path, text in added.items()]
        durable.change([durable.File(self.root / path, text, at_end=at_end) for path, text, at_end in whole + ends])

    def cut(self, path: str, length: int) -> None:
        durable.cut(self.root / path, length)

    def remove(self, path: str) -> None:
        durable.remove(self.root / path)

    def settle(self) -> None:
        durable.settle(self.root)

    @contextlib.contextmanager
    def lock(self, purpose: str, wait: float) -> Iterator[None]:
        """One at a time. The lock is the kernel's, so it ends with the process that holds it, however that ends."""
        durable.make_folder(self.root)
        handle = os.open(self.root / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            self._acquire(handle, wait)
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"process {os.getpid()}: {purpose}\n".encode(), 0)
            yield
        finally:
            os.close(handle)

    def _acquire(self, handle: int, wait: float) -> None:
        until = time.monotonic() + wait
        pause = 0.005
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() >= until:
                    holder = os.pread(handle, 200, 0).decode("utf-8", "replace").strip() or "another process"
                    raise Busy(f"{self.root} is in use by {holder}") from None
            time.sleep(pause)
            pause = min(pause * 2, 0.2)
