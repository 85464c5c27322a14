"""What can happen, in the past tense. Enough to make the next state from the one before (apply.py)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.core.model import Event, Seat


@dataclass(frozen=True, kw_only=True)
class SequenceSet(Event):
    sequence: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class FavouriteDrawn(Event):
    fruit: str


@dataclass(frozen=True, kw_only=True)
class FruitPicked(Event):
    fruit: str
    pieces: int


@dataclass(frozen=True, kw_only=True)
class FruitSold(Event):
    fruit: str
    pieces: int
    coins: int


@dataclass(frozen=True, kw_only=True)
class FruitRipened(Event):
    fruit: str
    pieces: int


@dataclass(frozen=True, kw_only=True)
class PhaseBegun(Event):
    turn: int
    phase: str


@dataclass(frozen=True, kw_only=True)
class FavouriteShown(Event):
    fruit: str
    pieces: int
    points: int


@dataclass(frozen=True, kw_only=True)
class GameEnded(Event):
    ranking: tuple[Seat, ...]
    scores: Mapping[Seat, int]


KINDS: tuple[type[Event], ...] = (
    SequenceSet,
    FavouriteDrawn,
    FruitPicked,
    FruitSold,
    FruitRipened,
    PhaseBegun,
    FavouriteShown,
    GameEnded,
)
