"""Killed for real: strace ends the program at a system call that writes, git's own among them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.host.table import HandClock
from tests.host.test_kill import result, run_to_the_end, waiting_turn

CALLS = ("fsync", "rename", "link", "unlink", "mkdir", "write")
Turn: TypeAlias = tuple[Path, HandClock, dict[str, bytes], list[tuple[str, int]]]
"""A turn that waits, the clock, what it comes to undisturbed, and all points: the call, the how many-th of its kind."""

SAMPLE = 16
LEAST_POINTS = 250
needs_strace = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")


def _traced(home: Path, clock: HandClock, *options: str) -> subprocess.CompletedProcess[str]:
    command = ["strace", "-f", "-qq", *options, sys.executable, "-B", "-m", "tests.host.run_once", str(home)]
    return subprocess.run(
        [*command, clock.now().isoformat()],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        timeout=120,
    )


@pytest.fixture(scope="module")
def waiting(
    tmp_path_factory: pytest.TempPathFactory,
) -> Turn:
    folder = tmp_path_factory.mktemp("strace")
    clock = waiting_turn(folder / "before")
    shutil.copytree(folder / "before", folder / "whole")
    traced = _traced(folder / "whole", clock, "-e", f"trace={','.join(CALLS)}", "-o", str(folder / "log"))
    assert traced.returncode == 0, traced.stderr
    counts = dict.fromkeys(CALLS, 0)
    points = []
    for line in (folder / "log").read_text().splitlines():
        match = re.match(r"(?:\d+ +)?([a-z]+)\(", line)
        if match is not None:
            counts[match[1]] += 1
            points.append((match[1], counts[match[1]]))
    return folder / "before", clock, result(folder / "whole"), points


@needs_strace
def test_enough_points(waiting: Turn) -> None:
    assert len(waiting[3]) > LEAST_POINTS


@needs_strace
@pytest.mark.parametrize("part", range(2))
def test_killed_at_some_calls(
    part: int,
    waiting: Turn,
    home: Path,
) -> None:
    points = waiting[3]
    _kill_at(points[part * 7 :: max(1, 2 * len(points) // SAMPLE)], waiting, home)


@pytest.mark.long
@needs_strace
@pytest.mark.parametrize("part", range(2))
def test_killed_at_every_call(
    part: int,
    waiting: Turn,
    home: Path,
) -> None:
    _kill_at(waiting[3][part::2], waiting, home)


def _kill_at(
    points: list[tuple[str, int]],
    waiting: Turn,
    home: Path,
) -> None:
    before, clock, expected, _ = waiting
    for call, number in points:
        shutil.copytree(before, home)
        killed = _traced(home, clock, "-o", "/dev/null", "-e", f"inject={call}:signal=KILL:when={number}")
        assert killed.returncode in (-9, 137), (call, number, killed.stderr)
        run_to_the_end(home, clock)
        assert result(home) == expected, f"killed at {call} number {number}"
        shutil.rmtree(home)
