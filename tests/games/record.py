"""Plays the golden games between bots and writes them: `make golden`."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from adjudicator.core import registry, yamlfiles
from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, Plain, Position, Seat
from adjudicator.core.ruleset import Ruleset

from .golden import FOLDER, Golden, told_phase, write_golden
from .story import write_story

RULESET = "roads-and-boats"


@dataclass(frozen=True)
class Casting:
    """Who plays what."""

    scenario: str
    bots: tuple[str, ...]
    """One for each seat, in the order of the game's colours."""
    options: dict[str, Plain] = field(default_factory=dict)
    prescribed: bool = True
    """Whether homes are those of the map; otherwise the players choose."""


GAMES = {
    "alone": Casting("hermits-valley", ("simple",)),
    "two-at-the-fords": Casting("twin-fords", ("simple", "simple")),
    "three-and-an-island": Casting("iron-island", ("simple", "simple", "simple")),
    "three-with-a-fool": Casting("lagoon", ("simple", "random", "random")),
    "four-winds": Casting("four-winds", ("simple", "random", "simple", "simple"), {"brick_rounds": "one_each_in_turn"}),
    "five-choose-their-homes": Casting("horseshoe", ("simple", "simple", "random", "simple", "simple"), {}, False),
    "six-on-the-river": Casting("great-river", ("simple",) * 5 + ("random",), {"handling_in_build_and_wonder": "yes"}),
}


def record(name: str, casting: Casting) -> Golden:
    rules = registry.ruleset(RULESET)
    seats = rules.colours[: len(casting.bots)]
    seed = hashlib.sha256(f"golden game {name}".encode()).digest()
    file = rules.folders.scenarios / f"{casting.scenario}.yaml"
    raw = yamlfiles.load(file.read_text(encoding="utf-8"), str(file))
    if not casting.prescribed:
        raw = {key: value for key, value in raw.items() if key != "homes"}
    phases = _play(rules, raw, dict(zip(seats, casting.bots, strict=True)), casting.options, seed)
    folder = FOLDER / RULESET.replace("-", "_") / name
    return Golden(folder, rules, seats, seed, raw, casting.options, tuple(phases))


def _play(rules: Ruleset, raw: Plain, bots: dict[Seat, str], raw_options: Plain, seed: bytes) -> list[dict[str, Plain]]:
    draws, whims = Draws(seed), Draws(hashlib.sha256(seed).digest())
    board, options = rules.read_board(raw), rules.read_options(raw_options)
    resolution = rules.begin(board, tuple(bots), options, draws)
    phases = [told_phase(rules, "beginning", {}, resolution)]
    position = Position(board, resolution.state, options)
    while (awaited := rules.awaited(position)) is not None:
        phase = awaited.phase
        bodies = {seat: dict(rules.bots[bots[seat]](position, seat, whims)) for seat in awaited.owed}
        sheets = {seat: OrderSheet(seat, phase.turn, phase.name, body) for seat, body in bodies.items()}
        resolution = rules.resolve(position, sheets, draws)
        phases.append(told_phase(rules, str(phase), bodies, resolution))
        position = Position(board, resolution.state, options)
    return phases


def main() -> None:
    for name, casting in GAMES.items():
        golden = record(name, casting)
        write_golden(golden)
        size = sum(file.stat().st_size for file in golden.folder.iterdir())
        print(f"{golden.name}: {len(golden.phases)} phases, {size // 1024} KB")
    write_story()


if __name__ == "__main__":
    main()
