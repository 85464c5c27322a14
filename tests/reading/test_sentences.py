"""Codes and facts become sentences; whatever is missing is found out at once."""

from __future__ import annotations

import pytest

from adjudicator.core.model import Problem
from adjudicator.core.sentences import Sentences, order_name
from adjudicator.core.voice import Voice

CATALOGUE = {
    "too-few": "{transporter} found only {got}, not {wanted}.",
    "choose": "Expected {expected:or}.",
    "all": "{names:and} are there.",
    "plain": "{names}.",
    "wide": "[{name:>5}]",
    "+meant": "Did you mean {meant}?",
    "expected-number": "a number from {least} to {most}",
}


def reason(code: str, /, **facts: object) -> str:
    return Sentences(CATALOGUE).reason(Problem("illegal", code, "RB-1.1", facts))


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("0", "1"),
        ("1.first_of.1.steps.0", "2, first_of 2, steps 1"),
        ("0.if", "1, if"),
        ("11.then.0.steps.3.if.any.1", "12, then 1, steps 4, if, any 2"),
        ("sequence.request", "sequence, request"),
    ],
)
def test_the_place_of_an_order_is_counted_from_1_all_through(place: str, told: str) -> None:
    assert order_name(place) == told


def test_facts() -> None:
    goods = {"boards": 2, "gold": 1}
    assert reason("too-few", transporter="donkey-1", got={"boards": 1}, wanted=goods) == (
        "donkey-1 found only 1 boards, not 2 boards and 1 gold."
    )
    assert reason("wide", name="ab") == "[   ab]"
    assert reason("plain", names=["a", "b", 3]) == "a, b, 3."
    assert reason("plain", names=None) == "." and reason("plain", names=True) == "yes."


def test_lists() -> None:
    assert reason("all", names=["a"]) == "a are there."
    assert reason("all", names=("a", "b", "c")) == "a, b and c are there."
    expected = ["first", {"code": "number", "least": 1, "most": 6}, {"phrase": "a wish"}]
    assert reason("choose", expected=expected) == "Expected first, a number from 1 to 6 or a wish."
    assert reason("choose", expected="x") == "Expected x."


def test_hints_only_where_there_is_something_to_say() -> None:
    assert reason("plain", names="x", meant="y") == "x. Did you mean y?"
    assert reason("plain", names="x", meant="") == "x."


def test_what_is_missing_is_our_mistake() -> None:
    with pytest.raises(KeyError):
        reason("no-such-code")
    with pytest.raises(KeyError):
        reason("plain")


def test_another_language() -> None:
    words = {"{names:and} are there.": "{names:and} sind da.", "and": "und", "a wish": "ein Wunsch", "no": "nein"}
    german = Sentences(CATALOGUE, Voice(language="de", say=lambda text: words.get(text, text)))
    assert german.reason(Problem("illegal", "all", "", {"names": ["a", "b"]})) == "a und b sind da."
    assert german.phrase([{"phrase": "a wish"}, False]) == "ein Wunsch, nein"


def test_a_players_words_are_never_a_format() -> None:
    nasty = "{names} {0} {names.__class__} %s {"
    assert reason("plain", names=nasty) == f"{nasty}."
