"""The lock and the files of the host."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from adjudicator.host.journal import Journal
from adjudicator.host.ports import Busy
from adjudicator.host.steps import Step, carry_out, finish_interrupted
from adjudicator.shell import durable, faults
from adjudicator.shell.git import GitArchives
from adjudicator.shell.store import FolderStore


def test_a_second_process_is_told_who_holds_the_lock(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    refused = pytest.raises(Busy, match=f"process {os.getpid()}: taking mail")
    with store.lock("taking mail", 0), refused, FolderStore(tmp_path).lock("the same", 0.05):
        raise AssertionError("two hold the lock")
    with store.lock("again", 0):
        pass


def test_a_command_waits_for_another_to_finish(tmp_path: Path) -> None:
    got = threading.Event()

    def second() -> None:
        with FolderStore(tmp_path).lock("second", 30):
            got.set()

    with FolderStore(tmp_path).lock("first", 0):
        waiting = threading.Thread(target=second)
        waiting.start()
        assert not got.wait(0.05)
    waiting.join(30)
    assert got.is_set()


def test_every_write_is_synced_before_it_is_renamed_and_its_folder_after(tmp_path: Path) -> None:
    passed: list[str] = []
    faults.set_hook(passed.append)
    try:
        durable.write(tmp_path / "a", b"new")
    finally:
        faults.set_hook(None)
    assert passed == ["write a", "sync a", "rename a", f"sync folder {tmp_path.name}"]


def test_files_that_change_together_sync_their_folder_once(tmp_path: Path) -> None:
    (tmp_path / "gone").write_bytes(b"old")
    passed: list[str] = []
    faults.set_hook(passed.append)
    try:
        texts = {"a": b"new", "gone": None, "b": b"new", "no": None}
        durable.change([durable.File(tmp_path / name, text) for name, text in texts.items()])
    finally:
        faults.set_hook(None)
    assert passed == [
        *("write a", "write b", "sync a", "sync b"),
        *("rename a", "remove gone", "rename b", "remove no", f"sync folder {tmp_path.name}"),
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


@pytest.mark.parametrize("point", ["write a", "sync a", "rename a"])
def test_a_file_is_old_or_new_and_never_half(tmp_path: Path, point: str) -> None:
    durable.write(tmp_path / "a", b"old")

    def fail(name: str) -> None:
        if name == point:
            raise OSError(5, "Input/output error")

    faults.set_hook(fail)
    try:
        with pytest.raises(OSError, match="Input/output"):
            durable.write(tmp_path / "a", b"new and longer")
    finally:
        faults.set_hook(None)
    assert (tmp_path / "a").read_bytes() == b"old"
    durable.write(tmp_path / "a", b"newer")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_what_a_killed_run_has_written_is_settled_before_its_step_is_carried_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that stands in the journal is not written again, so nobody would wait for it any more."""
    store = FolderStore(tmp_path)
    step = Step(lines=({"what": "mail", "key": "k", "content": "c", "seat": ""},), files={"games/x/y": "1\n"})
    passed: list[str] = []

    def die(name: str) -> None:
        passed.append(name)
        if name == "rename y":
            raise OSError(5, "Input/output error")

    faults.set_hook(die)
    try:
        with pytest.raises(OSError, match="Input/output"):
            carry_out(step, store, Journal(store), GitArchives(tmp_path))
        assert passed[-4:] == ["append journal.jsonl", "sync y", "sync journal.jsonl", "rename y"]
        passed.clear()
        faults.set_hook(passed.append)
        monkeypatch.setattr(durable, "settle", lambda folder: passed.append(f"settle {folder.name}"))
        assert finish_interrupted(store, Journal(store), GitArchives(tmp_path))
    finally:
        faults.set_hook(None)
    assert passed[0] == f"settle {tmp_path.name}" and "rename y" in passed and "append journal.jsonl" not in passed
    assert store.read("journal.jsonl") == '{"n": 1, "what": "mail", "key": "k", "content": "c", "seat": ""}\n'


def test_what_cannot_be_settled_is_told(tmp_path: Path) -> None:
    durable.settle(tmp_path)
    with pytest.raises(FileNotFoundError):
        durable.settle(tmp_path / "none")


def test_files_of_the_host_are_for_nobody_else(tmp_path: Path) -> None:
    store = FolderStore(tmp_path / "host")
    store.write("games/x/seed", "00")
    modes = {path: path.stat().st_mode & 0o777 for path in (tmp_path / "host").rglob("*")}
    assert (tmp_path / "host").stat().st_mode & 0o777 == 0o700
    assert set(modes.values()) == {0o700, 0o600}
