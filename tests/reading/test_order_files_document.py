"""docs/order_files.md: every rule has an example, every example is read, every number in the code is a rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.core import folders
from tests.reading.letters import read, told

DOCUMENT = folders.PACKAGE.parent / "docs" / "order_files.md"
RULE = re.compile(r"^\*\*(OF-[0-9]+)\*\*", re.MULTILINE)
BLOCK = re.compile(r"^```yaml ?(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def rules() -> dict[str, list[tuple[str, str]]]:
    """Each rule's number with its examples: how they are marked, and their text."""
    text = DOCUMENT.read_text(encoding="utf-8").partition("## For authors of games")[0]
    starts = [*RULE.finditer(text)]
    ends = [*(match.start() for match in starts[1:]), len(text)]
    return {
        match[1]: [(block[1], block[2]) for block in BLOCK.finditer(text[match.start() : end])]
        for match, end in zip(starts, ends, strict=True)
    }


EXAMPLES = [(rule, kind, text) for rule, blocks in rules().items() for kind, text in blocks]


def examples(kind: str) -> list[object]:
    chosen = [(rule, text) for rule, marked, text in EXAMPLES if marked == kind]
    return [pytest.param(rule, text, id=f"{rule}-{number}") for number, (rule, text) in enumerate(chosen)]


def test_every_rule_has_an_example() -> None:
    assert [rule for rule, blocks in rules().items() if not blocks] == []
    assert len(rules()) == 20
    assert {kind for _, kind, _ in EXAMPLES} == {"", "refused", "same"}


@pytest.mark.parametrize(("rule", "text"), examples(""))
def test_example_is_read(rule: str, text: str) -> None:
    got = read(text)
    assert [told(problem) for problem in got.problems] == []
    assert got.sheets


@pytest.mark.parametrize(("rule", "text"), examples("refused"))
def test_example_is_refused_with_its_number(rule: str, text: str) -> None:
    got = read(text)
    assert rule in [problem.rule for problem in got.problems], [told(problem) for problem in got.problems]


@pytest.mark.parametrize(("rule", "text"), examples("same"))
def test_examples_mean_the_same(rule: str, text: str) -> None:
    short, long = (read(half) for half in text.split("---\n"))
    assert [told(problem) for problem in (*short.problems, *long.problems)] == []
    assert short.sheets[0].body == long.sheets[0].body


def test_numbers_in_the_code_are_rules_and_rules_are_in_the_code() -> None:
    """In the reader itself; other parts may cite a rule as well, but not one that does not exist."""
    package = folders.PACKAGE
    cited = {file: set(re.findall(r"OF-[0-9]+", file.read_text(encoding="utf-8"))) for file in package.rglob("*.py")}
    for file, numbers in cited.items():
        assert numbers <= set(rules()), f"{file} cites a rule that is not in {DOCUMENT.name}"
    reader = Path(package) / "core" / "reading"
    in_reader = set().union(*(numbers for file, numbers in cited.items() if file.is_relative_to(reader)))
    assert set(rules()) - in_reader == set()
