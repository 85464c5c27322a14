"""A game told and shown from its archive, with its host or without; and what a moderator who plays may not see."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from adjudicator import cli
from adjudicator.core import yamlfiles
from adjudicator.core.model import BadInput
from adjudicator.host import history, looking
from adjudicator.host.adjudicate import RulesBroken
from adjudicator.host.run import run
from adjudicator.host.tending import Leave
from adjudicator.host.trial import stage, trial
from adjudicator.host.undoing import undo
from adjudicator.rulesets.orchard.game import OrchardGame
from adjudicator.shell.git import GitArchive
from tests.host.table import Table


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of two turns: one turn, an undone phase, and the end."""
    table = Table(tmp_path_factory.mktemp("home") / "games")
    table.begin(turns=2)
    table.order("red", "{pick: 2, from: apple}", "{pick: 9, from: pear}")
    table.order("blue", "{pick: 2, from: plum}")
    table.run()
    with table.desk.step("undoing") as draft:
        undo(draft, "windfall", 1, "once more")
    table.run()
    for fruit in ("apple", "plum"):
        table.order("red", f"{{pick: 2, from: {fruit}}}")
        table.order("blue")
        table.run()
        table.order("red", f"{{sell: 2, fruit: {fruit}}}")
        table.order("blue")
        table.run()
    return table.home


@pytest.fixture
def told(home: Path) -> dict[str, object]:
    folder = GitArchive(home / "windfall")
    times = history.Times(folder.committed("proof.yaml"), {})
    return history.history(folder, "windfall", times)


def test_every_phase_is_told_with_who_ordered_and_what_happened(told: dict[str, list[dict[str, object]]]) -> None:
    phases = told["phases"]
    assert [phase["phase"] for phase in phases] == [
        "the beginning",
        *("T01/picking", "T01/market"),
        *("T02/picking", "T02/market"),
    ]
    assert phases[1]["ordered"] == {"blue": [], "red": []}
    assert "Anna (red) picks 2 from the apple tree." in str(phases[1]["happened"])
    assert all(str(phase["resolved"]).startswith("2026-03-01T12:") for phase in phases)


def test_wealth_by_turn_and_corrections(told: dict[str, list[dict[str, object]]]) -> None:
    assert [row["turn"] for row in told["wealth"]] == [0, 1, 2]
    assert told["wealth"][1]["of"] == {"blue": 0, "red": 7}
    assert [(one["what"], one["phase"]) for one in told["corrections"]] == [("undo", "T01/picking")]


def test_when_orders_came_is_told_from_the_journal(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["history", str(home / "windfall"), "--json"])
    phases = json.loads(capsys.readouterr().out)["phases"]
    assert phases[1]["ordered"]["red"][-1] == "2026-03-01T12:00+00:00"


