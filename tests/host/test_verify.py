"""An archive verified by whoever has it: as published it passes, and a changed byte anywhere that matters is named."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.core.sentences import Sentences
from adjudicator.host.verifying import Finding, verify
from adjudicator.rulesets.orchard.game import GAME
from adjudicator.shell.git import GitArchive
from tests.host.table import Table


def findings(folder: Path) -> list[Finding]:
    return list(verify(GitArchive(folder), folder.name))


def faults(folder: Path) -> list[str]:
    return [str(finding) for finding in findings(folder) if finding.fault]


def play(table: Table, turns: int) -> Path:
    table.begin(turns=turns)
    for _ in range(turns):
        table.order("red", "{pick: 2, from: apple}", "{pick: 1, from: pear}")
        table.order("blue", "{pick: 2, from: apple}", "{pick: many, from: nowhere}")
        table.order("blue", "{pick: 2, from: apple}")
        table.run()
        table.order("red", "{sell: 9, fruit: apple}")
        table.order("blue", "{sell: 9, fruit: apple}")
        table.run()
    return table.home / "windfall"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(Table(tmp_path_factory.mktemp("home")), 2)


@pytest.fixture
def finished(archive: Path, tmp_path: Path) -> Path:
    """A finished game, copied away from its host: there is nothing but the archive."""
    return Path(shutil.copytree(archive, tmp_path / "clone" / "windfall"))


def test_a_finished_game_passes_from_a_copy_without_its_host(finished: Path) -> None:
    assert findings(finished) == []


def test_a_running_game_passes_and_says_that_the_draws_wait(table: Table) -> None:
    table.begin(turns=3)
    table.order("red", "{pick: 2, from: apple}")
    table.order("blue", "{pick: 2, from: apple}")
    table.run()
    found = findings(table.home / "windfall")
    assert [finding.fault for finding in found] == [False]
    assert "published when the game is over" in found[0].message


def replaced(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


TAMPERED = {
    "an order": ("turns/T01/0-picking/orders/red.yaml", replaced("pick: 2", "pick: 1")),
    "an event": ("turns/T01/0-picking/events.yaml", replaced("pieces: 2", "pieces: 1")),
    "a refusal": ("turns/T02/0-picking/events.yaml", replaced("OR-2.1", "OR-2.2")),
    "the report": ("turns/T01/1-market/report.txt", replaced("Anna", "Anne")),
    "a hash": ("turns/T02/0-picking/proof.yaml", replaced("after: ", "after: x")),
    "the position": ("state.yaml", replaced("turn: ", "turn: 1")),
    "the seed": ("game.yaml", replaced('seed: "00', 'seed: "01')),
    "a word": ("game.yaml", replaced("word-of-red", "word-of-rad")),
    "the promise": ("game.yaml", replaced('commitment: "', 'commitment: "0')),
    "an option": ("game.yaml", replaced("turns: 2", "turns: 3")),
    "the map": ("map.yaml", replaced("apple", "appel")),
    "the beginning": ("turns/T00/0-begin/events.yaml", replaced("event: ", "event: x")),
}


@pytest.mark.parametrize("what", sorted(TAMPERED))
def test_a_changed_byte_is_found(finished: Path, what: str) -> None:
    name, change = TAMPERED[what]
    file = finished / name
    file.write_text(change(file.read_text()))
    try:
        assert faults(finished)
    except Exception as error:  # a file that no longer reads is a fault with a place, never a crash of ours
        assert type(error).__name__ == "BadInput", error


def test_the_fault_is_named_with_file_and_line(finished: Path) -> None:
    file = finished / "turns/T01/0-picking/events.yaml"
    file.write_text(file.read_text().replace("pieces: 2", "pieces: 1", 1))
    assert any(fault.startswith("turns/T01/0-picking/events.yaml, line ") for fault in faults(finished))


def test_a_phase_that_is_gone_is_missed(finished: Path) -> None:
    shutil.rmtree(finished / "turns/T01/1-market")
    assert any("the game waits for T01/market" in fault for fault in faults(finished))


def test_a_later_version_that_decides_otherwise_says_which_to_install(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAME), "version", "99")
    found = findings(finished)
    assert found and not any(finding.fault for finding in found)
    assert "install that version" in found[0].message


def does_not_fit(*_: object) -> None:
    raise AssertionError("{'stone': 2} taken from {}")


def test_a_changed_order_is_named_though_what_was_published_cannot_follow_any_more(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAME), "replay", does_not_fit)
    file = finished / "turns/T01/0-picking/orders/red.yaml"
    file.write_text(file.read_text().replace("pick: 2", "pick: 1"))
    found = faults(finished)
    assert any(fault.startswith("turns/T01/0-picking/events.yaml, line ") for fault in found)
    assert any(fault.startswith("turns/T01/0-picking/proof.yaml, line ") for fault in found)


def test_events_of_another_version_that_cannot_have_happened_are_a_fault(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAME), "version", "99")
    monkeypatch.setattr(type(GAME), "replay", does_not_fit)
    assert faults(finished) == [
        "turns/T01/0-picking/events.yaml: this cannot have happened after what happened before it"
    ]


@pytest.mark.parametrize("name", ["orders/red.yaml", "events.yaml", "proof.yaml"])
def test_a_byte_that_is_no_text_is_named_with_its_line(finished: Path, name: str) -> None:
    file = finished / "turns/T01/0-picking" / name
    lines = file.read_bytes().split(b"\n")
    file.write_bytes(b"\n".join([lines[0], b"\xe5" + lines[1], *lines[2:]]))
    assert faults(finished) == [f"turns/T01/0-picking/{name}, line 2: the file is not UTF-8 text"]


@pytest.mark.parametrize("events", ["events: [", "- a list\n", "events: 1\nrefused: 2\n"])
def test_events_that_do_not_read_any_more_are_named_and_what_follows_is_looked_at(finished: Path, events: str) -> None:
    (finished / "turns/T01/0-picking/events.yaml").write_text(events)
    (finished / "turns/T02/1-market/report.txt").write_text("Anne\n")
    found = faults(finished)
    assert found[0].startswith("turns/T01/0-picking/events.yaml, line 1: reads ")
    assert any(fault.startswith("turns/T02/1-market/proof.yaml, line ") for fault in found)


@pytest.fixture
def other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a later program may have them for the same reason."""
    monkeypatch.setattr(Sentences, "reason", lambda sentences, problem: f"{problem.code}, in short.")


@pytest.mark.usefixtures("other_words")
def test_reasons_told_in_other_words_are_no_fault(finished: Path) -> None:
    found = findings(finished)
    assert [finding.fault for finding in found] == [False]
    assert "other words" in found[0].message and found[0].place.startswith("turns/")


@pytest.mark.usefixtures("other_words")
def test_but_words_that_were_changed_since_are_one(finished: Path) -> None:
    file = finished / "turns/T02/0-picking/events.yaml"
    first = next(line for line in file.read_text().splitlines() if "reason: " in line)
    file.write_text(file.read_text().replace(first, first.partition("reason: ")[0] + "reason: Because.", 1))
    assert any(fault.startswith("turns/T02/0-picking/") for fault in faults(finished))


@pytest.mark.usefixtures("other_words")
def test_a_running_game_may_get_other_words_too(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin(turns=3)
    table.order("red", "{pick: 9, from: apple}")
    table.order("blue", "{pick: 9, from: apple}")
    table.run()
    assert ", in short." in (table.home / "windfall/turns/T01/0-picking/events.yaml").read_text()
    monkeypatch.undo()
    found = findings(table.home / "windfall")
    assert [finding.fault for finding in found] == [False]
