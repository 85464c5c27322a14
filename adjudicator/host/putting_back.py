"""Changes of the position that were made by hand after a phase that is now played anew: each is put back in its place.

A change says what a fact is to be, not why. So it is only put back where it changes what it changed then: where every
fact that it touches is what it was, or is already what it was made to be. Of all others the moderator decides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from adjudicator.core.model import BadInput, PhaseId, Plain, Position
from adjudicator.host import comparing, corrections, replaying
from adjudicator.host.corrections import Correction
from adjudicator.host.gamefolder import Game
from adjudicator.host.replaying import Played


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the position that holds as the archive stands."""

    correction: Correction
    was: Plain
    """The whole state that it was laid over."""

    @property
    def number(self) -> int:
        return self.correction.number


def changes_after(game: Game, story: Sequence[Played], made: Sequence[Correction], first: PhaseId) -> list[Change]:
    """All changes of positions after that of `first`, up to the one that is awaited now, in order of play."""
    awaited = game.awaited
    begun_from = {each.phase: before.after for before, each in pairwise(story)}
    if awaited is not None and story:
        begun_from[awaited.phase] = story[-1].after
    found = []
    for phase in sorted(phase for phase in begun_from if phase > first):
        position = begun_from[phase]
        for correction in corrections.in_effect(made, phase):
            found.append(Change(correction, game.rules.write_state(position.state)))
            position = replaying.corrected(game, position, [correction])
    return found


@dataclass(slots=True)
class PuttingBack:
    """Puts changes back while the game is adjudicated again, and keeps account of what became of each."""

    game: Game
    changes: Sequence[Change]
    unwanted: Collection[int]
    """Numbers of the corrections that the moderator leaves out."""
    done: list[Change] = field(default_factory=list)
    failed: list[tuple[Change, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        known = [each.number for each in self.changes]
        for number in self.unwanted:
            if number not in known:
                there = ", ".join(map(str, known)) or "none"
                raise BadInput(
                    f"correction {number} is no change of the position that would be put back; there are: {there}",
                    "--leave-out",
                )

    @property
    def left_out(self) -> list[Change]:
        return [each for each in self.changes if each.number in self.unwanted]

    def before(self, phase: PhaseId, position: Position) -> Position:
        """The position with all that was changed in it before this phase."""
        for change in self.changes:
            if change.correction.phase == phase and change.number not in self.unwanted:
                position = self._laid_over(position, change)
        return position

    def _laid_over(self, position: Position, change: Change) -> Position:
        rules, patch = self.game.rules, change.correction.patch
        raw = rules.write_state(position.state)
        found = list(clashes(patch, change.was, raw))
        if found:
            self.failed.append((change, "; ".join(found)))
            return position
        try:
            after = replace(position, state=rules.read_state(corrections.patched(raw, patch), position.board))
        except BadInput as error:
            self.failed.append((change, str(error)))
            return position
        awaited = rules.awaited(after)
        if awaited is None or awaited.phase != change.correction.phase:
            self.failed.append((change, f"the game would not wait for {change.correction.phase} any more"))
            return position
        self.done.append(change)
        return after

    def refuse_if_any_failed(self) -> None:
        """Says of each change that cannot be put back why, before anything is written."""
        name = self.game.name
        reached = {*map(id, self.done), *map(id, self.left_out), *(id(change) for change, _ in self.failed)}
        unreached = [
            (each, f"the game does not come to {each.correction.phase} in this way")
            for each in self.changes
            if id(each) not in reached
        ]
        failed = [*self.failed, *unreached]
        if not failed:
            return
        lines = [
            f"  correction {change.number}, of the position before {change.correction.phase}: {why}"
            for change, why in failed
        ]
        numbers = sorted({*self.unwanted, *(change.number for change, _ in failed)})
        left_out = " ".join(f"--leave-out {number}" for number in numbers)
        raise BadInput(
            "\n".join(
                (
                    f"{name} was not corrected: what was changed by hand later on cannot be put back.",
                    *lines,
                    f"To correct {name} without it, say {left_out}; what is right then can be set again afterwards.",
                )
            )
        )


def clashes(patch: Plain, was: Plain, now: Plain, path: str = "") -> Iterator[str]:
    """The facts that a patch sets and that are not what they were when it was made."""
    spread = isinstance(patch, Mapping) and all(one is None or isinstance(one, Mapping) for one in (was, now))
    if spread:
        for key, value in patch.items():
            inner = f"{path}.{key}" if path else str(key)
            yield from clashes(value, (was or {}).get(key), (now or {}).get(key), inner)
    elif was != now and now != patch:
        told = comparing.shown
        made = "was taken out" if patch is None else f"was set to {told(patch)}"
        yield f"{path} was {told(was)} when it {made}, and is {told(now)} now"
