"""Reproducible draws from a keyed stream, handed to a game as a value.

Every draw has a label of its own (`production/T03/E7`), so its result depends on the game's key and the label and
never on what was drawn before it or in which order things are processed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import TypeVar

from adjudicator.core.canon import canonical
from adjudicator.core.model import Seat

T = TypeVar("T")
SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """What `game.yaml` publishes before anyone joins."""
    return hashlib.sha256(seed).hexdigest()


def game_key(seed: bytes, words: Mapping[Seat, str]) -> bytes:
    """The key of a game's draws: the host's committed seed mixed with each player's word, so that nobody chooses it."""
    return hmac.new(seed, b"words:" + canonical(dict(words)), hashlib.sha256).digest()


class Draws:
    """Draws from one game's key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def below(self, bound: int, label: str) -> int:
        """A number from 0 to bound - 1, each equally likely."""
        if bound < 1:
            raise ValueError(f"nothing to draw from for {label}")
        limit = 2**64 - 2**64 % bound  # numbers beyond the last whole multiple would favour the small results
        for attempt in range(1_000):
            text = f"{label}#{attempt}".encode()
            number = int.from_bytes(hmac.new(self._key, text, hashlib.sha256).digest()[:8], "big")
            if number < limit:
                return number % bound
        raise AssertionError("a thousand rejected draws in a row")

    def pick(self, items: Sequence[T], label: str) -> T:
        return items[self.below(len(items), label)]

    def shuffled(self, items: Sequence[T], label: str) -> tuple[T, ...]:
        """The items in a random order, the first drawn first."""
        left = list(items)
        return tuple(left.pop(self.below(len(left), f"{label}/{n}")) for n in range(len(items)))
