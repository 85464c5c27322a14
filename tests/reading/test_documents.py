"""Several documents in a text, the head, where reading begins and ends, tokens."""

from __future__ import annotations

import gc

import pytest

from adjudicator.core import reading
from adjudicator.core.model import Mark
from tests.reading.letters import DEFAULTS, PHASES, read, schema_for, told

THREE = """\
game: Two-Valleys
player: RED
turn: 3
phase: Movement
token: k7qf2m9x4b
based_on: 123456
ready: no
orders:
  - {move: donkey-1, go: D4}
---
phase: building
orders:
  - {build: sawmill, at: C5}
---
turn: 4
phase: production
orders: []
"""


def bare(text: str, **more: object) -> reading.Reading:
    return reading.read_sheets(text, schema_for, phases=PHASES, **more)  # type: ignore[arg-type]


def test_later_documents_inherit_from_the_first() -> None:
    got = bare(THREE)
    assert got.problems == () and got.repairs == ()
    assert [(sheet.seat, sheet.turn, sheet.phase) for sheet in got.sheets] == [
        ("red", 3, "movement"),
        ("red", 3, "building"),
        ("red", 4, "production"),
    ]
    assert {(document.game, document.token) for document in got.documents} == {("two-valleys", "k7qf2m9x4b")}
    assert [sheet.ready for sheet in got.sheets] == [False, None, None]
    assert [sheet.based_on for sheet in got.sheets] == ["123456", None, None]


@pytest.mark.parametrize(
    "broken", ["orders: [", "orders: {a: b", '"', "a: b: c", "- x\ny: z", "\torders: @x", "orders: &a"]
)
def test_an_error_in_one_document_spoils_no_other(broken: str) -> None:
    """Not even in the first, from which the others inherit."""
    first = f"game: two-valleys\nplayer: red\nturn: 3\nphase: movement\n{broken}\n---\n"
    got = bare(first + "phase: building\norders: [{build: mine, at: E7}]\n---\nphase: wonder\norders: [{bricks: 2}]\n")
    assert [problem.kind for problem in got.problems] == ["unreadable"]
    assert [(sheet.seat, sheet.turn, sheet.phase) for sheet in got.sheets] == [
        ("red", 3, "building"),
        ("red", 3, "wonder"),
    ]
    assert got.documents[0].phase == "movement", "a receipt can say which phase could not be read"


def test_a_greeting_may_stand_before_a_divider() -> None:
    got = bare("Hello, my orders:\n---\n" + THREE)
    assert got.problems == () and [repair.code for repair in got.repairs] == ["line-skipped"]
    assert [sheet.phase for sheet in got.sheets] == ["movement", "building", "production"]


def test_a_document_without_a_head_never_takes_that_of_a_later_one() -> None:
    """Orders for now would become another player's, or standing ones."""
    own = reading.read_sheets("orders: []\n", schema_for, phases=PHASES, defaults=DEFAULTS).documents[0]
    for head in ("turn: any\nphase: wonder", "player: blue", "turn: 4\nphase: building", "game: other"):
        first = read(f"orders: []\n---\n{head}\norders: []\n").documents[0]
        assert (first.game, first.player, first.turn, first.phase) == (own.game, own.player, own.turn, own.phase), head


def test_lines_are_those_of_the_whole_text() -> None:
    got = read("phase: movement\norders: []\n---\nphase: building\norders:\n  - {build: sawmil, at: C5}\n")
    (problem,) = got.problems
    assert problem.mark == Mark(6, 13) and problem.facts["meant"] == "sawmill"
    assert problem.facts["text"] == "  - {build: sawmil, at: C5}"
    assert problem.facts["caret"] == "            ^"
    assert got.sheets[1].text.startswith("phase: building"), "a sheet keeps its own document only"
    assert reading.line_shown(got.sheets[1], Mark(6, 13)) == (problem.facts["text"], problem.facts["caret"])


def test_a_phase_is_ordered_once() -> None:
    got = read(
        "phase: movement\norders: []\n---\nphase: building\n---\nphase: movement\norders: [{move: donkey-1, go: D4}]\n"
    )
    assert [problem.code for problem in got.problems] == ["phase-twice"]
    assert got.problems[0].facts["first"] == 1
    assert [sheet.phase for sheet in got.sheets] == ["movement", "building"]


