"""A game that is ended before its rules end it: its ranking stands in every letter and in the archive, proved."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from adjudicator import cli
from adjudicator.core import registry, yamlfiles
from adjudicator.core.model import BadInput, Plain
from adjudicator.host import correcting, ending
from adjudicator.host.correcting import Request
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.history import history, page
from adjudicator.host.seats import Player
from adjudicator.host.verifying import verify
from adjudicator.shell import faults
from adjudicator.shell.git import GitArchive
from tests.host.table import AT_ONCE, SEED, Table, text_of


def state_of(table: Table, game: str = "windfall") -> dict[str, Plain]:
    state: dict[str, Plain] = yamlfiles.load((table.home / game / "state.yaml").read_text())
    return state


def findings(folder: Path) -> list[str]:
    return [str(finding) for finding in verify(GitArchive(folder), folder.name)]


def words_of(table: Table, seat: str) -> str:
    return " ".join(text_of(table.last(seat)).split())


@pytest.fixture(scope="module")
def two_phases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Red has sold two apples and blue one plum; the second turn waits for picking."""
    table = Table(tmp_path_factory.mktemp("home") / "games")
    table.begin(turns=2)
    for red, blue in (
        ("{pick: 2, from: apple}", "{pick: 1, from: plum}"),
        ("{sell: 2, fruit: apple}", "{sell: 1, fruit: plum}"),
    ):
        table.order("red", red)
        table.order("blue", blue)
        table.run()
    return table.home


@pytest.fixture
def table(two_phases: Path, tmp_path: Path) -> Table:
    table = Table(Path(shutil.copytree(two_phases, tmp_path / "games")))
    table.mails = 100
    table.clock.forward(days=1)
    return table


def agree(table: Table) -> list[str]:
    for seat in ("red", "blue"):
        table.reply(seat, "end windfall\n")
    return table.run()


def test_by_agreement_it_is_counted_told_and_proved(table: Table) -> None:
    assert "windfall: ended by agreement" in agree(table)
    assert state_of(table)["over"] == {"ranking": ["red", "blue"], "scores": {"blue": 4, "red": 7}}
    for seat in ("red", "blue"):
        assert "1. Anna (red) with 7 points; 2. Bob (blue) with 4 points" in words_of(table, seat)
    folder = table.home / "windfall"
    record = yamlfiles.load((folder / "end.yaml").read_text())
    assert (record["reason"], record["phase"]) == ("agreement", "T02/picking")
    assert record["events"][-1]["scores"] == {"blue": 4, "red": 7}
    message = subprocess.run(["git", "-C", str(folder), "log", "-1", "--format=%B"], capture_output=True, text=True)
    assert "1. Anna (red) with 7 points" in message.stdout
    assert findings(folder) == []


def test_its_history_ends_with_the_ranking(table: Table) -> None:
    agree(table)
    folder = GitArchive(table.home / "windfall")
    told = history(folder, "windfall")
    assert told["ended"] == "agreement" and "1. Anna (red) with 7 points" in told["conclusion"][-1]
    assert "1. Anna (red) with 7 points" in " ".join(page(folder, told).split())


def test_orders_that_wait_are_not_played(table: Table) -> None:
    table.order("red", "{pick: 2, from: plum}")
    table.run()
    trees = state_of(table)["trees"]
    agree(table)
    assert state_of(table)["trees"] == trees and not (table.home / "windfall/turns/T02").exists()


def test_the_moderator_is_told_the_ranking_at_once(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["end", "windfall", "--reason", "summer", "--home", str(table.home)])
    said = capsys.readouterr().out
    assert "windfall is over" in said and "1. Anna (red) with 7 points" in said


def test_after_a_correction_it_hangs_on_that(table: Table) -> None:
    from adjudicator.host import corrected

    with table.desk.step("correcting") as draft:
        outcome = correcting.work_out(draft, "windfall", Request("a coin", patch={"coins": {"blue": 9}}))
        corrected.publish(draft, outcome)
    agree(table)
    assert state_of(table)["over"]["ranking"] == ["blue", "red"]
    record = yamlfiles.load((table.home / "windfall/end.yaml").read_text())
    assert record["previous"] == outcome.correction.chain
    assert findings(table.home / "windfall") == []


def test_it_is_not_corrected_any_more(table: Table) -> None:
    agree(table)
    request = Request("too late", "T01/picking", {"red": "orders: []\n"})
    with pytest.raises(BadInput, match="its ranking stands"), table.desk.step("correcting") as draft:
        correcting.work_out(draft, "windfall", request)


@pytest.mark.parametrize(
    ("file", "old", "new", "place"),
    [
        ("end.yaml", "blue: 4", "blue: 8", "end.yaml, line"),
        ("end.yaml", 'version: "1"', 'version: "9"', "end.yaml, line"),
        ("end.yaml", "reason: agreement", "reason: a bet", "end.yaml, line"),
        ("state.yaml", "blue: 4, red: 7", "blue: 8, red: 7", "state.yaml, line"),
        ("game.yaml", "ended: agreement", "", "end.yaml: the game goes on"),
    ],
)
def test_a_changed_result_is_found(table: Table, file: str, old: str, new: str, place: str) -> None:
    agree(table)
    path = table.home / "windfall" / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    assert any(finding.startswith(place) for finding in findings(table.home / "windfall"))


def test_archives_without_a_ranking_are_still_right(table: Table) -> None:
    """So games were ended before rankings were written down."""
    before = (table.home / "windfall/state.yaml").read_text()
    agree(table)
    (table.home / "windfall/end.yaml").unlink()
    (table.home / "windfall/state.yaml").write_text(before)
    assert findings(table.home / "windfall") == []


def test_roads_and_boats_is_ranked_by_its_own_rules(table: Table) -> None:
    players = {seat: Player(f"{seat}@example.org", seat.title(), word=seat) for seat in ("red", "blue")}
    game = registry.ruleset("roads-and-boats")
    with table.desk.step("setting up") as draft:
        found(draft, "fords", game.name, read_scenario(game, "twin-fords"), players, {}, SEED, AT_ONCE)
    table.run()
    with table.desk.step("ending") as draft:
        ending.end(draft, draft.game("fords"), "summer")
    table.run()
    state = state_of(table, "fords")
    assert state["over"] == {"reason": "early", "ranking": state["temple"], "scores": {"blue": 0, "red": 0}}
    assert "1. " in words_of(table, "red") and findings(table.home / "fords") == []


def _ended_until(table: Table, point: int) -> bool:
    """Ends it in a process of its own, which dies at this point; says whether it came to its end before."""
    child = os.fork()
    if child == 0:
        left = iter(range(point))
        faults.set_hook(lambda _: os._exit(137) if next(left) == point - 1 else None)
        with table.desk.step("ending") as draft:
            ending.end(draft, draft.game("windfall"), "summer")
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_killed_anywhere_it_has_ended_whole_or_not_at_all(table: Table) -> None:
    seen = []
    for point in range(1, 1000, 5):
        home = Path(shutil.copytree(table.home, table.home.parent / f"killed-{point}"))
        killed = Table(home, table.clock)
        came_to_its_end = _ended_until(killed, point)
        killed.run()
        over = "over" in state_of(killed)
        seen.append(over)
        assert over == (home / "windfall/end.yaml").exists() == ("the game was ended" in killed.last("red")["Subject"])
        assert [each for each in findings(home / "windfall") if "seed is published when" not in each] == []
        shutil.rmtree(home)
        if came_to_its_end:
            break
    assert seen == sorted(seen) and seen[-1] and not seen[0] and len(seen) > 4
