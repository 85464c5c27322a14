"""What a mail came to."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.core.model import Seat


@dataclass(frozen=True, slots=True)
class Verdict:
    what: str
    """A word for the journal: orders, refused, superseded, unknown, bounce, notice, loop, again, aside, or the
    command that was obeyed."""
    game: str = ""
    seat: Seat = ""
    aside: bool = False
    """The mail is set aside instead of taken."""
    waits: str = ""
    """Why the mail stays in the mailbox: a file of the moderator's must be mended first, or it cannot be moved."""
