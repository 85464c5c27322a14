"""Names that no schema can know are found with line and column, and only what names them is set aside."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.core import registry
from adjudicator.core.model import Mark, OrderSheet, Position, Problem
from adjudicator.core.sheets import mark_at, without
from adjudicator.host import resolving
from adjudicator.host.telling import sentences
from tests.roads_and_boats.crowds import valleys

GAME = registry.ruleset("roads-and-boats")


def position(phase: str = "production", **options: str) -> Position:
    state = {
        "ruleset": GAME.name,
        "turn": 3,
        "phase": phase,
        "temple": ["red", "blue", "yellow"],
        "sequence": ["yellow", "blue", "red"],
        "players": {"blue": {}, "red": {}, "yellow": {}},
        "transporters": {"red-donkey-1": {"at": "E7"}},
    }
    return Position(valleys(), GAME.read_state(state, valleys()), GAME.read_options(options))


def read(text: str, phase: str = "production", **options: str) -> tuple[OrderSheet, tuple[Problem, ...]]:
    read = resolving.read_awaited(GAME, position(phase, **options), {"red": text})
    return read.by_seat["red"], read.problems


TEXT = """\
sequence:
  request: {before: bleu}
  pray: {stop_if: [blue, red]}
  prefer: [5, {after: yellow}, {before: red}]
allow:
- {player: blue, may: take, from: donkey-1, goods: 1 gold}
- {player: any, may: take, from: blue-donkey-1, goods: 1 gold}
orders:
- {load: 1 gold, onto: donkey-1}
- {load: 1 gold, onto: donkey-1, at: E77}
- first_of:
  - {unload: all, from: donkey-1}
  - if: {any: [{slot: 1}, {goods: 1 gold, at: C4c}]}
    then: {unload: all, from: donkey-1, at: E7a}