def test_the_page_reads_the_same_from_a_copy(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = shutil.copytree(home / "windfall", tmp_path / "windfall")
    cli.main(["history", str(copy)])
    page = capsys.readouterr().out
    assert page.startswith("WINDFALL: A GAME OF ORCHARD")
    assert "undone from T01/picking on: once more" in page and "Anna (red) picks 2 from the apple tree." in page


def test_hidden_things_are_told_only_when_the_game_is_over(table: Table, told: dict[str, object]) -> None:
    table.begin(turns=1)
    running = history.history(GitArchive(table.home / "windfall"), "windfall")
    assert "favourite" not in json.dumps(running)
    assert "favourite" in json.dumps(told)


def test_a_past_position_is_shown_from_the_events(home: Path) -> None:
    folder = GitArchive(home / "windfall")
    after = looking.at(folder, "windfall", "T01/picking").text()
    assert after.startswith("WINDFALL AFTER T01/PICKING") and "waits for T01/market" in after
    assert "the game is over" in looking.at(folder, "windfall").text()
    assert looking.at(folder, "windfall", "t00/begin").text().startswith("WINDFALL AT THE BEGINNING")
    assert "favourite" not in after
    assert "favourite" in looking.at(folder, "windfall", "T01/picking", "red").text()


@pytest.mark.parametrize(
    ("phase", "seat", "sentence"),
    [
        ("T09/picking", None, "T09/picking was not played in windfall, only T00/begin to T02/market"),
        ("T01/lunch", None, "Orchard has no phase lunch"),
        (None, "pink", "nobody plays pink"),
    ],
)
def test_what_cannot_be_shown_is_said(home: Path, phase: str | None, seat: str | None, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        looking.at(GitArchive(home / "windfall"), "windfall", phase, seat)
    assert sentence in str(refused.value)


# -- blind -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def blind(table: Table) -> Table:
    """The moderator plays, and red has ordered; the phase is due."""
    file = table.home / "host" / "host.yaml"
    file.write_text(file.read_text() + "blind: [windfall]\n")
    table.begin()
    table.order("red", "{pick: 2, from: plum}")
    table.order("blue", "{pick: 1, from: plum}")
    return table


def test_a_dry_run_says_that_a_phase_is_due_and_not_what_it_comes_to(blind: Table) -> None:
    said = "\n".join(trial(blind.desk, leave=Leave()))
    assert "T01/picking would be resolved" in said and "not shown" in said
    assert "plum" not in said


def test_nothing_is_staged(blind: Table) -> None:
    with pytest.raises(BadInput, match="the moderator plays in windfall"):
        stage(blind.desk, "windfall", Leave(at_once=True))


def test_a_broken_rule_is_reported_without_what_broke_it(blind: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OrchardGame, "audit", lambda *_: ("red's basket holds 2 plums",))
    with pytest.raises(BadInput) as said:
        list(run(blind.desk))
    assert "a rule is broken" in str(said.value) and "plum" not in str(said.value)
    monkeypatch.setattr("adjudicator.host.settings.Settings.blind_to", lambda *_: False)
    with pytest.raises((BadInput, RulesBroken), match="plums"):
        list(run(blind.desk))


def test_no_order_is_in_a_line_of_the_journal_or_in_the_name_of_a_file(blind: Table) -> None:
    table = blind
    with table.desk.step("looking") as draft:
        journal = json.dumps(list(draft.journal.lines()))
    names = [str(path) for path in (table.home / "host").rglob("*")]
    assert "plum" not in journal and not any("plum" in name for name in names)


@pytest.mark.parametrize("value", ["blind: 3\n", "blind: {windfall: true}\n", "blind: [1]\n"])
def test_a_wrong_setting_is_said(table: Table, value: str) -> None:
    file = table.home / "host" / "host.yaml"
    file.write_text(file.read_text() + value)
    with pytest.raises(BadInput, match="blind is true, false or a list of games"):
        _ = table.desk


# -- the commands ------------------------------------------------------------------------------------------------------


def test_undo_and_correct_from_the_command_line(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.begin()
    table.order("red", "{pick: 2, from: apple}")
    table.order("blue")
    table.run()
    where = ["--home", str(table.home)]
    patch = table.home / "patch.yaml"
    patch.write_text("coins: {red: 3}\n")
    cli.main(["correct", "windfall", "--state", str(patch), "--set", "coins.blue=2", "--reason", "gifts", *where])
    assert "coins.blue: nothing → 2" in capsys.readouterr().out
    cli.main(["discard", "windfall", *where])
    assert "coins" not in yamlfiles.load((table.home / "windfall" / "state.yaml").read_text())
    cli.main(["correct", "windfall", "--state", str(patch), "--reason", "a gift", *where])
    cli.main(["confirm", "windfall", *where])
    assert yamlfiles.load((table.home / "windfall" / "state.yaml").read_text())["coins"] == {"red": 3}
    cli.main(["undo", "windfall", "--reason", "no gifts", *where])
    assert "waits for T01/picking again" in capsys.readouterr().out
    cli.main(["verify", str(table.home / "windfall")])
    assert "1 phase verified" in capsys.readouterr().out


@pytest.mark.parametrize("fact", ["coins", "=3", ".=3"])
def test_a_fact_that_is_none_is_said(table: Table, fact: str, capsys: pytest.CaptureFixture[str]) -> None:
    table.begin()
    with pytest.raises(SystemExit) as left:
        cli.main(["correct", "windfall", "--set", fact, "--reason", "x", "--home", str(table.home)])
    assert left.value.code == 2 and "a fact is written PATH=VALUE" in capsys.readouterr().err


def test_options_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["options", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert {"orchard", "roads-and-boats"} <= set(found)
    for several in found.values():
        for option in several:
            assert option["explained"] and option["default"] in option["values"]
