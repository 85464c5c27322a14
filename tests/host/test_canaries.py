"""The whole corpus at once through a real run, with canaries in orders, tokens and addresses: where did they fly?"""

from __future__ import annotations

import email
import json
import re
from email.header import decode_header
from pathlib import Path
from urllib.parse import unquote_to_bytes

import pytest

from tests.host.judged import prepared
from tests.host.table import Table, text_of
from tests.host.test_corpus import INDEX, raw
from tests.host.test_intake import verdicts
from tests.host.test_secrecy import git_objects
from tests.mail_corpus.case import BLUE, FORMER, OTHER_RED, RED

CANARY = "canary-of-red"
BLUES = "canary-of-blue"
TOKENS = (RED, BLUE, FORMER, OTHER_RED)
LEAST_HIDDEN = 5
"""Mails of the corpus in which a token stands only for whoever decodes them."""
OURS = ("host/secret", "host/lock")


@pytest.fixture(scope="module")
def flown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, list[str]]:
    """All mails in one mailbox, each with a Message-ID of its own, then orders with canaries; a phase is resolved."""
    table = prepared(tmp_path_factory.mktemp("flown") / "games")
    for number, name in enumerate(INDEX):
        table.arrive(raw(name).replace(b"<1@example.org>", b"<%d@example.org>" % number))
    said = table.run()
    for order in (
        "\n- {{pick: 1, from: plum}} # {0}\n- {{pick: 1, from: {0}}}\n",
        "\n- {{pick: 1, from: plum}} # {0}\n",
    ):
        for seat, canary, token in (("red", CANARY, RED), ("blue", BLUES, BLUE)):
            head = f"From: {seat}@example.org\nTo: games+{token}@localhost\nSubject: {canary}\n\n"
            table.arrive(f"{head}ready: yes\norders:{order.format(canary)}".encode())
            table.clock.forward(days=1)
            said += table.run()
    assert "windfall: T01/picking resolved" in said
    return table, said


def kept(table: Table) -> dict[str, bytes]:
    """Every file but the mailbox of others and the letters that left."""
    return {
        str(file.relative_to(table.home)): file.read_bytes()
        for file in table.home.rglob("*")
        if file.is_file() and "host/mail/" not in str(file) and "/.git/objects/" not in str(file)
    }


def test_every_mail_has_its_verdict(flown: tuple[Table, list[str]]) -> None:
    table, _ = flown
    mailbox = table.home / "host" / "mail" / "in"
    assert not list((mailbox / "new").iterdir())
    moved = [file for folder in (".Taken", ".Quarantine") for file in (mailbox / folder / "cur").iterdir()]
    assert len(moved) == len(INDEX) + 4
    lines = [json.loads(line) for line in (table.home / "host" / "journal.jsonl").read_text().splitlines()]
    aside = [line for line in lines if line["what"] == "aside"]
    again = len(moved) - len(verdicts(table)) - len(aside)
    assert not any(" at " in line["reason"] for line in aside)
    assert 0 < again < 60  # of the many mails of the corpus that differ in their Message-ID only, or not at all


def test_no_token_is_kept(flown: tuple[Table, list[str]]) -> None:
    table, said = flown
    for path, content in kept(table).items():
        found = [token for token in TOKENS if token.encode() in content.lower() or token in path.lower()]
        assert not found or path in OURS, (path, found)
    assert not any(token in line for line in said for token in TOKENS)
    for game in ("windfall", "other"):
        objects = git_objects(table.home / game).lower()
        assert not any(token.encode() in objects for token in TOKENS)


def laid_open(raw: bytes) -> bytes:
    """All that somebody finds in a mail who decodes whatever is encoded in it."""
    message = email.message_from_bytes(raw)
    found = []
    for part in message.walk():
        for value in part.values():
            words = (word for word, _ in decode_header(str(value)))
            found.append(
                b"".join(word if isinstance(word, bytes) else word.encode("utf-8", "replace") for word in words)
            )
        found += [unquote_to_bytes(str(value)) for value in part.values()]
        content = part.get_payload(decode=True)
        found += [content, content.replace(b"\0", b"")] if isinstance(content, bytes) else []
    return b"\n".join(found).lower()


def test_no_token_is_kept_however_it_was_encoded(flown: tuple[Table, list[str]]) -> None:
    table, _ = flown
    readable = {name: raw(name).lower() for name in INDEX if INDEX[name]["verdict"] != "aside"}
    hidden = [
        name
        for name, mail in readable.items()
        if any(token.encode() in laid_open(raw(name)) and token.encode() not in mail for token in TOKENS)
    ]
    assert len(hidden) >= LEAST_HIDDEN, hidden
    kept_mails = [*(table.home / "host" / "spool").iterdir(), *(table.home / "host" / "quarantine").iterdir()]
    assert len(kept_mails) > 100
    for file in kept_mails:
        assert not any(token.encode() in laid_open(file.read_bytes()) for token in TOKENS), file.read_bytes()[:400]


def test_no_letter_carries_what_is_anothers(flown: tuple[Table, list[str]]) -> None:
    table, _ = flown
    of = {"red": {RED, OTHER_RED, FORMER, CANARY}, "blue": {BLUE, BLUES}}
    for letter in table.letters():
        reader = letter["To"].addresses[0].addr_spec.partition("@")[0]
        whole = (letter.as_string() + text_of(letter)).lower()
        foreign = set().union(*(words for seat, words in of.items() if seat != reader))
        assert not any(word in whole for word in foreign), letter["Subject"]
        assert reader == "red" or FORMER not in whole
        if "not from your own address" in " ".join(whole.split()):
            continue  # that is said on purpose: whoever uses another's token shows himself to him
        others = {f"{seat}@example.org" for seat in ("red", "blue", "green")} - {letter["To"].addresses[0].addr_spec}
        assert not any(address in whole for address in others), letter["Subject"]


def test_no_order_and_no_address_is_where_it_does_not_belong(flown: tuple[Table, list[str]]) -> None:
    table, said = flown
    for path, content in kept(table).items():
        assert path.isascii() and path.isprintable() and "canary" not in path
        if path.startswith("host/"):
            continue
        assert b"canary" not in content and b"@example" not in content, path
    for game in ("windfall", "other"):
        objects = git_objects(table.home / game)
        assert b"canary" not in objects and b"@example" not in objects
        assert b"moderator@" not in objects and b"games+" not in objects
    assert not any(re.search(r"canary|@example", line) for line in said)


def test_the_journal_holds_nobodys_orders(flown: tuple[Table, list[str]]) -> None:
    table, _ = flown
    journal = (table.home / "host" / "journal.jsonl").read_text()
    assert "canary" not in journal and "pick" not in journal.replace("picking", "")


def test_nothing_was_written_outside(flown: tuple[Table, list[str]]) -> None:
    table, _ = flown
    assert {entry.name for entry in table.home.iterdir()} == {"host", "windfall", "other"}
    assert [entry.name for entry in table.home.parent.iterdir()] == [table.home.name]
    names = {file.name for file in (table.home / "host").rglob("*") if file.is_file()}
    assert not any("passwd" in name or "post-commit" in name or name.endswith((".zip", ".exe")) for name in names)
    assert not Path("/etc/passwd.yaml").exists()
