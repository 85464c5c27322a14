"""Looking before leaping: the dry run, what is staged, the status."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from adjudicator.core.model import BadInput
from adjudicator.host import trial
from adjudicator.host.tending import Leave
from tests.host.table import Table
from tests.host.test_by_the_clock import THREE, at, begin, resolved
from tests.host.test_desk_acts import act


def everything(home: Path) -> dict[str, str]:
    return {
        str(file.relative_to(home)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(home.rglob("*"))
        if file.is_file() and file.name != "lock"
    }


def test_a_dry_run_tells_what_would_happen_and_writes_nothing(table: Table) -> None:
    begin(table, ready=0)
    for seat in THREE:
        table.order(seat, "{pick: 2, from: apple}")
    before = everything(table.home)
    lines = list(trial.trial(table.desk, leave=Leave()))
    assert everything(table.home) == before
    assert lines[:2] == ["mail: 3 orders", "windfall: T01/picking would be resolved (ready)"]
    assert "  -phase: picking" in lines and "  +phase: market" in lines
    assert any("bears only" in line for line in lines)
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]


def test_a_dry_run_knows_no_draw(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.host import adjudicate

    begin(table, ready=0, turns=2)
    for phase in ("picking", "market"):
        for seat in THREE:
            table.order(seat)
        if phase == "picking":
            table.run()

    def never(*_: object) -> bytes:
        raise AssertionError("the seed was read")

    monkeypatch.setattr(adjudicate, "seed", never)
    lines = list(trial.trial(table.desk, leave=Leave()))
    assert "windfall: T01/market would be resolved (ready)" in lines


def test_a_dry_run_says_what_would_stop(table: Table) -> None:
    begin(table)
    at(table, "2026-03-03T21:00")
    assert "windfall: would stop: nothing came from blue, green, red: is the mail broken?" in list(
        trial.trial(table.desk, leave=Leave())
    )


def test_what_is_staged_can_be_looked_at_and_confirmed(table: Table) -> None:
    begin(table, ready=60)
    for seat in THREE:
        table.order(seat, "{pick: 1, from: plum}")
    table.run()
    before = (table.home / "windfall" / "state.yaml").read_text()
    table.clock.forward(minutes=61)
    act(table, "run", "windfall", "--stage")
    staged = table.home / "host" / "staged" / "windfall"
    after = (staged / "game" / "state.yaml").read_text()
    assert "phase: market" in after and "turn 1, picking" in (staged / "letters" / "red.status.txt").read_text()
    assert (table.home / "windfall" / "state.yaml").read_text() == before
    with pytest.raises(BadInput, match="a phase is staged"):
        table.run()
    act(table, "confirm", "windfall")
    assert (table.home / "windfall" / "state.yaml").read_text() == after
    assert not any(file.is_file() for file in staged.rglob("*"))
    assert table.run() == ["letters: 3 sent"]
    assert "turn 1, picking" in table.last("red")["Subject"]


def test_a_notice_to_the_chronicle_does_not_change_what_is_staged(table: Table) -> None:
    begin(table, ready=0)
    act(table, "extend", "windfall", "24", "--reason", "rain")
    act(table, "run", "windfall", "--stage", "--now")
    with pytest.raises(BadInput, match="a phase is staged"):
        table.run()  # commits the notice
    act(table, "confirm", "windfall")
    assert "phase: market" in (table.home / "windfall" / "state.yaml").read_text()


def test_who_leaves_changes_what_is_staged(table: Table) -> None:
    begin(table, ready=0)
    act(table, "run", "windfall", "--stage", "--now")
    act(table, "resign", "windfall", "blue")
    with pytest.raises(SystemExit):
        act(table, "confirm", "windfall")
    assert "phase: picking" in (table.home / "windfall" / "state.yaml").read_text()


def test_what_changed_meanwhile_is_not_confirmed(table: Table) -> None:
    begin(table, ready=0)
    table.order("red")
    table.run()
    act(table, "run", "windfall", "--stage", "--now")
    table.order("blue", "{pick: 1, from: plum}")
    with pytest.raises(BadInput, match="a phase is staged"):
        table.run()  # takes the mail, resolves nothing
    with pytest.raises(SystemExit):
        act(table, "confirm", "windfall")
    act(table, "discard", "windfall")
    assert not any(file.is_file() for file in (table.home / "host" / "staged").rglob("*"))
    table.order("green")
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]


def test_status_of_one_and_of_all(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    begin(table, zone="Europe/Rome")
    table.order("red")
    table.run()
    act(table, "status")
    told = capsys.readouterr().out
    assert "windfall: waits for T01/picking, until Tue 2026-03-03 20:00 Europe/Rome" in told
    assert "  red      Anna: ready" in told and "  blue     Bob: owes orders" in told
    table.found("autumn")
    act(table, "status")
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].split() == ["game", "waits", "for", "until", "not", "ready"]
    assert rows[1].startswith("autumn    players to join") and rows[1].endswith("blue, red")
    assert rows[2].split()[:2] == ["windfall", "T01/picking"] and rows[2].endswith("blue, green")
