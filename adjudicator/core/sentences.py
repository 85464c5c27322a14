"""Problems told in a sentence: codes and facts are the program's, every word is the catalogue's.

A catalogue maps a code to a sentence with the names of facts in braces. How a fact is told stands behind a colon:

| written           | told                                                                                       |
|-------------------|--------------------------------------------------------------------------------------------|
| `{got}`           | as it is; a list `a, b`; a mapping `2 boards and 1 gold`                                   |
| `{names:or}`      | a list with that word before the last; also `and`                                          |
| `{kind:word}`     | a word of the game in the reader's language; also each of a list, and `words-or`, `words-and` |
| `{place:order}`   | the place of an order, counted from 1: `2, steps 1`                                        |
| `{kind:a}`        | with its article; also `the`, and `A`, `The` where a sentence begins with it               |

Entries that begin with `+` are added to any sentence whose facts hold something by that name
(`+meant: "Did you mean {meant}?"`). Entries `expected-…` name what may stand at a place. A code or a fact that is
missing is a mistake of ours, and raises KeyError.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any, Protocol

from adjudicator.core.model import Plain
from adjudicator.core.voice import Voice


class Told(Protocol):
    """What a sentence can be made of: a Problem, a Repair, a Doubt."""

    @property
    def code(self) -> str: ...
    @property
    def facts(self) -> Mapping[str, Plain]: ...


class Sentences:
    """The sentences of one catalogue, in one language."""

    def __init__(self, catalogue: Mapping[str, str], voice: Voice | None = None) -> None:
        self._catalogue = catalogue
        self._voice = voice or Voice()
        self._formatter = _Formatter(self)
        self._hints = {key[1:]: key for key in catalogue if key.startswith("+")}

    def reason(self, told: Told) -> str:
        """The whole sentence, with what was expected and what may have been meant."""
        facts = told.facts
        parts = [self.say(told.code, facts)]
        parts += [self.say(key, facts) for fact, key in self._hints.items() if facts.get(fact)]
        return " ".join(parts)

    def say(self, code: str, facts: Mapping[str, Plain]) -> str:
        return self._formatter.vformat(self._voice.say(self._catalogue[code]), (), facts)

    def phrase(self, value: Plain) -> str:
        """A fact as it stands in a sentence."""
        if isinstance(value, Mapping):
            if "phrase" in value:
                return self._voice.say(value["phrase"])
            if "code" in value:
                return self.say(f"expected-{value['code']}", value)
            return self._voice.goods(value)
        if isinstance(value, list | tuple):
            return self.listed(value, "")
        if value is True or value is False:
            return self._voice.say("yes" if value else "no")
        return "" if value is None else str(value)

    def listed(self, values: Plain, joint: str) -> str:
        several = values if isinstance(values, list | tuple) else [values]
        return self._voice.listed([self.phrase(value) for value in several], joint)

    def told(self, value: Plain, how: str) -> str:
        """A fact as its sentence asks for it."""
        voice = self._voice
        if how in ("or", "and"):
            return self.listed(value, how)
        if how in ("word", "words-or", "words-and"):
            several = value if isinstance(value, list | tuple) else [value]
            return voice.listed([voice.word(str(each)) for each in several], how.partition("-")[2])
        if how.lower() in ("a", "the"):
            form = (voice.a if how.lower() == "a" else voice.the)(str(value))
            return form if how.islower() else form[:1].upper() + form[1:]
        if how == "order":
            return order_name(str(value))
        return format(self.phrase(value), how)


def order_name(place: str) -> str:
    """A place in a sheet as people count, from 1 everywhere: `1.first_of.1.steps.0` is 2, first_of 2, steps 1."""
    told = ""
    for part in place.split("."):
        told += f" {int(part) + 1}" if part.isdigit() else f", {part}"
    return told.strip(", ")


class _Formatter(string.Formatter):
    def __init__(self, sentences: Sentences) -> None:
        self._sentences = sentences

    def format_field(self, value: Any, format_spec: str) -> str:
        return self._sentences.told(value, format_spec)
