"""What a run takes in, piece by piece, and how many runs the goods at hand allow.

Works on a pool, so that nothing happens while it is worked out: what players hand in and what unattended factories
find on the ground are chosen by the same few lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from ..apply import is_transporter
from ..events import Spread
from ..goods import merge
from ..state import Good, Goods
from ..table import No
from ..tables import BuildingKind, Input

Pool: TypeAlias = Spread
"""The goods that may be used, by ground or transporter, in the order in which they are used."""


@dataclass(frozen=True, slots=True)
class Runs:
    """So many runs, what they use, and what is missing for one more."""

    number: int
    used: Spread
    missing: Goods


def players_inputs(kind: BuildingKind, use: tuple[Good, ...]) -> tuple[Input, ...] | No:
    """RB-5.8  One run's inputs as a player wants them: `use` names every piece, or one good for all of them.

    RB-Q98: without it, what an unattended factory takes first, a player gives last.
    """
    if not use:
        return tuple(Input(each.goods[::-1], each.count) for each in kind.inputs)
    wanted = Counter(use * sum(each.count for each in kind.inputs) if len(use) == 1 else use)
    left = Counter(wanted)
    for each in kind.inputs:
        fitting = [good for good in each.goods for _ in range(left[good])][: each.count]
        left.subtract(fitting)
        if len(fitting) < each.count:
            return _does_not_fit(kind, use)
    if left.total():
        return _does_not_fit(kind, use)
    return tuple(Input((good,), number) for good, number in wanted.items())


def _does_not_fit(kind: BuildingKind, use: tuple[Good, ...]) -> No:
    return No("use-does-not-fit", "RB-5.8", {"building": kind.kind, "use": list(use)})


def plan_runs(pool: Pool, inputs: tuple[Input, ...], most: int) -> Runs:
    """RB-5.7  As many runs as the pool allows, up to the most."""
    left = {place: dict(goods) for place, goods in pool.items()}
    taken: list[Spread] = []
    missing: Goods = {}
    while len(taken) < most and not missing:
        spread, missing = _one_run(left, inputs)
        if not missing:
            taken.append(spread)
    used = merge(taken)
    return Runs(len(taken), {place: used[place] for place in pool if place in used}, missing)


def _one_run(left: dict[str, dict[Good, int]], inputs: tuple[Input, ...]) -> tuple[Spread, Goods]:
    """Takes one run's pieces out of what is left; or gives what is missing."""
    pieces: list[Spread] = []
    missing: Counter[Good] = Counter()
    for each in inputs:
        wanted = each.count
        for place, good in _in_order(left, each.goods):
            part = min(wanted, left[place].get(good, 0))
            if part:
                left[place][good] -= part
                pieces.append({place: {good: part}})
                wanted -= part
        if wanted:
            missing[each.goods[0]] += wanted
    return merge(pieces), dict(missing)


def _in_order(places: Iterable[str], goods: tuple[Good, ...]) -> Iterator[tuple[str, Good]]:
    """Place by place, and at each good by good; grounds that follow one another are one place (RB-2.10)."""
    for _, group in groupby(places, key=lambda place: place if is_transporter(place) else ""):
        together = list(group)
        yield from ((place, good) for good in goods for place in together)
