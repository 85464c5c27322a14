"""Tokens prove who writes. They are derived when needed and never kept.

A token stands in the reply address (`games+token@…`) and in the form of every letter to a seat. Whoever takes over a
seat gets the next generation, and the old token is worth nothing from then on.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.core.canon import canonical
from adjudicator.core.model import Seat

LENGTH = 16  # base32: 80 bits
TAKEN_OUT = "[token]"
_SHAPE = re.compile(rf"(?<![a-z2-7])[a-z2-7]{{{LENGTH}}}(?![a-z2-7])", re.IGNORECASE | re.ASCII)
_HIDING = re.compile(rf"[A-Za-z2-7]{{{LENGTH},}}")
_LETTERS = bytes(ord("x") if re.match(r"[A-Za-z2-7]", chr(code)) else ord(" ") for code in range(256))
_RUN = b"x" * LENGTH
"""Without a run of so many there is no token in a text: asked of all that is sent, and sooner found out than where."""


@dataclass(frozen=True, slots=True)
class Holder:
    game: str
    seat: Seat
    generation: int
    valid: bool


def token(secret: bytes, game: str, seat: Seat, generation: int) -> str:
    mac = hmac.new(secret, b"token:" + canonical([game, seat, generation]), hashlib.sha256).digest()
    return base64.b32encode(mac[: LENGTH * 5 // 8]).decode().lower()


class KeyRing:
    """Every token of every seat, former ones too: those prove nothing, but are taken out of texts alike."""

    def __init__(self, secret: bytes, seats: Iterable[tuple[str, Seat, int]]) -> None:
        self._secret = secret
        # Looked up by hash, so that how long a lookup takes says nothing about a token.
        self._holders: dict[bytes, Holder] = {}
        self._tokens: set[str] = set()
        for game, seat, generation in seats:
            for former in range(generation + 1):
                holder = Holder(game, seat, former, valid=former == generation)
                word = token(secret, game, seat, former)
                self._holders[self._hash(word)] = holder
                self._tokens.add(word)

    def holder(self, candidate: str) -> Holder | None:
        return self._holders.get(self._hash(candidate.lower()))

    def found_in(self, text: str) -> list[Holder]:
        """The holders of all tokens in a text, in order, each once."""
        found = (self.holder(match.group()) for match in _SHAPE.finditer(text))
        return list(dict.fromkeys(holder for holder in found if holder is not None))

    def taken_out(self, text: str) -> str:
        """The text without any token, even one that was run together with other letters."""
        if _RUN not in text.encode("utf-8", "replace").translate(_LETTERS):
            return text
        return _HIDING.sub(self._blotted, text)

    def _blotted(self, match: re.Match[str]) -> str:
        run = match.group()
        small = run.lower()
        kept, at = [], 0
        for start in range(len(run) - LENGTH + 1):
            if start >= at and small[start : start + LENGTH] in self._tokens:
                kept += [run[at:start], TAKEN_OUT]
                at = start + LENGTH
        return "".join(kept) + run[at:]

    def _hash(self, candidate: str) -> bytes:
        return hmac.new(self._secret, candidate.encode(), hashlib.sha256).digest()
