"""Waiting for mail at a real IMAP server, through everything that can happen to a connection."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from adjudicator.host.accounts import ImapAccount, Secret
from adjudicator.host.ports import Doorbell
from adjudicator.shell import idle, imap
from adjudicator.shell.bootstrap import open_doorbell, prepare_desk
from adjudicator.shell.credentials import Credentials
from adjudicator.shell.idle import ImapDoorbell
from adjudicator.shell.maildir import MaildirDoorbell, drop
from tests.mail.cutting import Proxy
from tests.mail.servers import HOST, PASSWORD, Dovecot, free_port
from tests.mail.table import MailTable

LONG = 20.0
"""Longer than anything here takes; a test that waits so long has failed."""
MAIL = b"Message-ID: <1@example.org>\r\n\r\nhello\r\n"


@dataclass
class Hours:
    """A clock that only sleeping moves forward."""

    now: float = 0.0
    slept: list[float] = field(default_factory=list)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def user(dovecot: Dovecot, tmp_path: Path) -> str:
    (tmp_path / "password").write_text(PASSWORD)
    (tmp_path / "password").chmod(0o600)
    return dovecot.user(f"idle-{tmp_path.name}"[:60])


@pytest.fixture
def doorbells() -> Iterator[list[Doorbell]]:
    made: list[Doorbell] = []
    yield made
    for doorbell in made:
        doorbell.close()


def doorbell_at(port: int, user: str, tmp_path: Path, made: list[Doorbell], **given: Any) -> ImapDoorbell:
    account = ImapAccount(server=HOST, port=port, security="none", user=user, password=Secret(file="password"))
    made.append(doorbell := ImapDoorbell(account, Credentials(tmp_path), **given))
    return doorbell


def test_rings_when_a_mail_arrives_and_not_before(
    dovecot: Dovecot, user: str, tmp_path: Path, doorbells: list[Doorbell]
) -> None:
    doorbell = doorbell_at(dovecot.imap, user, tmp_path, doorbells)
    assert doorbell.wait(LONG), "whoever begins to listen should look first"
    assert not doorbell.wait(0.1)
    for _ in range(2):
        dovecot.deliver(f"{user}@example.org", MAIL)
        assert doorbell.wait(LONG)
        assert not doorbell.wait(0.1)


def test_a_mail_that_came_between_two_waits_rings(
    dovecot: Dovecot, user: str, tmp_path: Path, doorbells: list[Doorbell]
) -> None:
    doorbell = doorbell_at(dovecot.imap, user, tmp_path, doorbells)
    doorbell.wait(LONG)
    dovecot.deliver(f"{user}@example.org", MAIL)
    imap_client = imap.connect(doorbell._account, Credentials(tmp_path))
    imap_client.select_folder("INBOX")  # by now the server has told everybody
    imap.hang_up(imap_client)
    assert doorbell.wait(LONG)


def test_a_server_that_is_started_again(dovecot: Dovecot, user: str, tmp_path: Path, doorbells: list[Doorbell]) -> None:
    doorbell = doorbell_at(dovecot.imap, user, tmp_path, doorbells)
    doorbell.wait(LONG)
    with dovecot.stopped():
        assert not doorbell.wait(0.3) and doorbell.trouble is not None
    dovecot.deliver(f"{user}@example.org", MAIL)
    assert doorbell.wait(LONG) and doorbell.trouble is None
    dovecot.deliver(f"{user}@example.org", MAIL)
    assert doorbell.wait(LONG)


def test_a_server_that_is_started_again_under_tls(
    dovecot: Dovecot, user: str, tmp_path: Path, doorbells: list[Doorbell]
) -> None:
    """It ends without the goodbye that TLS knows; that is no reason to wait for a person to mend it."""
    account = ImapAccount(
        server="localhost", port=dovecot.imaps, user=user, password=Secret(file="password"), ca=str(dovecot.ca)
    )
    doorbells.append(doorbell := ImapDoorbell(account, Credentials(tmp_path)))
    doorbell.wait(LONG)
    with dovecot.stopped():
        assert not doorbell.wait(0.3)
        assert doorbell.trouble is not None and not doorbell.trouble.lasting
    assert doorbell.wait(LONG)


def test_a_session_that_is_killed(dovecot: Dovecot, user: str, tmp_path: Path, doorbells: list[Doorbell]) -> None:
    doorbell = doorbell_at(dovecot.imap, user, tmp_path, doorbells)
    doorbell.wait(LONG)
    dovecot.kill_sessions()
    busy = time.process_time()
    assert not doorbell.wait(0.5)
    assert time.process_time() - busy < 0.2, "it spins"
    assert doorbell.wait(LONG), "connected again, so somebody should look"


def test_a_connection_that_is_half_open(
    dovecot: Dovecot, user: str, tmp_path: Path, doorbells: list[Doorbell], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing comes, nothing is closed: only speaking to the server shows that nobody is there."""
    monkeypatch.setattr(idle, "SILENCE", 0.2)
    monkeypatch.setattr(imap, "READ_SECONDS", 0.5)
    with Proxy(dovecot.imap) as proxy:
        doorbell = doorbell_at(proxy.port, user, tmp_path, doorbells)
        doorbell.wait(LONG)
        proxy.hang = True
        dovecot.deliver(f"{user}@example.org", MAIL)
        assert not doorbell.wait(1.0)
        assert "does not answer in time" in str(doorbell.trouble)
        proxy.hang = False
        assert doorbell.wait(LONG)
        doorbell.close()


