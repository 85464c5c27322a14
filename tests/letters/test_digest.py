"""Whoever wants fewer letters gets what can wait with his next status letter, or once a day; and never loses it."""

from __future__ import annotations

import os
import shutil
from email.message import EmailMessage
from pathlib import Path

from adjudicator.host.waking import next_moment
from adjudicator.shell import faults
from tests.host.table import HandClock, Table, words_of
from tests.letters.samples import begin_twin_fords

LOADING = "{load: {boards: 2}, onto: donkey-1}"
QUESTION = "Shall we trade?"


def kinds(table: Table) -> list[str]:
    """Of the letters to red since he asked for fewer."""
    found = [letter["X-Adjudicator"] for letter in table.letters("red")]
    return found[found.index("fewer") + 1 :]


def fewer(home: Path) -> Table:
    table = begin_twin_fords(home)
    table.reply("red", "digest on\n")
    table.run()
    assert "What needs you still comes at once" in words_of(table.last("red"))
    return table


def test_what_can_wait_comes_with_the_next_status_letter(tmp_path: Path) -> None:
    table = fewer(tmp_path / "games")
    table.order("red", LOADING)
    table.reply("blue", f"press red\n\n{QUESTION}\n")
    table.reply("blue", "extend 24 hours\n")
    table.reply("red", "press blue\n\nNot today.\n")
    table.run()
    assert kinds(table) == []
    table.order("blue")
    table.run()
    assert kinds(table) == ["status"]
    told = words_of(table.last("red"))
    for said in (QUESTION, "Not today.", "Orders taken", "has put off the deadline"):
        assert said in told.partition("WHAT HAS WAITED FOR THIS LETTER")[2].partition("HOW IT STANDS")[0]
    table.order("red")
    table.order("blue")
    table.run()
    assert QUESTION not in words_of(table.last("red")), "told once"


def test_what_needs_him_comes_at_once(tmp_path: Path) -> None:
    table = fewer(tmp_path / "games")
    table.order("red", "{load: {boards: 2}, onto: donkey-9}")
    table.run()
    assert kinds(table) == ["receipt"], "something will fail"
    table.reply("red", "orders\n")
    table.reply("red", "what now?\n")
    table.run()
    assert kinds(table)[1:] == ["receipt", "refusal"], "he asked"
    table.reply("blue", "end twin\n")
    table.run()
    assert kinds(table)[3:] == ["notice"], "he is asked"


def test_nothing_waits_longer_than_a_day(tmp_path: Path) -> None:
    table = fewer(tmp_path / "games")
    table.reply("blue", f"press red\n\n{QUESTION}\n")
    table.run()
    kept = table.clock.now()
    table.clock.forward(hours=23)
    table.run()
    assert kinds(table) == []
    moment = next_moment(table.desk)
    assert moment is not None and kept < moment
    table.clock.time = moment
    table.run()
    assert kinds(table) == ["digest"] and QUESTION in words_of(table.last("red"))


def test_whoever_wants_all_letters_again_gets_what_was_kept(tmp_path: Path) -> None:
    table = fewer(tmp_path / "games")
    table.reply("blue", f"press red\n\n{QUESTION}\n")
    table.reply("red", "digest off\n")
    table.run()
    assert kinds(table) == ["fewer", "digest"] and QUESTION in words_of(table.last("red"))
    table.reply("blue", "press red\n\nWell?\n")
    table.run()
    assert kinds(table)[2:] == ["press"]


def test_killed_at_every_point_it_is_told_just_once(tmp_path: Path) -> None:
    """From the press that is kept to the status letter that it comes with."""
    table = fewer(tmp_path / "games")
    table.order("red", LOADING)
    table.reply("blue", f"press red\n\n{QUESTION}\n")
    table.order("blue")
    points: list[str] = []
    copy = tmp_path / "copy"
    shutil.copytree(table.home, copy)
    faults.set_hook(points.append)
    try:
        Table(copy, table.clock).run()
    finally:
        faults.set_hook(None)
    for number in range(1, len(points) + 1, 3):
        shutil.rmtree(copy)
        shutil.copytree(table.home, copy)
        _killed(copy, table.clock, number)
        again = Table(copy, table.clock)
        again.run()
        (status,) = {letter["Message-ID"]: letter for letter in again.letters("red") if _tells(letter)}.values()
        assert status["X-Adjudicator"] == "status", f"killed at point {number}"
        assert not list((copy / "host" / "games" / "twin").glob("gathered/*/*.json"))


def _tells(letter: EmailMessage) -> bool:
    return QUESTION in words_of(letter)


def _killed(home: Path, clock: HandClock, number: int) -> None:
    left = iter(range(number))

    def hook(_: str) -> None:
        if next(left) == number - 1:
            os._exit(137)

    child = os.fork()
    if child == 0:
        try:
            faults.set_hook(hook)
            Table(home, clock).run()
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 137
