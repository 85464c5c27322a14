"""One soak game: bots order, the phase is resolved, everything is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from adjudicator.core.draws import Draws
from adjudicator.core.forecast import in_vain
from adjudicator.core.model import Awaited, OrderSheet, Position, Resolution, Seat
from adjudicator.rulesets.roads_and_boats.game import GAME
from tests.roads_and_boats.sheets import Writer

from .checks import EVERY, Check, Phase
from .coverage import watched
from .scenes import Scene

CRASH = "crash"
MISSING, NONSENSE = 0.03, 0.1
"""How often a player sends nothing, or what is in good form and may be anything."""
COUNTED = 4
"""In one phase of so many it is counted what was foretold."""
LEAVING = 0.01
"""How often somebody leaves before a phase, or a seat left is taken over."""


@dataclass(frozen=True)
class Failure:
    """A check that failed, with all that is needed to see it fail again."""

    check: str
    why: str
    scene: Scene
    before: Position
    sheets: Mapping[Seat, OrderSheet]
    by_bots: frozenset[Seat] = frozenset()


@dataclass
class Outcome:
    scene: str
    phases: int = 0
    failure: Failure | None = None
    events: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    """The numbers of the rules by which something was refused."""
    reached: set[str] = field(default_factory=set)
    """The numbers of the rules whose functions ran, if somebody watched."""
    foretold: Counter[str] = field(default_factory=Counter)
    """How many orders were said to be certain, to fail or to depend on others, and how many of the last in vain."""


def play(scene: Scene, watching: bool = False) -> Outcome:
    """Until the scene is over, or something is wrong."""
    outcome = Outcome(scene.name)
    watch = partial(watched, outcome.reached) if watching else nullcontext
    random, whims = Random(scene.seed.hex()), Draws(scene.seed)
    position, last = scene.position, scene.position.state.turn + scene.turns
    while (awaited := GAME.awaited(position)) is not None and position.state.turn < last:
        position = _coming_and_going(random, position, outcome)
        bots = dict(_orders_of_bots(random, whims, scene, position, awaited))
        sheets = {**bots, **_nonsense(random, position, bots)}
        trial = Failure("", "", scene, position, sheets, frozenset(seat for seat in bots if sheets[seat] is bots[seat]))
        with watch():
            resolution, outcome.failure = judged(trial, _due(random))
        outcome.phases += 1
        if outcome.failure is not None or resolution is None:
            break
        if outcome.phases % COUNTED == 0:
            outcome.foretold += _foretold(trial, resolution)
        outcome.events |= {event.kind() for event in resolution.events}
        outcome.refused |= {problem.rule for problem in resolution.refused}
        position = Position(position.board, resolution.state, position.options)
    return outcome


def _foretold(trial: Failure, resolution: Resolution) -> Counter[str]:
    """Of what bots order alone: nonsense depends on everything."""
    count: Counter[str] = Counter()
    for seat in trial.by_bots:
        told = GAME.forecast(trial.before, seat, trial.sheets[seat])
        count.update(outlook.verdict for outlook in told.outlooks)
        count["in vain"] += len(in_vain(told, seat, resolution))
    return count


def _orders_of_bots(
    random: Random, whims: Draws, scene: Scene, position: Position, awaited: Awaited
) -> Iterator[tuple[Seat, OrderSheet]]:
    for seat in awaited.owed:
        if position.state.players[seat].left or random.random() < MISSING:
            continue
        bot = GAME.bots["simple" if random.randrange(100) < scene.simple else "random"]
        body = bot(GAME.view(position, seat), seat, whims)
        yield seat, OrderSheet(seat, awaited.phase.turn, awaited.phase.name, body)


def _nonsense(random: Random, position: Position, seats: Iterable[Seat]) -> dict[Seat, OrderSheet]:
    """For some of them: whatever the schema lets one write."""
    return {seat: Writer(random, position, seat).sheet() for seat in seats if random.random() < NONSENSE}


def _due(random: Random) -> dict[str, Check]:
    return {name: check for name, (check, often) in EVERY.items() if random.randrange(often) == 0}


def judged(trial: Failure, checks: Mapping[str, Check]) -> tuple[Resolution | None, Failure | None]:
    """The phase resolved, and the first check that failed, if any did."""
    try:
        resolution = GAME.resolve(trial.before, trial.sheets, trial.scene.draws)
    except Exception as error:  # whatever it is, it is a finding
        return None, replace(trial, check=CRASH, why=repr(error))
    phase = Phase(trial.before, trial.sheets, trial.scene.draws, resolution, trial.by_bots)
    for name, check in checks.items():
        why = check(phase)
        if why is not None:
            return resolution, replace(trial, check=name, why=why)
    return resolution, None


def _coming_and_going(random: Random, position: Position, outcome: Outcome) -> Position:
    """RB-11.6  Now and then somebody leaves, and later somebody else plays on for him."""
    seats = [seat for seat in position.state.players if random.random() < LEAVING]
    for seat in seats if len(position.state.players) > 2 else ():
        left = position.state.players[seat].left
        resolution = GAME.take_over(position, seat) if left else GAME.leave(position, seat)
        outcome.events |= {event.kind() for event in resolution.events}
        position = Position(position.board, resolution.state, position.options)
    return position
