"""Seats that change hands: whoever leaves, whoever comes, and what each of them is told and no longer told."""

from __future__ import annotations

import pytest

from adjudicator.core import registry, yamlfiles
from adjudicator.core.model import BadInput
from adjudicator.host import standing, verifying
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.seats import Player
from adjudicator.host.tokens import token
from adjudicator.shell.git import GitArchive
from tests.host.table import NAMES, SEED, Table, text_of, words_of
from tests.host.test_by_the_clock import DAILY, THREE, at, begin, resolved, subjects
from tests.host.test_desk_acts import act, due, everybody_got, journal, noted


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
