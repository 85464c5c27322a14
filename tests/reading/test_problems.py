"""Each mistake: named by its code, at its line and column, with what was expected and what may have been meant."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from adjudicator.core import folders, yamlfiles
from adjudicator.core.reading.kinds import KINDS
from tests.reading.letters import problems_of, read, sentences, told

# One order each: code, place, what may have been meant, column, the order.
ONE_ORDER = [
    ("key-unknown", "0.mvoe", "move", 4, "- {mvoe: donkey-1, go: D4}"),
    ("key-unknown", "0.biuld", "", 12, "- {at: D6, biuld: sawmill}"),
    ("key-unknown", "0.steps.1.laod", "load", 39, "- {move: donkey-1, steps: [{go: D4}, {laod: 2 boards}]}"),
    ("key-unknown", "0.steps.0.exactley", "exactly", 43, "- {move: donkey-1, steps: [{load: 1 gold, exactley: yes}]}"),
    ("key-unknown", "0.steps.0.load.bords", "boards", 36, "- {move: donkey-1, steps: [{load: {bords: 1}}]}"),
    ("key-unknown", "0.if.befor", "before", 9, "- {if: {befor: blue}, then: [{move: donkey-1, go: D4}]}"),
    (
        "key-unknown",
        "0.then.0.steps.0.else.1.goo",
        "go",
        85,
        "- {if: {slot: 1}, then: [{move: donkey-1, steps: [{if: {slot: 2}, else: [{go: D4}, {goo: D4}]}]}]}",
    ),
    ("loose-word", "0.steps.0.1_gold", "", 45, "- {move: donkey-1, steps: [{load: 2 boards, 1 gold}]}"),
    ("verb-of-another-phase", "0", "", 4, "- {build: sawmill, at: C5}"),
    ("verb-of-another-phase", "0", "", 4, "- {load: 2 boards, onto: donkey-1}"),
    ("verb-of-another-phase", "0.steps.0", "", 29, "- {move: donkey-1, steps: [{produce: sawmill, at: C5}]}"),
    ("two-verbs", "0", "", 28, "- {move: donkey-1, go: D4, set_down: donkey-2}"),
    ("no-verb", "0", "", 3, "- {}"),
    ("no-verb", "0.steps.0", "", 28, "- {move: donkey-1, steps: [{from: xyz}]}"),
    ("key-twice", "0", "", 20, "- {move: donkey-1, Move: donkey-2, go: D4}"),
    ("key-twice", "0.steps.0.load.boards", "", 46, "- {move: donkey-1, steps: [{load: {board: 1, boards: 2}}]}"),
    ("key-missing", "0.steps.0", "", 28, "- {move: donkey-1, steps: [{take: 1 gold}]}"),
    ("key-of-several-missing", "0", "", 3, "- {move: donkey-1}"),
    ("key-of-several-missing", "0", "", 3, "- {if: {slot: 1}}"),
    ("keys-apart", "0", "", 3, "- {move: donkey-1, to: F7, go: D4}"),
    ("keys-apart", "0", "", 39, "- {move: donkey-1, steps: [{go: D4}], dock: D4}"),
    ("keys-apart", "0.if", "", 8, "- {if: {goods: 1 gold, at: D4, aboard: raft-1}, then: [{move: donkey-1, go: D4}]}"),
    ("nothing-named", "0.steps.0.load", "", 35, "- {move: donkey-1, steps: [{load: {}}]}"),
    ("not-expected", "0.steps.0.load.boards", "", 44, "- {move: donkey-1, steps: [{load: {boards: two}}]}"),
    ("not-expected", "0.steps.0.load.boards", "", 44, "- {move: donkey-1, steps: [{load: {boards: 0}}]}"),
    ("not-expected", "0.steps.0.load.boards", "", 44, "- {move: donkey-1, steps: [{load: {boards: 100}}]}"),
    ("not-expected", "0.steps.0.load.boards", "", 35, "- {move: donkey-1, steps: [{load: 100 boards}]}"),
    ("not-expected", "0.steps.0.load.boards", "", 44, "- {move: donkey-1, steps: [{load: {boards: 1.5}}]}"),
    ("not-expected", "0.steps.0.go", "", 24, "- {move: donkey-1, go: 4D}"),
    ("not-expected", "0.steps.0.go.1", "", 29, "- {move: donkey-1, go: [D4, D100]}"),
    ("not-expected", "0.move", "", 10, "- {move: elephant-1, go: D4}"),
    ("not-expected", "0.move", "donkey-1", 10, "- {move: donky-1, go: D4}"),
    ("not-expected", "0.move", "rowboat-2", 10, "- {move: Row Boat 2, go: D4}"),
    ("not-expected", "0.move", "blue-wagon-3", 10, "- {move: blue-wagn-3, go: D4}"),
    ("not-expected", "0.move", "", 10, "- {move: yellow-ship-1, go: D4}"),
    ("not-expected", "0.move", "", 10, "- {move: donky-100, go: D4}"),
    ("not-expected", "0", "", 3, "- donkey-1 to D4"),
    ("not-expected", "0.steps.0", "", 28, "- {move: donkey-1, steps: [D4]}"),
    ("list-not-expected", "0.steps.0.dock", "", 24, "- {move: raft-1, dock: [D4]}"),
    ("list-not-expected", "0", "", 3, "- [move, donkey-1]"),
    ("mapping-not-expected", "0.steps.0.go", "", 24, "- {move: donkey-1, go: {to: D4}}"),
    ("list-length", "0.steps", "", 27, "- {move: donkey-1, steps: []}"),
    ("no-value", "0.move", "", 10, "- {move: , go: D4}"),
    ("how-many", "0.steps.0.load", "", 35, "- {move: donkey-1, steps: [{load: boards}]}"),
    ("how-many", "0.steps.0.load", "", 46, "- {move: donkey-1, steps: [{load: 2 boards + gold}]}"),
    ("all-not-here", "0.steps.0.load", "", 35, "- {move: donkey-1, steps: [{load: all}]}"),
    ("all-not-here", "0.steps.0.load", "", 46, "- {move: donkey-1, steps: [{load: 2 boards + All}]}"),
    ("not-goods", "0.steps.0.load", "", 35, "- {move: donkey-1, steps: [{load: 2}]}"),
    ("not-goods", "0.steps.0.load", "", 35, "- {move: donkey-1, steps: [{load: []}]}"),
    ("not-goods", "0.steps.0.load", "", 36, "- {move: donkey-1, steps: [{load: [{gold: 1}]}]}"),
    ("no-anchors", "0.steps", "", 27, "- {move: donkey-1, steps: &way [{go: D4}]}"),
    ("no-aliases", "0.steps", "", 27, "- {move: donkey-1, steps: *way}"),
    ("no-tags", "0.move", "", 10, "- {move: !!str donkey-1, go: D4}"),
    ("no-tags", "0", "", 3, "- !!python/object:os.system {move: donkey-1, go: D4}"),
    ("key-not-text", "0", "", 6, "- {? [a] : b}"),
    ("too-long", "0.move", "", 10, "- {move: " + "x" * 2001 + ", go: D4}"),
    ("too-deep", "0" + ".all_of.0" * 11, "", 113, "- " + "{all_of: [" * 30 + "]}" * 30),
]


@pytest.mark.parametrize(("code", "place", "meant", "column", "line"), ONE_ORDER)
def test_one_order_is_set_aside(code: str, place: str, meant: str, column: int, line: str) -> None:
    got = read(f"orders:\n- {{move: donkey-3, go: D4}}\n{line}\n- {{move: donkey-2, go: D4}}\n")
    assert [told(problem) for problem in got.problems if problem.code != code] == []
    problem = got.problems[0]
    assert (problem.kind, problem.code) == ("invalid", code)
    assert problem.place == place.replace("0", "1", 1) and problem.order == 1 and problem.seat == "red"
    assert problem.mark is not None
    assert (problem.mark.line, problem.mark.column) == (3, column), told(problem)
    assert problem.facts.get("meant", "") == meant
    (sheet,) = got.sheets
    assert [order is None for order in sheet.body["orders"]] == [False, True, False], "the others stand"
    assert sheet.ready is False and sheet.problems == got.problems
    assert sentences().reason(problem)


WHOLE = [
    ("yaml-colon", "orders:\n  - {move: donkey-1}\nphase: movement: x\n", 3, 16),
    ("yaml-bracket", "orders:\n  - {move: donkey-1, go: [D4, D5}\n", 2, 26),
    ("yaml-bracket", "orders:\n  - {move: donkey-1, go: D4\n", 2, 5),
    ("yaml-quote", "phase: movement\ngame: 'two-valleys\n", 2, 7),
    ("yaml-no-colon", "phase: movement\norders: []\nBest wishes\nRed\n", 3, 1),
    ("yaml-indent", "orders:\n  - {move: donkey-1, go: D4}\n - {move: donkey-2, go: D4}\n", 3, 2),
    ("yaml-colon", "game: x\n  player: red\n", 2, 9),
    ("yaml-character", "orders:\n  - @move\n", 2, 5),
    ("yaml-escape", 'game: "a\\q"\n', 1, 9),
    ("key-twice", "phase: movement\norders: []\nphase: building\norders: []\n", 3, 1),
    ("no-anchors", "&a {phase: movement}\n", 1, 1),
    ("too-deep", "orders: " + "[" * 200 + "]" * 200, 1, 132),
    ("too-many-items", "orders:\n" + "- {go: D4}\n" * 1300, 1250, 10),
    ("not-a-sheet", "- {move: donkey-1, go: D4}\n", 1, 1),
]


@pytest.mark.parametrize(("code", "text", "line", "column"), WHOLE)
def test_a_document_is_unreadable(code: str, text: str, line: int, column: int) -> None:
    got = read(text)
    (problem,) = got.problems
    assert (problem.kind, problem.code) == ("unreadable", code), told(problem)
    assert problem.mark is not None and (problem.mark.line, problem.mark.column) == (line, column), told(problem)
    assert got.sheets == ()
    assert sentences().reason(problem)


def test_the_text_itself_may_be_too_large() -> None:
    for text in ("#" * 70_000, "ä" * 40_000):
        (problem,) = read(text).problems
        assert (problem.kind, problem.code) == ("unreadable", "too-large") and sentences().reason(problem)
    assert [problem.code for problem in read("a: b\n---\n" * 60).problems][-1] == "too-many-pages"


def test_what_is_wrong_beside_the_orders() -> None:
    got = read(
        "sequence:\n  request: {befor: blue}\n  pray: stopp\n  prefer: [1, 7, {before: blue}, lats]\n  pry: keep\n"
        "allow:\n  - {player: blue, may: tkae, from: donkey-1, goods: 1 gold}\n"
        "  - {player: any, may: ferry, by: raft-1}\n"
        "orders: [{move: donkey-1, go: D4}]\n"
    )
    assert [(problem.place, problem.facts.get("meant")) for problem in got.problems] == [
        ("sequence.request.befor", "before"),
        ("sequence.pray", "stop"),
        ("sequence.prefer.1", ""),
        ("sequence.prefer.3", "last"),
        ("sequence.pry", "pray"),
        ("allow.0.may", "take"),
    ]
    (sheet,) = got.sheets
    assert sheet.ready is False
    assert sheet.body["sequence"] == {"prefer": [1, None, {"before": "blue"}, None]}
    assert sheet.body["allow"] == [None, {"player": "any", "may": "ferry", "by": "raft-1"}]
    assert len(sheet.body["orders"]) == 1


def test_all_that_is_wrong_in_an_order_is_said() -> None:
    problems = problems_of("- {move: elephant-1, steps: [{goo: D4}, {load: boards}, {go: D4}, {go: 44}]}")
    assert [problem.place for problem in problems] == ["0.move", "0.steps.0.goo", "0.steps.1.load", "0.steps.3.go"]


def test_sentences_name_what_was_expected() -> None:
    (problem,) = problems_of("- {produce: sawmil, at: C5}", "production")
    sentence = sentences().reason(problem)
    assert "`sawmil`" in sentence and "papermill" in sentence and sentence.endswith("Did you mean `sawmill`?")
    (problem,) = problems_of("- {move: donkey-1, go: 99}")
    assert "a place such as D4" in sentences().reason(problem)
    (problem,) = problems_of("- {bricks: many}", "wonder")
    assert "a number from 1 to 99" in sentences().reason(problem)


def test_suggestions_are_bounded() -> None:
    """Comparing words is dear; a mail of nothing but mistakes must not cost seconds."""
    got = read("orders:\n" + "- {mvoe: x}\n" * 200)
    assert len(got.problems) == 200 and got.problems[0].facts["meant"] == "move"
    assert got.problems[-1].facts.get("meant", "") == ""


# -- completeness ------------------------------------------------------------------------------------------------------


def _codes() -> set[str]:
    """Every code that the reader can give: first argument of the calls that make problems, faults and repairs."""
    found: set[str] = set()
    for file in (Path(folders.PACKAGE) / "core" / "reading").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                position = {"_wrong_word": 1}.get(name, 0)
                if name in ("wrong", "_unreadable", "Fault", "Repair", "_fault_at", "_wrong_word"):
                    found |= {
                        n.value
                        for n in ast.walk(node.args[position])
                        if isinstance(n, ast.Constant) and isinstance(n.value, str)
                    }
    return found


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    from adjudicator.core.reading import nodes, repair

    codes = _codes() | {code for _, code, _ in nodes._SYNTAX} | set(repair._KINDS) | {"tabs-repaired"}
    codes |= {"list-not-expected", "mapping-not-expected", "all-not-here", "how-many", "not-goods"}
    text = (folders.templates("host") / "reasons.yaml").read_text(encoding="utf-8")
    catalogue = yamlfiles.load(text, "reasons.yaml")
    told_codes = {code for code in catalogue if not code.startswith(("+", "expected-"))}
    assert codes - told_codes == set()
    expected = {f"expected-{kind}" for kind in (*KINDS, "number", "text", "goods", "mapping", "list")}
    assert expected == {code for code in catalogue if code.startswith("expected-")}
