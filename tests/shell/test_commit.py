"""What a commit consists of: named as git names it, on the disk before a branch leads to it, and mended if torn."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pygit2
import pytest

from adjudicator.core.model import BadInput
from adjudicator.host.ports import Commit
from adjudicator.shell import durable, faults
from adjudicator.shell import git as shell_git
from adjudicator.shell.git import GitArchive
from tests.shell.disk import Disk
from tests.shell.test_git import git

WHEN = datetime(2026, 3, 1, tzinfo=UTC)
FILES: dict[str, str | None] = {
    "a": "1\n",
    "a.b": "2\n",
    "a-b/x": "3\n",
    "ab/c/d": "4\n",
    "ab/c/ä": "5\n",
    "a0": "é\n",
    "ab.x": "sorted before the folder ab\n",
    "empty": "",
    "z/gone": "6\n",
}
CHANGED: dict[str, str | None] = {
    "z/gone": None,
    "ab/c/d": "7\n",
    "ab/e": "8\n",
    "a0": None,
    "n/b": "9\n",
    "not/there": None,
}


@pytest.fixture
def archive(tmp_path: Path) -> GitArchive:
    return GitArchive(tmp_path / "g")


def first(files: dict[str, str | None] = FILES) -> Commit:
    return Commit("g", None, files, "Erster Zug\n\nÄpfel\n", WHEN)


def by_libgit2(archive: GitArchive, files: dict[str, str | None], change: Commit) -> str:
    """The name that libgit2 gives to this commit, with these files in all."""
    repository = pygit2.Repository(str(archive.folder))
    index = pygit2.Index()
    for path, text in files.items():
        if text is not None:
            blob = repository.create_blob(text.encode())
            index.add(pygit2.IndexEntry(path, blob, pygit2.enums.FileMode.BLOB))
    by = pygit2.Signature(*shell_git.AUTHOR, int(change.when.timestamp()), 0)
    parents: list[pygit2.Oid | str] = [] if change.parent is None else [change.parent]
    return str(repository.create_commit(None, by, by, change.message, index.write_tree(repository), parents))


def drafts(archive: GitArchive) -> list[Path]:
    return [path for path in archive.folder.rglob("*") if path.name.endswith((durable.LEFTOVER, ".lock"))]


def fails_at(number: int) -> None:
    left = iter(range(number))

    def fail(_: str) -> None:
        if next(left, None) is None:
            raise OSError(5, "Input/output error")

    faults.set_hook(fail)


def test_objects_have_the_names_that_git_gives_them(archive: GitArchive) -> None:
    name = archive.commit(first())
    assert name == by_libgit2(archive, FILES, first())
    second = Commit("g", name, CHANGED, "Second", WHEN)
    assert archive.commit(second) == by_libgit2(archive, {**FILES, **CHANGED}, second)
    none_left = Commit("g", archive.head(), dict.fromkeys({**FILES, **CHANGED}), "All gone\n", WHEN)
    assert archive.commit(none_left) == by_libgit2(archive, {}, none_left)
    assert git(archive.folder, "fsck", "--strict", "--full") == ""
    assert git(archive.folder, "status", "--porcelain") == ""


def test_an_object_of_somebody_else_keeps_its_mode(archive: GitArchive) -> None:
    """What he has committed beside our files: a program, a link."""
    archive.commit(first())
    (archive.folder / "ab" / "run").write_text("#!/bin/sh\n")
    (archive.folder / "ab" / "run").chmod(0o755)
    (archive.folder / "ab" / "link").symlink_to("run")
    git(archive.folder, "add", "ab")
    git(archive.folder, "commit", "-q", "-m", "by hand")
    archive.commit(Commit("g", archive.head(), {"ab/e": "8\n"}, "Second", WHEN))
    modes = {line.split("\t")[1]: line[:6] for line in git(archive.folder, "ls-tree", "HEAD", "ab/").splitlines()}
    assert modes == {"ab/c": "040000", "ab/e": "100644", "ab/link": "120000", "ab/run": "100755"}
    assert git(archive.folder, "fsck", "--strict") == "" and git(archive.folder, "status", "--porcelain") == ""


def test_all_of_a_commit_is_on_the_disk_before_the_branch_leads_to_it(
    archive: GitArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.commit(first())
    before = set(archive.folder.rglob("*"))
    disk = Disk(monkeypatch)
    archive.commit(Commit("g", archive.head(), CHANGED, "Second", WHEN))
    git_folder = archive.folder / ".git"
    place = disk.calls.index(("rename", str(git_folder / shell_git.BRANCH)))
    earlier = disk.calls[:place]
    new = set(archive.folder.rglob("*")) - before
    assert len(new) > 8
    for path in new:
        if path.is_file():
            renamed = earlier.index(("rename", str(path)))
            draft = (git_folder / "objects" if git_folder in path.parents else path.parent) / f".{path.name}.tmp~"
            assert ("sync", str(draft)) in earlier[:renamed]
        assert ("sync", str(path.parent)) in earlier[earlier.index(("rename", str(path))) if path.is_file() else 0 :]
    assert ("sync", str(git_folder / ".main.tmp~")) in earlier
    assert ("sync", str(git_folder / "refs" / "heads")) in disk.calls[place:]


def test_what_a_killed_run_leaves_does_no_harm_and_goes_away(archive: GitArchive) -> None:
    archive.commit(first())
    second = Commit("g", archive.head(), CHANGED, "Second", WHEN)
    fails_at(1 + 2 * 8)
    try:
        with pytest.raises(OSError, match="Input/output"):
            archive.commit(second)
    finally:
        faults.set_hook(None)
    left = [path for path in drafts(archive) if ".git" in path.parts]
    assert len(left) > 4
    for path in left:
        path.chmod(0o644)
        path.write_bytes(path.read_bytes()[:10])  # as a loss of power may leave it
    checked = subprocess.run(["git", "-C", archive.folder, "fsck"], capture_output=True, text=True, check=True)
    assert (checked.stdout, checked.stderr) == ("", "")
    archive.commit(second)
    assert drafts(archive) == []
    assert git(archive.folder, "fsck", "--strict") == ""


def test_a_torn_object_is_mended_when_its_commit_is_made_again(archive: GitArchive) -> None:
    """Such as a disk leaves that has promised more than it kept."""
    name = archive.commit(first())
    objects = [path for path in (archive.folder / ".git" / "objects").glob("??/*") if path.is_file()]
    for path in objects:
        path.chmod(0o644)
        path.write_bytes(b"")
    (archive.folder / ".git" / shell_git.BRANCH).unlink()  # the branch had not come so far
    again = GitArchive(archive.folder)
    assert again.commit(first()) == name
    assert git(archive.folder, "fsck", "--strict", "--full") == ""
    assert git(archive.folder, "show", "HEAD:ab/c/ä") == "5\n"


@pytest.mark.parametrize("torn", [b"", b"DIRC\0\0\0\2", None])
@pytest.mark.parametrize("made_again", [True, False])
def test_an_index_that_is_torn_or_gone_is_made_anew(archive: GitArchive, torn: bytes | None, made_again: bool) -> None:
    archive.commit(first())
    index = archive.folder / ".git" / "index"
    if torn is None:
        index.unlink()
    else:
        index.write_bytes(torn)
    again = GitArchive(archive.folder)
    again.commit(first() if made_again else Commit("g", archive.head(), CHANGED, "Second", WHEN))
    assert git(archive.folder, "status", "--porcelain") == ""


def test_a_branch_that_moves_at_the_last_moment_is_not_overwritten(archive: GitArchive) -> None:
    name = archive.commit(first())

    def commit_by_hand(point: str) -> None:
        if point == "branch":
            git(archive.folder, "commit", "--allow-empty", "-q", "-m", "by hand")

    faults.set_hook(commit_by_hand)
    try:
        with pytest.raises(BadInput, match="was changed while"):
            archive.commit(Commit("g", name, CHANGED, "Second", WHEN))
    finally:
        faults.set_hook(None)
    assert git(archive.folder, "log", "-1", "--format=%s") == "by hand\n"
    assert drafts(archive) == []


def test_a_branch_that_a_dead_git_has_locked_at_the_last_moment(archive: GitArchive) -> None:
    name = archive.commit(first())

    def lock(point: str) -> None:
        if point == "branch":
            (archive.folder / ".git" / f"{shell_git.BRANCH}.lock").touch()

    faults.set_hook(lock)
    try:
        archive.commit(Commit("g", name, CHANGED, "Second", WHEN))
    finally:
        faults.set_hook(None)
    assert git(archive.folder, "log", "-1", "--format=%s") == "Second\n" and drafts(archive) == []


def test_git_tells_where_the_branch_was(archive: GitArchive) -> None:
    archive.commit(Commit("g", archive.commit(first()), CHANGED, "Second\n\nmore", WHEN))
    for branch in ("HEAD", "main"):
        told = git(archive.folder, "reflog", "--format=%gs %gn", branch).splitlines()
        assert told == ["Second adjudicator", "Erster Zug adjudicator"]


def test_the_log_of_another_branch_tells_nothing_of_ours(archive: GitArchive) -> None:
    name = archive.commit(first())
    git(archive.folder, "switch", "-q", "-c", "mine")
    archive.commit(Commit("g", name, CHANGED, "Second", WHEN))
    assert git(archive.folder, "reflog", "--format=%gs", "mine").splitlines()[0] != "Second"
    assert git(archive.folder, "reflog", "--format=%gs", "HEAD").splitlines()[0] != "Second"
    assert git(archive.folder, "log", "-1", "--format=%s", "main") == "Second\n"