"""


def written(line: int, word: str) -> Mark:
    return Mark(line, TEXT.splitlines()[line - 1].index(word) + 1)


def test_each_has_its_line_and_column_and_what_may_have_been_meant() -> None:
    _, problems = read(TEXT)
    assert [(each.place, each.code, each.mark) for each in problems] == [
        ("sequence.request", "unknown-player", written(2, "bleu")),
        ("sequence.pray", "names-oneself", written(3, "red")),
        ("sequence.prefer.0", "no-such-slot", written(4, "5")),
        ("sequence.prefer.2", "names-oneself", written(4, "red")),
        ("allow.1", "allow-only-yours", written(7, "blue-donkey-1")),
        ("1.at", "unknown-tile", written(10, "E77")),
        ("2.first_of.1.if.any.1.at", "unknown-bank", written(13, "C4c")),
        ("2.first_of.1.then.0.at", "not-divided", written(14, "E7a")),
    ]
    told = [sentences(GAME).reason(each) for each in problems]
    assert "Did you mean `blue`?" in told[0]
    assert "blue or yellow" in told[1]
    assert "1 to 3" in told[2]
    assert "Did you mean `E7`?" in told[5]
    assert "C4a and C4b" in told[6]


def test_only_what_names_them_is_set_aside_and_the_player_is_not_ready() -> None:
    sheet, problems = read(TEXT)
    assert sheet.ready is False
    assert sheet.problems == problems
    assert sheet.body["sequence"] == {"prefer": [None, {"after": "yellow"}, None]}
    assert [entry is None for entry in sheet.body["allow"]] == [False, True]
    assert [order is None for order in sheet.body["orders"]] == [False, True, True]


def test_what_was_set_aside_is_not_found_again() -> None:
    sheet, _ = read(TEXT)
    assert GAME.check(position(), sheet) == ()


def test_a_sheet_without_fault_stays_as_it_is() -> None:
    sheet, problems = read("ready: yes\norders: [{load: 1 gold, onto: donkey-1, at: E7}]")
    assert problems == ()
    assert sheet.ready is True


def test_a_transporter_that_is_not_there_yet_is_no_fault_of_the_sheet() -> None:
    assert read("orders: [{load: 1 gold, onto: truck-7}]")[1] == ()


@pytest.mark.parametrize(("phase", "turn"), [("production", 3), ("movement", 3), ("movement", "any")])
def test_nor_is_one_that_is_allowed_something_and_may_be_made_before(phase: str, turn: Any) -> None:
    """In production itself, and in orders ahead of it."""
    allow = [{"player": "blue", "may": "carry", "transporter": "truck-7"}]
    sheet = OrderSheet("red", turn, phase, {"allow": allow, "orders": []})
    assert GAME.check(position(), sheet) == ()
    (problem,) = GAME.check(position("movement"), replace(sheet, turn=3, phase="movement"))
    assert (problem.place, problem.code, problem.facts["known"]) == ("allow.0", "no-such-transporter", ["donkey-1"])


def test_an_unknown_colour_before_a_transporter_is() -> None:
    (problem,) = read("orders: [{take: 1 gold, from: blu-donkey-1, onto: donkey-1}]")[1]
    assert (problem.code, problem.rule, problem.facts["meant"]) == ("unknown-player", "RB-10.9", "blue")


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ("{go: Q1}", "unknown-tile"),
        ("{go: [E6, E5~]}", "tile-without-river"),
        ("{go: C4a/N}", "edge-without-coast"),
        ("{go: E5/N}", "tile-without-coast"),
        ("{dock: C4c}", "unknown-bank"),
        ("{if: {wall: C4-E7}, then: {go: E6}}", "not-neighbours"),
        ("{if: {road: C4a-C3}, then: {go: E6}}", "no-such-lane"),
        ("{if: {bridge: C4a-D6b}, then: {go: E6}}", "not-two-banks"),
    ],
)
def test_places_of_every_kind_are_those_of_the_map(step: str, code: str) -> None:
    _, problems = read(f"orders: [{{move: donkey-1, steps: [{step}]}}]", "movement")
    assert [each.code for each in problems] == [code]


@pytest.mark.parametrize(
    "step",
    ["{go: E6}", "{go: C4~}", "{go: C4/SW}", "{dock: D6b}", "{if: {road: C4b-C3}, then: {go: E6}}",
     "{if: {road: C4-C3}, then: {go: E6}}", "{if: {bridge: D6a-D6c}, then: {go: E6}}",
     "{if: {wall: B4-C4}, then: {go: E6}}"],
)  # fmt: skip
def test_places_that_there_are_pass(step: str) -> None:
    assert read(f"orders: [{{move: donkey-1, steps: [{step}]}}]", "movement")[1] == ()


def test_orders_nested_beyond_reason_are_refused_with_what_is_allowed() -> None:
    order = "{unload: all, from: donkey-1}"
    for _ in range(6):
        order = "{first_of: [" + order + "]}"
    (problem,) = read(f"orders: [{order}]")[1]
    assert (problem.code, problem.facts["most"], problem.order) == ("nested-too-deep", 6, 0)


def test_wishes_for_a_home_are_judged_one_by_one_when_they_are_reached() -> None:
    assert read("orders: [{home: [Z9, E6]}]", "start")[1] == ()


# -- taking out, for every game ----------------------------------------------------------------------------------------


def invalid(place: str) -> Problem:
    return Problem("invalid", "odd", "OF-1", {}, place, "red")


def test_an_order_falls_whole_and_keeps_its_number() -> None:
    sheet = OrderSheet("red", 1, "any", {"orders": [{"a": 1}, {"b": [1, 2]}]})
    assert without(sheet, [invalid("1.b.0")]).body == {"orders": [{"a": 1}, None]}


def test_what_is_no_longer_there_need_not_be_taken_out() -> None:
    sheet = OrderSheet("red", 1, "any", {"orders": [None]})
    assert without(sheet, [invalid("0.b"), invalid("7"), invalid("sequence.pray")]).body == {"orders": [None]}


def test_what_the_rules_forbid_is_not_taken_out() -> None:
    sheet = OrderSheet("red", 1, "any", {"orders": [{"a": 1}]}, ready=True)
    assert without(sheet, [Problem("illegal", "odd", "OF-1", {}, "0", "red")]) is sheet


def test_a_place_without_a_mark_of_its_own_has_that_of_what_is_around_it() -> None:
    marks = {"": Mark(1, 1), "orders.0": Mark(4, 3), "allow": Mark(2, 1)}
    sheet = OrderSheet("red", 1, "any", {}, marks=marks)
    assert mark_at(sheet, "0.steps.1") == Mark(4, 3)
    assert mark_at(sheet, "allow.0.from") == Mark(2, 1)
    assert mark_at(sheet, "sequence.pray") == Mark(1, 1)


def test_a_sheet_without_fault_is_looked_through_again_for_another_position() -> None:
    sheet, problems = read("allow:\n- {player: blue, may: take, from: donkey-1, goods: 1 gold}\n")
    here, elsewhere = position(), position(trading="no")
    assert (problems, GAME.check(here, sheet), GAME.check(here, sheet)) == ((), (), ())
    assert [problem.code for problem in GAME.check(elsewhere, sheet)] == ["no-trading"]
    assert [problem.code for problem in GAME.check(elsewhere, sheet)] == ["no-trading"]
