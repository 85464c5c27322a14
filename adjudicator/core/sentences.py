"""Problems told in a sentence: codes and facts are the program's, every word is the catalogue's.

A catalogue maps a code to a sentence with the names of facts in braces. A list is told `a, b` or, written
`{names:or}` or `{names:and}`, with that word before the last; a mapping is told `2 boards and 1 gold`. Entries that
begin with `+` are added to any sentence whose facts hold something by that name (`+meant: "Did you mean {meant}?"`).
Entries `expected-…` name what may stand at a place. A code or a fact that is missing is a mistake of ours, and
raises KeyError.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from adjudicator.core.model import Plain


class Told(Protocol):
    """What a sentence can be made of: a Problem, a Repair."""

    @property
    def code(self) -> str: ...
    @property
    def facts(self) -> Mapping[str, Plain]: ...


class Sentences:
    """The sentences of one catalogue, in one language."""

    def __init__(self, catalogue: Mapping[str, str], translate: Callable[[str], str] | None = None) -> None:
        self._catalogue = catalogue
        self._translate = translate or str
        self._formatter = _Formatter(self)
        self._hints = {key[1:]: key for key in catalogue if key.startswith("+")}

    def reason(self, told: Told) -> str:
        """The whole sentence, with what was expected and what may have been meant."""
        facts = told.facts
        parts = [self.say(told.code, facts)]
        parts += [self.say(key, facts) for fact, key in self._hints.items() if facts.get(fact)]
        return " ".join(parts)

    def say(self, code: str, facts: Mapping[str, Plain]) -> str:
        return self._formatter.vformat(self._translate(self._catalogue[code]), (), facts)

    def phrase(self, value: Plain) -> str:
        """A fact as it stands in a sentence."""
        if isinstance(value, Mapping):
            if "phrase" in value:
                return self._translate(value["phrase"])
            if "code" in value:
                return self.say(f"expected-{value['code']}", value)
            return self.listed([f"{number} {self._translate(name)}" for name, number in value.items()], "and")
        if isinstance(value, list | tuple):
            return self.listed(value, "")
        if value is True or value is False:
            return self._translate("yes" if value else "no")
        return "" if value is None else str(value)

    def listed(self, values: Iterable[Plain], joint: str) -> str:
        told = [self.phrase(value) for value in values]
        if not joint or len(told) < 2:
            return ", ".join(told)
        return f"{', '.join(told[:-1])} {self._translate(joint)} {told[-1]}"


class _Formatter(string.Formatter):
    def __init__(self, sentences: Sentences) -> None:
        self._sentences = sentences

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in ("or", "and"):
            return self._sentences.listed(value if isinstance(value, list | tuple) else [value], format_spec)
        return format(self._sentences.phrase(value), format_spec)
