"""Every number of the game. `TABLES` reads tables/*.yaml when something is first asked of it.

Whoever changes a figure changes it in the files; here stands only what shape the figures have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

Group: TypeAlias = Literal["primary", "secondary", "transporter"]
Ground: TypeAlias = Literal["woods", "rock", "mountain", "shore", "land", "sea"]
Amounts: TypeAlias = Mapping[str, int]
"""Goods or transporters, and how many of each."""


@dataclass(frozen=True, slots=True)
class TransporterKind:
    kind: str
    carries: int
    moves: int
    water: bool
    off_road: int
    """Steps over lanes without a road, instead of `moves`."""
    needs_road: bool
    made_at: str | None = None


@dataclass(frozen=True, slots=True)
class Input:
    """So many pieces of any of these goods for one run. Unattended factories take them in this order."""

    goods: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class BuildingKind:
    kind: str
    group: Group
    cost: Amounts
    ground: Ground
    research: str | None
    inputs: tuple[Input, ...]
    output: tuple[str, int] | None
    """A good or a transporter and how many, each run; None for a mine, which gives what is drawn."""
    runs: int
    donkey: bool = False
    """One donkey goes into each run, besides the inputs."""
    launches: bool = False
    """What it makes goes into the water at once."""


@dataclass(frozen=True, slots=True)
class Mixture:
    gold: int
    iron: int
    research: str | None


@dataclass(frozen=True, slots=True)
class Upgrade:
    to: str
    from_: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """What one subject of research is good for."""

    builds: str | None
    """A building, or `shaft`."""
    fills: tuple[str, ...]
    upgrades: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wonder:
    rows: tuple[int, ...]
    price_mark: int
    irrigation: int
    ends: Mapping[int, int]
    neutral: int
    row_points: int
    solo_bricks: int
    solo_turns: int
    first_price: int
    """Of the first brick that a player buys in a turn; each further one costs one more."""
    later_price: int
    """The same, once as many bricks stand as `price_mark` says."""
    pay: tuple[str, ...]
    """The goods that are spent, in this order, where an order names none."""


@dataclass(frozen=True, slots=True)
class Start:
    transporters: Amounts
    goods: Amounts
    distance: int


@dataclass(frozen=True, slots=True)
class Costs:
    road: Amounts
    bridge: Amounts
    shaft: Amounts
    research: Amounts
    wall_good: str
    demolish_good: str
    demolish_extra: int
    sea_extra: int


@dataclass(frozen=True, slots=True)
class Limits:
    all: int
    land: int
    water: int


@dataclass(frozen=True, slots=True)
class Breeding:
    pair: int
    young: int
    terrain: str


@dataclass(frozen=True)
class Tables:
    goods: tuple[str, ...]
    worth: Amounts
    transporters: Mapping[str, TransporterKind]
    buildings: Mapping[str, BuildingKind]
    mixtures: Mapping[str, Mixture]
    research: tuple[str, ...]
    subjects: Mapping[str, Subject]
    upgrades: Mapping[str, Upgrade]
    wonder: Wonder
    start: Start
    costs: Costs
    limits: Limits
    breeding: Breeding


class BrokenTable(Exception):
    """A table contradicts itself or another one: our own mistake, named by file and entry."""

    def __init__(self, file: str, entry: str, message: str) -> None:
        super().__init__(f"tables/{file}.yaml: {entry}: {message}")
        self.file, self.entry = file, entry


class _ReadWhenAsked(Tables):
    """The tables of this package. Importing them costs nothing until a figure is wanted."""

    def __init__(self) -> None:
        """Nothing is set: the first attribute asked for reads them all."""

    if not TYPE_CHECKING:  # mypy would take any name for a table

        def __getattr__(self, name: str) -> Any:
            if name not in {field.name for field in fields(Tables)}:
                raise AttributeError(name)
            from adjudicator.rulesets.roads_and_boats.table_files import read_tables

            vars(self).update(vars(read_tables()))
            return vars(self)[name]


TABLES: Tables = _ReadWhenAsked()
