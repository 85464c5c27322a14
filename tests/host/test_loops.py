"""Machines that answer machines: every exchange ends by itself, and nobody gets more than ten answers a day."""

from __future__ import annotations

from copy import deepcopy
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.host.receipts import MOST_A_DAY
from adjudicator.host.seats import Player
from tests.host.table import Table, text_of, words_of
from tests.host.test_intake import held

MARKS = ("Auto-Submitted", "Precedence", "X-Loop", "X-Adjudicator")
ROUNDS = 60


def two_hosts(folder: Path) -> tuple[Table, Table]:
    """Each host has a player whose address is the other host's."""
    hosts = []
    for name, other in (("one", "two"), ("two", "one")):
        table = Table(folder / name)
        (table.home / "host" / "host.yaml").write_text(
            f"address: games@{name}.example\nmoderator: {name}@example.net\n"
        )
        players = {
            "red": Player(f"games@{other}.example", "Host", word="a"),
            "blue": Player("blue@example.org", "Bob", word="b"),
        }
        table.found_with(players)
        hosts.append(table)
    return hosts[0], hosts[1]


def carry(sender: Table, receiver: Table, seen: set[str], strip: bool, to_reply_address: bool) -> int:
    """What the one sent to the other reaches it, as it is or through a server that drops what it does not know."""
    carried = 0
    address = next(player for player in ("one", "two") if str(receiver.home).endswith(player))
    for letter in sender.letters():
        if f"@{address}.example" not in letter["To"] or letter["Message-ID"] in seen:
            continue
        seen.add(letter["Message-ID"])
        letter = deepcopy(letter)
        if strip:
            for mark in MARKS:
                del letter[mark]
        if to_reply_address:
            del letter["To"]
            letter["To"] = receiver.letters("games")[-1]["Reply-To"]
        receiver.arrive(letter.as_bytes())
        carried += 1
    return carried


@pytest.mark.parametrize("strip", [False, True])
@pytest.mark.parametrize("to_reply_address", [False, True])
def test_two_hosts_that_write_to_each_other(strip: bool, to_reply_address: bool, tmp_path: Path) -> None:
    one, two = two_hosts(tmp_path)
    seen: set[str] = set()
    one.run()
    two.run()
    for _ in range(ROUNDS):
        carried = carry(one, two, seen, strip, to_reply_address) + carry(two, one, seen, strip, to_reply_address)
        if not carried:
            break
        one.run()
        two.run()
    else:
        pytest.fail("they never stop")
    for host in (one, two):
        answers = [letter for letter in host.letters("games") if letter["In-Reply-To"]]
        assert len(answers) <= (MOST_A_DAY if strip else 0)
        assert held(host, "red") is None


def robot(table: Table, letter: EmailMessage, marked: bool) -> None:
    headers = {"Auto_Submitted": "auto-replied"} if marked else {}
    table.reply("red", f"I am on holiday until Monday.\n\n{text_of(letter)}", answering=letter, **headers)


@pytest.mark.parametrize("marked", [False, True])
def test_a_robot_that_quotes_every_letter(marked: bool, table: Table) -> None:
    table.begin()
    answered: set[str] = set()
    for _ in range(ROUNDS):
        waiting = [letter for letter in table.letters("red") if letter["Message-ID"] not in answered]
        if not waiting:
            break
        for letter in waiting:
            answered.add(letter["Message-ID"])
            robot(table, letter, marked)
        table.run()
    else:
        pytest.fail("it never stops")
    answers = [letter for letter in table.letters("red") if letter["In-Reply-To"]]
    assert len(answers) <= (0 if marked else MOST_A_DAY)
    if marked:
        assert held(table, "red") is None


def test_ten_answers_a_day_and_the_next_day_ten_more(table: Table) -> None:
    table.begin()
    for day in (1, 2):
        for _ in range(14):
            table.reply("red", "hello\n")
        table.run()
        answers = [letter for letter in table.letters("red") if letter["In-Reply-To"]]
        assert len(answers) == day * MOST_A_DAY
        last = [number for number, letter in enumerate(answers) if "not answered before tomorrow" in words_of(letter)]
        assert [number % MOST_A_DAY for number in last] == [MOST_A_DAY - 1] * day
        table.clock.forward(days=1)


def test_bounces_of_one_letter_are_told_once(table: Table) -> None:
    table.begin()
    letter = table.last("red")
    for number in range(3):
        table.arrive(
            b"From: MAILER-DAEMON@example.org\nTo: games@localhost\nMIME-Version: 1.0\nX-Number: %d\n" % number
            + b'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n--b\n\nNo such user\n--b\n'
            + b"Content-Type: message/rfc822\n\n"
            + letter.as_bytes()
            + b"\n--b--\n"
        )
        table.run()
    assert sum("could not be delivered" in letter["Subject"] for letter in table.letters("moderator")) == 1


def test_the_moderator_is_not_flooded(table: Table) -> None:
    table.begin()
    for number in range(40):
        table.arrive(b"Subject: %d\nContent-Type: text/plain" % number + b"; a=b" * 40 + b"\n\nx\n")
    table.run()
    assert len(table.letters("moderator")) == 20
    assert len(list((table.home / "host" / "quarantine").iterdir())) == 40
