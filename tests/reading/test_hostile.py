"""Any text whatever: no exception, no crash, bounded time, and what is right in it still stands."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.core.reading import Reading, write_sheet
from tests.reading.letters import read, sentences

BOMBS = {
    "list in list": "[" * 65_000,
    "list in list, closed": "[" * 30_000 + "]" * 30_000,
    "block in block": "- " * 30_000,
    "mapping in mapping": "{a: " * 16_000,
    "key in key": "? " * 30_000,
    "both": "[{" * 30_000,
    "orders deep": "orders: " + "[" * 60_000,
    "conditions deep": "orders: [{if: " + "{not: " * 10_000 + "}" * 10_000,
    "aliases": "a: &a [x,x,x]\n" + "".join(f"b{n}: &b{n} [*a,*a,*a,*a]\n" for n in range(50)),
    "recursive alias": "orders: &a [*a]",
    "merge": "orders: [{<<: {move: donkey-1}}]",
    "digits": "turn: " + "9" * 50_000,
    "digits in goods": "orders: [{move: donkey-1, steps: [{load: " + "9" * 1500 + " boards}]}]",
    "date": "turn: 2024-99-99",
    "one long key": "k" * 60_000 + ": x",
    "one long quote": '"' + "x" * 60_000,
    "pages": "---\n" * 16_000,
    "pages with something": "a: b\n---\n" * 7_000,
    "greetings": "hello\n" * 10_000,
    "remarks": "#\n" * 30_000,
    "dashes": "—" * 20_000,
    "long dash lines": "—\n" * 15_000,
    "tabs": "\t" * 60_000 + "x",
    "tokens": "token: x\n" * 6_000,
    "token and blanks": "token" + " " * 60_000,
    "mistakes": "orders:\n" + "- {mvoe: x}\n" * 1_600,
    "loads": "orders:\n- load: " + "1 boards +" * 150,
    "commas": "orders:\n- {move: donkey-1, go: '" + "D4," * 600 + "'}",
    "keys": "{" + "".join(f"k{n}: 1, " for n in range(1500)) + "}",
    "directive": "%YAML 9.9\n%TAG ! x\n---\na: b",
    "binary": bytes(range(256)).decode("latin-1") * 50,
    "surrogates": "\ud800\udc00\udfff" * 500,
    "byte order marks": "\ufeff" * 1_000,
    "right to left": "\u202e" * 500 + "orders: []",
    "breaks": "a: b\x85c: d\u2028e: f\u2029",
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(name: str) -> None:
    text = BOMBS[name]
    began = time.perf_counter()
    got = read(text)
    seconds = time.perf_counter() - began
    _sound(text, got)
    # Far above what it takes (milliseconds), far below what the bombs cost an unguarded reader.
    assert seconds < 2, f"{seconds:.1f} s"


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_spoil_no_other_document(name: str) -> None:
    """Where the whole still fits into what is read at all."""
    bomb = BOMBS[name][:20_000]
    got = read("phase: building\norders: [{build: mine, at: E7}]\n---\n" + bomb)
    assert got.sheets[0].body == {"orders": [{"build": "mine", "at": "E7"}]}


def _sound(text: str, got: Reading) -> None:
    """What holds of every reading."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert got.problems or got.sheets
    for problem in got.problems:
        assert sentences().reason(problem).isprintable() and problem.mark is not None
        if problem.code != "too-large":
            assert 1 <= problem.mark.line <= len(lines)
            assert 1 <= problem.mark.column <= len(lines[problem.mark.line - 1]) + 1
        assert problem.facts["text"].isprintable() and len(problem.facts["text"]) <= 76
        assert problem.facts["caret"].strip() == "^"
    for repair in got.repairs:
        assert sentences().reason(repair)
    for sheet in got.sheets:
        assert sheet.ready is False or not sheet.problems
        again = read(write_sheet(sheet, "two-valleys"))
        assert again.problems == ()
        (same,) = again.sheets
        assert (same.seat, same.turn, same.phase, same.ready, same.based_on, same.body) == (
            sheet.seat,
            sheet.turn,
            sheet.phase,
            sheet.ready,
            sheet.based_on,
            sheet.body,
        )


@settings(max_examples=400)
@given(st.text())
@example("\x00")
@example("orders:\n- \u2028")
@example('orders:\n- {"\\e[31m": "\\0", move: "\\a\\N\\L"}')
@example('player: "red\\n\\e[2J"\nphase: "move\\rment"')
def test_any_text(text: str) -> None:
    _sound(text, read(text))


# Pieces of order files, put together at random: most is nonsense, but nonsense of the dangerous kind.
WORDS = """
    orders: sequence: allow: phase: movement building production turn: any 3 - -- --- { } [ ] , : ? & * ! | > ' " # % @
    move: donkey-1 steps: go: D4 C4a D6~ C4/NE load: boards: 2 all unload: 1 gold + lead: geese dock: take: from: give:
    to: by: if: then: else: not: any: all: before: blue slot: first_of: all_of: pray: stop stop_if: prefer: last
    pick_up: exactly: yes null ~ &a *a !!str << end “ ” – — may: player: goods: at: set_down:
"""
PIECES = st.sampled_from([*WORDS.split(), "\u00a0", "\t", "\ufeff", "\u200b"])
SPACE = st.sampled_from(["", " ", "\n", "\n  ", "\n    ", "\n- ", "\n  - ", ", ", ": "])


@settings(max_examples=1500)
@given(st.lists(st.tuples(PIECES, SPACE), max_size=60))
def test_pieces_put_together(parts: list[tuple[str, str]]) -> None:
    text = "".join(piece + space for piece, space in parts)
    _sound(text, read(text))


WHOLE = """\
game: two-valleys
player: red
turn: 3
phase: movement
ready: yes
sequence: {request: {any: [{before: blue}, {goods: 1 gold, at: E7}]}, pray: {stop_if: [blue]}, prefer: [1, last]}
allow:
  - {player: blue, may: take, from: donkey-1, goods: {stone: 1}, at: C5, for: bridge}
orders:
  - move: donkey-1
    steps:
      - {load: 2 boards + 1 gold}
      - {lead: {geese: 2}}
      - {go: [D4, D5]}
      - {if: {wall: C4-C5, owner: blue, strength: 2}, then: [{unload: all}], else: [{go: D6}]}
  - {move: raft-2, go: C7, dock: E7a}
  - {first_of: [{move: truck-1, to: F7}, {set_down: donkey-2, at: C4a}]}
"""


@settings(max_examples=1500)
@given(
    st.lists(
        st.tuples(st.integers(0, len(WHOLE)), st.integers(0, 6), st.one_of(st.text(max_size=3), PIECES)),
        min_size=1,
        max_size=4,
    )
)
def test_slips_of_the_finger(slips: list[tuple[int, int, str]]) -> None:
    """A good file with a few characters lost, doubled or replaced."""
    text = WHOLE
    for place, lost, new in slips:
        text = text[:place] + new + text[place + lost :]
    _sound(text, read(text))
