"""`status` answers from what is kept, and never with what is no longer so."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adjudicator import cli
from adjudicator.cli import status as status_command
from tests.host.table import HandClock, Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(tmp_path / "home", clock=HandClock(datetime.now(UTC)))
    table.deadlines = {"ready": 0, "phases": {"other": "48 hours"}}
    table.begin(turns=2)
    return table


def said(capsys: pytest.CaptureFixture[str], table: Table, *arguments: str) -> str:
    capsys.readouterr()
    cli.main([*arguments, "--home", str(table.home)])
    return capsys.readouterr().out


def test_status_is_what_it_would_be_if_nothing_were_kept(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    orders = table.home / "orders.yaml"
    orders.write_text("orders: [{pick: 1, from: plum}]\n")
    for command in (
        ["run"],
        ["submit", str(orders), "--as", "red", "--game", "windfall"],
        ["change", "windfall", "--deadline", "other", "36 hours"],
        ["run"],
        ["extend", "windfall", "24"],
        ["pause", "windfall"],
        ["resume", "windfall"],
        ["run", "windfall", "--stage", "--now", "--anyway"],
        ["discard", "windfall"],
        ["submit", str(orders), "--as", "blue", "--game", "windfall"],
        ["run", "windfall", "--now", "--anyway"],
        ["correct", "windfall", "--set", "coins.red=5", "--reason", "x"],
        ["confirm", "windfall"],
        ["undo", "windfall", "--reason", "y"],
        ["end", "windfall", "--reason", "z"],
        ["run"],
    ):
        said(capsys, table, *command)
        kept = [said(capsys, table, "status", *name) for name in ((), ("windfall",))]
        shutil.rmtree(table.home / "host/status", ignore_errors=True)
        fresh = [said(capsys, table, "status", *name) for name in ((), ("windfall",))]
        assert kept == fresh and "windfall" in kept[0], command


def test_status_loads_nothing_while_nothing_happens(
    table: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said(capsys, table, "run")
    before = (table.home / "host/status/windfall.json").stat().st_mtime_ns
    monkeypatch.setattr(status_command, "_look", lambda home, games: pytest.fail("it was loaded"))
    assert "owes orders" in said(capsys, table, "status")
    assert (table.home / "host/status/windfall.json").stat().st_mtime_ns == before


def test_what_was_kept_ends_with_the_deadline(
    table: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said(capsys, table, "status")
    looked: list[str] = []
    monkeypatch.setattr(status_command, "_look", lambda home, games: looked.append(home))
    said(capsys, table, "status")
    assert looked == []
    monkeypatch.setattr("time.time", lambda: 1e11)
    said(capsys, table, "status")
    assert looked == [str(table.home)]


def test_torn_and_read_only_copies_do_no_harm(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, table, "run")
    for torn in ('{"seen": [', "[1]\n", "{}"):
        (table.home / "host/status/windfall.json").write_text(torn)
        assert "owes orders" in said(capsys, table, "status")
    shutil.rmtree(table.home / "host/status")
    (table.home / "host/status").write_text("in the way")
    assert "owes orders" in said(capsys, table, "status")


def test_an_interrupted_run_is_finished_first(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, table, "run")
    (table.home / "host/redo.json").write_text('{"lines": [], "texts": [], "files": {}, "commit": null}')
    assert "owes orders" in said(capsys, table, "status")
    assert not (table.home / "host/redo.json").exists()


def test_a_game_whose_git_folder_is_elsewhere_is_told_of_beside_the_others(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    """A submodule has a file there that names the folder."""
    table.found("orchard-2")
    said(capsys, table, "run")
    (table.home / "windfall/.git").rename(table.home / "elsewhere")
    (table.home / "windfall/.git").write_text("gitdir: ../elsewhere\n")
    with pytest.raises(SystemExit):
        cli.main(["status", "--home", str(table.home)])
    told = capsys.readouterr()
    assert "orchard-2" in told.out and "a linked worktree or a submodule" in told.err