@pytest.mark.parametrize("line", ["end", "END", "  End  ", "-- ", "--"])
def test_reading_ends(line: str) -> None:
    got = read(f"phase: movement\norders: []\n{line}\nRed, of the two valleys\n{{[")
    assert got.problems == () and len(got.sheets) == 1


@pytest.mark.parametrize("divider", ["---", "--- ", "-----", "—-", "–--", "—", "...", "--- # next"])
def test_documents_are_parted(divider: str) -> None:
    got = read(f"phase: movement\norders: []\n{divider}\nphase: building\norders: []\n")
    assert got.problems == () and [sheet.phase for sheet in got.sheets] == ["movement", "building"]


def test_a_long_dash_before_a_name_is_a_signature() -> None:
    got = read("phase: movement\norders: []\n—\nAnna\n")
    assert got.problems == () and len(got.sheets) == 1
    assert [repair.code for repair in got.repairs] == ["dashes-repaired", "ended-at-signature"]


def test_a_greeting_is_passed_over_and_that_is_said() -> None:
    got = read("Hello,\n\nhere is what I want, for the first time:\n\ngame: two-valleys\nphase: movement\norders: []\n")
    assert got.problems == () and [(r.code, r.mark.line, r.facts["last"]) for r in got.repairs] == [
        ("prose-skipped", 1, 3)
    ]


@pytest.mark.parametrize(
    "words",
    [
        "Sent from my telephone",
        "Cheers, Anna",
        "See you on Sunday!\n\nAnna\n  (the red one)\nhttps://example.org/telephone",
        "Get a mail program<https://example.org>",
    ],
)
@pytest.mark.parametrize(
    "orders", ["orders: []", "orders:\n  - {move: donkey-1, go: D4}", "orders:\n- move: donkey-1\n  go: D4"]
)
def test_words_below_the_orders_are_passed_over_and_that_is_said(orders: str, words: str) -> None:
    got = read(f"phase: movement\n{orders}\n\n{words}\n\n")
    assert got.problems == () and len(got.sheets) == 1
    assert [(r.code, r.mark.line) for r in got.repairs] == [("afterword-skipped", 4 + orders.count("\n"))]
    assert words not in got.sheets[0].text


@pytest.mark.parametrize(
    "below",
    [
        "and if nobody is there:\n\n  - {move: donkey-2, go: D4}",
        "first\n\nready: no",
        "{move: donkey-2, go: D4}",
        "and then\n\n# no more",
    ],
)
def test_what_could_be_an_order_is_never_passed_over(below: str) -> None:
    got = read(f"phase: movement\norders:\n  - {{move: donkey-1, go: D4}}\n\n{below}\n")
    assert [problem.kind for problem in got.problems] == ["unreadable"] and got.sheets == ()


def test_words_below_what_is_broken_do_not_hide_where_it_is() -> None:
    got = read("phase: movement\norders: [{move: donkey-1, go: D4}\n\nCheers, Anna\n")
    assert [(problem.code, problem.mark and problem.mark.line) for problem in got.problems] == [("yaml-bracket", 2)]


def test_keys_are_never_taken_for_a_greeting() -> None:
    got = read("orders:\n  - {move: donkey-1, go: D4}\nphase: movement\n")
    assert got.sheets[0].body["orders"] == [{"move": "donkey-1", "steps": [{"go": "D4"}]}]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark\n", "---\n---\n", "end\n", "-- \nAnna", "\ufeff"])
def test_nothing_written(text: str) -> None:
    got = read(text)
    assert [(problem.kind, problem.code) for problem in got.problems] == [("unreadable", "nothing-written")]
    assert got.documents == ()


