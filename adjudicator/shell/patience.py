"""A limit to how long one piece of work may keep the processor: no mail holds up all others, whatever is in it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from adjudicator.host.ports import TookTooLong

SECONDS = 10.0
AGAIN = 1.0
"""Seconds until it is interrupted once more, should something on the way have taken the first one for its own."""


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raises TookTooLong in the middle of work that takes longer.

    Counted is the time of the processor, so a slow disk or a busy machine is nobody's fault. Only the main thread can
    be interrupted; elsewhere there is no limit.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise TookTooLong
