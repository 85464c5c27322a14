"""Waiting for new mail at an IMAP server, without asking all the time (RFC 2177).

A connection in IDLE can die unnoticed: imapclient then answers "nothing new", at once and for ever. So whenever nothing
came although the time was not over, and at the latest every minute of silence, the server is spoken to; it answers, or
the connection is made anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from adjudicator.host.accounts import ImapAccount
from adjudicator.host.ports import Unreachable
from adjudicator.shell import imap, trouble
from adjudicator.shell.credentials import Credentials

SILENCE = 60.0
LONGEST_IDLE = 9 * 60.0
"""Servers end an IDLE after half an hour at the latest, and routers forget silent connections sooner."""
POLL = 60.0
"""Between two looks, at a server that knows no IDLE."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0


class ImapDoorbell:
    def __init__(
        self,
        account: ImapAccount,
        credentials: Credentials,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._account = account
        self._credentials = credentials
        self._sleep = sleep
        self._now = now
        self._client: Any = None
        self._connected = self._heard = self._idle_from = 0.0
        self._pause = 0.0
        self._try_at = 0.0
        self.trouble: Unreachable | None = None
        """Why there is no connection now."""

    def wait(self, seconds: float) -> bool:
        until = self._now() + seconds
        while True:
            if self._client is None:
                if self._connect(until):
                    return True  # nobody listened until now: something may have come
            else:
                try:
                    if self._listen(until):
                        return True
                except imap.BROKEN as error:
                    self._lost(trouble.reaching(error, self._account))
            if self._now() >= until:
                return False

    def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            imap.hang_up(client)

    # -- a connection

    def _connect(self, until: float) -> bool:
        """Once the pause is over; growing pauses, so that a server that is down is left in peace."""
        now = self._now()
        if now < self._try_at:
            self._sleep(max(0.0, min(self._try_at, until) - now))
            return False
        try:
            client = imap.connect(self._account, self._credentials)
        except Unreachable as error:
            self._lost(error)
            return False
        self._client, self.trouble = client, None
        self._connected = self._heard = self._now()
        try:
            imap.select(client, self._account)
            self._begin_idle()
        except Unreachable as error:
            self._lost(error)
            return False
        except imap.BROKEN as error:
            self._lost(trouble.reaching(error, self._account))
            return False
        return True

    def _lost(self, why: Unreachable) -> None:
        """A connection that did not hold for a while counts as one that was never made."""
        held = self._client is not None and self._now() - self._connected > SILENCE
        self.close()
        self.trouble = why
        longer = FIRST_PAUSE if held else max(FIRST_PAUSE, self._pause * 2)
        self._pause = LONGEST_PAUSE if why.lasting else min(longer, LONGEST_PAUSE)
        self._try_at = self._now() + self._pause

    # -- listening

    @property
    def _can_idle(self) -> bool:
        return bool(self._client.has_capability("IDLE"))

    def _begin_idle(self) -> None:
        self._idle_from = self._now()
        if self._can_idle:
            self._client.idle()

    def _listen(self, until: float) -> bool:
        now = self._now()
        span = max(0.0, min(until, self._heard + SILENCE, self._idle_from + LONGEST_IDLE) - now)
        if not self._can_idle:
            self._sleep(min(span, POLL))
            return self._speak()
        said = self._client.idle_check(timeout=span)
        if said:
            self._heard = self._now()
        if _new_mail(said):
            return True
        early = not said and self._now() - now < span * 0.9
        due = self._now() >= min(self._heard + SILENCE, self._idle_from + LONGEST_IDLE)
        return self._speak() if early or due else False

    def _speak(self) -> bool:
        """Out of IDLE and in again: only this shows whether anybody is there. Raises when nobody is."""
        said = list(self._client.idle_done()[1]) if self._can_idle else []
        said += self._client.noop()[1]
        self._heard = self._now()
        self._begin_idle()
        return _new_mail(said)


def _new_mail(said: Iterable[Any]) -> bool:
    return any(isinstance(each, tuple) and len(each) > 1 and each[1] in (b"EXISTS", b"RECENT") for each in said)
