"""The moderator's desk: every part of the world that the host works with, put together in one place."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field

from adjudicator.core.model import BadInput
from adjudicator.host.draft import Draft
from adjudicator.host.journal import Journal
from adjudicator.host.ports import Archives, Clock, Mailbox, Painter, Patience, Post, Store, Trial
from adjudicator.host.settings import Settings
from adjudicator.host.steps import REDO, carry_out, finish_interrupted

SECRET = "secret"
_SECRET = re.compile(r"[0-9a-f]{64}")
WAIT = 30.0
"""How long a command waits for another one to finish its step, in seconds."""


def believed(work: Callable[[], object]) -> bool:
    """For desks without a place to try things out."""
    return True


@dataclass(slots=True)
class Desk:
    settings: Settings
    store: Store
    archives: Archives
    mailbox: Mailbox
    post: Post
    clock: Clock
    wait: float = WAIT
    painter: Painter | None = None
    survives: Trial = believed
    limited: Patience = nullcontext
    journal: Journal = field(init=False)

    def __post_init__(self) -> None:
        self.journal = Journal(self.store)

    @contextmanager
    def step(self, purpose: str) -> Iterator[Draft]:
        """Under the lock: what was interrupted is finished, then all that is drafted happens, wholly or not at all."""
        with self.store.lock(purpose, self.wait):
            finish_interrupted(self.store, self.journal, self.archives)
            draft = self.draft()
            yield draft
            step = draft.as_step()
            if step is not None:
                carry_out(step, self.store, self.journal, self.archives)

    @contextmanager
    def look(self, purpose: str) -> Iterator[Draft]:
        """Under the lock, but nothing of what is drafted happens."""
        with self.store.lock(purpose, self.wait):
            if self.store.read(REDO) is not None:
                raise BadInput("a run was interrupted here; `adjudicator run` brings it to its end first")
            self.journal.catch_up()
            yield self.draft()

    def draft(self) -> Draft:
        """A step in the making. Call it holding the lock."""
        draft = Draft(self.store, self.archives, self.journal, self.clock.now(), self.settings, self.secret())
        draft.painter = self.painter
        return draft

    def secret(self) -> bytes:
        """What tokens are derived from; made when it is first needed, while holding the lock.

        A damaged one is refused: tokens made from half of it, or from nothing, could be guessed.
        """
        written = self.store.read(SECRET)
        if written is None:
            written = secrets.token_hex(32)
            self.store.write(SECRET, written)
        if not _SECRET.fullmatch(written.strip()):
            advice = "put it back from a backup, or remove it, and then all tokens are new"
            raise BadInput(f"the secret is damaged; {advice}", f"host/{SECRET}")
        return bytes.fromhex(written.strip())
