"""Events and other records as plain mappings and back, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core import registry
from adjudicator.core.model import BadInput, Event, Plain
from adjudicator.core.records import plain, read, value_plain, value_read
from adjudicator.core.yamlfiles import dump, load


@dataclass(frozen=True, slots=True)
class Bag:
    gold: int
    iron: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MineDug(Event):
    tile: str
    bag: Bag
    goods: Mapping[str, int] = field(default_factory=dict)
    way: tuple[str, ...] = ()
    pair: tuple[str, int] | None = None
    names: frozenset[str] = frozenset()
    bags: tuple[Bag, ...] = ()
    fill: Literal["normal", "big"] = "normal"
    deep: bool = False
    count: int | None = 1
    nested: Mapping[str, tuple[Bag, ...]] = field(default_factory=dict)
    anything: Plain = None


NAMES = tuple(part.name for part in fields(MineDug))
WORDS = {MineDug.kind(): MineDug}
BAGS = st.builds(Bag, st.integers(0, 9), st.integers(0, 9))
EVENTS = st.builds(
    MineDug,
    seat=st.none() | st.text(max_size=5),
    order=st.text(max_size=5),
    seen_by=st.none() | st.tuples() | st.tuples(st.text(max_size=3)),
    tile=st.text(max_size=3),
    bag=BAGS,
    goods=st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
    way=st.lists(st.text(max_size=3), max_size=3).map(tuple),
    pair=st.none() | st.tuples(st.text(max_size=3), st.integers()),
    names=st.frozensets(st.text(max_size=3), max_size=3),
    bags=st.lists(BAGS, max_size=2).map(tuple),
    fill=st.sampled_from(["normal", "big"]),
    deep=st.booleans(),
    count=st.none() | st.integers(0, 3),
    nested=st.dictionaries(st.text(max_size=3), st.lists(BAGS, max_size=2).map(tuple), max_size=2),
    anything=st.none() | st.integers() | st.lists(st.text(max_size=3), max_size=2),
)


def test_defaults_are_left_out_and_the_kind_comes_first() -> None:
    event = MineDug(seat="red", tile="E7", bag=Bag(3))
    told = plain(event)
    assert told == {"event": "mine-dug", "seat": "red", "tile": "E7", "bag": {"gold": 3}}
    assert next(iter(told)) == "event"
    assert plain(MineDug(tile="", bag=Bag(0, 0), count=None, deep=True)) == {
        "event": "mine-dug",
        "tile": "",
        "bag": {"gold": 0},
        "deep": True,
        "count": None,
    }


@given(EVENTS)
def test_exact_both_ways(event: MineDug) -> None:
    again = read(WORDS, plain(event))
    assert isinstance(again, MineDug)
    assert again == event and list(again.goods) == list(event.goods)
    assert [type(getattr(again, name)) for name in NAMES] == [type(getattr(event, name)) for name in NAMES]


@given(EVENTS.filter(lambda event: "\ud800" not in repr(event)))
def test_through_a_file_too(event: MineDug) -> None:
    try:
        text = dump([plain(event)], blocks=1)
    except ValueError:  # numbers beyond what files hold
        return
    assert read(WORDS, load(text)[0]) == event


def test_false_and_zero_are_told_apart() -> None:
    @dataclass(frozen=True)
    class Odd:
        number: Plain = 0

    assert value_plain(Odd(False)) == {"number": False} and value_plain(Odd(0)) == {}


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"event": "mine-dgu"}, "no kind of event"),
        ("mine-dug", "no kind of event"),
        ({"event": "mine-dug"}, "cannot be read"),
        ({"event": "mine-dug", "tile": "E7", "bag": {"gold": 1}, "tail": 1}, "has no tail"),
        ({"event": "mine-dug", "tile": 7, "bag": {"gold": 1}}, "not str"),
        ({"event": "mine-dug", "tile": "E7", "bag": 3}, "is a mapping"),
        ({"event": "mine-dug", "tile": "E7", "bag": {"gold": 1}, "fill": "bg"}, "normal, big"),
        ({"event": "mine-dug", "tile": "E7", "bag": {"gold": 1}, "way": "D4"}, "no list"),
        ({"event": "mine-dug", "tile": "E7", "bag": {"gold": 1}, "pair": ["x"]}, "none of what may stand"),
        ({"event": "mine-dug", "tile": "E7", "bag": {"gold": 1}, "goods": [1]}, "no mapping"),
    ],
)
def test_what_is_no_event_is_refused(raw: Plain, said: str) -> None:
    with pytest.raises(BadInput, match=said) as caught:
        read(WORDS, raw, "events.yaml")
    assert "events.yaml" in str(caught.value) or "is a mapping" in said


@pytest.mark.parametrize("game", registry.names())
def test_every_event_of_every_game_can_be_read(game: str) -> None:
    """The types of all fields are among those that have a plain form."""
    from adjudicator.core.records import _readers

    for kind, event in registry.ruleset(game).events.items():
        assert event.kind() == kind and set(_readers(event)) >= {"seat", "order", "seen_by"}


def test_values_that_are_no_events() -> None:
    assert value_read(Bag, value_plain(Bag(2, 1))) == Bag(2, 1)
