"""Our own files: exact both ways, read by us and by any other YAML reader alike, refused with the place."""

from __future__ import annotations

import re

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.core.model import BadInput, Plain
from adjudicator.core.yamlfiles import dump, load

POSITION = """\
ruleset: roads-and-boats
turn: 3
phase: production
temple: [red, yellow, blue]
sequence: [blue, yellow, red]
irrigated: false
players:
  blue: {home: F5, research: [rowing]}
  red: {home: B2, research: []}
buildings:
  C5: sawmill
  D6b: papermill
mines:
  E7: {gold: 2, iron: 3, drawn: gold}
roads:
- B2-C3
- C3-C4b
walls:
  C4-C5: {owner: red, strength: 2}
goods:
  C4a: {boards: 2, geese: 2}
transporters:
  blue-raft-1: {at: C4~}
  red-donkey-1: {at: C4a, load: {boards: 1, gold: 1}}
  red-raft-2: {at: C6/S}
wonder:
- neutral
- red
over: {reason: wonder, ranking: [red, blue], scores: {blue: 49, red: 50}}
"""


def test_a_position_is_written_as_the_contract_shows_it() -> None:
    read = load(POSITION)
    assert dump(read, inline=("temple", "sequence", "over")) == POSITION
    assert read == yaml.load(POSITION, Loader=yaml.CSafeLoader)


def test_order_is_kept_and_events_stand_one_a_line() -> None:
    events = [{"event": "goods-loaded", "seat": "red", "goods": {"gold": 1, "clay": 2}}, {"event": "phase-begun"}]
    text = "- {event: goods-loaded, seat: red, goods: {gold: 1, clay: 2}}\n- {event: phase-begun}\n"
    assert dump(events, blocks=1) == text
    assert list(load(text)[0]["goods"]) == ["gold", "clay"]


def test_long_lines_are_broken_where_asked() -> None:
    value = {"orders": [{"move": "donkey-1", "steps": [{"go": f"D{n}"} for n in range(1, 9)]}, None, {"bricks": 2}]}
    text = dump(value, width=40)
    assert max(map(len, text.splitlines())) <= 40 and load(text) == value
    assert len(dump(value).splitlines()) == 4


WORDS = """
    yes no on off y n true false null ~ Yes NO True NULL 12 -3 0 007 0x1f 0o17 1e3 1.5 .5 .inf .nan 1_000 1:30 12:30:45
    2024-01-01 + - -- --- ... = << * & ! !!str # % @ ` ? : [ ] { } , > | ' " \\ end a:b a#b C4~ C4/NE C4a-D4 p123 ?a -1a
    Ä é 猫 😀
"""
ODD = [*WORDS.split(), "", " ", "a ", " a", "a: b", "a #b", "- a", "a\nb", "a\tb", "a" * 500, "word " * 100, "don't"]
ODD += ["\x00", "\x07", "\x7f", "\x85", "\xa0", "\u2028", "\ufeff", "\ufeffa", "\ufffe", "\U0010ffff", "\r\n", "a\\"]


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_stay_text(text: str) -> None:
    values: tuple[Plain, ...] = (text, [text], {"k": text}, {"k": [text, {"l": text}]}, [[text], [{"k": text}]])
    for value in (*values, {text: text}, {"k": {text: 1}}) if len(text) <= 200 else values:
        written = dump(value)
        assert load(written) == value
        assert yaml.load(written, Loader=yaml.CSafeLoader) == value


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.sampled_from(ODD).map(lambda odd: odd[:99])
SCALARS = TEXTS | st.integers(-(10**18) + 1, 10**18 - 1) | st.booleans() | st.none()
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=25,
)


@settings(max_examples=500)
@given(VALUES, st.integers(0, 5), st.none() | st.integers(0, 60))
@example({"a": [[{"b": [1, [2]]}], {}, [], [[]]]}, 5, 0)
@example([[[1, 2], {"a": {"b": [{"c": {}}]}}]], 3, 3)
def test_what_is_written_reads_back(value: Plain, blocks: int, width: int | None) -> None:
    inline = tuple(value)[:2] if isinstance(value, dict) else ()
    text = dump(value, blocks=blocks, width=width, inline=inline)
    assert _exact(load(text)) == _exact(value)
    assert _exact(yaml.load(text, Loader=yaml.CSafeLoader)) == _exact(value)
    assert text.endswith("\n") and "\r" not in text


