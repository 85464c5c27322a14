"""Killed while the clock is at work: a deadline, an extension by mail, an absence, a seat that becomes free."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.shell import faults
from tests.host.table import HandClock, Table
from tests.host.test_by_the_clock import at, begin
from tests.host.test_kill import _die_at, _run_until, result, run_to_the_end

PARTS = 4
LEAST_POINTS = 150
EVERY = 4
"""Only every fourth point is tried here; test_kill.py tries all of a turn's, and the same writer is at work."""


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, HandClock]:
    """Tuesday night: mails lie there that came before the deadline and after it, and nobody has looked since noon."""
    folder = tmp_path_factory.mktemp("clock") / "games"
    table = Table(folder)
    begin(table, missing="replace", missed=1, turns=2, most_missing=1)
    at(table, "2026-03-03T12:00")
    table.run()
    table.reply("red", "away 2026-03-10 2026-03-12\n")
    table.reply("blue", "end windfall\n")
    table.order("red", "{pick: 1, from: plum}")
    table.order("blue")
    at(table, "2026-03-03T22:00")
    table.order("green", "{pick: 1, from: plum}")  # too late
    return folder, table.clock


@pytest.fixture(scope="module")
def undisturbed(
    before: tuple[Path, HandClock], tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, bytes], int]:
    folder = tmp_path_factory.mktemp("undisturbed") / "games"
    shutil.copytree(before[0], folder)
    points: list[str] = []
    faults.set_hook(points.append)
    try:
        run_to_the_end(folder, before[1])
    finally:
        faults.set_hook(None)
    return result(folder), len(points)


def test_enough_happens(undisturbed: tuple[dict[str, bytes], int]) -> None:
    files, points = undisturbed
    assert points > LEAST_POINTS
    assert "windfall/turns/T01/0-picking/events.yaml" in files
    chronicle = files["windfall/chronicle.yaml"].decode()
    assert all(what in chronicle for what in ("away", "would-end", "vacant"))
    assert b'"paused": "2026' in files["host/games/windfall/deadline.json"]


@pytest.mark.parametrize("part", range(PARTS))
def test_killed_anywhere_it_comes_to_the_same(
    part: int,
    before: tuple[Path, HandClock],
    undisturbed: tuple[dict[str, bytes], int],
    home: Path,
) -> None:
    expected, points = undisturbed
    for number in range(1 + part * EVERY, points + 1, PARTS * EVERY):
        shutil.copytree(before[0], home)
        assert _run_until(home, before[1], _die_at(number)) == 137
        run_to_the_end(home, before[1])
        assert result(home) == expected, f"killed at point {number}"
        shutil.rmtree(home)
