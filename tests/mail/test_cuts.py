"""Connections cut at many places: the next run, or the same one, comes to the same end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adjudicator.core.model import BadInput, Seat
from adjudicator.shell import smtp
from tests.host.table import HandClock
from tests.mail.cutting import Proxy
from tests.mail.table import FOUR, MailTable

PLACES = 100
SAMPLE = range(4, PLACES, 13)
"""Tried always; all of them in `make long`."""

NewTable = Callable[[], MailTable]


def a_waiting_phase(new_table: NewTable) -> MailTable:
    table = new_table()
    table.begin(turns=1)
    table.stranger(1)
    for seat in FOUR:
        table.order(seat, "{pick: 1, from: plum}")
    table.stranger(2, "x" * 2000)
    return table


def outcome(table: MailTable) -> dict[str, Any]:
    """Everything that matters after the mails were taken."""
    return {
        "verdicts": Counter(table.verdicts()),
        "state": table.state(),
        "waiting": table.lying_in("INBOX"),
        "taken": len(table.lying_in("Taken")),
        "letters": {seat: subjects(table, seat) for seat in FOUR},
    }


def subjects(table: MailTable, seat: Seat) -> Counter[str]:
    """Of every letter that the player has; a copy with the same Message-ID is no other letter."""
    by_id = {letter["Message-ID"]: str(letter["Subject"]) for letter in table.letters(seat)}
    return Counter(by_id.values())


EVERY_PLACE = [n if n in SAMPLE else pytest.param(n, marks=pytest.mark.long) for n in range(PLACES)]


@pytest.mark.parametrize("number", EVERY_PLACE)
def test_imap_cut(number: int, new_table: NewTable) -> None:
    """Odd places: every connection breaks there, and a later run goes on. Even ones: only the first does."""
    whole = a_waiting_phase(new_table)
    with Proxy(whole.dovecot.imap) as proxy:
        whole.imap["port"] = proxy.port
        whole.set_up()
        whole.run()
        length = proxy.carried
    assert length > 1500
    table = a_waiting_phase(new_table)
    cut_after = 1 + number * (length - 2) // (PLACES - 1)
    with Proxy(table.dovecot.imap, cut_after, cuts=None if number % 2 else 1) as proxy:
        table.imap["port"] = proxy.port
        table.set_up()
        try:
            table.run()
        except BadInput as error:
            assert number % 2 and "the mail was not fetched" in str(error)
        assert proxy.connections > 1
    table.imap["port"] = table.dovecot.imap
    table.set_up()
    table.run()
    assert outcome(table) == outcome(whole)


@pytest.mark.parametrize("number", EVERY_PLACE)
def test_smtp_cut(number: int, new_table: NewTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters that the server may or may not have got come again later, under the same Message-ID."""
    monkeypatch.setattr(smtp, "SECONDS", 5.0)
    whole = a_waiting_phase(new_table)
    with Proxy(whole.smtp.port) as proxy:
        whole.post |= {"port": proxy.port, "connections": 1}
        whole.set_up()
        whole.run()
        length = proxy.carried
    assert length > 500
    table = a_waiting_phase(new_table)
    table.clock = HandClock(datetime.now(UTC) + timedelta(seconds=5))  # after all that has arrived
    cut_after = 1 + number * (length - 2) // (PLACES - 1)
    with Proxy(table.smtp.port, cut_after, cuts=None if number % 2 else 1) as proxy:
        table.post |= {"port": proxy.port, "connections": 1 + number % 3}
        table.set_up()
        table.run()
    table.post["port"] = table.smtp.port
    table.set_up()
    for minutes in (2, 6):
        table.clock.forward(minutes=minutes)
        table.run()
    assert outcome(table) == outcome(whole)
    assert not (table.home / "host" / "retries.json").exists()
