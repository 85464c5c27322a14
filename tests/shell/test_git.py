"""A game's repository: the user's configuration does not matter, hand edits and strangers' locks are noticed."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pygit2
import pytest

from adjudicator.core.model import BadInput
from adjudicator.host.ports import Busy, Commit
from adjudicator.shell import git as shell_git
from adjudicator.shell.git import GitArchive

WHEN = datetime(2026, 3, 1, tzinfo=UTC)


def first(archive: GitArchive) -> str:
    return archive.commit(Commit("g", None, {"state.yaml": "a: 1\n", "turns/T01/x": "x\n"}, "First\n\nmore", WHEN))


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True).stdout


def test_committing_again_changes_nothing(tmp_path: Path) -> None:
    archive = GitArchive(tmp_path / "g")
    name = first(archive)
    assert first(archive) == first(GitArchive(tmp_path / "g")) == name == archive.head()
    assert git(tmp_path / "g", "rev-list", "--count", "HEAD").strip() == "1"
    assert git(tmp_path / "g", "status", "--porcelain") == ""


def test_files_can_be_removed_and_history_stays(tmp_path: Path) -> None:
    archive = GitArchive(tmp_path / "g")
    name = first(archive)
    archive.commit(Commit("g", name, {"turns/T01/x": None, "state.yaml": "a: 2\n"}, "Second", WHEN))
    assert git(tmp_path / "g", "ls-files").split() == ["state.yaml"]
    assert git(tmp_path / "g", "show", "HEAD~:turns/T01/x") == "x\n"


def test_the_users_configuration_hooks_and_signing_do_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for hook in ("pre-commit", "commit-msg", "post-commit", "reference-transaction"):
        (hooks / hook).write_text(f"#!/bin/sh\ntouch {tmp_path}/hook-ran\nexit 1\n")
        (hooks / hook).chmod(0o755)
    config = (
        f"[core]\n\thooksPath = {hooks}\n\tautocrlf = true\n[commit]\n\tgpgSign = true\n[user]\n\tname = Somebody\n"
    )
    (tmp_path / ".gitconfig").write_text(config)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("GIT_CONFIG_GLOBAL")
    archive = GitArchive(tmp_path / "g")
    first(archive)
    assert not (tmp_path / "hook-ran").exists()
    assert git(tmp_path / "g", "log", "--format=%an %cn").strip() == "adjudicator adjudicator"
    assert (tmp_path / "g" / "state.yaml").read_bytes() == b"a: 1\n"


def test_a_hand_edit_is_refused_and_kept(tmp_path: Path) -> None:
    archive = GitArchive(tmp_path / "g")
    name = first(archive)
    (tmp_path / "g" / "state.yaml").write_text("a: by hand\n")
    assert archive.edited(["state.yaml", "turns/T01/x", "new"]) == ["state.yaml"]
    with pytest.raises(BadInput, match="changed by hand"):
        archive.commit(Commit("g", name, {"state.yaml": "a: 2\n"}, "Second", WHEN))
    assert (tmp_path / "g" / "state.yaml").read_text() == "a: by hand\n"
    assert archive.head() == name


def test_a_commit_by_somebody_else_is_not_overwritten(tmp_path: Path) -> None:
    archive = GitArchive(tmp_path / "g")
    name = first(archive)
    git(tmp_path / "g", "commit", "--allow-empty", "-q", "-m", "by hand")
    with pytest.raises(BadInput, match="was changed while"):
        archive.commit(Commit("g", name, {"state.yaml": "a: 2\n"}, "Second", WHEN))
    assert git(tmp_path / "g", "log", "--format=%s").split("\n")[0] == "by hand"


@pytest.mark.parametrize("lock", shell_git.LOCKS)
def test_stale_locks_are_cleared(tmp_path: Path, lock: str) -> None:
    archive = GitArchive(tmp_path / "g")
    name = first(archive)
    (tmp_path / "g" / ".git" / lock).write_text("")
    archive.clear_stale_locks()
    archive.commit(Commit("g", name, {"state.yaml": "a: 2\n"}, "Second", WHEN))


def test_the_lock_of_a_living_git_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = GitArchive(tmp_path / "g")
    first(archive)
    monkeypatch.setattr(shell_git, "FOREIGN_GIT_WAIT", 0.2)
    editing = tmp_path / "editing"
    os.mkfifo(editing)
    environment = {**os.environ, "GIT_EDITOR": f"echo > {editing}; cat {editing} #"}
    (tmp_path / "g" / "state.yaml").write_text("a: by hand\n")
    command = ["git", "commit", "--all"]
    process = subprocess.Popen(command, cwd=tmp_path / "g", env=environment, stderr=subprocess.PIPE)
    try:
        editing.read_text()  # now the editor is open, and git holds its lock
        assert (tmp_path / "g" / ".git" / "index.lock").exists()
        with pytest.raises(Busy, match=f"process {process.pid}"):
            archive.clear_stale_locks()
        assert (tmp_path / "g" / ".git" / "index.lock").exists()
    finally:
        editing.write_text("")
        process.communicate(timeout=30)


@pytest.mark.parametrize("lost", ["objects/??/*", "refs/heads/main", "config"])
def test_a_repository_that_is_damaged_is_told_and_no_mistake_of_the_program(tmp_path: Path, lost: str) -> None:
    folder = tmp_path / "g"
    parent = first(GitArchive(folder))
    for file in (folder / ".git").glob(lost):
        file.chmod(0o644)
        file.write_text("[torn")
    for work in (
        lambda: GitArchive(folder).committed("state.yaml"),
        lambda: GitArchive(folder).edited(["state.yaml"]),
        lambda: GitArchive(folder).commit(Commit("g", parent, {"state.yaml": "2\n"}, "Second", WHEN)),
    ):
        with pytest.raises(BadInput, match="git fsck"):
            work()


def test_whose_a_repository_is_keeps_nobody_from_reading_it(tmp_path: Path) -> None:
    """An archivist verifies what somebody else keeps, whatever git's safe.directory says."""
    first(GitArchive(tmp_path / "g"))
    assert not pygit2.settings.owner_validation


def test_line_ends_that_git_has_changed_are_no_hand_edit(tmp_path: Path) -> None:
    """With core.autocrlf; to put such a file back with git would change nothing."""
    folder = tmp_path / "g"
    name = first(GitArchive(folder))
    git(folder, "config", "core.autocrlf", "true")
    (folder / "state.yaml").unlink()
    git(folder, "checkout", "--", ".")
    assert (folder / "state.yaml").read_bytes() == b"a: 1\r\n" and git(folder, "status", "--porcelain") == ""
    archive = GitArchive(folder)
    assert archive.edited(["state.yaml"]) == []
    archive.commit(Commit("g", name, {"state.yaml": "a: 2\n"}, "Second", WHEN))
    assert git(folder, "show", "HEAD:state.yaml") == "a: 2\n" and git(folder, "status", "--porcelain") == ""
    (folder / "state.yaml").write_bytes(b"a: 3\r\n")
    assert archive.edited(["state.yaml"]) == ["state.yaml"]


def test_a_linked_worktree_is_said_to_be_one(tmp_path: Path) -> None:
    first(GitArchive(tmp_path / "g"))
    git(tmp_path / "g", "worktree", "add", "--detach", "../linked")
    with pytest.raises(BadInput, match="a linked worktree or a submodule"):
        GitArchive(tmp_path / "linked").edited(["state.yaml"])
