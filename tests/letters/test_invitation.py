"""What a game has agreed on is told before anybody joins it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator.host.founding import found, read_scenario
from adjudicator.host.seats import Player
from adjudicator.rulesets.roads_and_boats.game import GAME
from tests.host.table import SEED, Table, words_of

USUAL = "All options of the game are as usual."


def invited(
    home: Path, deadlines: dict[str, Any], options: dict[str, str], press: str = "named", language: str = "en"
) -> str:
    table = Table(home)
    players = {seat: Player(f"{seat}@example.org", seat.title(), language) for seat in ("red", "blue")}
    with table.desk.step("setting up") as draft:
        scenario = read_scenario(GAME, "twin-fords")
        found(draft, "twin", "roads-and-boats", scenario, players, options, SEED, deadlines, press)
    table.run()
    return words_of(table.last("red"))


@pytest.mark.parametrize(
    ("deadlines", "said"),
    [
        ({"ready": 0}, ["There is no deadline: a phase is resolved when everybody is ready."]),
        (
            {},
            [
                "There is no deadline: a phase is resolved when everybody is ready.",
                "Everybody must have been ready for 30 minutes; until then orders can still be changed.",
            ],
        ),
        ({"ready": 1}, ["ready for 1 minute;"]),
        (
            {"zone": "Europe/Rome", "phases": {"other": "1 day at 20:00", "start": "36 hours"}},
            ["Time for start: 36 hours.", "Time for every other phase: 1 day, until 20:00 (Europe/Rome)."],
        ),
        (
            {"phases": {"production": "0 days at 9:00"}},
            ["until the next 09:00 (UTC).", "Other phases have no deadline."],
        ),
        (
            {"phases": {"other": "2 days at 20:00"}, "skip": ["saturday", "2026-12-24"], "round": "turn"},
            [
                "No deadline falls on these days: Saturday and 24 December 2026.",
                "are due together, for production, movement, building and wonder.",
            ],
        ),
        ({"phases": {"other": "9 hours"}, "missing": "wait"}, ["After a deadline the game waits for whoever"]),
        ({"phases": {"other": "9 hours"}, "missing": "hold"}, ["nothing is ordered, even if standing orders"]),
        ({"phases": {"other": "9 hours"}, "missing": "replace"}, ["After 3 deadlines in a row", "the game pauses"]),
        (
            {"phases": {"other": "9 hours"}, "missing": "leave", "missed": 1},
            ["After 1 deadline without orders the seat"],
        ),
    ],
)
def test_deadlines_in_words(tmp_path: Path, deadlines: dict[str, Any], said: list[str]) -> None:
    told = invited(tmp_path / "games", deadlines, {})
    assert [sentence for sentence in said if sentence not in told] == []
    assert USUAL in told and told.index(said[0]) < told.index("HOW TO JOIN")


def test_what_players_are_not_allowed_is_not_offered(tmp_path: Path) -> None:
    told = invited(tmp_path / "games", {"phases": {"other": "9 hours"}, "extensions": 0, "absences": 0}, {})
    assert "put a deadline off" not in told and "may be away" not in told


def test_options_that_are_not_as_usual_are_explained(tmp_path: Path) -> None:
    told = invited(tmp_path / "games", {}, {"trading": "no", "desert_bridges": "no"})
    assert "trading: no. Whether players may give, take, ferry and carry for one another" in told
    assert "desert_bridges" not in told and USUAL not in told


@pytest.mark.parametrize(
    ("press", "said"),
    [
        ("named", "always under their own name"),
        ("anonymous", "with their name or without it"),
        ("none", "cannot write"),
    ],
)
def test_press(tmp_path: Path, press: str, said: str) -> None:
    assert said in invited(tmp_path / "games", {}, {}, press)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", ["Nessuna scadenza cade in questi giorni: sabato.", "trading: no. Se i giocatori possono dare"]),
        ("fr", ["Aucune échéance ne tombe ces jours-là : samedi.", "trading: no. Si les joueurs peuvent donner"]),
    ],
)
def test_in_the_players_language(tmp_path: Path, language: str, said: list[str]) -> None:
    deadlines = {"phases": {"other": "2 days at 20:00"}, "skip": ["saturday"]}
    told = invited(tmp_path / "games", deadlines, {"trading": "no"}, language=language).replace("\u00a0", " ")
    assert [sentence for sentence in said if sentence not in told.replace("\u202f", " ")] == []
