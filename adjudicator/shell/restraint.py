"""Leaving a server in peace that has refused us.

After a refusal that only a person can mend (a wrong password, a certificate that is not to be trusted) nothing is tried
again for five minutes: many servers lock an account, or whoever calls, after some wrong passwords.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from adjudicator.host.ports import Unreachable

SECONDS = 300.0


class Restraint:
    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._refusal: Unreachable | None = None
        self._until = 0.0

    def check(self) -> None:
        """Raises what was said, while it is not to be tried again."""
        if self._refusal is not None and self._now() < self._until:
            raise Unreachable(self._refusal.message, self._refusal.advice, lasting=True)

    def heed(self, error: Unreachable) -> None:
        if error.lasting and self._now() >= self._until:
            self._refusal, self._until = error, self._now() + SECONDS
