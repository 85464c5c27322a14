"""Something dangerous tried out in a process of its own first, so that only that one hangs, runs full or dies."""

from __future__ import annotations

import errno
import os
import resource
import select
import signal
from collections.abc import Callable
from pathlib import Path

SECONDS = 10.0
MEMORY = 512 * 1024 * 1024


def survives(work: Callable[[], object], seconds: float = SECONDS, memory: int = MEMORY) -> bool:
    """Whether the work comes to an end here. What it changes in memory is forgotten; it must not write to disk."""
    alive, end = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(alive)
            _limit(memory)
            work()
            code = 0
        except OSError as error:  # a disk that fails here fails again where it is told; no memory is the work's doing
            code = int(error.errno == errno.ENOMEM)
        finally:
            os._exit(code)  # without a word: nothing of the parent's is to be flushed or closed twice
    os.close(end)
    ended, _, _ = select.select([alive], [], [], seconds)
    os.close(alive)
    if not ended:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return bool(ended) and os.waitstatus_to_exitcode(status) == 0


def _limit(memory: int) -> None:
    used = _address_space()
    if used is not None:
        resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _address_space() -> int | None:
    """How much this process has already; None where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return None
    return pages * resource.getpagesize()
