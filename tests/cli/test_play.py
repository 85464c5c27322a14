"""`demo` and `bot`: games without people, by the same mailbox, letters and archive."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator import cli
from adjudicator.core import yamlfiles


def adjudicator(*arguments: object) -> int:
    try:
        cli.main([str(argument) for argument in arguments])
    except SystemExit as left:
        return int(left.code or 0)
    return 0


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One turn of the game that bots play."""
    home = tmp_path_factory.mktemp("demo")
    assert adjudicator("demo", home, "--turns", 1) == 0
    return home


def state(home: Path) -> dict[str, object]:
    found: dict[str, object] = yamlfiles.load((home / "roads-and-boats-1" / "state.yaml").read_text())
    return found


def test_bots_play_by_mail_and_leave_archive_and_letters(played: Path) -> None:
    assert (state(played)["turn"], state(played)["phase"]) == (2, "production")
    assert [folder.name for folder in sorted((played / "roads-and-boats-1" / "turns" / "T01").iterdir())] == [
        "1-production",
        "2-movement",
        "3-building",
        "4-wonder",
    ]
    taken = list((played / "host" / "mail" / "in" / ".Taken" / "cur").iterdir())
    assert len(taken) == 8, "a mail of each of the two in each of the four phases"
    letters = list((played / "host" / "mail" / "out" / "new").iterdir())
    assert len([letter for letter in letters if "status" in letter.name]) == 10
    assert adjudicator("verify", played / "roads-and-boats-1") == 0


def test_one_phase_of_the_tiny_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert adjudicator("demo", tmp_path, "--phase") == 0
    assert "orchard-1: T01/picking resolved" in capsys.readouterr().out


def test_a_bot_fills_in(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seat in ("red", "blue"):
        assert adjudicator("bot", "roads-and-boats-1", "--as", seat, "--home", played) == 0
        assert f"simple orders for {seat}: turn 2, production" in capsys.readouterr().out
    assert adjudicator("run", "--home", played) == 0
    assert (state(played)["turn"], state(played)["phase"]) == (2, "movement")


@pytest.mark.parametrize("name", ["simple", "random"])
def test_what_a_bot_orders_can_be_printed(played: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = state(played)
    assert adjudicator("bot", "roads-and-boats-1", "--as", "red", "--name", name, "--print", "--home", played) == 0
    printed = capsys.readouterr().out
    assert re.search(r"^player: red$", printed, re.MULTILINE)
    assert "based_on: p" in printed and "orders:" in printed
    assert state(played) == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("roads-and-boats-1", "--as", "green"), "nobody plays green"),
        (("roads-and-boats-1", "--as", "red", "--name", "genius"), "no bot genius, only random, simple"),
        (("nowhere", "--as", "red"), "there is no game nowhere"),
    ],
)
def test_a_bot_for_nobody(
    played: Path, arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert adjudicator("bot", *arguments, "--home", played) == 2
    assert said in capsys.readouterr().err


def test_a_game_without_bots_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert adjudicator("demo", tmp_path, "--phase") == 0
    assert adjudicator("bot", "orchard-1", "--as", "red", "--home", tmp_path) == 2
    assert "Orchard has no bot simple" in capsys.readouterr().err
