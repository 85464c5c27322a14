"""Unattended: look whenever mail comes or the clock says so, until asked to stop.

Asked to stop (SIGTERM, Ctrl-C), it finishes what it is doing; if that takes more than four seconds it is cut off, which
harms nothing: every step happens wholly or not at all.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import FrameType, TracebackType

from adjudicator.core.model import BadInput
from adjudicator.host.desk import Desk
from adjudicator.host.mistakes import Mistaken
from adjudicator.host.ports import Busy, Clock, Doorbell
from adjudicator.host.run import run
from adjudicator.host.waking import next_moment
from adjudicator.shell import glance
from adjudicator.shell.bootstrap import open_desk, open_doorbell

LONGEST = 60.0
"""Seconds between two looks, even if nothing rings: settings may have changed, and clocks may jump."""
PATIENCE = 4.0
PAUSE = 5.0
"""Seconds after a disk or a lock refused, before it is tried again."""


class Stop(BaseException):
    """We were asked to stop. Not an Exception, so that nothing takes it for a mistake."""


class Stopping:
    """While it is entered, signals end what runs: a wait at once, work when it is done."""

    def __init__(self) -> None:
        self.asked = False
        self.waiting = False
        self._before: dict[int, object] = {}

    def __enter__(self) -> Stopping:
        for number in (signal.SIGTERM, signal.SIGINT):
            self._before[number] = signal.signal(number, self._ask)
        self._before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._cut_off)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        return isinstance(error, Stop)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise Stop  # asked twice: somebody is in a hurry
        self.asked = True
        if self.waiting:
            raise Stop
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)

    def _cut_off(self, number: int, frame: FrameType | None) -> None:
        raise Stop


def serve(home: Path, say: Callable[[str], None], clock: Clock | None = None) -> None:
    """Returns when asked to stop."""
    desk, doorbell = open_desk(home, clock), open_doorbell(home)
    trouble = ""
    with Stopping() as stopping:
        while not stopping.asked:
            began = desk.clock.now()
            found = look(desk, home, say, lambda: stopping.asked)
            if found and found != trouble:
                say(found)
            trouble = found
            seconds = PAUSE if found.startswith(_AGAIN_SOON) else seconds_to_wait(desk, began)
            stopping.waiting = True
            if not stopping.asked:
                doorbell.wait(seconds)
            stopping.waiting = False
    _hang_up(doorbell, desk)


_AGAIN_SOON = "not now: "


def look(desk: Desk, home: Path, say: Callable[[str], None], stop: Callable[[], bool]) -> str:
    """One run; returns what was wrong, to be said once and not at every look."""
    try:
        for line in run(desk):
            say(line)
            if stop():
                return ""
        glance.refresh(desk, home)
    except (BadInput, Mistaken) as error:
        return str(error)
    except (Busy, OSError) as error:
        return f"{_AGAIN_SOON}{error}"
    return ""


def seconds_to_wait(desk: Desk, since: datetime) -> float:
    """`since`: when the last look began."""
    try:
        moment = next_moment(desk, since)
    except (BadInput, Busy, OSError):
        return PAUSE
    if moment is None:
        return LONGEST
    return min(LONGEST, max(0.0, (moment - desk.clock.now()).total_seconds()) + 0.1)


def _hang_up(doorbell: Doorbell, desk: Desk) -> None:
    doorbell.close()
    close = getattr(desk.mailbox, "close", None)
    if close is not None:
        close()