def test_silence_is_broken_in_time_and_the_same_connection_kept(
    dovecot: Dovecot, user: str, tmp_path: Path, doorbells: list[Doorbell], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle, "SILENCE", 0.1)
    with Proxy(dovecot.imap) as proxy:
        doorbell = doorbell_at(proxy.port, user, tmp_path, doorbells)
        doorbell.wait(LONG)
        carried = proxy.carried
        assert not doorbell.wait(0.5)
        assert proxy.carried > carried and proxy.connections == 1
        doorbell.close()


def test_a_server_without_idle(tmp_path: Path, doorbells: list[Doorbell], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle, "POLL", 0.1)
    server = Dovecot("IMAP4rev1 LITERAL+").start()
    try:
        (tmp_path / "password").write_text(PASSWORD)
        (tmp_path / "password").chmod(0o600)
        doorbell = doorbell_at(server.imap, server.user("gm"), tmp_path, doorbells)
        assert doorbell.wait(LONG) and not doorbell.wait(0.2)
        server.deliver("gm@example.org", MAIL)
        assert doorbell.wait(LONG)
        doorbell.close()
    finally:
        server.close()


def test_a_server_that_is_down_is_left_in_peace(user: str, tmp_path: Path, doorbells: list[Doorbell]) -> None:
    """Pauses grow from a second to five minutes: 17 attempts in the first hour."""
    hours = Hours()
    doorbell = doorbell_at(free_port(), user, tmp_path, doorbells, sleep=hours.sleep, now=lambda: hours.now)
    assert not doorbell.wait(3600)
    assert hours.slept[:9] == [1, 2, 4, 8, 16, 32, 64, 128, 256]
    assert set(hours.slept[9:-1]) == {300} and len(hours.slept) < 25
    assert "nothing listens" in str(doorbell.trouble)


def test_a_wrong_password_is_not_tried_often(
    dovecot: Dovecot, user: str, tmp_path: Path, doorbells: list[Doorbell]
) -> None:
    hours = Hours()
    (tmp_path / "password").write_text("wrong")
    doorbell = doorbell_at(dovecot.imap, user, tmp_path, doorbells, sleep=hours.sleep, now=lambda: hours.now)
    assert not doorbell.wait(900)
    assert hours.slept == [300, 300, 300]


def test_a_server_that_cuts_everybody_at_once_does_not_ring_all_the_time(
    dovecot: Dovecot, user: str, tmp_path: Path, doorbells: list[Doorbell]
) -> None:
    hours = Hours()
    with Proxy(dovecot.imap) as proxy:
        doorbell = doorbell_at(proxy.port, user, tmp_path, doorbells, sleep=hours.sleep, now=lambda: hours.now)
        for _ in range(5):
            assert doorbell.wait(600)
            proxy.cut()
        assert sum(hours.slept) >= 1 + 2 + 4 + 8


def test_the_desk_chooses_the_doorbell(table: MailTable, tmp_path: Path) -> None:
    assert isinstance(open_doorbell(table.home), ImapDoorbell)
    prepare_desk(tmp_path / "local")
    mail = tmp_path / "local" / "host" / "mail" / "in"
    drop(mail, "1.test", MAIL)
    doorbell = open_doorbell(tmp_path / "local")
    assert isinstance(doorbell, MaildirDoorbell)
    assert doorbell.wait(LONG) and not doorbell.wait(0.0)
    drop(mail, "2.test", MAIL)
    assert doorbell.wait(LONG)
