"""What phones and mail programs do to a text is undone; places stay those of the player's own text."""

from __future__ import annotations

import pytest

from adjudicator.core.model import Mark
from adjudicator.core.reading.repair import repair, shown
from tests.reading.letters import read, sentences, told

GOOD = [{"move": "donkey-1", "steps": [{"go": "D4"}]}]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("orders: [{move: “donkey-1”, go: D4}]", ["quotes-repaired"]),
        ("orders: [{move: „donkey-1“, go: «D4»}]", ["quotes-repaired"]),
        ("orders: [{move: ‘donkey-1’, go: ‚D4‘}]", ["apostrophes-repaired"]),
        (
            "orders:\n\u00a0\u00a0-\u00a0move:\u00a0donkey-1\n\u00a0\u00a0\u00a0\u00a0go:\u202fD4",
            ["spaces-repaired"] * 2,
        ),
        ("orders:\n – {move: donkey—1, go: D4}", ["dashes-repaired"]),
        ("orders:\n\t- move: donkey-1\n\t  go: D4", ["tabs-repaired"] * 2),
        ("orders:\n-\tmove: donkey-1\n\tgo: D4", ["tabs-repaired"] * 2),
        ("orders:\n\t-\tmove:\tdonkey-1\n\t\tgo:\tD4", ["tabs-repaired"] * 2),
        ("\ufefforders: [{move: donkey-1, go: D4}]", ["invisible-repaired"]),
        ("orders: [{move: don\u200bkey\u00ad-1\u200f, go: \u202eD4}]", ["invisible-repaired"]),
        ("orders: [{move: donkey-1, go: D4}]\r\nready: yes\r\n", []),
        ("orders: [{move: donkey-1, go: D4}]\rready: yes\r", []),
        ("# “remarks” – are nobody's business\norders: [{move: donkey-1, go: D4}]", []),
        ("orders: [{move: donkey-1, go: D4}] # Grüße", []),
    ],
)
def test_repaired_and_said(text: str, codes: list[str]) -> None:
    got = read(text)
    assert [told(problem) for problem in got.problems] == []
    assert got.sheets[0].body["orders"] == GOOD
    assert [repair.code for repair in got.repairs] == codes
    for one in got.repairs:
        assert f"ine {one.mark.line}" in sentences().reason(one)


@pytest.mark.parametrize("odd", ["\x00", "\x1b", "\x7f", "\x9b", "\ud800", "\udfff", "\ufffe", "\x08"])
def test_what_is_no_text_spoils_its_order_only(odd: str) -> None:
    got = read(f"orders:\n  - {{move: don{odd}key-1, go: D4}}\n  - {{move: donkey-1, go: D4}}")
    assert got.sheets[0].body["orders"] == [None, *GOOD]
    assert [repair.code for repair in got.repairs] == ["characters-unreadable"]
    assert [problem.place for problem in got.problems] == ["0.move"]
    text = got.problems[0].facts["text"]
    assert text.isprintable(), "a line that is shown cannot act on a terminal"


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("orders: [{move: donkey-1, go: XX}]", 31),
        ("orders: [{move: “donkey-1”, go: XX}]", 33),
        ("orders: [{move: don\u200bk\u200bey-1, go: XX}]", 33),
        ("\ufefforders: [{move: donkey-1, go: XX}]", 32),
        ("\torders: [{move: donkey-1, go: XX}]", 32),
        ("\u00a0orders: [{move: donkey-1, go: XX}]", 32),
    ],
)
def test_columns_are_those_of_the_players_text(text: str, column: int) -> None:
    (problem,) = read(text).problems
    assert problem.mark == Mark(1, column)
    assert text[column - 1 :].startswith("XX")
    assert problem.facts["caret"].index("^") == column - 1


def test_clean_text_is_left_alone() -> None:
    text = "a: 'b' \"c\" - -- --- ~\nÄäß: ✓ 猫"
    source = repair(text)
    assert source.read == text.split("\n") and source.repairs == [] and source.columns == {}


def test_a_long_line_is_shown_around_the_place() -> None:
    line = "".join(f"{n:04d}," for n in range(100))
    for column in (1, 40, 250, 499, 500, 501):
        text, caret = shown(line, column)
        assert len(text) <= 76 and caret.endswith("^") and len(caret) <= 77
        if 1 < column < 500:
            assert text[len(caret) - 1] == line[column - 1]
