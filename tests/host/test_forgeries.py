"""Whoever cannot prove who he is gets nothing, not even a hint; whose name was used is told, but not too often."""

from __future__ import annotations

import pytest

from adjudicator.host.desk import Desk
from tests.host.judged import judge, prepared
from tests.host.table import Table, text_of
from tests.host.test_corpus import FORGERIES, INDEX, raw
from tests.host.test_intake import held, verdicts

UNKNOWN = [name for name in FORGERIES if INDEX[name]["verdict"] == "unknown"]


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return prepared(tmp_path_factory.mktemp("forged") / "games")


@pytest.fixture(scope="module")
def desk(forged: Table) -> Desk:
    return forged.desk


def test_none_is_taken_for_red(forged: Table, desk: Desk) -> None:
    for name in FORGERIES:
        found = judge(forged, desk, raw(name))
        assert found.held("T01-picking") is None, name
        assert not any(path.startswith("games/windfall/pending/red/T01-picking") for path in found.files), name


def test_nobody_learns_what_was_wrong(forged: Table, desk: Desk) -> None:
    """Whatever was wrong, the letter says the same, and where no player is claimed there is none."""
    told = {
        text_of(letter)
        for name in UNKNOWN
        for letter in judge(forged, desk, raw(name)).letters
        if "red@" in letter["To"]
    }
    (words,) = told
    assert not any(word in words for word in ("wrong", "former", "another game", "aaaaaaaaaaaaaaaa"))


def test_guessing_is_answered_three_times_a_day_and_never_accepted(table: Table) -> None:
    table.begin()
    for number in range(30):
        guess = f"{'abcdefghijklmnop'[number % 16]}" * 16
        table.reply("red", "orders: []\n", To=f"games+{guess}@localhost")
    table.run()
    assert verdicts(table) == ["unknown"] * 30 and held(table, "red") is None
    assert [letter["X-Adjudicator"] for letter in table.letters("red")] == ["status", *["unproved"] * 3]
    table.reply("red", "orders:\n- {pick: 1, from: plum}\n")
    table.run()
    assert "plum" in (held(table, "red") or "") and table.last("red")["X-Adjudicator"] == "receipt"


def test_a_stolen_token_can_do_nothing_unseen(table: Table) -> None:
    """Whatever it is used for, the owner reads of it at his own address, and learns where it came from."""
    table.begin()
    for words in (
        "orders:\n- {pick: 1, from: plum}\n",
        "status\n",
        "orders\n",
        "press all\nhi\n",
        "address x@example.net\n",
    ):
        before = len(table.letters("red"))
        table.reply("red", words, From="thief@example.net")
        table.run()
        assert len(table.letters("red")) == before + 1, words
    assert {address.addr_spec for letter in table.letters() for address in letter["To"].addresses} == {
        "red@example.org",
        "blue@example.org",
    }
    assert "thief@example.net" in text_of(
        next(one for one in table.letters("red") if one["X-Adjudicator"] == "receipt")
    )
