"""A game's folder and its git repository, through libgit2.

Chosen over the git program because it needs nothing installed, takes a sixth of the time, and runs no hooks, templates
or signing of the user's. Only objects and the branch we write ourselves: libgit2 would wait for the disk after each,
ours wait together with the files of the folder. It stays an ordinary repository for the git program.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from adjudicator.core.model import BadInput
from adjudicator.core.texts import decoded
from adjudicator.host.ports import Busy, Commit
from adjudicator.shell import durable
from adjudicator.shell.faults import point
from adjudicator.shell.objects import Objects, log_line

BRANCH = "refs/heads/main"
AUTHOR = ("adjudicator", "adjudicator@localhost")
LOCKS = ("index.lock", "HEAD.lock", "config.lock", "refs/heads/main.lock", "packed-refs.lock")
FOREIGN_GIT_WAIT = 5.0


class GitArchives:
    """Every folder beside `host/` that holds a game."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def names(self) -> list[str]:
        return sorted(folder.parent.name for folder in self._root.glob("*/game.yaml"))

    def open(self, game: str) -> GitArchive:
        return GitArchive(self._root / game)


class GitArchive:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    # -- reading

    def head(self) -> str | None:
        if not self._exists:
            return None
        with _readable(self.folder):
            tip = self._repository.references.get(BRANCH)
            return None if tip is None else str(tip.target)

    def read(self, path: str) -> str | None:
        content = self.content(path)
        return None if content is None else decoded(content, path)

    def content(self, path: str) -> bytes | None:
        """With plain system calls: a whole game is a thousand files, and `verify` reads them all."""
        try:
            handle = os.open(f"{self.folder}/{path}", os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return None
        with open(handle, "rb", buffering=0) as file:  # noqa: PTH123
            return _with_our_line_ends(file.readall())

    def names(self, folder: str) -> list[str]:
        try:
            return sorted(os.listdir(f"{self.folder}/{folder}"))  # noqa: PTH208
        except (FileNotFoundError, NotADirectoryError):
            return []

    def edited(self, paths: Iterable[str]) -> list[str]:
        if (self.folder / ".git").is_file():
            raise BadInput(
                "this is a linked worktree or a submodule, in which nothing is written; put a clone of it in its place",
                str(self.folder),
            )
        with _readable(self.folder):
            committed = self._tree()
            return [path for path in paths if self.content(path) != _blob(committed, path)]

    def committed(self, file: str) -> dict[str, str]:
        """For every folder with a file of that name, when it was last committed (UTC)."""
        head = self.head()
        if head is None:
            return {}
        with _readable(self.folder):
            return self._committed(head, file)

    def _committed(self, head: str, file: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for commit in self._repository.walk(
            head, _libgit2().enums.SortMode.TOPOLOGICAL | _libgit2().enums.SortMode.REVERSE
        ):
            tree = commit.tree
            changed = commit.parents[0].tree.diff_to_tree(tree) if commit.parents else tree.diff_to_tree(swap=True)
            when = datetime.fromtimestamp(commit.commit_time, UTC).isoformat(timespec="minutes")
            for delta in changed.deltas:
                folder, _, name = delta.new_file.path.rpartition("/")
                if name == file and delta.new_file.path in tree:
                    found[folder] = when
        return found

    def earlier(self, commits: int) -> CommittedFolder | None:
        """The folder as it was so many commits ago; None where there is nothing so old."""
        head = self.head()
        if head is None or self._repository.is_shallow:
            return None
        with _readable(self.folder):
            try:
                tree = self._repository.revparse_single(f"{head}~{commits}").tree
            except KeyError:
                return None
            return CommittedFolder(self.folder, tree)

    # -- writing

    def commit(self, change: Commit) -> str:
        """Writes the files and commits them on top of the parent; finds out by itself what of that is already done."""
        if not self._exists:
            self._create()
        objects, name = self._objects(change)
        head = self.head()
        if head not in (change.parent, name):
            raise BadInput("the repository was changed while this was being resolved", str(self.folder))
        self._refuse_hand_edits(change)
        self._write_files(change, objects)
        if head != name:
            self._move_branch(name, change)
            self._enter_in_index(change)
        else:  # the run that made it may have died with the index half done
            self._rewrite_index()
        return name

    def clear_stale_locks(self) -> list[str]:
        """Locks that somebody left who was killed, we or a git program. A git process at work here keeps its own."""
        found = [name for name in LOCKS if (self.folder / ".git" / name).exists()]
        if not found:
            return []
        until = time.monotonic() + FOREIGN_GIT_WAIT
        while holders := _git_processes_in(self.folder):
            if time.monotonic() >= until:
                raise Busy(f"git is at work in {self.folder} (process {holders[0]})")
            time.sleep(0.1)
        for name in found:
            (self.folder / ".git" / name).unlink(missing_ok=True)
        return found

    # -- inside

    @property
    def _exists(self) -> bool:
        return (self.folder / ".git" / "HEAD").exists()

    @cached_property
    def _repository(self) -> Any:
        return _libgit2().Repository(str(self.folder))

    def _create(self) -> None:
        durable.make_folder(self.folder)
        point("init")
        git = _libgit2().init_repository(str(self.folder), initial_head="main")
        git.config["core.fsync"] = "committed,reference,index"  # for whoever commits here with the git program
        git.config["user.name"], git.config["user.email"] = AUTHOR

    def _tree(self) -> Any:
        head = self.head()
        return None if head is None else self._repository[head].tree

    def _refuse_hand_edits(self, change: Commit) -> None:
        """A file is as it was committed, or as a killed run of this very change left it; else a hand was there."""
        with _readable(self.folder):
            parent = None if change.parent is None else self._repository[change.parent].tree
            before = {path: _blob(parent, path) for path in change.files}
        for path, text in change.files.items():
            new = None if text is None else text.encode()
            if self.content(path) not in (new, before[path]):
                raise BadInput(
                    "the file was changed by hand; put it back (git checkout) or commit it", f"{self.folder / path}"
                )

    def _write_files(self, change: Commit, objects: Objects) -> None:
        """What people read, and what the commit consists of. No branch leads to it yet."""
        point("commit")
        files = [(path, None if text is None else text.encode()) for path, text in sorted(change.files.items())]
        readable = [durable.File(self.folder / path, text, mode=0o644) for path, text in files]
        durable.change([*objects.files(self.folder / ".git"), *readable])
        for path, text in files:
            if text is None:
                self._remove_empty(Path(path).parent)

    def _remove_empty(self, folder: Path) -> None:
        """A repository knows no empty folders, so the folder beside it keeps none either."""
        for empty in (folder, *folder.parents[:-1]):
            if not (self.folder / empty).is_dir() or any((self.folder / empty).iterdir()):
                return
            durable.remove_folder(self.folder / empty)

    def _objects(self, change: Commit) -> tuple[Objects, str]:
        """All that is new in the commit, and its name, which is the same whenever it is made again."""
        objects = Objects()
        with _readable(self.folder):
            parent = None if change.parent is None else self._repository[change.parent].tree
            tree = objects.changed({tuple(path.split("/")): text for path, text in change.files.items()}, parent)
        parents = [] if change.parent is None else [change.parent]
        return objects, objects.commit(tree or objects.folder({}), parents, AUTHOR, change.when, change.message)

    def _move_branch(self, name: str, change: Commit) -> None:
        """The branch and git's log of it, in two waits for the disk; libgit2 needs six."""
        point("branch")
        git = self.folder / ".git"
        _ = self._repository[name].tree  # libgit2 reads what we have written, and compares it with the name we gave it
        with self._locked(git / f"{BRANCH}.lock"):
            if self.head() != change.parent:
                raise BadInput("the repository was changed while this was being resolved", str(self.folder))
            logs = [git / "logs" / BRANCH]
            if (git / "HEAD").read_text() == f"ref: {BRANCH}\n":
                logs.append(git / "logs" / "HEAD")
            line = log_line(change.parent, name, AUTHOR, change.when, change.message).encode()
            branch = durable.File(git / BRANCH, f"{name}\n".encode(), mode=0o644, drafts=git)
            durable.change([branch, *(durable.File(log, line, 0o644, 0o755, at_end=True) for log in logs)])

    @contextmanager
    def _locked(self, lock: Path) -> Iterator[None]:
        """As every git program locks what it changes."""
        try:
            lock.touch(exist_ok=False)
        except FileExistsError:  # a git program has taken it since we looked
            self.clear_stale_locks()
            lock.touch(exist_ok=False)
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)

    def _enter_in_index(self, change: Commit) -> None:
        """What has changed, and nothing else: what somebody has staged by hand stays as it was."""
        index = self._index()
        committed = self._tree()
        for path, text in sorted(change.files.items()):
            if text is not None:
                index.add(_libgit2().IndexEntry(path, committed[path].id, _libgit2().enums.FileMode.BLOB))
            elif path in index:
                index.remove(path)
        self._write(index)

    def _rewrite_index(self) -> None:
        index = self._index()
        index.read_tree(self._tree())
        self._write(index)

    def _index(self) -> Any:
        """It is not synced, for all that it holds can be had from the branch: one that is torn or gone is made anew."""
        file = self.folder / ".git" / "index"
        try:
            index = self._repository.index
            index.read(False)
        except _libgit2().GitError:
            file.unlink()
            index = self._repository.index
        if not file.exists():
            index.read_tree(self._tree())
        return index

    def _write(self, index: Any) -> None:
        point("index")
        try:
            index.write()
        except _libgit2().GitError:  # a git program has taken its lock since we looked
            self.clear_stale_locks()
            index.write()


def _blob(tree: Any, path: str) -> bytes | None:
    if tree is None or path not in tree:
        return None
    return _with_our_line_ends(tree[path].data)


def _with_our_line_ends(content: bytes) -> bytes:
    """Git gives a text those of the machine where it has been told to (core.autocrlf), and calls it unchanged."""
    return content.replace(b"\r\n", b"\n") if b"\r" in content else content


def _git_processes_in(folder: Path) -> list[int]:
    """Running git programs whose working folder is this one (Linux; elsewhere none can be seen)."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "comm").read_text().startswith("git") and (process / "cwd").resolve().is_relative_to(folder):
                found.append(int(process.name))
        except OSError:
            continue  # it ended, or belongs to somebody else
    return found


_prepared: Any = None


def _libgit2() -> Any:
    """The library, told once to sync what it writes and to look at nobody's configuration but the repository's.

    Whose a folder is may stay as it is: nothing that a repository says is run by us, and those who verify a game are
    seldom those who keep it.
    """
    global _prepared
    if _prepared is None:
        import pygit2
        from pygit2.enums import ConfigLevel

        pygit2.settings.enable_fsync_gitdir(True)
        pygit2.settings.owner_validation = False
        for level in (ConfigLevel.GLOBAL, ConfigLevel.XDG, ConfigLevel.SYSTEM, ConfigLevel.PROGRAMDATA):
            pygit2.settings.search_path[level] = ""
        _prepared = pygit2
    return _prepared


@contextmanager
def _readable(folder: Path) -> Iterator[None]:
    """What a disk or a hand has done to a repository is no mistake of ours: it is told, and to be mended."""
    try:
        yield
    except (_libgit2().GitError, KeyError) as error:  # libgit2 has a KeyError for what is not there
        said = str(error.args[0] if error.args else error)
        raise BadInput(f"git's repository cannot be read ({said}); `git fsck` tells more", f"{folder}/.git") from None


class CommittedFolder:
    """A game's folder as it was committed; nothing of it need lie on the disk any more."""

    def __init__(self, folder: Path, tree: Any) -> None:
        self._folder = folder
        self._tree = tree

    def read(self, path: str) -> str | None:
        content = self.content(path)
        return None if content is None else decoded(content, path)

    def content(self, path: str) -> bytes | None:
        with _readable(self._folder):
            return _blob(self._tree, path)

    def names(self, folder: str) -> list[str]:
        try:
            return sorted(entry.name for entry in self._tree[folder])
        except KeyError:
            return []
