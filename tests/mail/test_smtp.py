"""Letters out: what a server says, what becomes of the letter, and who is told."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adjudicator.host.accounts import Secret, SmtpAccount
from adjudicator.host.ports import Outgoing, Sent
from adjudicator.shell import smtp as post
from adjudicator.shell.credentials import Credentials
from adjudicator.shell.smtp import SmtpPost
from tests.host.table import HandClock
from tests.mail.cutting import Proxy
from tests.mail.servers import HOST, PASSWORD, Relay, SmtpServer, free_port, wait_until
from tests.mail.table import FOUR, MailTable


@pytest.fixture
def arrived() -> list[tuple[str, bytes]]:
    return []


@pytest.fixture
def plain_relay(arrived: list[tuple[str, bytes]]) -> Relay:
    return Relay(lambda recipient, raw: arrived.append((recipient, raw)))


@pytest.fixture
def server(plain_relay: Relay) -> Iterator[SmtpServer]:
    server = SmtpServer(plain_relay, user="gm")
    yield server
    server.close()


def post_at(home: Path, port: int, **account: object) -> SmtpPost:
    (home / "password").write_text(PASSWORD)
    (home / "password").chmod(0o600)
    known = {"server": HOST, "port": port, "security": "none", "user": "gm", "connections": 2, **account}
    return SmtpPost(
        SmtpAccount(password=Secret(file="password"), **known),  # type: ignore[arg-type]
        Credentials(home),
        "gm@example.org",
    )


def letter(name: str, recipient: str = "red@example.org") -> Outgoing:
    return Outgoing(name, recipient, f"Message-ID: <{name}@example.org>\r\n\r\n.a line with a dot\r\n".encode())


def outcomes(sent: Iterator[Sent]) -> dict[str, str]:
    return {one.name: one.outcome for one in sent}


def test_letters_arrive_whole_each_with_its_own_envelope(
    tmp_path: Path, server: SmtpServer, arrived: list[tuple[str, bytes]], plain_relay: Relay
) -> None:
    letters = [letter(f"l{n}", f"p{n}@example.org") for n in range(30)]
    assert set(outcomes(post_at(tmp_path, server.port, connections=4).deliver(letters)).values()) == {"sent"}
    assert sorted(arrived) == sorted((one.recipient, one.message) for one in letters)
    assert all(one.sender == "gm@example.org" and len(one.recipients) == 1 for one in plain_relay.log)


def test_a_wrong_password_is_tried_once_for_all_letters(tmp_path: Path, server: SmtpServer) -> None:
    with Proxy(server.port) as proxy:
        post = post_at(tmp_path, proxy.port, connections=4)
        (tmp_path / "password").write_text("wrong")
        for _ in range(3):  # as the outbox hands them over, a hundred at a time
            sent = list(post.deliver([letter(f"l{n}", f"p{n}@example.org") for n in range(8)]))
            assert {one.outcome for one in sent} == {"later"} and len(sent) == 8
            assert all("does not let gm in with the password" in one.reason for one in sent)
        assert proxy.connections == 1


def test_letters_to_one_recipient_arrive_in_their_order(
    tmp_path: Path, server: SmtpServer, arrived: list[tuple[str, bytes]]
) -> None:
    letters = [letter(f"{seat}-{n}", f"{seat}@example.org") for n in range(10) for seat in FOUR]
    list(post_at(tmp_path, server.port, connections=4).deliver(letters))
    for seat in FOUR:
        mine = [raw for recipient, raw in arrived if recipient == f"{seat}@example.org"]
        assert mine == [letter(f"{seat}-{n}").message for n in range(10)]


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("451 4.7.1 greylisted, come back later", "later"),
        ("452 4.2.2 mailbox full", "later"),
        ("421 4.3.2 shutting down", "later"),
        ("550 5.7.1 looks like spam", "never"),
        ("552 5.3.4 too large", "never"),
        ("554 5.6.0 no", "never"),
        ("DROP", "later"),
        ("DELIVER+DROP", "later"),
    ],
)
def test_what_a_server_says_of_a_letter(
    tmp_path: Path, server: SmtpServer, plain_relay: Relay, said: str, outcome: str
) -> None:
    """And the letters after it go on."""
    plain_relay.script = [None, said]
    sent = list(post_at(tmp_path, server.port, connections=1).deliver([letter("a"), letter("b"), letter("c")]))
    assert {one.name: one.outcome for one in sent} == {"a": "sent", "b": outcome, "c": "sent"}
    reason = next(one.reason for one in sent if one.name == "b")
    assert said in reason if said[0].isdigit() else "cut the connection" in reason


@pytest.mark.parametrize(
    ("said", "outcome"),
    [("550 5.1.1 no such user", "never"), ("450 4.2.0 greylisted", "later"), ("530 5.7.0 log in first", "later")],
)
def test_one_recipient_is_refused(
    tmp_path: Path, server: SmtpServer, plain_relay: Relay, said: str, outcome: str
) -> None:
    plain_relay.refused = {"blue@example.org": said}
    letters = [letter(seat, f"{seat}@example.org") for seat in FOUR]
    sent = outcomes(post_at(tmp_path, server.port, connections=1).deliver(letters))
    assert sent == {seat: outcome if seat == "blue" else "sent" for seat in FOUR}


def test_an_address_beyond_ascii(tmp_path: Path, server: SmtpServer) -> None:
    sent = list(post_at(tmp_path, server.port).deliver([letter("a", "zoë@example.org"), letter("b")]))
    assert {one.name: one.outcome for one in sent} == {"a": "never", "b": "sent"}


def test_nobody_listens_so_every_letter_waits(tmp_path: Path) -> None:
    (one, two) = post_at(tmp_path, free_port()).deliver([letter("a"), letter("b", "blue@example.org")])
    assert one.outcome == two.outcome == "later" and "nothing listens on port" in one.reason


def test_a_sender_that_the_server_does_not_want(
    tmp_path: Path, server: SmtpServer, plain_relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """About us and not about a letter, so none is given up; and it is said what to look at."""

    async def refuse(*_: object) -> str:
        return "553 5.7.1 sender address rejected"

    monkeypatch.setattr(plain_relay, "handle_MAIL", refuse, raising=False)
    (one,) = post_at(tmp_path, server.port).deliver([letter("a")])
    assert one.outcome == "later"
    assert "does not let gm send as gm@example.org: 553 5.7.1 sender address rejected;" in one.reason
    assert "check address in host/host.yaml" in one.reason


def test_a_wrong_password_loses_no_letter(tmp_path: Path, server: SmtpServer) -> None:
    carrier = post_at(tmp_path, server.port)
    (tmp_path / "password").write_text("wrong")
    (one,) = carrier.deliver([letter("a")])
    assert one.outcome == "later" and "does not let gm in with the password it was given" in one.reason


def test_a_server_that_never_answers(tmp_path: Path, server: SmtpServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post, "SECONDS", 0.3)
    with Proxy(server.port) as proxy:
        proxy.hang = True
        begun = time.monotonic()
        (one,) = post_at(tmp_path, proxy.port).deliver([letter("a")])
        assert one.outcome == "later" and "does not answer in time" in one.reason
        assert time.monotonic() - begun < 10


def test_a_server_that_allows_fewer_connections_than_we_would_use(
    tmp_path: Path, server: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = SmtpPost.connect
    made: list[SmtpPost] = []

    async def one_only(self: SmtpPost) -> object:
        made.append(self)
        if len(made) > 1:
            return await connect(post_at(tmp_path, free_port()))
        return await connect(self)

    monkeypatch.setattr(SmtpPost, "connect", one_only)
    letters = [letter(f"l{n}", f"p{n}@example.org") for n in range(12)]
    assert Counter(outcomes(post_at(tmp_path, server.port, connections=4).deliver(letters)).values()) == {"sent": 12}
    assert len(made) == 4


def test_many_letters_over_one_connection_are_parted(
    tmp_path: Path, server: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post, "LETTERS_A_CONNECTION", 4)
    with Proxy(server.port) as proxy:
        letters = [letter(f"l{n}") for n in range(10)]
        assert set(outcomes(post_at(tmp_path, proxy.port).deliver(letters)).values()) == {"sent"}
        assert proxy.connections == 3


# -- through the host


def now() -> HandClock:
    """A clock in our hand that stands a little after all that has arrived."""
    return HandClock(datetime.now(UTC) + timedelta(seconds=5))


def ids(table: MailTable, seat: str) -> list[str]:
    return [letter["Message-ID"] for letter in table.letters(seat)]


@pytest.mark.parametrize("said", ["DROP", "DELIVER+DROP"])
def test_cut_before_or_after_delivery_it_comes_at_least_once_under_one_message_id(table: MailTable, said: str) -> None:
    table.clock = now()
    table.post["connections"] = 1
    table.set_up()
    table.relay.script = [said]
    table.begin()
    copies = 1 if said == "DELIVER+DROP" else 0
    wait_until(lambda: len(ids(table, "blue")) == copies, "the delivery of what was cut")
    assert table.run() == [], "a minute has not gone by"
    table.clock.forward(minutes=1)
    assert table.run() == ["letters: 1 sent"]
    assert len(ids(table, "blue")) == copies + 1 and len(set(ids(table, "blue"))) == 1
    assert {len(ids(table, seat)) for seat in ("green", "red", "yellow")} == {1}
    assert table.run() == []


def test_greylisted_for_half_an_hour(table: MailTable) -> None:
    table.clock = clock = now()
    table.relay.refused = {f"{table.user('red')}@example.org": "450 4.7.1 greylisted"}
    table.begin()
    assert table.letters("red") == [] and len(table.letters("blue")) == 1
    for _ in range(30):
        clock.forward(minutes=1)
        table.run()
    table.relay.refused = {}
    assert table.letters("red") == []
    for _ in range(60):
        clock.forward(minutes=1)
        table.run()
    assert len(table.letters("red")) == 1


def test_down_for_three_days_and_a_phase_goes_on(table: MailTable) -> None:
    table.begin(turns=1)
    table.post["port"] = free_port()
    table.set_up()
    for seat in FOUR:
        table.order(seat, "{pick: 1, from: plum}")
    table.clock = clock = now()
    told = table.run()
    assert "windfall: T01/picking resolved" in told and "letters: 8 later" in told
    assert any("nothing listens on port" in line for line in told), "the moderator sees why"
    for _ in range(3 * 24):
        clock.forward(hours=1)
        table.run()
    assert all(len(table.letters(seat)) == 1 for seat in FOUR)
    table.post["port"] = table.smtp.port
    table.set_up()
    clock.forward(hours=12)
    assert table.run() == ["letters: 8 sent"]
    assert all(len(table.letters(seat)) == 3 for seat in FOUR)


def test_after_five_days_it_is_given_up_and_the_moderator_told(table: MailTable, boxes: dict[str, list[bytes]]) -> None:
    table.clock = clock = now()
    table.relay.refused = {f"{table.user('red')}@example.org": "450 4.2.2 the mailbox is full"}
    table.begin()
    attempts = 1
    for _ in range(6 * 24):
        clock.forward(hours=1)
        attempts += any("later" in line or "never" in line for line in table.run())
    assert 10 < attempts < 25
    (line,) = table.journal("never")
    assert "450 4.2.2 the mailbox is full" in line["reason"]
    (told,) = boxes[f"moderator{table.number}@example.org"]
    assert b"could not be delivered" in told and b"the mailbox is full" in told
    assert not (table.home / "host" / "retries.json").exists()


def test_what_is_refused_for_good_is_told_to_the_moderator_at_once(
    table: MailTable, boxes: dict[str, list[bytes]]
) -> None:
    table.relay.refused = {f"{table.user('red')}@example.org": "550 5.1.1 no such user"}
    table.begin()
    (told,) = boxes[f"moderator{table.number}@example.org"]
    assert b"550 5.1.1 no such user" in told
    assert all(len(table.letters(seat)) == 1 for seat in FOUR if seat != "red")
    assert table.run() == []


def test_a_moderator_who_cannot_be_reached_is_not_told_of_that_by_mail(table: MailTable) -> None:
    moderator = f"moderator{table.number}@example.org"
    table.relay.refused = dict.fromkeys([f"{table.user('red')}@example.org", moderator], "550 5.1.1 no such user")
    table.begin()
    assert len(table.journal("never")) == 2
    assert table.run() == []


def test_what_a_server_says_is_kept_without_tokens(table: MailTable) -> None:
    table.begin()
    token = table.letters("red")[0]["Reply-To"].partition("+")[2].partition("@")[0]
    table.relay.script = [f"554 5.7.1 the address {table.gm}+{token}@example.org is on a list"]
    table.reply("red", "status\n")
    table.run()
    (line,) = table.journal("never")
    assert token not in line["reason"] and "[token]" in line["reason"]
