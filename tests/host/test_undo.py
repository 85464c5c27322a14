"""Going back before the last phases: orders kept, everybody told, nothing taken out of the archive."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from adjudicator.core import yamlfiles
from adjudicator.core.model import BadInput
from adjudicator.host.undoing import undo
from adjudicator.host.verifying import verify
from adjudicator.shell.git import GitArchive
from tests.host.table import Table, text_of


def faults(folder: Path) -> list[str]:
    return [str(finding) for finding in verify(GitArchive(folder), folder.name) if finding.fault]


def take_back(table: Table, count: int = 1, reason: str = "a letter was lost") -> None:
    with table.desk.step("undoing") as draft:
        undo(draft, "windfall", count, reason)
    table.run()


@pytest.fixture(scope="module")
def two_phases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Picking and market of the first turn are resolved."""
    table = Table(tmp_path_factory.mktemp("home") / "games")
    table.begin(turns=2)
    table.order("red", "{pick: 2, from: apple}", "{pick: 1, from: pear}")
    table.order("blue", "{pick: 2, from: apple}")
    table.run()
    table.order("red", "{sell: 9, fruit: apple}")
    table.order("blue")
    table.run()
    return table.home


@pytest.fixture
def table(two_phases: Path, tmp_path: Path) -> Table:
    table = Table(Path(shutil.copytree(two_phases, tmp_path / "games")))
    table.mails = 100
    table.clock.forward(days=1)
    return table


def state_of(table: Table) -> dict[str, object]:
    state: dict[str, object] = yamlfiles.load((table.home / "windfall" / "state.yaml").read_text())
    return state


def test_the_game_stands_where_it_stood_and_what_was_undone_is_kept(table: Table) -> None:
    folder = table.home / "windfall"
    before = (folder / "turns/T01/1-market/events.yaml").read_bytes()
    take_back(table)
    assert (state_of(table)["turn"], state_of(table)["phase"]) == (1, "market")
    assert not (folder / "turns/T01/1-market").exists()
    assert (folder / "undone/001/turns/T01/1-market/events.yaml").read_bytes() == before
    record = yamlfiles.load((folder / "corrections/001.yaml").read_text())
    assert (record["what"], record["phase"], record["undone"]) == ("undo", "T01/market", ["T01/market"])
    assert record["reason"] == "a letter was lost"
    assert faults(folder) == []


def test_main_is_never_rewritten(table: Table) -> None:
    folder = table.home / "windfall"
    head = _git(folder, "rev-parse", "main")
    take_back(table)
    assert _git(folder, "rev-parse", "main~1") == head
    assert _git(folder, "log", "-1", "--format=%s").strip() == "Undone: T01/market"
    assert _git(folder, "status", "--porcelain") == ""


def test_orders_are_held_again_but_nobody_is_ready(table: Table) -> None:
    take_back(table, 2)
    assert table.run() == []  # nobody is ready, so nothing is resolved by itself
    for seat in ("red", "blue"):
        letter = text_of(table.last(seat))
        assert "turn 1, picking and turn 1, market undone" in table.last(seat)["Subject"]
        assert "a letter was lost" in letter and "do not count as ready" in letter
    assert "pick: 2" in text_of(table.last("red"))


def test_who_answers_with_the_form_of_that_letter_is_ready_with_his_old_orders(table: Table) -> None:
    before = state_of(table)
    take_back(table)
    for seat in ("red", "blue"):
        form = text_of(table.last(seat)).partition("BEGIN ORDERS")[2].partition("END ORDERS")[0]
        table.reply(seat, form)
    assert "windfall: T01/market resolved" in table.run()
    assert state_of(table) == before
    assert faults(table.home / "windfall") == []


def test_other_orders_after_it_and_once_more_undone_and_the_chain_holds(table: Table) -> None:
    take_back(table)
    table.order("red", "{sell: 1, fruit: apple}")
    table.order("blue", "{sell: 1, fruit: apple}")
    assert "windfall: T01/market resolved" in table.run()
    take_back(table, 2)
    for seat in ("red", "blue"):
        table.order(seat, "{pick: 1, from: plum}")
    assert "windfall: T01/picking resolved" in table.run()
    folder = table.home / "windfall"
    assert sorted(path.name for path in (folder / "undone").iterdir()) == ["001", "002"]
    assert faults(folder) == []


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("corrections/001.yaml", "a letter was lost", "a letter was found"),
        ("corrections/001.yaml", "phase: T01/market", "phase: T01/picking"),
        ("undone/001/turns/T01/1-market/events.yaml", "pieces: 2", "pieces: 1"),
        ("undone/001/turns/T01/1-market/orders/red.yaml", "sell: 9", "sell: 8"),
        ("undone/001/turns/T01/1-market/report.txt", "Anna", "Anne"),
    ],
)
def test_a_changed_byte_in_what_was_undone_is_found(table: Table, file: str, old: str, new: str) -> None:
    take_back(table)
    path = table.home / "windfall" / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    assert faults(table.home / "windfall")


def test_a_correction_that_is_gone_is_missed_by_the_phase_after_it(table: Table) -> None:
    take_back(table)
    for seat in ("red", "blue"):
        table.order(seat)
    table.run()
    folder = table.home / "windfall"
    assert faults(folder) == []
    shutil.rmtree(folder / "corrections")
    shutil.rmtree(folder / "undone")
    assert any("proof.yaml" in fault for fault in faults(folder))


@pytest.mark.parametrize("count", [0, 3])
def test_only_phases_that_were_resolved_can_be_undone(table: Table, count: int) -> None:
    with pytest.raises(BadInput, match="2 resolved phases"):
        take_back(table, count)


def test_a_game_whose_seed_is_published_is_not_played_on(table: Table) -> None:
    for _ in ("picking", "market"):
        for seat in ("red", "blue"):
            table.order(seat)
        table.run()
    with pytest.raises(BadInput, match="seed of its draws is published"):
        take_back(table)


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True)
    return done.stdout
