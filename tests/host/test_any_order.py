"""In whatever order mails are found, the same orders are held in the end: those that first arrived last."""

from __future__ import annotations

import itertools
import json
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adjudicator.host.taking import take_waiting
from tests.host.table import Table
from tests.host.test_intake import held, verdicts

PLUM, PEAR, APPLE = (f"orders:\n- {{pick: 1, from: {tree}}}\n" for tree in ("plum", "pear", "apple"))
LATER = b"Received: from a slow server\n"

# What is sent, as (text, Message-ID, when it arrives, whether it is a copy that came by another way).
Sent = tuple[str, str, int, bool]
SETS: dict[str, tuple[list[Sent], str]] = {
    "four of one player": (
        [(PLUM, "a", 1, False), (PEAR, "b", 2, False), (APPLE, "c", 3, False), (PLUM, "d", 4, False)],
        "plum",
    ),
    "a copy of the first": (
        [(PLUM, "a", 1, False), (PEAR, "b", 2, False), (PLUM, "a", 3, True), (PLUM, "a", 4, True)],
        "pear",
    ),
    "copies of both": (
        [(PLUM, "a", 1, False), (PEAR, "b", 2, False), (PLUM, "a", 3, True), (PEAR, "b", 4, True)],
        "pear",
    ),
    "a copy and what cannot be read": (
        [(PLUM, "a", 1, False), (PEAR, "b", 2, False), (PLUM, "a", 3, True), ("orders: [{pick\n", "c", 4, False)],
        "pear",
    ),
    "without a name": (
        [(PLUM, "", 1, False), (PEAR, "", 2, False), (PLUM, "", 3, True), (APPLE, "", 4, False)],
        "apple",
    ),
}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Table:
    table = Table(tmp_path_factory.mktemp("begun") / "games")
    table.begin()
    table.clock.forward(hours=1)
    return table


def mail(table: Table, sent: Sent) -> bytes:
    text, name, _, again = sent
    named = f"Message-ID: <{name}@example.org>\n" if name else ""
    address = table.last("red")["Reply-To"]
    return (LATER if again else b"") + f"From: red@example.org\nTo: {address}\n{named}\n{text}".encode()


@pytest.mark.parametrize("name", SETS)
def test_every_order_of_taking(name: str, begun: Table, home: Path) -> None:
    sent, expected = SETS[name]
    endings = set()
    for order in itertools.permutations(range(4)):
        shutil.copytree(begun.home, home)
        table = Table(home, begun.clock)
        for place in order:
            path = home / "host" / "mail" / "in" / "new" / f"{place}.test"
            path.write_bytes(mail(begun, sent[place]))
            os.utime(path, (begun.clock.now().timestamp() + sent[place][2],) * 2)
            list(take_waiting(table.desk))
        kept = (home / "host/games/windfall/pending/red/T01-picking.json").read_text()
        assert expected in (held(table, "red") or ""), order
        endings.add(kept)
        assert len([verdict for verdict in verdicts(table) if verdict in ("orders", "superseded")]) == len(
            {(text, name) for text, name, _, _ in sent if "[" not in text}
        )
        shutil.rmtree(home)
    assert len(endings) == 1


def test_all_at_once_is_the_same(begun: Table, home: Path) -> None:
    for sent, expected in SETS.values():
        shutil.copytree(begun.home, home)
        for place, one in enumerate(sent):
            path = home / "host" / "mail" / "in" / "new" / f"{9 - place}.test"
            path.write_bytes(mail(begun, one))
            os.utime(path, (begun.clock.now().timestamp() + one[2],) * 2)
        table = Table(home, begun.clock)
        list(take_waiting(table.desk))
        assert expected in (held(table, "red") or "")
        shutil.rmtree(home)


def test_who_sees_other_orders_counted_is_told(table: Table) -> None:
    """The copy came later than other orders and was taken first; the mail itself had come before them."""
    table.begin()
    begun = table.clock.now().timestamp()
    for when, sent in ((3, (PLUM, "a", 3, True)), (2, (PEAR, "b", 2, False)), (1, (PLUM, "a", 1, False))):
        path = table.home / "host" / "mail" / "in" / "new" / f"{when}.test"
        path.write_bytes(mail(table, sent))
        os.utime(path, (begun + when,) * 2)
        table.run()
    assert [letter["X-Adjudicator"] for letter in table.letters("red")] == ["status", *["receipt"] * 3]
    assert "pear" in (held(table, "red") or "")
    line = json.loads((table.home / "host" / "games/windfall/pending/red/T01-picking.json").read_text())
    assert datetime.fromisoformat(line["arrived"]) == datetime.fromtimestamp(begun + 2, UTC)


def test_a_late_copy_does_not_make_orders_late(table: Table) -> None:
    """The copy came after the deadline and was refused; then the mail is found that had come in time."""
    table.deadlines = {"phases": {"other": "2 days at 20:00"}, "missing": "hold", "most_missing": 2}
    table.begin()  # on 1 March at noon
    table.order("blue")
    list(take_waiting(table.desk))
    table.clock.time = datetime(2026, 3, 3, 21, 0, tzinfo=UTC)
    for name, minutes in (("copy", 30), ("itself", 120)):
        path = table.home / "host" / "mail" / "in" / "new" / f"{name}.test"
        path.write_bytes(mail(table, (PLUM, "a", 0, name == "copy")))
        os.utime(path, (table.clock.now().timestamp() - 60 * minutes,) * 2)
        list(take_waiting(table.desk))
    assert verdicts(table) == ["orders", "refused", "orders"]
    assert "plum" in (held(table, "red") or "")
