"""One Dovecot for each process that runs tests; every test has users of its own there."""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from adjudicator.shell import imap
from tests.mail.servers import Dovecot, Relay, SmtpServer
from tests.mail.table import MailTable, deliver_to

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    server = Dovecot().start()
    yield server
    server.close()


@pytest.fixture
def boxes() -> dict[str, list[bytes]]:
    """Mail to whoever has no mailbox at Dovecot, by address."""
    return {}


@pytest.fixture
def relay(dovecot: Dovecot, boxes: dict[str, list[bytes]]) -> Relay:
    return Relay(deliver_to(dovecot, boxes))


@pytest.fixture
def smtp(relay: Relay) -> Iterator[SmtpServer]:
    server = SmtpServer(relay, user="gm")
    yield server
    server.close()


@pytest.fixture
def homes() -> Iterator[Path]:
    """In memory where there is such a folder: every letter and every mail is synced to the disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture
def new_table(homes: Path, dovecot: Dovecot, relay: Relay, smtp: SmtpServer) -> Callable[[], MailTable]:
    def make() -> MailTable:
        number = str(next(_numbers))
        return MailTable(homes / f"games{number}", dovecot, relay, smtp, number)

    return make


@pytest.fixture
def table(new_table: Callable[[], MailTable]) -> MailTable:
    return new_table()


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cut connection is made anew as often as ever, but at once."""
    monkeypatch.setattr(imap, "PAUSES", (0.0, 0.0))
