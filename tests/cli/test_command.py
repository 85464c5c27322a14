"""The command itself: quick to start, plain about mistakes, its own and others'."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator import __version__, cli
from adjudicator.core.model import BadInput
from adjudicator.host.ports import Busy


def test_help_loads_nothing_but_click() -> None:
    code = (
        "import sys; from adjudicator.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'yaml', 'jinja2', 'pygit2', 'jsonschema', 'imapclient', 'aiosmtplib', 'babel', 'asyncio', 'email'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert all(name in done.stdout for name in cli.COMMANDS)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["--version"])
    assert __version__ in capsys.readouterr().out


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (BadInput("broken", "map.yaml"), 2, "adjudicator: map.yaml: broken\n"),
        (Busy("in use by process 7"), 75, "adjudicator: in use by process 7; try again later\n"),
        (OSError(28, "No space left on device", "x"), 1, "adjudicator: x: No space left on device\n"),
    ],
)
def test_what_goes_wrong_is_one_sentence(
    error: Exception, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _left_with(error, monkeypatch) == code
    assert capsys.readouterr().err == said


def test_a_mistake_of_ours_says_how_to_report_it_and_quotes_no_player(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _left_with(KeyError("red's secret order"), monkeypatch) == 70
    said = capsys.readouterr().err
    assert "KeyError" in said and "CONTRIBUTING.md" in said
    assert "secret order" not in said and "Traceback" not in said


def _left_with(error: Exception, monkeypatch: pytest.MonkeyPatch) -> object:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(cli.adjudicator, "main", fail)
    with pytest.raises(SystemExit) as left:
        cli.main([])
    return left.value.code


def test_a_new_game_and_its_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people = ["--player", "red", "Anna <anna@example.org>", "--player", "blue", "Bob <bob@example.org>"]
    words = ["--joined", "red", "pear", "--joined", "blue", "blossom"]
    home = ["--home", str(tmp_path)]
    _call("new", "harvest", "--ruleset", "orchard", "--scenario", "windfall", *people, *words, *home)
    _call("run", *home)
    _call("status", *home)
    said = capsys.readouterr().out
    assert "harvest: T00/begin resolved" in said and "letters: 2 sent" in said
    assert "harvest: waits for T01/picking" in said and "red      Anna: owes orders" in said


def test_a_new_game_says_what_press_it_allows(tmp_path: Path) -> None:
    people = ["--player", "red", "Anna <anna@example.org>", "--player", "blue", "Bob <bob@example.org>"]
    more = ["--press", "anonymous", "--home", str(tmp_path)]
    _call("new", "harvest", "--ruleset", "orchard", "--scenario", "windfall", *people, *more)
    assert "press: anonymous" in (tmp_path / "harvest" / "game.yaml").read_text()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"--ruleset": "orchid"}, "did you mean orchard?"),
        ({"--scenario": "nowhere"}, "Orchard has no scenario nowhere, only windfall"),
        ({"NAME": "../up"}, "cannot be a game's name"),
        ({"NAME": "host"}, "cannot be a game's name"),
        ({"PLAYER": "Anna"}, "a player is written 'NAME <ADDRESS>'"),
        ({"PLAYER": "Anna <anna>"}, "anna is no mail address"),
        ({"COLOUR": "pink"}, "Orchard has no colour pink"),
        ({"ZONE": "Rome"}, "there is no time zone Rome"),
        ({"OPTION": "tunrs"}, "did you mean turns?"),
    ],
)
def test_a_game_that_cannot_be_set_up_leaves_nothing(
    change: dict[str, str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(
            [
                *("new", change.get("NAME", "harvest"), "--home", str(tmp_path)),
                *("--ruleset", change.get("--ruleset", "orchard"), "--scenario", change.get("--scenario", "windfall")),
                *("--player", change.get("COLOUR", "red"), change.get("PLAYER", "Anna <anna@example.org>")),
                *("--player", "blue", "Bob <bob@example.org>", "--zone", "blue", change.get("ZONE", "Europe/Rome")),
                *("--option", change.get("OPTION", "turns"), "2"),
            ]
        )
    said = capsys.readouterr().err
    assert left.value.code == 2 and sentence in said and said.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] in ([], ["host"])
    assert not (tmp_path / "host" / "games").exists()


def _call(*arguments: str) -> None:
    cli.main(arguments)
