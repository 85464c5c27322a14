"""`adjudicator map`: what it prints, where it writes, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator import cli
from adjudicator.core import yamlfiles

NUMBERS = ["map", "generate", "--players", "2", "--land", "22", "--sea", "7", "--seed"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code and what was printed, on standard output and standard error."""
    try:
        cli.main(arguments)
        code = 0
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_check_tells_what_a_map_maker_wants_to_know(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "map", "check", "twin-fords")
    assert (code, err) == (0, "")
    assert out.startswith("Twin fords: 37 tiles, 27 of them land (13.5 for each of 2)\n")
    assert "Steps from home  woods     rock      pasture   mountain  sea\n" in out
    assert "D2               1         1         0         2         1\n" in out
    assert out.endswith("Contested mountains: D4\n\nNothing that players may regret.\n")


def test_check_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "map", "check", "great-river", "--json")
    assert code == 0 and json.loads(out)["homes"]["C1"]["woods"] == 1


def test_a_map_that_breaks_the_rules_is_refused_with_file_tile_and_edge(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("name: bad\ntiles:\n  A1: {terrain: woods, river: [S]}\n  A2: rock\n")
    code, out, err = run(capsys, "map", "check", str(file))
    assert (code, out) == (2, "")
    sentence = "tile A1, edge S: the river stops: A2 has no river edge N (RB-1.2)"
    assert err == f"adjudicator: {file}: {sentence}\n"


def test_a_file_that_is_no_text_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "picture.yaml"
    file.write_bytes(b"\x89PNG\xff")
    assert run(capsys, "map", "check", str(file)) == (2, "", f"adjudicator: {file}: this is no text\n")


def test_a_name_that_nothing_has_is_answered_with_the_names_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "map", "show", "twin-frods")
    assert code == 2 and "neither a file nor a scenario twin-frods" in err and "twin-fords" in err


def test_generate_writes_a_map_that_can_be_checked_and_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "new.yaml"
    assert run(capsys, *NUMBERS, "brook", "--out", str(file)) == (0, "", "")
    assert run(capsys, *NUMBERS, "brook")[1] == file.read_text()
    assert len(yamlfiles.load(file.read_text())["tiles"]) == 29
    assert "22 of them land" in run(capsys, "map", "check", str(file))[1]
    assert "@R" in run(capsys, "map", "show", str(file))[1]


def test_generate_knows_how_much_land_a_game_needs(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "map", "generate", "--players", "3", "--seed", "x")
    assert code == 0 and len(yamlfiles.load(out)["tiles"]) == 44


def test_impossible_numbers_are_one_sentence_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "map", "generate", "--players", "9", "--seed", "x")
    assert (code, out, err) == (2, "", "adjudicator: a map is for 1 to 6 players, not for 9\n")


@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_show_writes_pictures(capsys: pytest.CaptureFixture[str], tmp_path: Path, ending: str, begins: bytes) -> None:
    file = tmp_path / f"map.{ending}"
    assert run(capsys, "map", "show", "lagoon", "--theme", "dark", "--out", str(file)) == (0, "", "")
    assert file.read_bytes().startswith(begins)


def test_a_picture_of_another_kind_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = run(capsys, "map", "show", "lagoon", "--out", str(tmp_path / "map.gif"))
    assert code == 2 and err == "adjudicator: --out: a picture is written as .svg or .png\n"


def test_a_game_without_maps_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "map", "check", "windfall", "--game", "orchard")
    assert code == 2 and "is not played on a map" in err
