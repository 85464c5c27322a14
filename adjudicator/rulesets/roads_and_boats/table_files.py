"""tables/*.yaml into the shapes of tables.py. Every value is asked for by name; what nobody asks for is a mistake."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar, cast

import yaml

from adjudicator.rulesets.roads_and_boats.table_checks import cross_check
from adjudicator.rulesets.roads_and_boats.tables import (
    Breeding,
    BrokenTable,
    BuildingKind,
    Costs,
    Input,
    Limits,
    Mixture,
    Start,
    Subject,
    Tables,
    TransporterKind,
    Upgrade,
    Wonder,
)

T = TypeVar("T")
GROUPS = ("primary", "secondary", "transporter")
GROUNDS = ("woods", "rock", "mountain", "shore", "land", "sea")
WHOLE = "the whole file"
REQUIRED: Any = object()


def read_tables(folder: Traversable | None = None) -> Tables:
    """All tables of a folder, ours where none is named, checked against one another. Raises BrokenTable."""
    folder = folder or files(__package__) / "tables"
    worth = _worth(folder)
    subjects = {name: _subject(entry) for name, entry in _entries(folder, "research").items()}
    tables = Tables(
        goods=tuple(worth),
        worth=worth,
        transporters={name: _transporter(name, entry) for name, entry in _entries(folder, "transporters").items()},
        buildings={name: _building(name, entry) for name, entry in _entries(folder, "buildings").items()},
        mixtures={name: _mixture(entry) for name, entry in _entries(folder, "mines").items()},
        research=tuple(subjects),
        subjects=subjects,
        upgrades={name: Upgrade(s.builds, s.upgrades) for name, s in subjects.items() if s.builds and s.upgrades},
        wonder=_wonder(_whole(folder, "wonder")),
        start=_start(_whole(folder, "start")),
        costs=_costs(_whole(folder, "costs")),
        limits=_limits(_whole(folder, "limits")),
        breeding=_breeding(_whole(folder, "breeding")),
    )
    cross_check(tables)
    return tables


class _Loader(yaml.CSafeLoader):
    """Safe and fast; and a key given twice is refused, where PyYAML would keep the last one silently."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Hashable, Any]:
    pairs = [(loader.construct_object(key, deep=True), value) for key, value in node.value]
    seen: set[Hashable] = set()
    for key, _ in pairs:
        if key in seen:
            raise yaml.MarkedYAMLError(problem=f"{key!r} stands there twice", problem_mark=node.start_mark)
        seen.add(key)
    return {key: loader.construct_object(value, deep=True) for key, value in pairs}


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


class Entry:
    """One mapping of a file, read key by key."""

    def __init__(self, raw: object, file: str, name: str) -> None:
        if not isinstance(raw, dict):
            raise BrokenTable(file, name, "should hold names with values")
        self.raw, self.file, self.name = raw, file, name
        self.asked: set[str] = set()

    def get(self, key: str, fits: Callable[[Any], bool], wanted: str, default: Any = REQUIRED) -> Any:
        self.asked.add(key)
        if key not in self.raw:
            if default is REQUIRED:
                raise BrokenTable(self.file, self.name, f"{key} is missing")
            return default
        if not fits(self.raw[key]):
            raise BrokenTable(self.file, self.name, f"{key} should be {wanted}, not {self.raw[key]!r}")
        return self.raw[key]

    def count(self, key: str, least: int = 1, default: Any = REQUIRED) -> int:
        return cast(int, self.get(key, lambda value: _counts(value, least), f"a whole number from {least}", default))

    def name_of(self, key: str, default: Any = REQUIRED, among: tuple[str, ...] = ()) -> Any:
        wanted = f"one of {', '.join(among)}" if among else "a name"
        return self.get(key, lambda value: value in among if among else isinstance(value, str), wanted, default)

    def flag(self, key: str) -> bool:
        return bool(self.get(key, lambda value: value is True, "true, or left out", False))

    def names(self, key: str, default: Any = REQUIRED) -> tuple[str, ...]:
        return tuple(self.get(key, _are_names, "a list of names, each once", default))

    def amounts(self, key: str, default: Any = REQUIRED) -> dict[str, int]:
        return cast("dict[str, int]", self.get(key, _are_amounts, "names with whole numbers from 1", default))

    def done(self, result: T) -> T:
        for key in self.raw:
            if key not in self.asked:
                raise BrokenTable(self.file, self.name, f"{key} means nothing here")
        return result


def _counts(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value) and len({*value}) == len(value)


def _are_amounts(value: object) -> bool:
    if not isinstance(value, dict) or not value:
        return False
    return all(isinstance(name, str) and _counts(amount, 1) for name, amount in value.items())


