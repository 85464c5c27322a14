"""Authentication-Results as a second sign: only the topmost header of the one server that is named is believed."""

from __future__ import annotations

import time

import pytest

from adjudicator.core import yamlfiles
from adjudicator.host.authenticity import found
from tests.host.table import Table, text_of

MX = "mx.example.org"
ANNA = "anna@example.com"
HONEST = f"{MX}; dkim=pass header.d=example.com; spf=pass smtp.mailfrom=example.com; dmarc=pass header.from=example.com"


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ([HONEST], "pass"),
        ([f"{MX}; dmarc=fail (p=reject) header.from=example.com"], "fail"),
        ([f"{MX}; dkim=pass header.i=@example.com header.s=s1"], "pass"),
        ([f"{MX}; dkim=pass header.d=EXAMPLE.com"], "pass"),
        ([f'{MX} 1; dkim=pass (2048-bit key; unprotected) header.d="example.com"'], "pass"),
        ([f"(a comment (nested)) {MX} (more); dmarc=pass (p=none; sp=none) header.from=example.com"], "pass"),
        ([f"{MX.upper()};\r\n\tdmarc=pass\r\n header.from=example.com"], "pass"),
        ([f"{MX}; dkim=pass header.d=evil.example; dkim=pass header.d=example.com"], "pass"),
        # what confirms nothing
        ([], "none"),
        ([f"{MX}; none"], "none"),
        ([f"{MX}"], "none"),
        ([f"{MX}; dkim=fail header.d=example.com"], "none"),
        ([f"{MX}; dkim=pass header.d=evil.example"], "none"),
        ([f"{MX}; dkim=pass header.d=com"], "none"),
        ([f"{MX}; dkim=pass header.d=notexample.com"], "none"),
        ([f"{MX}; spf=pass smtp.mailfrom=example.com"], "none"),
        ([f"{MX}; dkim=none (dmarc=pass; dkim=pass header.d=example.com)"], "none"),
        ([f'{MX}; dkim=none reason="; dmarc=pass"'], "none"),
        ([f"{MX}; x-dmarc=pass"], "none"),
        # forged
        (["evil.example; dmarc=pass header.from=example.com"], "none"),
        ([f"evil.example; dmarc=pass, {MX}; dmarc=pass"], "none"),
        ([f"{MX}.evil.example; dmarc=pass"], "none"),
        ([f"evil.{MX}; dmarc=pass"], "none"),
        ([f"({MX}; dmarc=pass) evil.example; dmarc=pass"], "none"),
        ([f"{MX}; dmarc=fail header.from=example.com", HONEST], "fail"),
        ([f"{MX}; dkim=none", HONEST], "none"),
        (["evil.example; dmarc=pass", f"{MX}; dmarc=fail", HONEST], "fail"),
        ([f"{MX} ((((((((((((deep)))))))))))); dmarc=pass"], "none"),
        ([f"{MX} (never closed; dmarc=pass"], "none"),
        ([f";;;=;={MX}"], "none"),
    ],
)
def test_what_is_found(headers: list[str], said: str) -> None:
    assert found(headers, MX, ANNA) == said


def test_without_one_sender_nothing_is_confirmed() -> None:
    assert found([HONEST], MX, None) == "none"


@pytest.mark.parametrize(
    "hostile", ["(" * 8000, ")" * 8000, "(" * 4000 + ")" * 4000, '"' * 7999, "\\" * 8000, "a=" * 4000]
)
def test_hostile_headers_take_no_time(hostile: str) -> None:
    begun = time.process_time()
    for header in (hostile, f"{MX}; {hostile}", f"{MX} {hostile}; dmarc=pass"):
        found([header] * 20, MX, ANNA)
    assert time.process_time() - begun < 2


# -- through the host


def ask_for_it(table: Table, require: bool) -> None:
    file = table.home / "host" / "host.yaml"
    plain = yamlfiles.load(file.read_text())
    plain["authentication"] = {"server": MX, "require": require}
    file.write_text(yamlfiles.dump(plain))


def said_of(table: Table) -> list[tuple[str, str]]:
    return [(line["verdict"], line["confirmed"]) for line in table.desk.journal.lines() if line["what"] == "mail"]


def order(table: Table, *headers: str) -> None:
    """Red's orders, with these Authentication-Results on top."""
    table.order("red", "{pick: 1, from: plum}")
    (file,) = (table.home / "host/mail/in/new").iterdir()
    file.write_bytes(b"".join(f"Authentication-Results: {one}\r\n".encode() for one in headers) + file.read_bytes())
    table.run()


def test_it_is_noted_and_a_receipt_says_when_the_server_doubts(table: Table) -> None:
    table.begin()
    ask_for_it(table, require=False)
    order(table, f"{MX}; dmarc=pass")
    assert "could not confirm" not in text_of(table.last("red"))
    order(table)
    assert "could not confirm" not in text_of(table.last("red"))
    order(table, f"{MX}; dmarc=fail", f"{MX}; dmarc=pass")
    assert "could not confirm that this mail is from where it says" in " ".join(text_of(table.last("red")).split())
    assert said_of(table) == [("orders", "pass"), ("orders", "none"), ("orders", "fail")]


@pytest.mark.parametrize(
    "headers", [(), (f"{MX}; dmarc=fail",), ("evil.example; dmarc=pass",), (f"{MX}; dkim=none", HONEST)]
)
def test_where_it_is_required_the_token_alone_is_not_enough(table: Table, headers: tuple[str, ...]) -> None:
    table.begin()
    ask_for_it(table, require=True)
    order(table, *headers)
    assert [verdict for verdict, _ in said_of(table)] == ["refused"]
    assert not (table.home / "host/games/windfall/pending/red").exists()
    assert MX in text_of(table.last("red")), "told at the registered address"


def test_where_it_is_required_and_there_orders_are_taken(table: Table) -> None:
    table.begin()
    ask_for_it(table, require=True)
    order(table, f"{MX}; dmarc=pass")
    assert said_of(table) == [("orders", "pass")]


def test_it_never_takes_the_place_of_the_token(table: Table) -> None:
    table.begin()
    ask_for_it(table, require=True)
    table.reply(
        "red", "orders:\n- {pick: 1, from: plum}\n", To="games@localhost", Authentication_Results=f"{MX}; dmarc=pass"
    )
    table.run()
    assert [verdict for verdict, _ in said_of(table)] == ["unknown"]
