"""A long game is verified on two cores; what is found is what is found on one."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.host.table import Table
from tests.host.test_verify import faults, play

TURNS = 6
"""The longest game of Orchard: two phases each."""

# In a process of its own, as the command runs: a copy is made only of a process with nothing else under way.
STANDS = """
import sys
from pathlib import Path
from adjudicator.shell.git import GitArchive
from adjudicator.shell.in_halves import both_stand
folder = Path(sys.argv[1])
print(both_stand(GitArchive(folder), folder.name))
"""
# The same, but git has kept another position of the middle, from which the second half seems to follow.
FORGED = """
from adjudicator.host import verifying
from adjudicator.shell import git
kept, between = git.CommittedFolder.read, verifying.verify_between
git.CommittedFolder.read = lambda self, path: kept(self, path).replace("turn: ", "turn: 1")
verifying.verify_between = lambda *of, **part: ([], None) if "after" in part else between(*of, **part)
"""
# There is no room for a second process.
NO_ROOM = """
import os
def fork():
    raise OSError(12, "Cannot allocate memory")
os.fork = fork
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(Table(tmp_path_factory.mktemp("home")), TURNS)


@pytest.fixture
def finished(archive: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(archive, tmp_path / "clone" / "windfall"))


def stand(folder: Path, before: str = "") -> bool:
    done = subprocess.run(
        [sys.executable, "-c", before + STANDS, str(folder)], check=True, capture_output=True, text=True, timeout=60
    )
    return done.stdout.strip() == "True"


def test_both_halves_of_a_long_game_stand(finished: Path) -> None:
    assert stand(finished)


def test_the_second_half_counts_only_from_where_the_first_leads(finished: Path) -> None:
    assert not stand(finished, FORGED)


def _in_the_first_half(folder: Path) -> Path:
    return folder / "turns/T02/0-picking/events.yaml"


def _in_the_second_half(folder: Path) -> Path:
    return folder / f"turns/T{TURNS:02d}/0-picking/report.txt"


def _at_the_end(folder: Path) -> Path:
    return folder / "state.yaml"


@pytest.mark.parametrize("where", [_in_the_first_half, _in_the_second_half, _at_the_end])
def test_what_is_wrong_in_either_half_is_named_as_ever(finished: Path, where: Callable[[Path], Path]) -> None:
    file = where(finished)
    written = file.read_text()
    last = list(re.finditer(r"\d+", written))[-1]
    file.write_text(f"{written[: last.start()]}{int(last[0]) + 1}{written[last.end() :]}")
    assert not stand(finished)
    assert told_by_the_command(finished) == faults(finished) != []


def test_what_keeps_the_first_half_from_being_looked_at_is_told_as_well(finished: Path) -> None:
    with (finished / "turns/T01/0-picking/orders/red.yaml").open("ab") as file:
        file.write(b"\xe5")
    assert not stand(finished)
    assert told_by_the_command(finished) == faults(finished) != []


def told_by_the_command(finished: Path) -> list[str]:
    told = subprocess.run(
        [Path(sys.executable).with_name("adjudicator"), "verify", finished], capture_output=True, text=True, timeout=60
    )
    assert told.returncode == 1
    return [line.removeprefix("FAULT  ") for line in told.stdout.splitlines() if line.startswith("FAULT")]


def test_a_copy_without_its_history_is_verified_in_one_piece(finished: Path) -> None:
    shutil.rmtree(finished / ".git")
    assert not stand(finished)
    assert faults(finished) == []


def test_where_there_is_no_room_for_two_it_is_verified_in_one_piece(finished: Path) -> None:
    assert not stand(finished, NO_ROOM)


@pytest.mark.parametrize("lost", ["objects/??/*", "refs/heads/main", "config"])
def test_what_git_has_lost_keeps_nobody_from_verifying(finished: Path, lost: str) -> None:
    for file in (finished / ".git").glob(lost):
        file.chmod(0o644)
        file.write_text("[torn")
    assert not stand(finished)
    assert faults(finished) == []
