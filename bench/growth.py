"""What grows: the cost of a phase as its game goes on, and of a run as there are more games."""

from __future__ import annotations

import statistics
from pathlib import Path

from adjudicator.host.founding import found, read_scenario
from adjudicator.host.run import run
from adjudicator.host.seats import Player
from adjudicator.rulesets.orchard.game import GAME as ORCHARD
from adjudicator.shell.bootstrap import open_desk, prepare_desk
from bench import games
from bench.measure import Row, row, timed

Series = list[tuple[int, float]]

FOUR = ("red", "blue", "yellow", "green")
NUMBERS = (1, 10, 100, 300, 1_000)
A_WINDOW = 16
FLAT = 1.25
"""So much dearer may the last turns be than the first: by then more lies on the map."""


def phases(scratch: Path, most: int = 132) -> tuple[Series, Row]:
    """A game for four, phase by phase. Early phases against late ones of the same kind."""
    desk = games.begin(scratch / "growing", "four-winds", FOUR)
    costs: Series = []
    for number in range(1, most + 1):
        texts = games.order_files(desk, long=True)
        assert texts is not None
        games.hand_in(desk, texts)
        costs.append((number, timed(lambda: list(run(desk, [games.NAME])))))
    seconds = [cost for _, cost in costs]
    early, late = seconds[A_WINDOW // 2 : A_WINDOW // 2 + A_WINDOW], seconds[-A_WINDOW:]
    name = f"a phase, turn {len(costs) // 4} beside turns 3 to 6"
    return costs, row(name, f"flat: at most {FLAT}x", late, early, least=1 / FLAT)


def many_games(scratch: Path) -> tuple[Series, Row]:
    """A run that finds nothing to do, with so many games in one folder."""
    home = scratch / "many"
    prepare_desk(home)
    desk = open_desk(home)
    costs: Series = []
    made = 0
    for number in NUMBERS:
        while made < number:
            players = {seat: Player(f"{seat}@localhost", seat, word=seat) for seat in ("red", "blue")}
            with desk.step("setting up") as draft:
                scenario = read_scenario(ORCHARD, "windfall")
                found(draft, f"g{made}", ORCHARD.name, scenario, players, {}, games.SEED, {})
            made += 1
        list(run(desk))  # all begin, and their letters leave
        costs.append((number, statistics.median(timed(lambda: list(run(desk))) for _ in range(3))))
    each = {number: cost / number for number, cost in costs}
    name = f"run, a game of {NUMBERS[-1]:,} beside one of {NUMBERS[-3]}"
    return costs, row(name, f"linear: at most {FLAT}x", [each[NUMBERS[-1]]], [each[NUMBERS[-3]]], least=1 / FLAT)
