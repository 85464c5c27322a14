"""What the moderator and the players may change: told to all concerned, kept in the journal and the chronicle."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from adjudicator import cli
from adjudicator.core import registry, yamlfiles
from adjudicator.core.model import BadInput
from adjudicator.host import standing, verifying
from adjudicator.host.commands import COMMANDS
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.receipts import MOST_A_DAY
from adjudicator.host.seats import Player
from adjudicator.host.tokens import token
from adjudicator.shell.clock import SystemClock
from adjudicator.shell.git import GitArchive
from tests.host.table import NAMES, SEED, Table, text_of, words_of
from tests.host.test_by_the_clock import DAILY, THREE, at, begin, chronicle, kinds, resolved, subjects


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


def test_a_replacement_gets_token_history_and_a_full_phase(table: Table) -> None:
    begin(table, turns=2)
    for seat in THREE:
        table.order(seat)
    table.clock.forward(minutes=31)
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]
    at(table, "2026-03-03T19:00")
    table.reply("green", "phase: market\norders:\n- {sell: 1, fruit: plum}\n")
    table.run()
    former = table.last("green")
    act(table, "replace", "windfall", "green", "Dora <dora@example.org>")
    assert due(table) == "2026-03-05T20:00"
    assert noted(table, "replaced")
    letters = [letter for letter in table.letters() if "dora@" in letter["To"]]
    welcome = next(letter for letter in letters if letter["X-Adjudicator"] == "replacement")
    attached = {part.get_filename(): part for part in welcome.iter_attachments()}
    assert "turn 1, picking" in attached["windfall.history.txt"].get_content().lower()
    assert "Time for each phase: 2 days, until 20:00 (UTC)." in words_of(welcome)  # she had no invitation
    assert any("Dora (green) joins the game" in subject for subject in subjects(table, "red"))
    assert "Dora (green) plays on for Carla, and has the whole time of a phase from now on." in words_of(
        table.last("red")
    )
    assert not (table.home / "host" / "games" / "windfall" / "pending" / "green" / "T01-market.json").exists()
    assert yamlfiles.load((table.home / "windfall" / "game.yaml").read_text())["seats"]["green"] == "Dora"

    secret = table.desk.secret()
    assert token(secret, "windfall", "green", 1) in welcome["Reply-To"]
    table.reply("green", "phase: market\norders: []\n", answering=former)  # the old token proves nothing
    table.reply("green", "phase: market\norders: []\n", answering=welcome, From="dora@example.org")
    assert "mail: 1 orders, 1 unknown" in table.run()


def test_what_was_written_to_the_former_player_and_waits_reaches_nobody_else(table: Table) -> None:
    begin(table)
    act(table, "remind", "windfall")
    act(table, "replace", "windfall", "green", "Dora <dora@example.org>")
    table.run()
    to_dora = [letter["X-Adjudicator"] for letter in table.letters() if "dora@" in letter["To"]]
    assert to_dora == ["replacement"] and "somebody else has the seat" in str(journal(table))
    assert "letters: " not in table.run()


def test_a_player_who_left_is_not_waited_for(table: Table) -> None:
    begin(table, missing="wait", ready=0)
    act(table, "resign", "windfall", "green")
    assert noted(table, "left") and everybody_got(table, "Carla (green) leaves the game")
    for phase in ("picking", "market"):
        table.order("red")
        table.order("blue")
        assert resolved(table.run()) == [f"windfall: T01/{phase} resolved"]
    act(table, "replace", "windfall", "green", "Dora <dora@example.org>")
    table.order("red")
    table.order("blue")
    assert resolved(table.run()) == []


def test_no_time_is_promised_where_there_is_no_deadline(table: Table) -> None:
    table.begin(seats=THREE)
    act(table, "replace", "windfall", "green", "Dora <dora@example.org>")
    table.run()
    told = words_of(table.last("red"))
    assert "Dora (green) plays on for Carla." in told and "whole time" not in told


@pytest.mark.parametrize(("together", "put_off"), [("phase", False), ("turn", True)])
def test_a_seat_that_rests_puts_nothing_off_unless_it_is_asked_by_the_same_deadline(
    together: str, put_off: bool, table: Table
) -> None:
    """Whoever takes it over plays from the next phase on."""
    table.deadlines = {**DAILY, "round": together}
    found_fords(table)
    act(table, "resign", "fords", "blue")
    table.order("red")
    table.clock.forward(minutes=31)
    assert resolved(table.run()) == ["fords: T01/production resolved"]
    table.clock.forward(days=1)
    before = due(table, "fords")
    act(table, "replace", "fords", "blue", "Dora <dora@example.org>")
    table.run()
    told = words_of(table.last("red"))
    assert "Dora (blue) plays on for Bob" in told
    assert (due(table, "fords") > before, "whole time of a phase" in told) == (put_off, put_off)
    welcome = words_of(next(letter for letter in table.letters() if "dora@" in letter["To"]))
    assert ("but from the next one on, building, they are, and by the same deadline" in welcome) == put_off
    assert ("You get a letter when they are." in welcome) == (not put_off)


def test_who_has_left_owes_nothing(table: Table) -> None:
    begin(table)
    act(table, "resign", "windfall", "green")
    with table.desk.step("looking") as draft:
        told = standing.glance(draft, "windfall").lines
    assert "  green    Carla: has left" in told and "  red      Anna: owes orders" in told
    table.reply("red", "status\n")
    table.run()
    letter = text_of(table.last("red"))
    assert "Carla (green)  has left the game\n" in letter and "Anna (red)     owes orders" in letter


def test_when_everybody_has_left_somebody_is_asked(table: Table) -> None:
    begin(table)
    for seat in THREE:
        act(table, "resign", "windfall", seat)
    with pytest.raises(BadInput, match="everybody has left"):
        table.run()


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


# -- a game whose rules know what becomes of those who leave -----------------------------------------------------------


def at_the_start(table: Table, **options: str) -> None:
    """Three on a map that prescribes no homes."""
    rules = registry.ruleset("roads-and-boats")
    players = {seat: Player(f"{seat}@example.org", NAMES[seat], word="word") for seat in ("red", "blue", "yellow")}
    tiles = {f"{column}{row}": "pasture" for column in "ABCDEF" for row in (3, 4, 5)}
    with table.desk.step("setting up") as draft:
        found(draft, "open", rules.name, {"name": "Open land", "tiles": tiles}, players, options, SEED, {"ready": 0})
    table.run()


def test_a_game_that_waits_only_for_a_seat_that_was_left_asks_for_somebody(table: Table) -> None:
    """Under `dropout: replace` the seat waits, and so does the start: it was resolved again and again, without end."""
    at_the_start(table, dropout="replace")
    act(table, "resign", "open", "blue")
    table.order("red", "{home: [A4]}")
    table.order("yellow", "{home: [F4]}")
    with pytest.raises(BadInput, match=r"waits only for seats that were left: blue; .* gives one to somebody else"):
        table.run()
    assert len(list((table.home / "open" / "turns" / "T01").iterdir())) == 1
    act(table, "replace", "open", "blue", "Dora <dora@example.org>")
    table.run()
    letter = next(one for one in table.letters() if "dora@" in one["To"])
    form = text_of(letter).partition("BEGIN ORDERS")[2].partition("END ORDERS")[0]
    table.reply("blue", form.replace("orders: []", "orders: [{home: [D4]}]"), answering=letter, From="dora@example.org")
    assert resolved(table.run()) == ["open: T01/start resolved"]
    assert "home: D4" in (table.home / "open" / "state.yaml").read_text()


def test_a_seat_without_a_home_is_given_away_before_the_start_is_over_or_never(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever came later would have nothing to order in the whole game, and nobody had told him."""
    at_the_start(table)
    act(table, "resign", "open", "blue")
    assert "nobody can take over blue once this phase is resolved" in capsys.readouterr().out
    act(table, "replace", "open", "blue", "Dora <dora@example.org>")
    act(table, "resign", "open", "blue")
    table.order("red", "{home: [A4]}")
    table.order("yellow", "{home: [F4]}")
    table.run()
    with pytest.raises(SystemExit):
        act(table, "replace", "open", "blue", "Emil <emil@example.org>")
    assert "nobody can take over blue: Whoever leaves before he has a home" in capsys.readouterr().err
    assert not [one for one in table.letters() if "emil@" in one["To"]]
    act(table, "resign", "open", "red")
    assert "nobody can take over" not in capsys.readouterr().out


