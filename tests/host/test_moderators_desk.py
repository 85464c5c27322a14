"""What a moderator of many games reads at his desk: everything that rests is named, and one bad game hides no other."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from adjudicator import cli
from tests.host.table import Table


def command(table: Table, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    at_home = [] if arguments[0] == "verify" else ["--home", str(table.home)]
    try:
        cli.main([*arguments, *at_home])
        code = 0
    except SystemExit as left:
        code = int(left.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture
def two_games(home: Path) -> Table:
    table = Table(home)
    table.begin(turns=2)
    for seat in ("red", "blue"):
        table.order(seat, "{pick: 1, from: plum}")
    table.run()
    players = ("--player", "red", "Anna <anna@example.net>", "--player", "blue", "Bob <bob@example.net>")
    joined = ("--joined", "red", "pear", "--joined", "blue", "plum", "--home", str(home))
    cli.main(["new", "other", "--ruleset", "orchard", "--scenario", "windfall", *players, *joined])
    return table


def test_status_names_what_is_staged(two_games: Table, capsys: pytest.CaptureFixture[str]) -> None:
    command(two_games, capsys, "correct", "windfall", "--set", "coins.red=5", "--reason", "x")
    _, table, _ = command(two_games, capsys, "status")
    assert "T01/market, a correction staged" in table
    _, one, _ = command(two_games, capsys, "status", "windfall")
    assert "a correction is staged; the game rests until `adjudicator confirm windfall`" in one
    code, _, why = command(two_games, capsys, "run")
    assert code == 2 and "windfall: a correction is staged" in why


def test_a_position_that_was_committed_wrong_is_named_with_its_game(
    two_games: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    state = two_games.home / "windfall/state.yaml"
    state.write_text(state.read_text().replace("turn: 1", "turn: one"))
    as_somebody = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run(["git", *as_somebody, "commit", "-qam", "by hand"], cwd=state.parent, check=True)
    for asked in ("status", "run"):
        code, _, why = command(two_games, capsys, asked)
        assert code == 2 and "windfall: state: turn: " in why, asked


def test_a_phase_that_is_no_phase_is_refused(two_games: Table, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, why = command(two_games, capsys, "run", "--phase", "market")
    assert code == 2 and "a phase is written T03/movement, not market" in why
    code, told, _ = command(two_games, capsys, "run", "windfall", "--phase", "t1/market", "--now", "--dry-run")
    assert code == 0 and "windfall: T01/market would be resolved" in told
    code, _, why = command(two_games, capsys, "run", "windfall", "--phase", "T01/market", "--stage")
    assert code == 2 and "--stage goes with neither --phase nor --dry-run" in why


def test_a_game_that_must_be_mended_hides_no_other(two_games: Table, capsys: pytest.CaptureFixture[str]) -> None:
    state = two_games.home / "windfall/state.yaml"
    state.write_text(state.read_text() + "# by hand\n")
    code, said, why = command(two_games, capsys, "status")
    assert code == 2 and "windfall  must be mended" in said and "T01/picking" in said
    assert "windfall/state.yaml: changed by hand" in why


def test_verify_looks_at_every_game(two_games: Table, capsys: pytest.CaptureFixture[str]) -> None:
    home = two_games.home
    both = (str(home / "windfall"), str(home / "other"))
    code, said, _ = command(two_games, capsys, "verify", *both)
    assert code == 0 and "windfall: 2 phases verified" in said and "other: 1 phase verified" in said
    report = home / "windfall/turns/T01/0-picking/report.txt"
    report.write_text("nothing happened\n")
    code, said, _ = command(two_games, capsys, "verify", *both)
    assert code == 1 and "windfall: 1 fault in 2 phases" in said and "other: 1 phase verified" in said
    code, said, why = command(two_games, capsys, "verify", str(home / "host"), *both)
    assert code == 2 and "there is no game in this folder" in why and "other: 1 phase verified" in said


@pytest.mark.parametrize("arguments", [("undo", "nosuch"), ("correct", "nosuch", "--set", "a=1", "--reason", "x")])
def test_a_misspelt_game_is_answered_with_those_there_are(
    two_games: Table, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    code, _, why = command(two_games, capsys, *arguments)
    assert code == 2 and "there is no game nosuch here, only other, windfall" in why


def test_undo_says_where_it_went_and_what_no_longer_holds(two_games: Table, capsys: pytest.CaptureFixture[str]) -> None:
    command(two_games, capsys, "correct", "windfall", "--set", "coins.red=5", "--reason", "x", "--confirm")
    code, said, _ = command(two_games, capsys, "undo", "windfall")
    assert code == 0 and "kept in windfall/undone/002; orders are held, and nobody counts as ready" in said
    assert "correction 1 changed a later position, and no longer holds" in said
    code, _, why = command(two_games, capsys, "undo", "windfall")
    assert code == 2 and "windfall has no phase to be undone yet" in why


def test_the_moderator_gets_a_letter_when_players_agree_to_end(two_games: Table) -> None:
    for seat in ("red", "blue"):
        two_games.reply(seat, "end windfall\n")
    two_games.run()
    assert any("windfall: ended" in letter["Subject"] for letter in two_games.letters())
