"""The local mailbox: a Maildir in and a Maildir out. Needs no server; any mail program opens it."""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from adjudicator.host.ports import Outgoing, Sent, Waiting
from adjudicator.shell import durable
from adjudicator.shell.faults import look

HEADER_BYTES = 100_000
LONGEST_NAME = 255
"""Bytes that a file system has for the name of a file."""
_END = re.compile(rb"\r?\n\r?\n")


class MaildirMailbox:
    """Mails wait in `new` or, once a mail program has looked at them, in `cur`; taken ones lie in the folder Taken."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        make_maildir(folder)

    def waiting(self) -> Sequence[Waiting]:
        found = []
        look("list the mailbox")
        for place in ("new", "cur"):
            for file in (self._folder / place).iterdir():
                # Only files: a folder could not be read, and a pipe would be read for ever.
                if not file.name.startswith(".") and file.is_file():
                    with contextlib.suppress(FileNotFoundError):  # moved by somebody meanwhile
                        found.append(_waiting(file))
        return sorted(found, key=lambda mail: (mail.arrived, mail.ref))

    def fetch(self, refs: Sequence[str]) -> Mapping[str, bytes]:
        return self._read(refs, None)

    def headers(self, refs: Sequence[str]) -> Mapping[str, bytes]:
        return {ref: _END.split(raw, maxsplit=1)[0] + b"\n\n" for ref, raw in self._read(refs, HEADER_BYTES).items()}

    def taken(self, refs: Sequence[str]) -> None:
        self._move(refs, ".Taken")

    def set_aside(self, refs: Sequence[str]) -> None:
        self._move(refs, ".Quarantine")

    def _read(self, refs: Sequence[str], limit: int | None) -> dict[str, bytes]:
        found = {}
        for ref in refs:
            file = self._find(ref)
            if file is not None:
                look(f"read mail {ref}")
                with contextlib.suppress(FileNotFoundError), file.open("rb") as opened:
                    found[ref] = opened.read(limit)
        return found

    def _move(self, refs: Sequence[str], folder: str) -> None:
        target = self._folder / folder
        make_maildir(target)
        found = {ref: self._find(ref) for ref in refs}
        durable.move({file: target / "cur" / _looked_at(ref) for ref, file in found.items() if file is not None})

    def _find(self, ref: str) -> Path | None:
        """A mail keeps its name up to the colon, wherever a mail program moves it and whatever flags it sets."""
        fresh = self._folder / "new" / ref
        if fresh.exists():
            return fresh
        named = (file for place in ("cur", "new") for file in (self._folder / place).glob(f"{_escaped(ref)}*"))
        return next((file for file in named if _ref(file) == ref), None)


class MaildirDoorbell:
    """Looks once a second whether a mail has been laid into the Maildir."""

    def __init__(self, folder: Path, sleep: Callable[[float], None] = time.sleep) -> None:
        self._folder = folder
        self._sleep = sleep
        self._seen: set[str] = set()

    def wait(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while True:
            lying = {file.name for file in (self._folder / "new").iterdir()}
            fresh, self._seen = lying - self._seen, lying
            left = until - time.monotonic()
            if fresh or left <= 0:
                return bool(fresh)
            self._sleep(min(1.0, left))

    def close(self) -> None:
        pass


class MaildirPost:
    """Letters are laid into one Maildir, each under the name that its Message-ID gives it, so never twice."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        make_maildir(folder)

    def deliver(self, letters: Iterable[Outgoing]) -> Iterator[Sent]:
        new, drafts = self._folder / "new", self._folder / "tmp"
        letters = list(letters)
        with durable.alone(drafts):  # another run may be delivering the very same letters
            durable.change([durable.File(new / letter.name, letter.message, drafts=drafts) for letter in letters])
        for letter in letters:
            now = time.time_ns()  # a file system's own clock may be too coarse to tell two letters apart
            with contextlib.suppress(FileNotFoundError):  # a mail program has moved it meanwhile
                os.utime(new / letter.name, ns=(now, now))
            yield Sent(letter.name, "sent")


def make_maildir(folder: Path) -> None:
    for part in ("new", "cur", "tmp"):
        durable.make_folder(folder / part)


def _waiting(file: Path) -> Waiting:
    status = file.stat()
    return Waiting(_ref(file), status.st_size, datetime.fromtimestamp(status.st_mtime, UTC))


def _ref(file: Path) -> str:
    return file.name.partition(":")[0]


def _looked_at(ref: str) -> str:
    """The name of a mail that somebody has read. Who saves a mail under its subject may leave no room for that."""
    name = f"{ref}:2,S"
    return name if len(os.fsencode(name)) <= LONGEST_NAME else f"{sha256(os.fsencode(ref)).hexdigest()}:2,S"


def _escaped(ref: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in ref)


def drop(folder: Path, name: str, message: bytes) -> Path:
    """Lays a mail into a Maildir as a delivery agent would."""
    make_maildir(folder)
    temporary, target = folder / "tmp" / name, folder / "new" / name
    temporary.write_bytes(message)
    temporary.replace(target)
    return target
