"""`adjudicator new` for Roads & Boats: a game that could never begin is refused in one sentence, and none is set up."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.cli import main

ANN, BOB, CAT = "Ann <ann@example.org>", "Bob <bob@example.org>", "Cat <cat@example.org>"

REFUSED: dict[str, tuple[list[str], str]] = {
    "too few": (["--player", "red", ANN], "players: Twin fords is for 2 players, not for 1"),
    "too many": (
        ["--player", "red", ANN, "--player", "blue", BOB, "--player", "green", CAT],
        "players: Twin fords is for 2 players, not for 3",
    ),
    "one address twice": (
        ["--player", "red", ANN, "--player", "blue", "Ann again <ANN@example.org>"],
        "ANN@example.org has two seats: red and blue",
    ),
    "one colour twice": (["--player", "red", ANN, "--player", "red", BOB], "red was given twice"),
    "no such colour": (["--player", "red", ANN, "--player", "pink", BOB], "Roads & Boats has no colour pink"),
    "no such option": (
        ["--player", "red", ANN, "--player", "blue", BOB, "--option", "start_tile", "fixed"],
        "adjudicator: options: there is no option start_tile; did you mean start_tiles?",
    ),
}


def new(home: Path, *arguments: str, scenario: str = "twin-fords") -> None:
    main(["new", "game", "--ruleset", "roads-and-boats", "--scenario", scenario, "--home", str(home), *arguments])


@pytest.mark.parametrize("what", REFUSED)
def test_what_could_never_begin_is_not_set_up(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, sentence = REFUSED[what]
    with pytest.raises(SystemExit) as ended:
        new(tmp_path, *arguments)
    told = capsys.readouterr().err
    assert ended.value.code == 2 and sentence in told and told.count("\n") == 1
    assert not (tmp_path / "game").exists() and not (tmp_path / "host" / "games" / "game").exists()


HOMES_TOO_CLOSE = "name: Close\nhomes: [A1, A2]\ntiles: {A1: woods, A2: woods, A3: rock}\n"


@pytest.mark.parametrize(
    ("scenario", "sentence"),
    [("nowhere", "Roads & Boats has no scenario nowhere"), ("close.yaml", "homes: homes A1 and A2 are too close")],
)
def test_a_map_that_cannot_be_played_is_refused(
    scenario: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "close.yaml").write_text(HOMES_TOO_CLOSE, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        new(tmp_path, "--player", "red", ANN, "--player", "blue", BOB, scenario=scenario)
    told = capsys.readouterr().err
    assert ended.value.code == 2 and sentence in told and told.count("\n") == 1
    assert not (tmp_path / "game").exists()


def test_who_has_joined_already_begins_at_once(tmp_path: Path) -> None:
    """RB-4.1, RB-4.3"""
    players = ["--player", "red", ANN, "--player", "blue", BOB]
    new(tmp_path, *players, "--joined", "red", "apple", "--joined", "blue", "pear")
    text = (tmp_path / "game" / "state.yaml").read_text(encoding="utf-8")
    assert "turn: 1\nphase: production\n" in text
    assert "blue-donkey-3: {at: D" in text and "{boards: 5, geese: 2, stone: 1}" in text
