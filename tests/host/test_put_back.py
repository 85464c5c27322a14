"""Changes by hand after a phase that is corrected: each is put back in its place, or asked about beforehand."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from adjudicator import cli
from adjudicator.core import registry, yamlfiles
from adjudicator.core.model import BadInput, Plain
from adjudicator.host import corrected, correcting, putting_back
from adjudicator.host.correcting import Outcome, Request
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.seats import Player
from adjudicator.host.undoing import undo
from adjudicator.host.verifying import verify
from adjudicator.shell import faults
from adjudicator.shell.git import GitArchive
from tests.host.table import AT_ONCE, SEED, Table, text_of

LESS = {"red": "orders:\n- {pick: 1, from: apple}\n"}
BLUE = Request("blue had forgotten a coin", "T02/picking", patch={"coins": {"blue": 9}})
RED = Request("red had forgotten a coin", "T02/picking", patch={"coins": {"red": 9}})


def order(*leave_out: int) -> Request:
    """Red picked one apple, not two: he sells one less, and has fewer coins from T01/market on."""
    return Request("red had written 1", "T01/picking", LESS, leave_out=leave_out)


def wrong(folder: Path) -> list[str]:
    return [str(finding) for finding in verify(GitArchive(folder), folder.name) if finding.fault]


@pytest.fixture(scope="module")
def three_phases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    table = Table(tmp_path_factory.mktemp("home") / "games")
    table.begin(turns=2)
    for red, blue in (
        ("{pick: 2, from: apple}", "{pick: 2, from: plum}"),
        ("{sell: 2, fruit: apple}", "{sell: 2, fruit: plum}"),
        ("{pick: 1, from: pear}", "{pick: 1, from: plum}"),
    ):
        table.order("red", red)
        table.order("blue", blue)
        table.run()
    return table.home


@pytest.fixture
def table(three_phases: Path, tmp_path: Path) -> Table:
    table = Table(Path(shutil.copytree(three_phases, tmp_path / "games")))
    table.mails = 100
    table.clock.forward(days=1)
    return table


def publish(table: Table, request: Request, game: str = "windfall") -> Outcome:
    with table.desk.step("correcting") as draft:
        outcome = correcting.work_out(draft, game, request)
        corrected.publish(draft, outcome)
    table.run()
    return outcome


def state_of(table: Table, game: str = "windfall") -> dict[str, Plain]:
    state: dict[str, Plain] = yamlfiles.load((table.home / game / "state.yaml").read_text())
    return state


def letter(table: Table, seat: str) -> str:
    return " ".join(text_of(table.last(seat)).split())


def record(table: Table, number: int) -> dict[str, Plain]:
    written: dict[str, Plain] = yamlfiles.load((table.home / f"windfall/corrections/{number:03d}.yaml").read_text())
    return written


def head(folder: Path) -> str:
    return subprocess.run(
        ["git", "-C", str(folder), "rev-parse", "main"], capture_output=True, text=True, check=True
    ).stdout


def test_a_change_before_a_later_phase_is_put_back_there(table: Table) -> None:
    publish(table, BLUE)
    outcome = publish(table, order())
    assert state_of(table)["coins"]["blue"] == 9
    assert record(table, 2)["put_back"] == [1] and "left_out" not in record(table, 2)
    assert "  correction 1, of the position before T02/picking: put back in its place" in correcting.told(outcome)
    assert "put back in its place (correction 1)" in letter(table, "red")
    assert wrong(table.home / "windfall") == []


def test_a_change_of_the_awaited_position_is_put_back_too(table: Table) -> None:
    publish(table, Request("a coin under the table", patch={"coins": {"blue": 9}}))
    outcome = publish(table, order())
    assert [one.number for one in outcome.put_back] == [1] and state_of(table)["coins"]["blue"] == 9
    assert wrong(table.home / "windfall") == []


def test_changes_stay_in_their_order_through_several_corrections_and_to_the_end(table: Table) -> None:
    publish(table, BLUE)
    publish(table, Request("and one more", "T02/picking", patch={"coins": {"blue": 10}}))
    publish(table, Request("a pear too many", patch={"trees": {"pear": 1}}))
    publish(table, order())
    outcome = publish(table, Request("none at all", "T01/picking", {"red": "orders: []\n"}))
    assert [one.number for one in outcome.put_back] == [1, 2, 3]
    assert state_of(table)["coins"]["blue"] == 10 and state_of(table)["trees"]["pear"] == 1
    publish(table, Request("blue neither", "T02/picking", {"blue": "orders: []\n"}))
    assert state_of(table)["coins"]["blue"] == 10
    for seat in ("red", "blue"):
        table.order(seat)
    assert "windfall: T02/market resolved" in table.run()
    folder = table.home / "windfall"
    assert [str(finding) for finding in verify(GitArchive(folder), "windfall")] == []  # over, so the draws too


def test_what_it_changed_is_another_now_and_nothing_happens(table: Table) -> None:
    publish(table, RED)
    before, files = head(table.home / "windfall"), sorted(map(str, table.home.rglob("*")))
    with pytest.raises(BadInput) as refused, table.desk.step("correcting") as draft:
        correcting.work_out(draft, "windfall", order())
    told = str(refused.value)
    assert (
        "correction 1, of the position before T02/picking: coins.red was 7 when it was set to 9, and is 4 now" in told
    )
    assert "windfall was not corrected" in told and "--leave-out 1" in told
    assert head(table.home / "windfall") == before and sorted(map(str, table.home.rglob("*"))) == files


def test_left_out_it_no_longer_holds_and_that_is_said(table: Table) -> None:
    publish(table, RED)
    old = (table.home / "windfall/turns/T02/0-picking/proof.yaml").read_bytes()
    outcome = publish(table, order(1))
    assert state_of(table)["coins"]["red"] == 4
    assert record(table, 2)["left_out"] == [1] and "put_back" not in record(table, 2)
    assert any(
        "correction 1, of the position before T02/picking: left out" in line for line in correcting.told(outcome)
    )
    assert "no longer holds (correction 1)" in letter(table, "blue")
    assert (table.home / "windfall/undone/002/turns/T02/0-picking/proof.yaml").read_bytes() == old
    assert wrong(table.home / "windfall") == []


def test_what_is_already_as_it_was_made_to_be_is_no_clash(table: Table) -> None:
    publish(table, Request("he sold one", "T02/picking", patch={"coins": {"red": 4}}))
    outcome = publish(table, order())
    assert [one.number for one in outcome.put_back] == [1] and state_of(table)["coins"]["red"] == 4
    assert wrong(table.home / "windfall") == []


def test_a_change_on_top_of_one_that_is_left_out_is_asked_about(table: Table) -> None:
    publish(table, BLUE)
    publish(table, Request("and one more", "T02/picking", patch={"coins": {"blue": 10}}))
    with pytest.raises(BadInput, match="--leave-out 1 --leave-out 2"), table.desk.step("correcting") as draft:
        correcting.work_out(draft, "windfall", order(1))
    publish(table, order(1, 2))
    assert wrong(table.home / "windfall") == []


@pytest.mark.parametrize(
    ("patch", "was", "now", "said"),
    [
        ({"roads": ["A-B", "B-C"]}, {"roads": ["A-B"]}, {"roads": ["A-B"]}, []),
        ({"roads": ["A-B", "B-C"]}, {"roads": ["A-B"]}, {"roads": ["A-B", "C-D"]}, ["roads"]),
        ({"goods": {"C4": {"boards": 2}}}, {}, {"goods": {"C4": {"clay": 1}}}, []),
        ({"goods": {"C4": {"boards": 2}}}, {}, {"goods": {"C4": {"boards": 1}}}, ["goods.C4.boards"]),
        ({"goods": {"C4": None}}, {"goods": {"C4": {"clay": 1}}}, {}, []),
        ({"goods": {"C4": None}}, {"goods": {"C4": {"clay": 1}}}, {"goods": {"C4": {"clay": 2}}}, ["goods.C4"]),
        ({"over": {"reason": "x"}}, {"over": "no"}, {"over": {"reason": "y"}}, ["over"]),
    ],
)
def test_a_fact_clashes_if_it_is_neither_what_it_was_nor_what_it_was_made(
    patch: Plain, was: Plain, now: Plain, said: list[str]
) -> None:
    assert [sentence.partition(" was ")[0] for sentence in putting_back.clashes(patch, was, now)] == said


@pytest.mark.parametrize("number", [2, 7])
def test_only_a_later_change_of_the_position_can_be_left_out(table: Table, number: int) -> None:
    publish(table, BLUE)
    with pytest.raises(BadInput, match=r"--leave-out: correction . is no change of the position"):
        publish(table, order(number))


def test_a_change_that_was_left_out_does_not_come_back(table: Table) -> None:
    publish(table, BLUE)
    publish(table, order(1))
    publish(table, Request("none at all", "T01/picking", {"red": "orders: []\n"}))
    assert state_of(table)["coins"]["blue"] != 9
    assert "put_back" not in record(table, 3)
    assert wrong(table.home / "windfall") == []


def test_undo_says_which_changes_are_gone(table: Table) -> None:
    publish(table, Request("a coin under the table", patch={"coins": {"blue": 9}}))
    with table.desk.step("undoing") as draft:
        made = undo(draft, "windfall", 1, "once more")
    table.run()
    assert made.left_out == (1,) and record(table, 2)["left_out"] == [1]
    assert "no longer holds (correction 1)" in letter(table, "red")
    for seat in ("red", "blue"):
        table.order(seat)
    assert "windfall: T02/picking resolved" in table.run()
    assert state_of(table)["coins"]["blue"] != 9 and wrong(table.home / "windfall") == []


@pytest.mark.parametrize(("old", "new"), [("put_back:\n- 1\n", ""), ("put_back:", "left_out:")])
def test_a_list_that_was_tampered_with_is_found(table: Table, old: str, new: str) -> None:
    publish(table, BLUE)
    publish(table, order())
    file = table.home / "windfall/corrections/002.yaml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    assert any("corrections/002.yaml" in fault for fault in wrong(table.home / "windfall"))


def _command(table: Table, *arguments: str) -> int:
    try:
        cli.main([*arguments, "--home", str(table.home)])
    except SystemExit as left:
        return int(left.code or 0)
    return 0


def _correct(table: Table, *more: str) -> int:
    file = table.home.parent / "red.yaml"
    file.write_text(LESS["red"])
    asked = ("--phase", "T01/picking", "--order", "red", str(file), "--reason", "he had written 1")
    return _command(table, "correct", "windfall", *asked, *more)


def test_at_the_command_line(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    publish(table, RED)
    assert _correct(table, "--confirm") == 2
    assert "--leave-out 1" in capsys.readouterr().err
    assert not (table.home / "windfall/corrections/002.yaml").exists()
    assert _correct(table, "--leave-out", "1") == 0
    assert "correction 1, of the position before T02/picking: left out" in capsys.readouterr().out
    assert _command(table, "confirm", "windfall") == 0
    assert record(table, 2)["left_out"] == [1]
    assert wrong(table.home / "windfall") == []


def test_another_correction_takes_the_place_of_a_staged_one_but_not_of_a_staged_phase(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _correct(table) == 0
    assert "takes the place" not in capsys.readouterr().out
    assert _correct(table, "--confirm") == 0
    assert "this takes the place of the correction that was staged" in capsys.readouterr().out
    assert not (table.home / "host/staged/windfall/fingerprint").exists()
    assert _command(table, "run", "windfall", "--stage", "--now", "--anyway") == 0
    assert _command(table, "correct", "windfall", "--set", "coins.red=5", "--reason", "x") == 2
    assert "a phase of windfall is staged" in capsys.readouterr().err


def _corrected_until(table: Table, point: int, leave_out: Sequence[int] = ()) -> bool:
    """Corrects in a process of its own, which dies at this point; says whether it came to its end before."""
    child = os.fork()
    if child == 0:
        left = iter(range(point))
        faults.set_hook(lambda _: os._exit(137) if next(left) == point - 1 else None)
        with table.desk.step("correcting") as draft:
            corrected.publish(draft, correcting.work_out(draft, "windfall", order(*leave_out)))
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_killed_anywhere_it_has_happened_whole_or_not_at_all(table: Table) -> None:
    publish(table, BLUE)
    before, seen = state_of(table), []
    for point in range(1, 1000, 7):
        home = Path(shutil.copytree(table.home, table.home.parent / f"killed-{point}"))
        killed = Table(home, table.clock)
        ended = _corrected_until(killed, point)
        killed.run()
        happened = state_of(killed) != before
        seen.append(happened)
        assert state_of(killed)["coins"]["blue"] == 9
        assert happened == (home / "windfall/corrections/002.yaml").exists() == (home / "windfall/undone/002").exists()
        assert GitArchive(home / "windfall").edited(["state.yaml", "corrections/002.yaml"]) == []
        assert wrong(home / "windfall") == []
        shutil.rmtree(home)
        if ended:
            break
    assert seen == sorted(seen) and seen[-1] and not seen[0] and len(seen) > 4


def test_a_phase_that_the_game_no_longer_comes_to(tmp_path: Path) -> None:
    """With one brick less than its end, Roads & Boats is over after the first turn."""
    table = Table(tmp_path / "games")
    players = {seat: Player(f"{seat}@example.org", seat.title(), word=seat) for seat in ("red", "blue")}
    game = registry.ruleset("roads-and-boats")
    with table.desk.step("setting up") as draft:
        found(draft, "fords", game.name, read_scenario(game, "twin-fords"), players, {}, SEED, AT_ONCE)
    table.run()
    for _ in range(5):
        for seat in players:
            table.order(seat)
        table.run()
    boards = {"goods": {state_of(table, "fords")["players"]["red"]["home"]: {"boards": 7}}}
    publish(table, Request("two boards more", patch=boards), "fords")
    over = {"wonder": ["red"] * 61}
    with pytest.raises(BadInput, match="does not come to T02/movement in this way"):
        publish(table, Request("counted wrongly", "T01/wonder", patch=over), "fords")
    outcome = publish(table, Request("counted wrongly", "T01/wonder", patch=over, leave_out=(1,)), "fords")
    assert [str(each.phase) for each in outcome.unreached] == ["T02/production"]
    assert state_of(table, "fords")["over"]["reason"] == "wonder"
    assert [str(finding) for finding in verify(GitArchive(table.home / "fords"), "fords")] == []
