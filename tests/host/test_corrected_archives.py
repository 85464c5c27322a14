"""Archives with more in them than orders: people who leave, a game on a map, a host that is killed while it undoes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from adjudicator import cli
from adjudicator.core import registry, yamlfiles
from adjudicator.host import corrected, correcting, people
from adjudicator.host.correcting import Request
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.seats import Player
from adjudicator.host.undoing import undo
from adjudicator.host.verifying import verify
from adjudicator.shell import faults
from adjudicator.shell.git import GitArchive
from tests.host.table import AT_ONCE, SEED, Table


def wrong(folder: Path) -> list[str]:
    return [str(finding) for finding in verify(GitArchive(folder), folder.name) if finding.fault]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two players of Roads & Boats in production and movement of the first turn."""
    table = Table(tmp_path_factory.mktemp("home") / "games")
    players = {seat: Player(f"{seat}@example.org", seat.title(), word=seat) for seat in ("red", "blue")}
    game = registry.ruleset("roads-and-boats")
    with table.desk.step("setting up") as draft:
        found(draft, "fords", game.name, read_scenario(game, "twin-fords"), players, {}, SEED, AT_ONCE)
    table.run()
    for orders in (("", ""), ("{move: donkey-1, go: D3}", "{move: donkey-1, go: D7}")):
        for seat, order in zip(("red", "blue"), orders, strict=True):
            table.order(seat, *([order] if order else []))
        table.run()
    return table.home


@pytest.fixture
def fords(played: Path, tmp_path: Path) -> Table:
    table = Table(Path(shutil.copytree(played, tmp_path / "games")))
    table.mails = 100
    table.clock.forward(days=1)
    return table


def test_a_game_on_a_map_is_corrected_and_undone(fords: Table) -> None:
    folder = fords.home / "fords"
    request = Request("south it was", "T01/movement", {"red": "orders: [{move: donkey-1, go: C3}]\n"})
    with fords.desk.step("correcting") as draft:
        outcome = correcting.work_out(draft, "fords", request)
        corrected.publish(draft, outcome)
    assert [(each.seat, each.how) for each in outcome.changed(None)] == [("red", "otherwise")]
    assert any("transporters.red-donkey-1.at: D3 → C3" in line for line in correcting.told(outcome))
    assert wrong(folder) == []
    with fords.desk.step("undoing") as draft:
        undo(draft, "fords", 2)
    assert wrong(folder) == []
    assert fords.run() == ["letters: 4 sent"]


@pytest.mark.parametrize("name", ["now.svg", "now.png"])
def test_its_picture_is_shown_as_it_was(fords: Table, name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    cli.main(["show", str(fords.home / "fords"), "--turn", "T01/production", "--out", str(file)])
    assert file.read_bytes().startswith(b"<svg" if name.endswith("svg") else b"\x89PNG")
    with pytest.raises(SystemExit):
        cli.main(["show", str(fords.home / "fords"), "--out", str(tmp_path / "now.gif")])


def test_its_map_is_shown_in_the_terminal(fords: Table, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["show", str(fords.home / "fords")])
    shown = capsys.readouterr().out
    assert "FORDS AFTER T01/MOVEMENT" in shown and "red-donkey-1" in shown and "\\______/" in shown


def test_who_left_in_an_undone_phase_leaves_again(fords: Table) -> None:
    table, folder = fords, fords.home / "fords"
    with table.desk.step("leaving") as draft:
        people.resign(draft, draft.game("fords"), "blue")
    table.run()
    table.order("red")
    assert any("T01/building resolved" in line for line in table.run())
    assert "left: blue" in (folder / "turns/T01/3-building/seats.yaml").read_text()
    gone = yamlfiles.load((folder / "state.yaml").read_text())
    assert wrong(folder) == []
    with table.desk.step("undoing") as draft:
        undo(draft, "fords")
    table.run()
    table.order("red")
    table.run()
    assert yamlfiles.load((folder / "state.yaml").read_text()) == gone
    assert wrong(folder) == []


def _undone_until(table: Table, point: int) -> bool:
    """Undoes in a process of its own, which dies at this point; says whether it came to its end before."""
    child = os.fork()
    if child == 0:
        left = iter(range(point))
        faults.set_hook(lambda _: os._exit(137) if next(left) == point - 1 else None)
        with table.desk.step("undoing") as draft:
            undo(draft, "fords")
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_killed_anywhere_an_undo_has_happened_whole_or_not_at_all(fords: Table) -> None:
    before = yamlfiles.load((fords.home / "fords" / "state.yaml").read_text())
    seen = []
    for point in range(1, 1000, 11):
        home = Path(shutil.copytree(fords.home, fords.home.parent / f"killed-{point}"))
        table = Table(home, fords.clock)
        ended = _undone_until(table, point)
        table.run()
        undone = yamlfiles.load((home / "fords" / "state.yaml").read_text()) != before
        seen.append(undone)
        assert undone == (home / "fords" / "corrections").exists() == (home / "fords" / "undone").exists()
        assert undone != (home / "fords/turns/T01/2-movement").exists()
        assert GitArchive(home / "fords").edited(["state.yaml", "corrections/001.yaml"]) == []
        assert wrong(home / "fords") == []
        if ended:
            break
    assert seen == sorted(seen) and seen[-1] and not seen[0] and len(seen) > 4