def found_fords(table: Table) -> None:
    rules = registry.ruleset("roads-and-boats")
    players = {seat: Player(f"{seat}@example.org", NAMES[seat], word="word") for seat in ("red", "blue")}
    with table.desk.step("setting up") as draft:
        scenario = read_scenario(rules, "twin-fords")
        found(draft, "fords", rules.name, scenario, players, {"start_tiles": "fixed"}, SEED, table.deadlines)
    table.run()


def test_leaving_and_taking_over_by_the_rules_of_the_game(table: Table) -> None:
    found_fords(table)

    def left() -> bool:
        state = yamlfiles.load((table.home / "fords" / "state.yaml").read_text())
        return bool(state["players"]["blue"].get("left"))

    act(table, "resign", "fords", "blue")
    table.order("red")
    assert resolved(table.run()) == ["fords: T01/production resolved"] and left()
    assert "left: blue" in (table.home / "fords/turns/T01/1-production/seats.yaml").read_text()
    act(table, "replace", "fords", "blue", "Dora <dora@example.org>")
    table.run()
    welcome = table.letters()[-1]
    assert "No orders are asked of you in this phase." in words_of(welcome)
    table.reply("blue", "orders:\n- {move: donkey-1, to: D4}\n", answering=welcome, From="dora@example.org")
    table.run()
    assert "For turn 1, movement, no orders are asked of you now." in words_of(table.letters()[-1])
    table.order("red")
    assert resolved(table.run()) == ["fords: T01/movement resolved"] and not left()
    table.order("red")
    assert resolved(table.run()) == []  # Dora is asked from this phase on
    folder = table.home / "fords"
    assert [finding for finding in verifying.verify(GitArchive(folder), "fords") if finding.fault] == []
