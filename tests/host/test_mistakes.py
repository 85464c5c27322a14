"""A mistake of the program, or in a game that somebody made, stops that game alone."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core import registry
from adjudicator.core.model import BadInput, Resolution
from adjudicator.host.mistakes import Mistaken
from adjudicator.host.run import run
from adjudicator.host.waking import next_moment
from adjudicator.rulesets.orchard.game import OrchardGame
from tests.host.table import Table, text_of, words_of
from tests.host.test_intake import verdicts

RIGHT = OrchardGame.resolve
ALL = ("apart", "broken", "whole")


@pytest.fixture
def three_games(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """All are due; resolving the one with three seats goes wrong in the rules."""

    def resolve(self: OrchardGame, position: Any, *others: Any) -> Resolution:
        if len(position.state.sequence) == 3:
            raise KeyError("red's secret")
        return RIGHT(self, position, *others)

    asked = []
    for name in ALL:
        seats = ("red", "blue", "green")[: 3 if name == "broken" else 2]
        table.begin(name, seats=seats)
        asked += [(seat, table.last(seat)) for seat in seats]
    for seat, letter in asked:
        table.reply(seat, "orders: []\n", answering=letter)
    monkeypatch.setattr(OrchardGame, "resolve", resolve)
    return table


def troubles(table: Table, part: str = "a mistake of the program") -> list[str]:
    found = [letter for letter in table.letters() if letter["X-Adjudicator"] == "trouble" and part in letter["Subject"]]
    return [text_of(letter) for letter in found]


def run_into_it(table: Table) -> list[str]:
    """A whole run, and what it said."""
    said = []
    with pytest.raises(Mistaken, match=r"broken: a mistake of the program \(KeyError at test_mistakes.py:\d+\)"):
        for line in run(table.desk):
            said.append(line)
    return said


def test_the_others_go_on_and_the_moderator_is_told_once(three_games: Table) -> None:
    table = three_games
    said = run_into_it(table)
    assert "apart: T01/picking resolved" in said and "whole: T01/picking resolved" in said
    (told,) = troubles(table)
    assert "mistake in broken" in told and "KeyError at test_mistakes.py" in told and "secret" not in told
    run_into_it(table)
    assert len(troubles(table)) == 1
    assert len(troubles(table, "could not be foretold")) == 3  # by those very rules
    assert "They are held all the same." in words_of(
        next(one for one in table.letters("green") if "receipt" in str(one["X-Adjudicator"]))
    )
    assert next_moment(table.desk) is None


def test_when_it_is_mended_the_game_goes_on_and_a_new_mistake_is_told(
    three_games: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = three_games
    run_into_it(table)
    assert table.run("whole") == []  # the mistake in the other game is not forgotten by that
    monkeypatch.setattr(OrchardGame, "resolve", RIGHT)
    assert "broken: T01/picking resolved" in table.run("broken")
    assert len(troubles(table)) == 1
    assert not (table.home / "host" / "mistakes.json").exists()


def test_a_game_whose_code_is_gone_leaves_its_mail_where_it_lies(
    three_games: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = three_games
    installed = registry.ruleset

    def gone(name: str) -> Any:
        if name == "orchard":
            raise BadInput("the game orchard cannot be loaded: ImportError: no such thing")
        return installed(name)

    monkeypatch.setattr(registry, "ruleset", gone)
    with pytest.raises(BadInput, match="orchard cannot be loaded"):
        table.run()
    assert len(list((table.home / "host" / "mail" / "in" / "new").iterdir())) == 7


@pytest.mark.parametrize("name", ["host.yaml", "games/windfall/seats.yaml"])
def test_a_file_of_the_moderators_in_another_encoding_is_no_mistake_of_the_program(table: Table, name: str) -> None:
    table.begin()
    with (table.home / "host" / name).open("ab") as file:
        file.write(b"# Caf\xe9\n")
    with pytest.raises(BadInput, match=rf"host/{name}, line \d+: the file is not UTF-8 text"):
        table.run()


DAMAGED = ("deadline.json", "attendance.json", "pending/red/T01-picking.json")


@pytest.mark.parametrize("text", ["", "{", "[1]\n", '{"phase": 1}'])
@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_of_the_host_is_told_and_no_mail_is_blamed_for_it(table: Table, name: str, text: str) -> None:
    table.begin()
    table.order("red", "{pick: 1, from: plum}")
    table.run()
    path = table.home / "host" / "games" / "windfall" / name
    right = path.read_text() if path.exists() else None
    path.write_text(text)
    table.order("red", "{pick: 1, from: pear}")
    for _ in range(1 + 3):
        with pytest.raises(BadInput, match=f"host/games/windfall/{name}: the file is damaged"):
            table.run()
    if right is None:
        path.unlink()
    else:
        path.write_text(right)
    table.run()
    assert verdicts(table) == ["orders", "orders"]


@pytest.mark.parametrize("name", ["retries.json", "attempts.json", "mistakes.json"])
def test_a_damaged_file_of_all_games_is_told(table: Table, name: str) -> None:
    table.begin()
    (table.home / "host" / name).write_text("[1]\n")
    table.order("red", "{pick: 1, from: pear}")
    with pytest.raises(BadInput, match=f"host/{name}: the file is damaged"):
        table.run()


def test_a_damaged_letter_is_told(table: Table) -> None:
    table.begin()
    path = table.home / "host" / "outbox" / "letter.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text('{"game": ""')
    with pytest.raises(BadInput, match=r"host/outbox/letter\.json: the file is damaged"):
        table.run()


def test_what_a_killed_run_had_begun_is_asked_for_and_not_thrown_away(table: Table) -> None:
    table.begin()
    path = table.home / "host" / "redo.json"
    path.write_text('{"lines": [')
    for _ in range(2):
        with pytest.raises(BadInput, match=r"host/redo\.json: the file is damaged; put it back from a backup"):
            table.run()
