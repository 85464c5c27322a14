"""The disk fails once and recovers, cannot be read, or is full: the run says so, and the next one finishes the work."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.shell import faults
from tests.host.table import HandClock
from tests.host.test_kill import result, run_to_the_end, waiting_turn

SAMPLE = 6
"""Every so many-th point in an ordinary run of the tests; all of them in a long one."""
LEAST_LOOKS = 100


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, HandClock]:
    home = tmp_path_factory.mktemp("before") / "games"
    return home, waiting_turn(home)


@pytest.fixture(scope="module")
def undisturbed(
    before: tuple[Path, HandClock], tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, bytes], int, int]:
    """What a run comes to, how often it writes, and how often it looks."""
    home = tmp_path_factory.mktemp("undisturbed") / "games"
    shutil.copytree(before[0], home)
    points: list[str] = []
    looks: list[str] = []
    faults.set_hook(points.append)
    faults.set_look_hook(looks.append)
    try:
        run_to_the_end(home, before[1])
    finally:
        faults.set_hook(None)
        faults.set_look_hook(None)
    return result(home), len(points), len(looks)


def fails_once(number: int) -> Callable[[str], None]:
    passed: list[str] = []

    def hook(name: str) -> None:
        passed.append(name)
        if len(passed) == number:
            raise OSError(errno.EIO, "Input/output error")

    return hook


def fail_and_recover(
    numbers: range,
    set_hook: Callable[[Callable[[str], None] | None], None],
    before: tuple[Path, HandClock],
    expected: dict[str, bytes],
    home: Path,
) -> None:
    for number in numbers:
        shutil.copytree(before[0], home)
        set_hook(fails_once(number))
        try:
            with pytest.raises(OSError, match="Input/output error"):
                run_to_the_end(home, before[1])
        finally:
            set_hook(None)
        run_to_the_end(home, before[1])
        assert result(home) == expected, f"failed at {number}"
        shutil.rmtree(home)


def test_writing_fails_once(
    before: tuple[Path, HandClock], undisturbed: tuple[dict[str, bytes], int, int], home: Path
) -> None:
    expected, points, _ = undisturbed
    fail_and_recover(range(2, points + 1, SAMPLE), faults.set_hook, before, expected, home)


def test_reading_fails_once(
    before: tuple[Path, HandClock], undisturbed: tuple[dict[str, bytes], int, int], home: Path
) -> None:
    expected, _, looks = undisturbed
    assert looks > LEAST_LOOKS
    fail_and_recover(range(1, looks + 1, max(1, looks // 25)), faults.set_look_hook, before, expected, home)


@pytest.mark.long
@pytest.mark.parametrize("part", range(2))
def test_writing_and_reading_fail_once_everywhere(
    part: int, before: tuple[Path, HandClock], undisturbed: tuple[dict[str, bytes], int, int], home: Path
) -> None:
    expected, points, looks = undisturbed
    fail_and_recover(range(1 + part, points + 1, 2), faults.set_hook, before, expected, home)
    fail_and_recover(range(1 + part, looks + 1, 2), faults.set_look_hook, before, expected, home)


@pytest.mark.parametrize("most", [0, 100, 1000, 4000])
def test_no_file_can_grow(
    most: int, before: tuple[Path, HandClock], undisturbed: tuple[dict[str, bytes], int, int], home: Path
) -> None:
    """The kernel itself refuses, in the middle of a write: files stop growing at so many bytes."""
    shutil.copytree(before[0], home)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            run_to_the_end(home, before[1])
        except OSError as error:
            code = 27 if error.errno == errno.EFBIG else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 27
    run_to_the_end(home, before[1])
    assert result(home) == undisturbed[0]
