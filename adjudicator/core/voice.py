"""One language as a reader hears it: the words of a game with their forms, counted things, lists.

A game's `words.yaml` names every word that stands in orders and files and is told to readers, with its forms in
English: `sawmill: {a: a sawmill, the: the sawmill}`, `boards: {one: board, many: boards}`. A word without forms is told
as it is. English is what templates and catalogues are written in; other languages are catalogues keyed by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

Forms: TypeAlias = Mapping[str, Mapping[str, str] | None]

ENGLISH = "en"


def _english(one: str, many: str, number: int) -> str:
    return one if number == 1 else many


class Voice:
    """Says words and sentences in one language. A word that is not known is said as it is."""

    def __init__(
        self,
        forms: Forms | None = None,
        language: str = ENGLISH,
        say: Callable[[str], str] = str,
        say_number: Callable[[str, str, int], str] = _english,
    ) -> None:
        self.language = language
        self.say = say
        """A sentence or word of ours in this language."""
        self.say_number = say_number
        """The same where a number decides between two forms."""
        self._forms = forms or {}

    def word(self, word: str) -> str:
        """`sawmill`; what can be counted is told as several."""
        forms = self._forms.get(word) or {}
        if "one" in forms:
            return self.say_number(forms["one"], forms["many"], 2)
        return self.say(word) if word in self._forms else word

    def keyword(self, word: str) -> str:
        """As it is written in orders, with the reader's own word behind it where that differs."""
        own = self.word(word)
        return word if own == word else f"{word} ({own})"

    def a(self, word: str) -> str:
        """`a sawmill`."""
        return self._form(word, "a")

    def the(self, word: str) -> str:
        """`the sawmill`."""
        return self._form(word, "the")

    def _form(self, word: str, form: str) -> str:
        forms = self._forms.get(word) or {}
        return self.say(forms[form]) if form in forms else self.word(word)

    def counted(self, number: int, word: str) -> str:
        """`2 boards`, `1 board`."""
        forms = self._forms.get(word) or {}
        if "one" not in forms:
            return f"{number} {self.word(word)}"
        return f"{number} {self.say_number(forms['one'], forms['many'], number)}"

    def goods(self, counts: Mapping[str, int]) -> str:
        """`{boards: 2, gold: 1}` is "2 boards and 1 gold"."""
        return self.listed([self.counted(number, word) for word, number in counts.items()], "and")

    def listed(self, told: Iterable[str], joint: str) -> str:
        """`a, b and c`; without a joint `a, b, c`."""
        parts = list(told)
        if not joint or len(parts) < 2:
            return ", ".join(parts)
        return f"{', '.join(parts[:-1])} {self.say(joint)} {parts[-1]}"
