"""RULES.md and RULINGS.md hold together, and nothing anywhere cites a rule that does not exist."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "adjudicator/rulesets/roads_and_boats"
RULES = (GAME / "RULES.md").read_text(encoding="utf-8")
RULINGS = (GAME / "RULINGS.md").read_text(encoding="utf-8")
SCHEMA = ROOT / "orders_schema/roads_and_boats/options.schema.json"

RULE = re.compile(r"RB-\d+\.\d+")
RULING = re.compile(r"RB-Q\d+")
OPTION = re.compile(r"[Oo]ption:?\*? `(\w+)`")

# Everything that people write and that may cite a rule; the case files carry it in their names too.
WRITTEN = ("adjudicator", "orders_schema", "templates", "games", "docs", "tests")
SUFFIXES = {".py", ".yaml", ".yml", ".md", ".json", ".j2", ".po", ".txt", ".html"}

# House rules that a game may choose, whatever a schema may add to them.
OPTIONS = {
    "brick_rounds",
    "conflict_calls",
    "desert_bridges",
    "dropout",
    "handling_in_build_and_wonder",
    "missing_orders",
    "round",
    "solo_mines",
    "start_tiles",
    "trading",
}


def entries(text: str, number: re.Pattern[str]) -> list[tuple[str, str]]:
    """Each number that opens a paragraph, with the paragraph."""
    starts = [*re.finditer(rf"^\*\*({number.pattern})(?= |\*)", text, re.MULTILINE)]
    ends = [*(start.start() for start in starts[1:]), len(text)]
    return [(start[1], text[start.start() : end]) for start, end in zip(starts, ends, strict=True)]


RULE_ENTRIES = entries(RULES, RULE)
RULING_ENTRIES = entries(RULINGS, RULING)


def numbered(name: str) -> tuple[int, int]:
    section, number = name.removeprefix("RB-").split(".")
    return int(section), int(number)


def written_files() -> Iterator[Path]:
    for folder in WRITTEN:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file() and "__pycache__" not in path.parts:
                yield path


def test_rules_are_numbered_through_each_section() -> None:
    numbers = [numbered(name) for name, _ in RULE_ENTRIES]
    assert [section for section, _ in groupby(numbers, key=lambda pair: pair[0])] == [*range(1, 13)]
    for section, group in groupby(numbers, key=lambda pair: pair[0]):
        found = [number for _, number in group]
        assert found == [*range(1, len(found) + 1)], f"section {section}"


def test_rulings_are_numbered_through() -> None:
    found = [name for name, _ in RULING_ENTRIES]
    assert len(found) >= 88
    assert found == [f"RB-Q{number}" for number in range(1, len(found) + 1)]


def test_no_number_opens_two_paragraphs() -> None:
    names = [name for name, _ in (*RULE_ENTRIES, *RULING_ENTRIES)]
    assert not [name for name, times in Counter(names).items() if times > 1]


def test_sections_are_headed_by_their_number() -> None:
    headings = re.findall(r"^## (\d+) ", RULES, re.MULTILINE)
    assert headings == [str(number) for number in range(1, 13)]
    for heading, body in zip(headings, re.split(r"^## \d+ .*$", RULES, flags=re.MULTILINE)[1:], strict=True):
        assert {numbered(name)[0] for name, _ in entries(body, RULE)} == {int(heading)}


@pytest.mark.parametrize(("name", "text"), RULING_ENTRIES, ids=[name for name, _ in RULING_ENTRIES])
def test_a_ruling_asks_answers_and_says_why(name: str, text: str) -> None:
    title, _, rest = text.partition("\n")
    assert re.match(rf"\*\*{name} [^*]+[.?]\*\*", title)
    for label in ("*Answer:* ", "*Why:* ", "*Shapes:* "):
        assert rest.count(label) == 1, label
    assert rest.index("*Answer:*") < rest.index("*Why:*") < rest.index("*Shapes:*")
    assert RULE.search(rest.partition("*Shapes:*")[2])


def shaped_by() -> dict[str, set[str]]:
    """Each ruling with the rules that it says it shapes."""
    return {name: set(RULE.findall(text.partition("*Shapes:*")[2])) for name, text in RULING_ENTRIES}


def test_a_rule_that_points_to_a_ruling_is_among_those_it_shapes() -> None:
    shapes = shaped_by()
    wrong = [
        (rule, ruling) for rule, text in RULE_ENTRIES for ruling in RULING.findall(text) if rule not in shapes[ruling]
    ]
    assert not wrong


def test_every_rule_and_ruling_cited_anywhere_exists() -> None:
    known = {name for name, _ in (*RULE_ENTRIES, *RULING_ENTRIES)}
    unknown: dict[str, set[str]] = {}
    for path in written_files():
        if path == Path(__file__).resolve():
            continue
        text = f"{path.name}\n{path.read_text(encoding='utf-8')}"
        if missing := {*RULE.findall(text), *RULING.findall(text)} - known:
            unknown[str(path.relative_to(ROOT))] = missing
    assert not unknown


def test_the_search_for_citations_finds_some() -> None:
    """A search that looked in the wrong place would find nothing wrong either."""
    files = [path for path in written_files() if path.suffix == ".py" and RULE.search(path.read_text(encoding="utf-8"))]
    assert GAME / "look.py" in files
    assert len(files) > 5
    assert RULE.findall("RB-6.4_capacity RB-12.30, RB-Q7") == ["RB-6.4", "RB-12.30"]
    assert RULING.findall("RB-6.4 (RB-Q7, RB-Q88)") == ["RB-Q7", "RB-Q88"]


def options_of(text: str) -> set[str]:
    return set(OPTION.findall(text))


def test_the_rulings_name_every_house_rule() -> None:
    assert options_of(RULINGS) == OPTIONS


def test_the_rules_name_no_other_options_than_their_rulings() -> None:
    by_ruling = {name: options_of(text) for name, text in RULING_ENTRIES}
    for rule, text in RULE_ENTRIES:
        cited = set[str]().union(*(by_ruling[ruling] for ruling in RULING.findall(text)))
        assert options_of(text) <= cited, rule


def test_every_option_of_a_ruling_can_be_chosen() -> None:
    properties = json.loads(SCHEMA.read_text(encoding="utf-8"))["properties"]
    assert options_of(RULINGS) <= properties.keys()
