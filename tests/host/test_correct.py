"""Corrections: a past order or a fact of the position is changed, and all that follows from it is told and proved."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.core import yamlfiles
from adjudicator.core.model import BadInput
from adjudicator.host import corrected, correcting, staging
from adjudicator.host.correcting import Outcome, Request
from adjudicator.host.verifying import verify
from adjudicator.shell.git import GitArchive
from tests.host.table import Table, text_of

LESS = "orders:\n- {pick: 1, from: apple}\n"


def faults(folder: Path) -> list[str]:
    return [str(finding) for finding in verify(GitArchive(folder), folder.name) if finding.fault]


@pytest.fixture(scope="module")
def three_phases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    table = Table(tmp_path_factory.mktemp("home") / "games")
    table.begin(turns=2)
    table.order("red", "{pick: 2, from: apple}")
    table.order("blue", "{pick: 2, from: plum}")
    table.run()
    table.order("red", "{sell: 2, fruit: apple}")
    table.order("blue", "{sell: 2, fruit: plum}")
    table.run()
    table.order("red", "{pick: 1, from: pear}")
    table.order("blue")
    table.run()
    return table.home


@pytest.fixture
def table(three_phases: Path, tmp_path: Path) -> Table:
    table = Table(Path(shutil.copytree(three_phases, tmp_path / "games")))
    table.mails = 100
    table.clock.forward(days=1)
    return table


def worked_out(table: Table, request: Request) -> Outcome:
    with table.desk.step("correcting") as draft:
        return correcting.work_out(draft, "windfall", request)


def publish(table: Table, request: Request) -> Outcome:
    with table.desk.step("correcting") as draft:
        outcome = correcting.work_out(draft, "windfall", request)
        corrected.publish(draft, outcome)
    table.run()
    return outcome


def state_of(table: Table) -> dict[str, dict[str, int]]:
    state: dict[str, dict[str, int]] = yamlfiles.load((table.home / "windfall" / "state.yaml").read_text())
    return state


ORDER = Request("red had written 1, and I read 2", "T01/picking", {"red": LESS})


def test_every_later_order_that_comes_to_something_else_is_listed(table: Table) -> None:
    outcome = worked_out(table, ORDER)
    changed = [(str(each.phase), each.seat, each.order, each.how) for each in outcome.changed(None)]
    assert ("T01/picking", "red", 0, "otherwise") in changed
    assert ("T01/market", "red", 0, "refused") in changed
    assert not any(seat == "blue" for _, seat, _, _ in changed)
    told = "\n".join(correcting.told(outcome))
    assert "T01/market red, order 1: refused now: " in told and "OR-3" in told
    assert "coins.red" in told


def test_a_refused_order_that_was_taken_away_is_not_told_as_carried_out(table: Table) -> None:
    publish(table, Request("blue had read it wrong", "T02/picking", {"blue": "orders:\n- {pick: 9, from: plum}\n"}))
    outcome = worked_out(table, Request("and took it back", "T02/picking", {"blue": "orders: []\n"}))
    assert [(each.seat, each.order, each.how) for each in outcome.changed(None)] == [("blue", 0, "otherwise")]


def test_working_it_out_changes_nothing(table: Table) -> None:
    before = state_of(table)
    worked_out(table, ORDER)
    assert table.run() == [] and state_of(table) == before
    assert not (table.home / "windfall" / "corrections").exists()


def test_published_it_is_played_anew_told_to_all_and_proved(table: Table) -> None:
    publish(table, ORDER)
    folder = table.home / "windfall"
    record = yamlfiles.load((folder / "corrections/001.yaml").read_text())
    assert record["what"] == "orders" and set(record["orders"]["red"]) == {"was", "now"}
    assert record["undone"] == ["T01/picking", "T01/market", "T02/picking"]
    assert "pick: 1" in (folder / "turns/T01/0-picking/orders/red.yaml").read_text()
    assert "pick: 2" in (folder / "undone/001/turns/T01/0-picking/orders/red.yaml").read_text()
    assert faults(folder) == []
    for seat in ("red", "blue"):
        letter = text_of(table.last(seat))
        assert "red had written 1, and I read 2" in letter and "refused now" in letter
        assert "BEGIN ORDERS" in letter


def test_the_game_goes_on_from_there(table: Table) -> None:
    publish(table, ORDER)
    for seat in ("red", "blue"):
        table.order(seat, "{sell: 9, fruit: apple}")
    assert "windfall: T02/market resolved" in table.run()
    folder = table.home / "windfall"
    assert [str(finding) for finding in verify(GitArchive(folder), "windfall")] == []  # over, so the draws too


def test_a_fact_of_the_position_that_is_awaited(table: Table) -> None:
    publish(table, Request("a coin fell under the table", patch={"coins": {"red": 5}}))
    assert state_of(table)["coins"]["red"] == 5
    assert faults(table.home / "windfall") == []
    assert "coins.red" in text_of(table.last("blue"))
    for seat in ("red", "blue"):
        table.order(seat)
    assert "windfall: T02/market resolved" in table.run()
    assert faults(table.home / "windfall") == []


def test_a_fact_of_a_past_position_and_a_second_change_of_it(table: Table) -> None:
    folder = table.home / "windfall"
    publish(table, Request("one more", "T02/picking", patch={"coins": {"blue": 9}}))
    publish(table, Request("one less", "T02/picking", patch={"coins": {"red": 1}}))
    assert (state_of(table)["coins"]["blue"], state_of(table)["coins"]["red"]) == (9, 1)
    assert faults(folder) == []
    less = Request(ORDER.reason, ORDER.phase, ORDER.orders, leave_out=(2,))  # of red's coins, which are others now
    outcome = publish(table, less)
    assert [one.number for one in outcome.put_back] == [1]
    assert state_of(table)["coins"]["blue"] == 9
    assert faults(folder) == []


def test_held_orders_stay_but_are_not_ready_when_the_position_has_changed(table: Table) -> None:
    table.reply("red", "ready: yes\norders: []\n")
    table.run()
    publish(table, Request("a coin", patch={"coins": {"red": 5}}))
    table.order("blue")
    assert not any("resolved" in line for line in table.run())


def test_secrets_of_others_are_in_nobodys_letter(table: Table) -> None:
    favourites = yamlfiles.load((table.home / "windfall" / "state.yaml").read_text())["favourites"]
    other = next(fruit for fruit in ("apple", "pear", "plum") if fruit != favourites["red"])
    publish(table, Request("drawn wrongly", patch={"favourites": {"red": other}}))
    assert "favourites.red" in text_of(table.last("red"))
    assert "favourites" not in text_of(table.last("blue"))


def test_staged_it_waits_for_a_word_and_the_game_rests(table: Table) -> None:
    before = state_of(table)
    with table.desk.step("correcting") as draft:
        correcting.stage(draft, correcting.work_out(draft, "windfall", ORDER), ORDER)
    assert state_of(table) == before
    table.clock.forward(minutes=5)
    with table.desk.step("confirming") as draft:
        assert staging.is_correction(draft, "windfall")
        corrected.publish(draft, correcting.confirmed(draft, "windfall"))
    assert state_of(table) != before
    with table.desk.step("looking") as draft:
        assert not staging.is_staged(draft, "windfall")
    assert faults(table.home / "windfall") == []


def test_what_was_staged_for_another_state_of_the_game_is_not_confirmed(table: Table) -> None:
    with table.desk.step("correcting") as draft:
        correcting.stage(draft, correcting.work_out(draft, "windfall", ORDER), ORDER)
    with table.desk.step("correcting something else meanwhile") as draft:
        other = correcting.work_out(draft, "windfall", Request("a coin", patch={"coins": {"red": 5}}))
        corrected.publish(draft, other)
    with pytest.raises(BadInput, match="has changed since"), table.desk.step("confirming") as draft:
        correcting.confirmed(draft, "windfall")


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        (Request("", "T01/picking", {"red": LESS}), "needs a reason"),
        (Request("x"), "one of the two"),
        (Request("x", None, {"red": LESS}), "say which phase"),
        (Request("x", "T09/picking", {"red": LESS}), "T09/picking cannot be corrected, only T01/picking"),
        (Request("x", "T02/market", {"red": LESS}), "cannot be corrected"),
        (Request("x", "T01/lunch", {"red": LESS}), "Orchard has no phase lunch"),
        (Request("x", "first", {"red": LESS}), "a phase is written T03/market"),
        (Request("x", "T01/picking", {"red": "orders:\n- {pik: 1}\n"}), "orders of red, line 2"),
        (Request("x", "T01/picking", {"red": "player: blue\norders: []\n"}), "orders of red"),
        (Request("x", "T01/picking", {"red": "orders:\n- {pick: 2, from: apple}\n"}), "the orders that red gave"),
        (Request("x", patch={"coins": {"pink": 1}}), "the corrected position: coins.pink"),
        (Request("x", patch={"phase": "picking"}), "still waits for T02/market"),
        (Request("x", patch={"turn": 2}), "would be what it was"),
        (Request("x", patch="coins"), "a part of it"),
    ],
)
def test_what_cannot_be_corrected_is_said_in_a_sentence(table: Table, request_: Request, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        worked_out(table, request_)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("corrections/001.yaml", "red: 5", "red: 8"),
        ("corrections/001.yaml", "under the table", "under the chair"),
        ("corrections/001.yaml", "previous: ", "previous: x"),
    ],
)
def test_a_correction_that_was_tampered_with_is_found(table: Table, file: str, old: str, new: str) -> None:
    publish(table, Request("a coin fell under the table", patch={"coins": {"red": 5}}))
    path = table.home / "windfall" / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    assert any("corrections/001.yaml" in fault for fault in faults(table.home / "windfall"))


def test_a_correction_made_up_with_a_right_hash_of_its_own_is_found(table: Table) -> None:
    publish(table, Request("a coin fell under the table", patch={"coins": {"red": 5}}))
    folder = table.home / "windfall"
    from dataclasses import replace

    from adjudicator.host import corrections
    from adjudicator.rulesets.orchard.game import GAME

    forged = replace(corrections.read_all(GitArchive(folder), GAME)[0], patch={"coins": {"red": 8}})
    (folder / "corrections/001.yaml").write_text(forged.text())
    assert any("does not lead to the position" in fault for fault in faults(folder))
