"""What stands: the nouns of a position. Immutable; only `apply` makes a new one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from adjudicator.core.model import Seat

from .places import BridgeName, EdgeName, Ground, Land, LaneName, PlaceName

Good: TypeAlias = str
Goods: TypeAlias = Mapping[Good, int]
"""So many of each good; what is none is left out, and the order is the table's."""
Name: TypeAlias = str
"""A transporter with its colour: `red-donkey-1`."""

_NAME = re.compile(
    r"(?:(?P<owner>[a-z]+)-)?(?P<kind>donkey|wagon|truck|raft|rowboat|steamer)-(?P<number>[1-9][0-9]{0,2})\Z"
)


class NameParts(NamedTuple):
    owner: Seat
    kind: str
    number: int


@lru_cache(maxsize=1 << 16)  # asked about whatever players write, so not without bound
def name_parts(name: Name) -> NameParts | None:
    """`red-donkey-1` taken apart; the owner is empty where no colour is given; None if it is no name."""
    match = _NAME.match(name)
    return None if match is None else NameParts(match["owner"] or "", match["kind"], int(match["number"]))


@cache
def transporter_order(name: Name) -> tuple[str, str, int]:
    parts = name_parts(name)
    return parts if parts else (name, "", 0)


@dataclass(frozen=True)
class Transporter:
    """A transporter stands somewhere (`at`) or is carried by another (`aboard`)."""

    name: Name
    at: PlaceName = ""
    aboard: Name = ""
    load: Goods = field(default_factory=dict)

    @property
    def owner(self) -> Seat:
        return self.name.partition("-")[0]

    @property
    def kind(self) -> str:
        return self.name.split("-")[1]

    @property
    def laden(self) -> int:
        return sum(self.load.values())


@dataclass(frozen=True)
class Player:
    home: Land | None = None
    research: tuple[str, ...] = ()
    left: bool = False
    """Has dropped out: everything of his rests (RB-11.6)."""


@dataclass(frozen=True)
class Mine:
    """A mine's bag, and the piece drawn from it that the coming production puts on the tile."""

    gold: int = 0
    iron: int = 0
    drawn: Good | None = None


@dataclass(frozen=True, slots=True)
class Wall:
    owner: Seat
    strength: int


@dataclass(frozen=True, slots=True)
class Over:
    reason: str
    ranking: tuple[Seat, ...]
    scores: Mapping[Seat, int]


@dataclass(frozen=True)
class State:
    turn: int
    phase: str
    temple: tuple[Seat, ...]
    sequence: tuple[Seat, ...]
    players: Mapping[Seat, Player]
    irrigated: bool = False
    buildings: Mapping[Ground, str] = field(default_factory=dict)
    mines: Mapping[Ground, Mine] = field(default_factory=dict)
    roads: frozenset[LaneName] = frozenset()
    bridges: frozenset[BridgeName] = frozenset()
    walls: Mapping[EdgeName, Wall] = field(default_factory=dict)
    goods: Mapping[Ground, Goods] = field(default_factory=dict)
    transporters: Mapping[Name, Transporter] = field(default_factory=dict)
    wonder: tuple[Seat, ...] = ()
    over: Over | None = None
