"""What hangs, dies or eats all memory does so in the trial only."""

from __future__ import annotations

import errno
import os
import signal
import threading

from adjudicator.shell.trial import survives


def _hang() -> None:
    threading.Event().wait()


def _segfault() -> None:
    signal.signal(signal.SIGSEGV, signal.SIG_DFL)  # without a word from the tests
    os.kill(os.getpid(), signal.SIGSEGV)


def test_what_comes_to_an_end_survives() -> None:
    assert survives(lambda: None)


def test_what_raises_dies_or_hangs_does_not() -> None:
    assert not survives(lambda: 1 // 0)
    assert not survives(_segfault)
    assert not survives(_hang, seconds=0.2)


def test_a_disk_that_fails_is_not_the_work_s_fault() -> None:
    assert survives(lambda: _fail(errno.ENOSPC))
    assert not survives(lambda: _fail(errno.ENOMEM))


def test_memory_is_bounded() -> None:
    assert not survives(lambda: bytearray(1 << 30), memory=1 << 26)
    assert survives(lambda: bytearray(1 << 20), memory=1 << 26)


def test_what_it_changes_is_forgotten() -> None:
    changed: list[int] = []
    assert survives(lambda: changed.append(1))
    assert not changed


def _fail(number: int) -> None:
    raise OSError(number, os.strerror(number))
