"""Kinds of words that a schema may ask for (`"x-kind": "place"`), each read into its one normal form.

Each reader takes what a player wrote and returns the normal form, or None where it is nothing of the kind. What is
regular expressions is kept for a while, because the same few words stand in all orders of a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from adjudicator.core.hexes import EDGES, column_row

_TILE = r"([a-z]{1,2})([1-9][0-9]?)"
_PLACE = re.compile(rf"{_TILE}([a-c])?(?:(~)|\s*/\s*(n|ne|se|s|sw|nw))?\Z", re.IGNORECASE)
_PAIR = re.compile(rf"{_TILE}([a-c])?\s*-\s*{_TILE}([a-c])?\Z", re.IGNORECASE)
_PIECE = re.compile(r"[a-z][a-z-]*-[1-9][0-9]{0,2}\Z")
_LETTER_DIGIT = re.compile(r"(?<=[a-z])(?=[0-9])")
_SEPARATORS = re.compile(r"[\s_-]+")
_WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
_HASH = re.compile(r"[a-z0-9]{1,64}\Z")


@lru_cache(maxsize=1024)
def fold_word(text: str) -> str:
    """Words are compared without regard to case; spaces and underscores count as hyphens."""
    return _SEPARATORS.sub("-", text.strip().lower())


@lru_cache(maxsize=1024)
def place(text: str) -> str | None:
    """OF-12  `c4A` is C4a, `c4/ne` is C4/NE, `c4~` is C4~."""
    match = _PLACE.match(text.strip())
    if match is None:
        return None
    column, row, bank, river, edge = match.groups()
    if river and bank:
        return None
    tail = river or (f"/{edge.upper()}" if edge else "")
    return f"{column.upper()}{row}{(bank or '').lower()}{tail}"


def ground(text: str) -> str | None:
    """A tile or a bank, nothing wet."""
    read = place(text)
    return None if read is None or "~" in read or "/" in read else read


def tile(text: str) -> str | None:
    read = ground(text)
    return None if read is None or read[-1].isalpha() else read


def pair(text: str) -> str | None:
    """Two places joined by a hyphen, in either order: `d4-c4A` is C4a-D4."""
    match = _PAIR.match(text.strip())
    if match is None:
        return None
    ends = [match.group(1, 2, 3), match.group(4, 5, 6)]
    named = [(f"{column.upper()}{row}", (bank or "").lower()) for column, row, bank in ends]
    if named[0] == named[1]:
        return None
    named.sort(key=lambda end: (*column_row(end[0]), end[1]))
    return "-".join(name + bank for name, bank in named)


def edge(text: str) -> str | None:
    """One of the six edges of a tile."""
    read = text.strip().upper()
    return read if read in EDGES else None


@lru_cache(maxsize=1024)
def piece(text: str) -> str | None:
    """A numbered piece: `Donkey 1`, `donkey1` and `donkey_1` are donkey-1."""
    read = _LETTER_DIGIT.sub("-", fold_word(text))
    return read if _PIECE.match(read) else None


def word(text: str) -> str | None:
    read = fold_word(text)
    return read if _WORD.match(read) else None


def hash_text(text: str) -> str | None:
    """The short name of a position: text, even if all of it is digits."""
    read = text.strip().lower()
    return read if _HASH.match(read) else None


KINDS: Mapping[str, Callable[[str], str | None]] = {
    "place": place,
    "ground": ground,
    "tile": tile,
    "pair": pair,
    "edge": edge,
    "piece": piece,
    "word": word,
    "hash": hash_text,
}