def _whole(folder: Traversable, file: str) -> Entry:
    try:
        text = (folder / f"{file}.yaml").read_text(encoding="utf-8")
        return Entry(yaml.load(text, Loader=_Loader), file, WHOLE)  # safe: a subclass of the safe loader
    except FileNotFoundError as gone:
        raise BrokenTable(file, WHOLE, "is missing") from gone
    except yaml.YAMLError as error:
        raise BrokenTable(file, WHOLE, str(error)) from error


def _entries(folder: Traversable, file: str) -> dict[str, Entry]:
    return {str(name): Entry(raw, file, str(name)) for name, raw in _whole(folder, file).raw.items()}


def _worth(folder: Traversable) -> dict[str, int]:
    entry = _whole(folder, "goods")
    return {str(good): entry.count(good, least=0) for good in entry.raw}


def _transporter(kind: str, entry: Entry) -> TransporterKind:
    water = entry.name_of("class", among=("land", "water")) == "water"
    off_road = entry.count("off_road", default=0)
    return entry.done(
        TransporterKind(
            kind=kind,
            carries=entry.count("carries"),
            moves=entry.count("moves"),
            water=water,
            off_road=off_road,
            needs_road=not water and off_road == 0,
            made_at=entry.name_of("made_at", None),
        )
    )


def _building(kind: str, entry: Entry) -> BuildingKind:
    return entry.done(
        BuildingKind(
            kind=kind,
            group=entry.name_of("group", among=GROUPS),
            cost=entry.amounts("cost"),
            ground=entry.name_of("ground", among=GROUNDS),
            research=entry.name_of("research", None),
            inputs=_inputs(kind, entry),
            output=_output(entry),
            runs=entry.count("runs"),
            donkey=entry.flag("donkey"),
            launches=entry.flag("launches"),
        )
    )


def _inputs(kind: str, entry: Entry) -> tuple[Input, ...]:
    found = entry.get("inputs", lambda value: isinstance(value, list) and value != [], "a list", ())
    parts = [Entry(raw, entry.file, f"{kind}, inputs") for raw in found]
    return tuple(part.done(Input(part.names("goods"), part.count("count"))) for part in parts)


def _output(entry: Entry) -> tuple[str, int] | None:
    """What is drawn has no fixed output: exactly one of the two must be said."""
    drawn, made = entry.flag("draws"), list(entry.amounts("makes", {}).items())
    if drawn == bool(made) or len(made) > 1:
        raise BrokenTable(entry.file, entry.name, "should either draw or make one kind of thing")
    return made[0] if made else None


def _mixture(entry: Entry) -> Mixture:
    gold, iron = entry.count("gold", least=0), entry.count("iron", least=0)
    return entry.done(Mixture(gold, iron, entry.name_of("research", None)))


def _subject(entry: Entry) -> Subject:
    return entry.done(Subject(entry.name_of("builds", None), entry.names("fills", ()), entry.names("upgrades", ())))


def _wonder(entry: Entry) -> Wonder:
    rows = entry.get("rows", lambda v: isinstance(v, list) and all(_counts(n, 1) for n in v), "whole numbers from 1")
    ends = entry.get(
        "ends",
        lambda v: isinstance(v, dict) and all(_counts(k, 2) and _counts(n, 1) for k, n in v.items()),
        "numbers of players, from 2, each with a brick",
    )
    return entry.done(
        Wonder(
            rows=tuple(rows),
            price_mark=entry.count("price_mark"),
            irrigation=entry.count("irrigation"),
            ends=ends,
            neutral=entry.count("neutral"),
            row_points=entry.count("row_points"),
            solo_bricks=entry.count("solo_bricks"),
            solo_turns=entry.count("solo_turns"),
            first_price=entry.count("first_price"),
            later_price=entry.count("later_price"),
            pay=entry.names("pay"),
        )
    )


def _start(entry: Entry) -> Start:
    return entry.done(Start(entry.amounts("transporters"), entry.amounts("goods"), entry.count("distance")))


def _costs(entry: Entry) -> Costs:
    return entry.done(
        Costs(
            road=entry.amounts("road"),
            bridge=entry.amounts("bridge"),
            shaft=entry.amounts("shaft"),
            research=entry.amounts("research"),
            wall_good=entry.name_of("wall_good"),
            demolish_good=entry.name_of("demolish_good"),
            demolish_extra=entry.count("demolish_extra", least=0),
            sea_extra=entry.count("sea_extra", least=0),
        )
    )


def _limits(entry: Entry) -> Limits:
    return entry.done(Limits(entry.count("all"), entry.count("land"), entry.count("water")))


def _breeding(entry: Entry) -> Breeding:
    return entry.done(Breeding(entry.count("pair"), entry.count("young"), entry.name_of("terrain")))
