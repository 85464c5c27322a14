"""Work done on another core, for speed alone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

Made = TypeVar("Made")
USUAL = sys.getswitchinterval()
IMPATIENT = 0.00005
"""Seconds until the other thread is given its turn: it needs only moments of Python between much work of libraries."""


class Meanwhile(Generic[Made]):
    """Work that has begun. Called, it waits until that is done, and gives what was made or raises what went wrong.

    Where the system gives us no thread, it is done at once.
    """

    def __init__(self, work: Callable[[], Made]) -> None:
        self._work = work
        self._made: list[Made] = []
        self._wrong: list[BaseException] = []
        self._thread = Thread(target=self._do, name="Meanwhile")
        sys.setswitchinterval(IMPATIENT)
        try:
            self._thread.start()
        except RuntimeError:
            self._do()

    def __call__(self) -> Made:
        if self._thread.ident is not None:  # it was started
            self._thread.join()
        sys.setswitchinterval(USUAL)
        if self._wrong:
            raise self._wrong[0]
        return self._made[0]

    def _do(self) -> None:
        try:
            self._made.append(self._work())
        except BaseException as error:  # it is told to whoever waits
            self._wrong.append(error)
