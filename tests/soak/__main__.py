"""Soak: as many games as asked for, with progress; `make soak N=1000`.

Fails if a check fails, if a rule is reached by no game, golden or soaked, and not listed with a reason, and likewise
for events.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from time import monotonic

from adjudicator.rulesets.roads_and_boats.game import GAME
from tests.games.golden import golden_folders, played_again, read_golden
from tests.rules.cases import HERE, cases_in, is_case_file

from .coverage import rules, unreached, watched
from .play import Outcome, play
from .reduce import keep, reduced
from .scenes import scene

MOST_IN_VAIN = 0.4
"""Of all orders: said to depend on others, and none of them interfered. Bots crowd on small maps, people do so less."""


def main() -> int:
    arguments = argparse.ArgumentParser(prog="python -m tests.soak")
    arguments.add_argument("games", type=int, nargs="?", default=300)
    arguments.add_argument("--salt", default="", help="another word, other games")
    arguments.add_argument("--only", type=int, help="play this one alone")
    asked = arguments.parse_args()
    numbers = range(asked.games) if asked.only is None else [asked.only]
    outcomes = list(_played(asked.salt, numbers))
    failed = [outcome for outcome in outcomes if outcome.failure is not None]
    for outcome in failed:
        assert outcome.failure is not None
        failure = reduced(outcome.failure)
        print(f"{outcome.scene}: {failure.check}: {failure.why}\n  kept as {keep(failure)}")
    phases = sum(outcome.phases for outcome in outcomes)
    print(f"{len(outcomes)} games, {phases} phases, {len(failed)} failed")
    heeded = _doubts_are_few(sum((outcome.foretold for outcome in outcomes), Counter()))
    if asked.only is not None:
        return bool(failed)
    soaked = set[str]().union(*(outcome.reached | outcome.refused | outcome.events for outcome in outcomes))
    return bool(failed) or not heeded or not _all_reached(soaked)


def _doubts_are_few(foretold: Counter[str]) -> bool:
    """Tells how often a forecast left it open, and how often it need not have; says whether that was seldom enough."""
    told = foretold["certain"] + foretold["fails"] + foretold["depends"]
    vain = foretold["in vain"] / max(1, told)
    print(f"foretold: {told} orders, of which {foretold['certain']} certain, {foretold['fails']} to fail", end=", ")
    print(f"{foretold['depends']} depending on others; {foretold['in vain']} of these in vain, {vain:.0%} of all")
    return vain <= MOST_IN_VAIN


def _played(salt: str, numbers: range | list[int]) -> Iterator[Outcome]:
    """Over all processors, telling how far it is."""
    began = told = monotonic()
    with Pool(min(os.cpu_count() or 1, len(numbers)) or 1) as pool:
        for done, result in enumerate(pool.imap_unordered(_one, [(salt, number) for number in numbers]), 1):
            yield result
            if (now := monotonic()) - told > 1 or done == len(numbers):
                left = (now - began) / done * (len(numbers) - done)
                print(f"\r{done} of {len(numbers)} games, {left:.0f} s to go   ", end="", file=sys.stderr)
                told = now
    print(file=sys.stderr)


def _one(asked: tuple[str, int]) -> Outcome:
    salt, number = asked
    return play(scene(number, salt), watching=True)


def _all_reached(soaked: set[str]) -> bool:
    """Tells which rules were reached by what, and says whether every one was that should be."""
    by_cases, by_golden, listed = _reached_by_cases(), _reached_by_golden(), unreached()
    games = soaked | by_golden
    lacking = []
    for name in (*rules(), *sorted(GAME.events)):
        if name not in games and name not in listed:
            lacking.append(name)
            only = " but by cases" if name in by_cases else ""
            print(f"{name} was reached by no game{only}")
    found = [name for name in rules() if name in games]
    print(f"rules reached by games: {len(found)} of {len(rules())}; by golden games alone", end=" ")
    print(f"{len([name for name in rules() if name in by_golden])}, by cases {len(set(rules()) & by_cases)}")
    for name in sorted(set(listed) & games):
        print(f"{name} is listed as not reached, and was")
    return not lacking


def _reached_by_cases() -> set[str]:
    files = [file for file in sorted((HERE / "roads_and_boats").rglob("*.yaml")) if is_case_file(file)]
    reached = {file.name.partition("_")[0] for file in files}
    with watched(reached):
        for file in files:
            for case in cases_in(file):
                case.run()
    return reached


def _reached_by_golden() -> set[str]:
    reached: set[str] = set()
    with watched(reached):
        for folder in golden_folders():
            for played in played_again(read_golden(folder)):
                reached |= {event.kind() for event in played.resolution.events}
                reached |= {problem.rule for problem in played.resolution.refused}
    return reached


if __name__ == "__main__":
    sys.exit(main())
