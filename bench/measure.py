"""Measuring two things in turns, so that whatever slows the machine down slows down both."""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

MEMORY = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else None
"""Both write there what they write, so no disk is measured."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. `ratio` is peer by ours: above 1 we are faster."""

    name: str
    goal: str
    ours: float
    peer: float
    ratio: float
    low: float
    high: float
    reached: bool

    def plain(self) -> dict[str, Any]:
        return asdict(self)

    def judged(self, reached: bool, goal: str = "") -> Row:
        """By something else than the ratio."""
        return replace(self, reached=reached, goal=goal or self.goal)


def alternating(
    name: str,
    goal: str,
    ours: Callable[[], object],
    peer: Callable[[], object],
    *,
    least: float,
    rounds: int = 7,
) -> Row:
    """Both in turns; the ratio is the median of the rounds' ratios, with the quarter below and above as its spread."""
    ours(), peer()  # whatever is made once is made now
    mine, theirs = [], []
    for _ in range(rounds):
        mine.append(timed(ours))
        theirs.append(timed(peer))
    return row(name, goal, mine, theirs, least)


def row(name: str, goal: str, mine: list[float], theirs: list[float], least: float) -> Row:
    ratios = sorted(their / my for my, their in zip(mine, theirs, strict=True))
    low, middle, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else (ratios[0],) * 3
    return Row(name, goal, statistics.median(mine), statistics.median(theirs), middle, low, high, middle >= least)


def timed(act: Callable[[], object]) -> float:
    gc.collect()
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def table(rows: list[Row]) -> str:
    head = f"{'':<48} {'ours':>10} {'peer':>10} {'ratio':>8}  {'spread':<14} goal"
    return "\n".join([head, *map(line, rows)])


def line(each: Row) -> str:
    """The ratio is peer by ours: above 1 we are faster."""
    return (
        f"{each.name:<48} {_ms(each.ours):>10} {_ms(each.peer):>10} {each.ratio:>7.2f}x "
        f" {f'{each.low:.2f}–{each.high:.2f}':<14} {each.goal}: {'reached' if each.reached else 'MISSED'}"
    )


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 10 else f"{seconds:.1f} s"
