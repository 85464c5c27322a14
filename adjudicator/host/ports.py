"""What the host needs of the world. The real parts are in shell/; every one of them can be exchanged in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from adjudicator.core.picture import Picture


class Clock(Protocol):
    def now(self) -> datetime: ...  # aware, in UTC


# ---- mail in


@dataclass(frozen=True, slots=True)
class Waiting:
    """A mail that lies in the mailbox. Its arrival is the server's word; the sender cannot write it."""

    ref: str  # how the mailbox finds it again; means nothing to anybody else
    size: int
    arrived: datetime


class Unreachable(Exception):
    """A mail server does not answer or does not let us in: a sentence with what to do. Nothing is lost by it."""

    def __init__(self, message: str, advice: str = "", *, lasting: bool = False) -> None:
        super().__init__(f"{message}; {advice}" if advice else message)
        self.message, self.advice = message, advice
        self.lasting = lasting
        """Trying again will not help before a person has changed something."""


class Mailbox(Protocol):
    """Where players' mail arrives. A mail stays until `taken` or `set_aside` is called for it.

    Every method may raise Unreachable; doing it again later is harmless.
    """

    def waiting(self) -> Sequence[Waiting]: ...  # earliest arrival first
    def fetch(self, refs: Sequence[str]) -> Mapping[str, bytes]: ...  # whole mails; what has gone meanwhile is missing
    def headers(self, refs: Sequence[str]) -> Mapping[str, bytes]: ...  # for mails too large to fetch
    def taken(self, refs: Sequence[str]) -> None: ...
    def set_aside(self, refs: Sequence[str]) -> None: ...


class Doorbell(Protocol):
    """Tells when new mail may lie in the mailbox, so that nobody need look all the time."""

    def wait(self, seconds: float) -> bool: ...  # True as soon as somebody should look, False when the time is over
    def close(self) -> None: ...


# ---- mail out


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A letter as it leaves: one recipient, complete bytes."""

    name: str
    recipient: str
    message: bytes


@dataclass(frozen=True, slots=True)
class Sent:
    name: str
    outcome: Literal["sent", "later", "never"]
    reason: str = ""


class Post(Protocol):
    """What carries letters away. It may deliver one twice (a cut line tells nothing), never none and call it sent."""

    def deliver(self, letters: Iterable[Outgoing]) -> Iterator[Sent]: ...


class Trial(Protocol):
    """Tries something out where it can do no harm, and says whether it came to an end."""

    def __call__(self, work: Callable[[], object], /) -> bool: ...


class TookTooLong(Exception):
    """Work was interrupted because it kept the processor for too long."""


class Patience(Protocol):
    """Limits how long the work inside may keep the processor. Raises TookTooLong in the middle of it."""

    def __call__(self) -> AbstractContextManager[None]: ...


class Painter(Protocol):
    """Makes what a page shows out of a game's picture."""

    def png(self, picture: Picture) -> Callable[[], bytes]: ...  # begins at once; called, it waits for the end


# ---- what lasts


class Store(Protocol):
    """The host's own files, named by their path below `host/`. Every write is whole and durable, or not there."""

    def read(self, path: str) -> str | None: ...
    def read_from(self, path: str, offset: int) -> bytes: ...
    def names(self, folder: str) -> list[str]: ...  # sorted; empty if there is no such folder
    def write(self, path: str, text: str) -> None: ...
    def change(self, files: Mapping[str, str | None], added: Mapping[str, str]) -> None:
        """Files one by one (None removes), and what comes to the end of others: durable together, when this ends."""

    def settle(self) -> None: ...  # what a killed run has written is durable, too
    def cut(self, path: str, length: int) -> None: ...  # drops a torn end
    def remove(self, path: str) -> None: ...
    def lock(self, purpose: str, wait: float) -> AbstractContextManager[None]: ...  # raises Busy


class Busy(Exception):
    """Somebody else is at work; says who."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A change of one game's folder that is made whole or not at all. None as a file's text removes the file."""

    game: str
    parent: str | None
    files: Mapping[str, str | None]
    message: str
    when: datetime


class Archive(Protocol):
    """One game's folder: files that people read, and the repository that remembers them."""

    def head(self) -> str | None: ...
    def read(self, path: str) -> str | None: ...
    def content(self, path: str) -> bytes | None: ...  # as it is read, before it is decoded
    def names(self, folder: str) -> list[str]: ...  # sorted; empty if there is no such folder
    def edited(self, paths: Iterable[str]) -> list[str]: ...  # files that differ from what was last committed
    def commit(self, change: Commit) -> str: ...  # doing it again is harmless
    def clear_stale_locks(self) -> list[str]: ...  # which there were; only while holding our own lock; raises Busy


class Archives(Protocol):
    def names(self) -> list[str]: ...
    def open(self, game: str) -> Archive: ...
