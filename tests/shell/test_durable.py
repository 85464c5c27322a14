"""Waiting for the disk together: what must be on it before what, and what happens when it fails."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from adjudicator.shell import durable, faults
from adjudicator.shell.durable import File
from tests.shell.disk import Disk

NAMES = ("a", "b", "c", "d", "e")


@pytest.fixture(params=["side by side", "one after another"])
def disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Disk:
    monkeypatch.setattr(durable, "LONG", -1 if request.param == "side by side" else float("inf"))
    return Disk(monkeypatch)


def five(folder: Path, text: bytes = b"new") -> list[File]:
    return [File(folder / name, text) for name in NAMES]


def open_files() -> int:
    """How many this process holds open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def test_all_is_synced_before_anything_gets_its_name_and_all_folders_before_it_ends(tmp_path: Path, disk: Disk) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "gone").touch()
    (tmp_path / "lines").write_bytes(b"1\n")
    files = [*five(tmp_path / "x" / "y"), File(tmp_path / "lines", b"2\n", at_end=True), File(tmp_path / "log", b"1\n")]
    disk.calls.clear()
    durable.change([*files, File(tmp_path / "old" / "gone", None)])
    renamed = [place for place, (what, _) in enumerate(disk.calls) if what == "rename"]
    before, after = disk.calls[: renamed[0]], disk.calls[renamed[-1] + 1 :]
    drafts = [file.path if file.at_end else file.path.parent / f".{file.path.name}.tmp~" for file in files]
    assert sorted(before) == sorted(("sync", str(draft)) for draft in drafts)
    folders = [tmp_path, tmp_path / "x", tmp_path / "x" / "y", tmp_path / "old"]
    assert sorted(after) == sorted(("sync", str(folder)) for folder in folders)
    assert (tmp_path / "lines").read_bytes() == b"1\n2\n"
    assert not (tmp_path / "old" / "gone").exists()


def test_a_new_file_that_is_only_added_to_is_there_for_good(tmp_path: Path, disk: Disk) -> None:
    durable.change([File(tmp_path / "log", b"1\n", at_end=True)])
    durable.change([File(tmp_path / "log", b"2\n", at_end=True)])
    log, folder = ("sync", str(tmp_path / "log")), ("sync", str(tmp_path))
    assert disk.calls == [log, folder, log]


@pytest.mark.parametrize("broken", NAMES)
def test_one_sync_that_fails_is_told_and_leaves_all_old(tmp_path: Path, disk: Disk, broken: str) -> None:
    durable.change(five(tmp_path, b"old"))
    disk.broken = f".{broken}.tmp~"
    held, threads = open_files(), threading.active_count()
    with pytest.raises(OSError, match="Input/output error"):
        durable.change(five(tmp_path))
    assert {(tmp_path / name).read_bytes() for name in NAMES} == {b"old"}
    assert (open_files(), threading.active_count()) == (held, threads)
    disk.broken = None
    durable.change(five(tmp_path))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == dict.fromkeys(NAMES, b"new")


def test_a_folder_that_cannot_be_synced_is_told(tmp_path: Path, disk: Disk) -> None:
    disk.broken = "x"
    held = open_files()
    with pytest.raises(OSError, match="Input/output error"):
        durable.change([*five(tmp_path), *five(tmp_path / "x"), *five(tmp_path / "y")])
    assert open_files() == held


def test_they_wait_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first: as long as that one is quick, nobody needs threads."""
    monkeypatch.setattr(durable, "LONG", -1)
    barrier = threading.Barrier(4)
    with_others = iter([False, True, True, True, True, False])  # the first, the other four, and their folder
    monkeypatch.setattr(os, "fsync", lambda _: barrier.wait(10) if next(with_others) else None)
    durable.change(five(tmp_path))
    assert next(with_others, None) is None


def test_whoever_waits_longest_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(durable, "LONG", -1)
    synced: list[int] = []

    def sync(handle: int) -> None:
        if threading.current_thread() is not threading.main_thread():
            time.sleep(0.05)
        synced.append(handle)

    def look(point: str) -> None:
        assert not point.startswith("rename") or len(synced) == len(NAMES)

    monkeypatch.setattr(os, "fsync", sync)
    faults.set_hook(look)
    try:
        durable.change(five(tmp_path))
    finally:
        faults.set_hook(None)


@pytest.mark.parametrize(("names", "long"), [(NAMES, float("inf")), (NAMES[:2], -1), (NAMES[:1], -1)])
def test_no_threads_where_nothing_is_gained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], long: float
) -> None:
    def none(**_: object) -> None:
        raise AssertionError("a thread")

    monkeypatch.setattr(durable, "LONG", long)
    monkeypatch.setattr(threading, "Thread", none)
    durable.change([File(tmp_path / name, b"new") for name in names])


def test_where_no_more_threads_are_to_be_had_it_goes_on_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disk: Disk
) -> None:
    def refuse(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    durable.change(five(tmp_path))
    assert len(disk.calls) == 2 * len(NAMES) + 1


def test_no_more_files_are_open_than_a_process_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disk: Disk
) -> None:
    monkeypatch.setattr(durable, "OPEN", 2)
    most: list[int] = []
    held = open_files()
    disk.at_sync = lambda _: most.append(open_files() - held)
    durable.change([file for name in NAMES for file in five(tmp_path / name)])
    assert max(most) == 2
    assert [what for what, _ in disk.calls] == ["sync"] * 25 + ["rename"] * 25 + ["sync"] * 6


def test_the_draft_of_a_killed_run_is_not_written_into(tmp_path: Path) -> None:
    """It may be one that nobody may write to, as those of git are; and what is a link to it stays as it is."""
    (tmp_path / ".a.tmp~").write_bytes(b"half")
    (tmp_path / ".a.tmp~").chmod(0o444)
    (tmp_path / "other").hardlink_to(tmp_path / ".a.tmp~")
    durable.change([File(tmp_path / "a", b"new", mode=0o444)])
    assert (tmp_path / "other").read_bytes() == b"half"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "other"]
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o444