def _exact(value: Plain) -> str:
    """Types and order of keys count as well."""
    return repr(value)


UNWRITABLE: list[Plain] = [1.5, b"x", {1: 2}, {None: 1}, 10**18, object(), {"a" * 201: 1}, {"k": {3}}, "\ud800"]


@pytest.mark.parametrize("value", UNWRITABLE)
def test_what_could_not_be_read_back_is_never_written(value: Plain) -> None:
    with pytest.raises((TypeError, ValueError)):
        dump(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("a: on", {"a": "on"}),
        ("on: 1", {"on": 1}),
        ("1:30", "1:30"),
        ("2024-01-01", "2024-01-01"),
        ("2024-99-99", "2024-99-99"),
        ("010", "010"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        (".inf", ".inf"),
        ("1.5", "1.5"),
        ("True", "True"),
        ("true", True),
        ("null", None),
        ("", None),
        ("a:", {"a": None}),
        ("-7", -7),
        ("'7'", "7"),
        ("+7", "+7"),
        ("-0", "-0"),
        ("7: 1", {"7": 1}),
        ("true: 1", {"true": 1}),
        ("<<: {a: 1}", {"<<": {"a": 1}}),
        ("9" * 19, "9" * 19),
        ("9" * 50_000, "9" * 50_000),
        ("# nothing", None),
        ("\ufeffa: 1", {"a": 1}),
    ],
)
def test_nothing_is_guessed(text: str, value: Plain) -> None:
    assert _exact(load(text)) == _exact(value)


@pytest.mark.parametrize(
    ("text", "said", "place"),
    [
        ("a: 1\nb: 2\na: 3", "the key a stands here a second time", "line 3, column 1"),
        ("x: {a: 1, a: 2}", "a second time", "line 1, column 11"),
        ("a: &x 1", "anchors", "line 1, column 4"),
        ("a: *x", "aliases", "line 1, column 4"),
        ("a: !!int 3", "tags", "line 1, column 4"),
        ("a: !!python/object:os.system x", "tags", "line 1, column 4"),
        ("? [a]\n: 1", "a key must be text", "line 1, column 3"),
        ("? {a: 1}\n: 1", "a key must be text", "line 1, column 3"),
        ("a: 1\n---\nb: 2", "a second document", "line 2, column 1"),
        ("a: [1, 2", "no YAML", "line 1, column 4"),
        ("a: 1\nb: 'x", "no YAML", "line 2, column 4"),
        ("a: b: c", "no YAML", "line 1, column 5"),
        ("a:\n\t- b", "no YAML", "line 2, column 1"),
        ("[" * 100_000, "nested more than 60 deep", "line 1, column 61"),
        ("{a: " * 30_000, "nested more than 60 deep", "line 1, column 241"),
        ("- " * 30_000, "nested more than 60 deep", "line 1, column 121"),
        ("a\x00", "no YAML", ""),
        ("ab: 1\nc: \udc80", "no text", "line 2"),
        ("x" * 16_000_001, "larger than", ""),
        ("a: &a [*a]", "anchors", "line 1, column 4"),
    ],
)
def test_refused_with_the_place_in_one_sentence(text: str, said: str, place: str) -> None:
    with pytest.raises(BadInput) as caught:
        load(text, "map.yaml")
    told = str(caught.value)
    assert told.startswith(f"map.yaml, {place}: " if place else "map.yaml: ")
    assert said in told and "\n" not in told


SCRAPS = st.lists(st.sampled_from([*"[]{}:,-?&*!|>'\"#%@ \n", "a", "1", "---", "\t"]), max_size=40).map("".join)


@settings(max_examples=300)
@given(st.text() | SCRAPS)
def test_any_text_loads_or_is_refused(text: str) -> None:
    try:
        value = load(text, "x")
    except BadInput as error:
        assert re.match(r"x[:,]", str(error))
    else:
        if value is not None:
            assert _exact(load(dump(value, blocks=9))) == _exact(value)
