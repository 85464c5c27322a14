"""Locks of git in a game's folder: those of the dead are cleared and noted, the living are waited for and named."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core.model import BadInput
from adjudicator.shell import faults
from adjudicator.shell import git as shell_git
from tests.host.table import Table
from tests.shell.test_git import git


@pytest.fixture
def due(table: Table) -> Table:
    """Phases of two games that wait for the next run."""
    table.begin("autumn", seats=("green", "yellow"))
    table.begin()
    table.order("green")
    table.order("yellow")
    table.order("red", "{pick: 1, from: plum}")
    table.order("blue")
    return table


@pytest.fixture
def git_at_work(due: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[subprocess.Popen[bytes]]:
    """Something called git, at work in the game's folder for longer than anybody waits."""
    monkeypatch.setattr(shell_git, "FOREIGN_GIT_WAIT", 0.2)
    program = shutil.copy(shutil.which("sleep") or "", tmp_path / "git")
    process = subprocess.Popen([program, "100"], cwd=due.home / "windfall")
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def noted(table: Table) -> list[list[str]]:
    lines = map(json.loads, (table.home / "host" / "journal.jsonl").read_text().splitlines())
    return [line["cleared"] for line in lines if line["what"] == "locks"]


@pytest.mark.parametrize("lock", shell_git.LOCKS)
def test_the_lock_of_a_git_that_was_killed_is_cleared_and_noted(lock: str, due: Table) -> None:
    (due.home / "windfall" / ".git" / lock).write_text("")
    assert "windfall: T01/picking resolved" in due.run()
    assert noted(due) == [[lock]]
    assert git(due.home / "windfall", "status", "--short") == ""


def test_a_git_at_work_is_named_and_holds_up_no_other_game(due: Table, git_at_work: subprocess.Popen[bytes]) -> None:
    lock = due.home / "windfall" / ".git" / "index.lock"
    lock.write_text("")
    with pytest.raises(BadInput, match=rf"git is at work in .*windfall \(process {git_at_work.pid}\); run again"):
        due.run()
    assert lock.exists() and not (due.home / "host" / "redo.json").exists()
    assert "Turn 1, picking" in git(due.home / "autumn", "log", "--format=%s")
    git_at_work.kill()
    git_at_work.wait()
    assert "windfall: T01/picking resolved" in due.run()


def test_a_git_that_takes_the_lock_in_the_middle_of_a_commit(due: Table) -> None:
    """As editors make it do that look at a repository every few seconds."""
    lock = due.home / "windfall" / ".git" / "index.lock"

    def take(point: str) -> None:
        if point == "index":
            lock.write_text("")

    faults.set_hook(take)
    try:
        assert "windfall: T01/picking resolved" in due.run()
    finally:
        faults.set_hook(None)
    assert git(due.home / "windfall", "status", "--short") == ""
