"""Whatever dies, nothing is lost, doubled or half done: the program is killed at every point at which it writes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.shell import faults
from tests.host.table import HandClock, Table

PARTS = 4
"""The points are shared out to as many tests, so that they can run side by side."""

LEAST_POINTS = 200


def waiting_turn(home: Path) -> HandClock:
    """A game whose phase will be resolved by the mails that lie in the mailbox, among them useless ones."""
    table = Table(home)
    table.begin(turns=1)
    table.order("red", "{pick: 2, from: apple}")
    table.reply("red", "orders:\n- {pock: 1, from: pear}\n")
    table.order("red", "{pick: 2, from: apple}", "{pick: 1, from: cherry}")
    table.reply("red", "hello there\n")
    table.order("red", "{pick: 1, from: pear}", "{pick: 2, from: apple}")
    table.order("blue", "{pick: 2, from: apple}")
    table.arrive(b"Subject: nobody's\n\nbuy now\n")
    return table.clock


def run_to_the_end(home: Path, clock: HandClock) -> None:
    Table(home, clock).run()


def _run_until(home: Path, clock: HandClock, hook: Callable[[str], None]) -> int:
    """In a process of its own, which the hook may end; returns how that ended."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            faults.set_hook(hook)
            run_to_the_end(home, clock)
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _die_at(number: int) -> Callable[[str], None]:
    left = iter(range(number))

    def hook(_: str) -> None:
        if next(left) == number - 1:
            os._exit(137)

    return hook


def result(home: Path) -> dict[str, bytes]:
    """Everything that matters after a run, by path; the lock and git's own logs do not."""
    found = {}
    for file in sorted(home.rglob("*")):
        path = str(file.relative_to(home))
        inside_git = "/.git/" in path
        if file.is_file() and path != "host/lock" and (not inside_git or path.endswith("/.git/refs/heads/main")):
            found[path] = file.read_bytes()
    return found


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, HandClock]:
    home = tmp_path_factory.mktemp("before") / "games"
    return home, waiting_turn(home)


@pytest.fixture(scope="module")
def undisturbed(
    before: tuple[Path, HandClock], tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, bytes], int]:
    """What a run comes to that nobody kills, and how many points it passes."""
    home = tmp_path_factory.mktemp("undisturbed") / "games"
    shutil.copytree(before[0], home)
    points: list[str] = []
    faults.set_hook(points.append)
    try:
        run_to_the_end(home, before[1])
    finally:
        faults.set_hook(None)
    return result(home), len(points)


def test_enough_points_are_found(undisturbed: tuple[dict[str, bytes], int]) -> None:
    assert undisturbed[1] > LEAST_POINTS


@pytest.mark.parametrize("part", range(PARTS))
def test_killed_at_every_point(
    part: int, before: tuple[Path, HandClock], undisturbed: tuple[dict[str, bytes], int], home: Path
) -> None:
    expected, points = undisturbed
    for number in range(1 + part, points + 1, PARTS):
        shutil.copytree(before[0], home)
        assert _run_until(home, before[1], _die_at(number)) == 137
        run_to_the_end(home, before[1])
        assert result(home) == expected, f"killed at point {number}"
        shutil.rmtree(home)


@pytest.mark.parametrize("part", range(PARTS))
def test_disk_fails_at_every_point(
    part: int, before: tuple[Path, HandClock], undisturbed: tuple[dict[str, bytes], int], home: Path
) -> None:
    expected, points = undisturbed
    for number in range(1 + part, points + 1, PARTS):
        shutil.copytree(before[0], home)
        passed: list[str] = []

        def full(name: str, passed: list[str] = passed, number: int = number) -> None:
            passed.append(name)
            if len(passed) >= number:  # and stays full
                raise OSError(28, "No space left on device")

        faults.set_hook(full)
        try:
            with pytest.raises(OSError, match="No space left"):
                run_to_the_end(home, before[1])
        finally:
            faults.set_hook(None)
        run_to_the_end(home, before[1])
        assert result(home) == expected, f"disk full at point {number}"
        shutil.rmtree(home)
