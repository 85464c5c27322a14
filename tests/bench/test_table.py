"""The table of speed: what a ratio is, when a goal counts as reached, and what is drawn of what grows."""

from __future__ import annotations

import re

import pytest

from bench.measure import alternating, line, row
from bench.plot import HEIGHT, TOP, plot


def test_ratios_are_peer_by_ours_with_the_middle_half_as_spread() -> None:
    made = row("a phase", "at least 2x", mine=[1.0, 1.0, 1.0, 1.0, 1.0], theirs=[2.0, 3.0, 4.0, 5.0, 6.0], least=2)
    assert (made.ours, made.peer, made.ratio) == (1.0, 4.0, 4.0)
    assert (made.low, made.high) == (2.5, 5.5)
    assert made.reached


def test_one_slow_round_decides_nothing() -> None:
    made = row("a phase", "at least 2x", mine=[1.0, 50.0, 1.0], theirs=[3.0, 3.0, 3.0], least=2)
    assert made.ratio == 3.0 and made.reached


def test_a_goal_that_is_missed_is_said_to_be() -> None:
    made = row("a phase", "at least 5x", mine=[1.0], theirs=[4.9], least=5)
    assert "4.90x" in line(made) and line(made).endswith("at least 5x: MISSED")
    assert line(made.judged(True, "at most 5 ms")).endswith("at most 5 ms: reached")


def test_ours_and_the_peer_take_turns() -> None:
    turns: list[str] = []
    alternating("a", "", lambda: turns.append("ours"), lambda: turns.append("peer"), least=0, rounds=2)
    assert turns == ["ours", "peer"] * 3  # the first of each is not counted


@pytest.mark.parametrize("highest", [0.0007, 0.0583, 1.06, 240.0])
def test_what_grows_is_drawn_from_nought_with_round_numbers_beside_it(highest: float) -> None:
    drawn = plot({"A run": [(1, 0.0), (500, highest / 2), (1000, highest)]})
    marks = [float(mark) for mark in re.findall(r">([\d.]+) ms<", drawn)]
    assert marks[0] == 0 and len(marks) == 5
    assert marks[-1] / 4 <= highest * 1000 <= marks[-1]  # all of it is seen, and it does not lie on the ground
    heights = [float(y) for y in re.findall(r"[\d.]+,([\d.]+)", drawn)]
    assert heights and all(TOP <= y <= HEIGHT for y in heights)
