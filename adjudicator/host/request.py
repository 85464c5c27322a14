"""A command that came by mail: whose, in which mail, in which words."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.host.mailtext import Mail
from adjudicator.host.tokens import Holder


@dataclass(frozen=True, slots=True)
class Request:
    holder: Holder
    mail: Mail
    words: list[str]
    """What the player wrote himself, line by line."""
    blocks: list[str]
    """What in it looks like orders."""

    @property
    def first_line(self) -> tuple[str, str]:
        """The verb in small letters, and the rest of its line."""
        verb, _, rest = (self.words[0] if self.words else "").partition(" ")
        return verb.strip(":.!").lower(), rest.strip(": ")