@pytest.mark.parametrize(
    ("head", "code", "place"),
    [
        ("player: red\nturn: 3\nphase: movement", "head-missing", ""),
        ("game: g\nplayer: red\nturn: 3", "head-missing", ""),
        ("game: g\nplayer: red\nturn: three\nphase: movement", "not-expected", "turn"),
        ("game: g\nplayer: red\nturn: -1\nphase: movement", "not-expected", "turn"),
        ("game: g\nplayer: red\nturn: 3\nphase: movment", "phase-unknown", "phase"),
        ("game: g\nplayer: rde\nturn: 3\nphase: movement", "player-unknown", "player"),
        ("game: g\nplayer: [red]\nturn: 3\nphase: movement", "head-not-text", "player"),
        ("game: g\nplayer: red\nturn: 3\nphase: movement\nready: perhaps", "not-expected", "ready"),
        ("game: g\nplayer: red\nturn: 3\nphase: movement\norders: move it", "not-expected", "orders"),
        ("game: g\nplayer: red\nturn: 3\nphase: movement\norder: []", "key-unknown", ""),
    ],
)
def test_without_a_head_or_a_body_there_is_no_sheet(head: str, code: str, place: str) -> None:
    got = bare(head, seats=("red", "blue"))
    assert [(problem.kind, problem.code, problem.place) for problem in got.problems] == [("unreadable", code, place)]
    assert got.sheets == () and len(got.documents) == 1


def test_meant_heads() -> None:
    got = bare("game: g\nplayer: rde\nturn: 3\nphase: movement", seats=("red", "blue"))
    assert got.problems[0].facts["meant"] == "red"
    got = bare("game: g\nplayer: red\nturn: 3\nphase: movment")
    assert got.problems[0].facts["meant"] == "movement"


def test_standing_orders_and_keys_left_empty() -> None:
    got = read("turn: ANY\nphase: movement\nbased_on:\nready: ~\nsequence:\norders:\n")
    (sheet,) = got.sheets
    assert (sheet.turn, sheet.based_on, sheet.ready, sheet.body) == ("any", None, None, {})


def test_defaults_stand_for_what_is_left_out_only() -> None:
    got = read("player: blue\norders: []", turn="7")
    assert (got.sheets[0].seat, got.sheets[0].turn, got.sheets[0].phase) == ("blue", 7, DEFAULTS["phase"])


def test_head_is_known_before_any_schema() -> None:
    pages = reading.open_text(THREE)
    assert pages.head == {"game": "Two-Valleys", "player": "RED", "turn": "3", "token": "k7qf2m9x4b"}
    assert reading.read_sheets(pages, schema_for).sheets == bare(THREE).sheets


# -- tokens ------------------------------------------------------------------------------------------------------------

TOKEN = "k7qf2m9x4b"


@pytest.mark.parametrize(
    "text",
    [
        f"token: {TOKEN}\nphase: movement\norders: [{{mvoe: x}}]",
        f"Token : '{TOKEN}'\nphase: movement\norders: 5",
        f"{{token: {TOKEN}, phase: movement, orders: [nonsense]}}",
        f"{{phase: movment, token: {TOKEN}}}",
        f"token: {TOKEN}\ntoken: {TOKEN}\nphase: movement",
        f"token: {TOKEN}\nphase: movement\norders: [",
        f"tokn: {TOKEN}\nphase: movement\norders: []",
        f"tokn: {TOKEN}\nphase: movement\norders: [",
        f"token: [{TOKEN}]\nphase: movement",
        f"token:\n  {TOKEN}\nphase: movement\norders: [x, {TOKEN}]",
        f"token: “{TOKEN}”\nphase: movement\norders: [",
    ],
)
def test_no_token_is_shown_or_kept(text: str) -> None:
    got = read(text)
    assert got.problems
    kept = [*(told(problem) for problem in got.problems), *(problem.facts["text"] for problem in got.problems)]
    kept += [sheet.text for sheet in got.sheets] + [document.text for document in got.documents]
    kept += [reading.write_sheet(sheet) for sheet in got.sheets]
    assert not [shown for shown in kept if TOKEN in shown]


def test_blotting_out_moves_nothing() -> None:
    text = f"game: x # token\ntoken: {TOKEN} # mine\nphase: movement\n"
    hidden = reading.without_token(text)
    assert TOKEN not in hidden and len(hidden) == len(text)
    assert [len(line) for line in hidden.split("\n")] == [len(line) for line in text.split("\n")]


def test_what_was_read_is_gone_when_nobody_wants_it_any_more() -> None:
    """It holds itself in no circle, so that no search for garbage is needed (`verify` makes none)."""
    bare(THREE)
    gc.collect()
    gc.disable()
    try:
        bare(THREE)
        assert gc.collect() == 0
    finally:
        gc.enable()
