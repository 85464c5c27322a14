"""What the moderator and the players may change: told to all concerned, kept in the journal and the chronicle."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from adjudicator import cli
from adjudicator.core import yamlfiles
from adjudicator.host.commands import COMMANDS
from adjudicator.host.receipts import MOST_A_DAY
from adjudicator.shell.clock import SystemClock
from tests.host.table import Table, text_of
from tests.host.test_by_the_clock import THREE, at, begin, chronicle, kinds, resolved, subjects


def act(table: Table, *arguments: str) -> None:
    """A command of the moderator's, by the test's clock."""
    with patch.object(SystemClock, "now", lambda _: table.clock.now()):
        cli.main([*arguments, "--home", str(table.home)])


def journal(table: Table) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (table.home / "host" / "journal.jsonl").read_text().splitlines()]


def noted(table: Table, what: str) -> bool:
    """In the journal and, once the host has looked, in the chronicle and its commit."""
    table.run()
    in_journal = any(line["what"] == what for line in journal(table))
    in_chronicle = any(entry["what"] == what for entry in chronicle(table))
    command = ["git", "-C", str(table.home / "windfall"), "status", "--porcelain"]
    clean = subprocess.run(command, capture_output=True, text=True, check=True).stdout == ""
    return in_journal and in_chronicle and clean


def due(table: Table, game: str = "windfall") -> str:
    written = json.loads((table.home / "host" / "games" / game / "deadline.json").read_text())
    return str(written["due"])[:16]


def everybody_got(table: Table, part: str) -> bool:
    return all(any(part in subject for subject in subjects(table, seat)) for seat in THREE)


def test_extending(table: Table) -> None:
    begin(table)
    act(table, "extend", "windfall", "48", "--reason", "Easter")
    assert noted(table, "extended") and due(table) == "2026-03-05T20:00"
    assert everybody_got(table, "the deadline is now") and "Easter" in text_of(table.last("red"))
    act(table, "extend", "windfall", "--until", "2026-03-08T09:00")
    assert due(table) == "2026-03-08T09:00"
    with pytest.raises(SystemExit):
        act(table, "extend", "windfall", "--until", "2026-02-08T09:00")


def test_extending_after_the_deadline_counts_from_now(table: Table) -> None:
    begin(table, missing="wait")
    at(table, "2026-03-04T10:00")
    table.run()
    act(table, "extend", "windfall", "24")
    assert due(table) == "2026-03-05T10:00"


def test_pausing_and_resuming(table: Table) -> None:
    begin(table)
    table.order("red")
    table.order("blue")
    at(table, "2026-03-02T20:00")
    act(table, "pause", "windfall", "--reason", "the mail is down")
    assert noted(table, "paused") and everybody_got(table, "windfall is paused")
    at(table, "2026-03-10T12:00")
    table.order("green")  # taken all the same, and not resolved
    assert resolved(table.run()) == []
    act(table, "resume", "windfall")
    assert noted(table, "resumed") and due(table) == "2026-03-11T12:00"
    at(table, "2026-03-11T12:01")
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]


def test_reminding_by_hand(table: Table) -> None:
    begin(table)
    table.order("red")
    table.run()
    act(table, "remind", "windfall")
    table.run()
    assert "reminder" in kinds(table, "blue") and "reminder" not in kinds(table, "red")


def test_changing_what_was_agreed_on(table: Table) -> None:
    begin(table)
    act(table, "change", "windfall", "--deadline", "market", "1 day at 08:00", "--set", "missing", "wait")
    assert noted(table, "settings") and everybody_got(table, "what was agreed on has changed")
    file = yamlfiles.load((table.home / "windfall" / "game.yaml").read_text())
    assert file["deadlines"]["phases"] == {"other": "2 days at 20:00", "market": "1 day at 08:00"}
    assert file["deadlines"]["missing"] == "wait" and due(table) == "2026-03-03T20:00"
    with pytest.raises(SystemExit):
        act(table, "change", "windfall", "--set", "missing", "shrug")


def test_submitting_on_behalf_of_a_player(table: Table, tmp_path: Path) -> None:
    begin(table)
    table.order("red")
    table.order("blue")
    table.run()
    file = tmp_path / "orders.yaml"
    file.write_text("game: windfall\nphase: picking\norders:\n- {pick: 1, from: plum}\n")
    at(table, "2026-03-03T20:30")  # too late by mail
    act(table, "submit", str(file), "--as", "green")
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]
    orders = table.home / "windfall" / "turns" / "T01" / "0-picking" / "orders" / "green.yaml"
    assert "plum" in orders.read_text()
    assert noted(table, "submitted") and everybody_got(table, "orders were entered for Carla (green)")
    assert "receipt" in kinds(table, "green")
    assert not any("plum" in text_of(one) for one in table.letters("red") if one["X-Adjudicator"] == "notice")


def test_submitting_what_is_no_order_takes_nothing(table: Table, tmp_path: Path) -> None:
    begin(table)
    file = tmp_path / "orders.yaml"
    file.write_text("game: windfall\nphase: picking\norders: [{pick\n")
    with pytest.raises(SystemExit) as left:
        act(table, "submit", str(file), "--as", "green")
    assert left.value.code == 2 and chronicle(table) == []


def test_the_moderator_ends_a_game(table: Table) -> None:
    begin(table)
    act(table, "end", "windfall", "--reason", "summer")
    assert noted(table, "ended") and everybody_got(table, "the game was ended")
    file = yamlfiles.load((table.home / "windfall" / "game.yaml").read_text())
    assert file["ended"] == "summer" and len(file["seed"]) == 64
    table.reply("red", "orders: []\n")
    table.run()
    assert "takes no orders now" in " ".join(text_of(table.last("red")).split())


def test_players_end_a_game_by_agreement(table: Table) -> None:
    begin(table)
    for seat in THREE:
        table.reply(seat, "end windfall\n")
        table.run()
    assert everybody_got(table, "the game was ended")
    assert yamlfiles.load((table.home / "windfall" / "game.yaml").read_text())["ended"] == "agreement"
    assert [entry["what"] for entry in chronicle(table)] == ["would-end", "would-end", "would-end", "ended"]


def test_agreeing_can_be_taken_back(table: Table) -> None:
    begin(table)
    table.reply("red", "end windfall\n")
    table.reply("red", "end no\n")
    table.reply("blue", "end windfall\n")
    table.reply("green", "end windfall\n")
    table.run()
    assert "ended" not in yamlfiles.load((table.home / "windfall" / "game.yaml").read_text())


def test_observers_get_what_everybody_may_know(table: Table) -> None:
    begin(table, ready=0)
    act(table, "observe", "windfall", "Eva <eva@example.net>")
    assert noted(table, "observed")
    for seat in THREE:
        table.order(seat, "{pick: 1, from: plum}")
    table.run()
    reports = [letter for letter in table.letters() if "eva@" in letter["To"]]
    assert [letter["X-Adjudicator"] for letter in reports] == ["report"]
    assert "favourite" not in text_of(reports[0]) and "+" not in reports[0]["Reply-To"]
    act(table, "observe", "windfall", "eva@example.net", "--stop")
    for seat in THREE:
        table.order(seat)
    table.run()
    assert len([letter for letter in table.letters() if "eva@" in letter["To"]]) == 1


def test_the_moderators_own_words(table: Table, tmp_path: Path) -> None:
    begin(table)
    file = tmp_path / "letter.txt"
    file.write_text("I am away on Sunday.\x07\n")
    act(table, "press", "windfall", str(file), "--to", "red", "--to", "blue")
    table.run()
    assert "I am away on Sunday.\n" in text_of(table.last("red"))
    assert table.last("green")["X-Adjudicator"] == "status"


# -- what players may do by mail ---------------------------------------------------------------------------------------


def say(table: Table, seat: str, words: str) -> str:
    table.reply(seat, words + "\n")
    table.run()
    return " ".join(text_of(table.last(seat)).split())


def test_extensions_within_a_budget(table: Table) -> None:
    begin(table, extensions=1, extension=24)
    assert "by how many hours, at most 24, for example" in say(table, "red", "extend 25 hours")
    assert "by how many hours, at most 24, for example" in say(table, "red", "extend please")
    say(table, "red", "extend 1 day")
    assert due(table) == "2026-03-04T20:00" and everybody_got(table, "the deadline is now")
    assert "as often as the game allows: 1." in say(table, "red", "extend 1 hour")
    assert chronicle(table)[0]["by"] == "red"


def test_an_extension_counts_by_when_it_arrived(table: Table) -> None:
    """Nobody looked until after the deadline, and that is nobody's fault but the host's."""
    begin(table, missing="hold", most_missing=3)
    at(table, "2026-03-03T19:50")
    table.reply("red", "extend 24 hours\n")
    at(table, "2026-03-03T23:00")
    assert resolved(table.run()) == [] and due(table) == "2026-03-04T20:00"
    at(table, "2026-03-04T21:00")
    table.reply("red", "extend 24 hours\n")
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]
    assert any("only the moderator can put it off" in text_of(one).replace("\n", " ") for one in table.letters("red"))


def test_an_extension_that_is_over_before_somebody_looks_holds_up_nothing(table: Table) -> None:
    begin(table, missing="hold", most_missing=3)
    at(table, "2026-03-03T19:50")
    table.reply("red", "extend 1 hour\n")
    at(table, "2026-03-03T23:00")
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]
    assert not list((table.home / "host" / "mail" / "in" / "new").iterdir())


def test_what_was_agreed_may_be_changed_before_the_game_begins(table: Table) -> None:
    table.found(seats=THREE)
    act(table, "change", "windfall", "--press", "anonymous", "--deadline", "other", "2 days at 20:00")
    table.run()
    agreed = yamlfiles.load((table.home / "windfall" / "game.yaml").read_text())
    assert agreed["press"] == "anonymous" and agreed["deadlines"]["phases"] == {"other": "2 days at 20:00"}
    for seat in THREE:
        table.reply(seat, f"join {seat}\n")
    assert "windfall: T00/begin resolved" in table.run()


@pytest.mark.parametrize("stage", ["invited", "running", "paused", "left", "ended"])
def test_every_command_is_answered_at_every_stage(stage: str, table: Table) -> None:
    """None is set aside, none stays lying, and whoever asked hears of it."""
    if stage == "invited":
        table.found(seats=THREE)
        table.run()
    else:
        begin(table)
    if stage in ("paused", "ended"):
        act(table, "pause" if stage == "paused" else "end", "windfall", "--reason", "rain")
    if stage == "left":
        act(table, "resign", "windfall", "red")
    table.run()
    for verb in COMMANDS:
        for rest in ("", f" {ARGUMENTS.get(verb, '')}"):
            before = len(table.letters("red"))
            table.clock.forward(days=1 if stage in ("invited", "paused", "ended") else 0.02)
            table.reply(
                "red",
                f"{verb}{rest}\norders:\n- {{pick: 1, from: plum}}\n" if verb == "check" else f"{verb}{rest}\nhello\n",
            )
            assert not any("aside" in line or "waiting" in line for line in table.run()), verb
            assert len(table.letters("red")) > before or len(kinds(table, "red")) >= MOST_A_DAY, (verb, rest)
    assert not list((table.home / "host" / "mail" / "in" / "new").iterdir())


ARGUMENTS = {
    "join": "pear",
    "press": "blue",
    "address": "red@example.org",
    "confirm": "abcdefgh",
    "extend": "2 hours",
    "away": "2026-03-20",
    "end": "windfall",
    "resign": "windfall",
}


def test_absences_within_a_budget(table: Table) -> None:
    begin(table, absences=5)
    assert "Say from when to when" in say(table, "red", "away next week")
    assert "Say from when to when" in say(table, "red", "away 2026-02-01 2026-02-03")
    say(table, "red", "away 2026-03-03 2026-03-05")
    assert due(table) == "2026-03-06T20:00" and everybody_got(table, "Anna (red) will be away")
    assert "away on some of these days already" in say(table, "red", "away 2026-03-05")
    assert "more days than you have left to be away: 2." in say(table, "red", "away 2026-04-01 to 2026-04-03")
    say(table, "blue", "away 2026-03-08")
    assert due(table) == "2026-03-06T20:00"  # not on a day of this deadline; but the next one moves
    for seat in THREE:
        table.order(seat)
    table.run()
    at(table, "2026-03-06T08:00")
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]
    assert due(table) == "2026-03-09T20:00"


def test_nobody_extends_what_has_no_deadline(table: Table) -> None:
    table.begin(seats=THREE)
    assert "no deadline now" in say(table, "red", "extend 1 hour")
