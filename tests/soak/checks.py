"""What must hold after every phase. A check gives a sentence on what is wrong, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from adjudicator.core import records, yamlfiles
from adjudicator.core.draws import Draws
from adjudicator.core.forecast import unkept
from adjudicator.core.model import OrderSheet, Position, Resolution, Seat
from adjudicator.host import resolving
from adjudicator.rulesets.roads_and_boats.game import GAME


@dataclass(frozen=True)
class Phase:
    """One phase as it was played."""

    before: Position
    sheets: Mapping[Seat, OrderSheet]
    draws: Draws
    resolution: Resolution
    by_bots: frozenset[Seat] = frozenset()
    """Whose sheets a bot wrote; the others are nonsense in good form."""

    @property
    def after(self) -> Position:
        return replace(self.before, state=self.resolution.state)


Check: TypeAlias = Callable[[Phase], str | None]


def adds_up(phase: Phase) -> str | None:
    """Goods, transporters and bags conserved; the position sound."""
    wrong = GAME.audit(phase.before, phase.resolution)
    return "; ".join(wrong) or None


def replays(phase: Phase) -> str | None:
    """The events alone make the state."""
    same = GAME.replay(phase.before, phase.resolution.events) == phase.resolution.state
    return None if same else "replaying the events comes to another state"


def state_reads_back(phase: Phase) -> str | None:
    text = yamlfiles.dump(GAME.write_state(phase.resolution.state))
    read = GAME.read_state(yamlfiles.load(text), phase.before.board)
    return None if read == phase.resolution.state else "the state file reads back as another state"


def events_read_back(phase: Phase) -> str | None:
    text = yamlfiles.dump([records.plain(event) for event in phase.resolution.events])
    read = tuple(records.read(GAME.events, raw) for raw in yamlfiles.load(text))
    odd = [told for told, event in zip(read, phase.resolution.events, strict=True) if told != event]
    return f"an event reads back as {odd[0]}" if odd else None


def whoever_comes_first(phase: Phase) -> str | None:
    """The order in which sheets arrive is irrelevant, and the same again gives the same."""
    turned = dict(reversed(list(phase.sheets.items())))
    again = GAME.resolve(phase.before, turned, phase.draws)
    return None if again == phase.resolution else "the same sheets in another order come to something else"


def mail_says_the_same(phase: Phase) -> str | None:
    """What a bot orders can be written as a file, sent, and read again."""
    texts = {seat: yamlfiles.dump(dict(phase.sheets[seat].body)) for seat in phase.by_bots & set(phase.sheets)}
    read = resolving.read_awaited(GAME, phase.before, texts)
    if read.problems:
        return f"a sheet cannot be read: {read.problems[0]}"
    odd = [seat for seat in texts if read.by_seat[seat].body != phase.sheets[seat].body]
    return f"{odd[0]}'s sheet reads back differently" if odd else None


def forecasts_come_true(phase: Phase) -> str | None:
    """What was certain came so, whatever the others did."""
    for seat, sheet in phase.sheets.items():
        broken = unkept(GAME.forecast(phase.before, seat, sheet), seat, phase.resolution)
        if broken:
            return f"{seat}: order {broken[0].place} was {broken[0].verdict}, and came otherwise"
    return None


def letters_keep_secrets(phase: Phase) -> str | None:
    from .letters import letters_keep_secrets as check

    return check(phase)


EVERY: dict[str, tuple[Check, int]] = {
    "adds-up": (adds_up, 1),
    "replays": (replays, 1),
    "state-reads-back": (state_reads_back, 1),
    "events-read-back": (events_read_back, 4),
    "whoever-comes-first": (whoever_comes_first, 4),
    "mail-says-the-same": (mail_says_the_same, 4),
    "forecasts-come-true": (forecasts_come_true, 4),
    "letters-keep-secrets": (letters_keep_secrets, 20),
}
"""Each check, and that it is made in one phase of so many."""
