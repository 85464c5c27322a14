"""A command that came by mail: whose, in which mail, in which words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adjudicator.core import reading
from adjudicator.host.mailtext import Mail
from adjudicator.host.tokens import Holder

LONGEST_HEAD = 10
"""Words of a first line that is still a command and not a sentence."""
LONGEST_GREETING = 4
_MARKS = " \t\"'`*:.,;!?"
"""What people and telephones put around a word."""


@dataclass(frozen=True, slots=True)
class Request:
    holder: Holder
    mail: Mail
    arrived: datetime
    """When the server had it."""
    lines: list[str]
    """What the player wrote himself, from the line of the command on."""
    blocks: list[str]
    """What in it looks like orders."""
    signature: int | None = None
    """The line of a signature below which orders stand: they were not read."""

    @property
    def first_line(self) -> tuple[str, str]:
        return first_line(self.lines)

    @property
    def below(self) -> str:
        """All that stands below the command."""
        return "\n".join(self.lines[1:])


def first_line(lines: list[str]) -> tuple[str, str]:
    """The verb in small letters, and the rest of its line; read as kindly as orders are."""
    line = reading.as_typed(lines[0]) if lines else ""
    verb, _, rest = line.strip(_MARKS).partition(" ")
    verb, rest = verb.strip(_MARKS).lower(), rest.strip(_MARKS)
    if verb == "new" and rest.lower().startswith("address"):
        verb, rest = "address", rest[len("address") :].strip(_MARKS)
    if verb == "not" and rest.lower().split()[:1] == ["ready"]:
        verb, rest = "ready", "no"
    return _ALSO.get(verb, verb), rest


_ALSO = {"absence": "away", "absent": "away", "extension": "extend"}


def is_short(lines: list[str]) -> bool:
    """Whether the first line may be a command: a sentence is none, whatever word it begins with."""
    return bool(lines) and len(lines[0].split()) <= LONGEST_HEAD


def is_greeting(line: str) -> bool:
    return len(line.split()) <= LONGEST_GREETING and line.rstrip()[-1:] in (",", "!", ".")


def one_slip_apart(word: str, meant: str) -> bool:
    """One letter too many, too few or wrong, or two that changed places."""
    if word == meant or abs(len(word) - len(meant)) > 1:
        return False
    same = next((at for at, pair in enumerate(zip(word, meant, strict=False)) if pair[0] != pair[1]), None)
    if same is None:
        return True
    rest, due = word[same:], meant[same:]
    return rest[1:] in (due, due[1:]) or rest in (due[1:], due[1::-1] + due[2:])


def from_the_command_on(lines: list[str], verbs: set[str]) -> list[str]:
    """The lines without empty ones at the top, and without a greeting if a command stands below it."""
    written = [number for number, line in enumerate(lines) if line.strip()]
    if not written:
        return []
    first, second = written[0], written[1] if len(written) > 1 else written[0]
    below = lines[second:]
    if (
        is_greeting(lines[first])
        and first_line(lines[first:])[0] not in verbs
        and first_line(below)[0] in verbs
        and is_short(below)
    ):
        return below
    return lines[first:]
