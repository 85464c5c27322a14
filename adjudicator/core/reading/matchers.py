"""How text becomes a value: words of a list, numbers, yes or no, words of a kind; one matcher a leaf of the schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from adjudicator.core.model import Plain

from .kinds import KINDS, fold_word, piece


@dataclass(slots=True)
class Matcher:
    """One way in which text may be read: `match` gives the value, or None where it is not that."""

    match: Callable[[str], Plain]
    expected: list[Plain]
    """For the sentence: words as they are, or a mapping that names a phrase."""
    words: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    """Kinds of which it names one by its number."""

    def near(self, text: str, meant: Callable[[str, Iterable[str]], str]) -> str:
        """`donkey-1` for `donky-1`: the kind that may have been meant, with the number and the owner as they stand."""
        stem, _, number = (piece(text) or "").rpartition("-")
        owner, _, kind = stem.rpartition("-")
        joined = stem.replace("-", "")
        known = joined if joined in self.pieces else meant(kind, self.pieces)
        named = f"{known}-{number}" if known == joined or not owner else f"{owner}-{known}-{number}"
        return named if known and self.match(named) is not None else ""


_FLAGS = {
    **dict.fromkeys(("true", "yes", "y", "on"), True),
    **dict.fromkeys(("false", "no", "n", "off"), False),
}


def flag(text: str) -> bool | None:
    return _FLAGS.get(text.strip().lower())


def number(text: str) -> int | None:
    """A plain decimal number; `03` is 3."""
    digits = text.strip()
    bare = digits[1:] if digits[:1] in ("-", "+") else digits
    if not (bare.isascii() and bare.isdigit() and len(bare) <= 9):
        return None
    return int(digits)


def words(schema: Mapping[str, Any], kind: str | None) -> Matcher:
    words = [schema["const"]] if "const" in schema else schema["enum"]
    if kind == "integer":
        return Matcher(lambda text: value if (value := number(text)) in words else None, [str(word) for word in words])
    table = {fold_word(word): word for word in words}
    table |= {fold_word(also): word for also, word in schema.get("x-also", {}).items()}
    match = partial(_find_word, table)
    return Matcher(match, [{"phrase": schema["title"]}] if "title" in schema else list(words), tuple(table))


def _find_word(table: Mapping[str, str], text: str) -> str | None:
    return table.get(fold_word(text))


def bounded_number(schema: Mapping[str, Any]) -> Matcher:
    least, most = schema.get("minimum", -999_999_999), schema.get("maximum", 999_999_999)

    def match(text: str) -> int | None:
        value = number(text)
        return None if value is None or not least <= value <= most else value

    return Matcher(match, [{"code": "number", "least": least, "most": most}])


def string(schema: Mapping[str, Any]) -> Matcher:
    kind = schema.get("x-kind", "")
    normal = KINDS[kind] if kind else str.strip
    pattern = re.compile(schema["pattern"]) if "pattern" in schema else None
    most = schema.get("maxLength", 200)

    def match(text: str) -> str | None:
        value = normal(text)
        if (
            not value
            or len(value) > most
            or not value.isprintable()
            or (pattern is not None and not pattern.search(value))
        ):
            return None
        return value

    phrase = {"phrase": schema["title"]} if "title" in schema else {"code": kind or "text"}
    return Matcher(match, [phrase], pieces=tuple(schema.get("x-pieces", ())))
