"""Whoever wants fewer letters gets no receipt that tells him nothing new."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from adjudicator.host import seats
from tests.host.table import Table
from tests.letters.samples import begin_twin_fords


def receipts(table: Table) -> int:
    return sum(letter["X-Adjudicator"] == "receipt" for letter in table.letters("red"))


def test_a_receipt_that_goes_without_saying_is_not_sent(tmp_path: Path) -> None:
    table = begin_twin_fords(tmp_path / "games")
    with table.desk.step("setting up") as draft:
        players = seats.read(draft, "twin")
        seats.write(draft, "twin", {**players, "red": replace(players["red"], digest=True)})
    table.order("red", "{load: {boards: 2}, onto: donkey-1}")
    table.run()
    assert receipts(table) == 0
    table.order("red", "{load: {boards: 2}, onto: donkey-9}")
    table.run()
    assert receipts(table) == 1, "something will fail"
    table.reply("red", "orders\n")
    table.run()
    assert receipts(table) == 2, "he asked"
