"""How a player stands towards the awaited phase: what is held of him, and whether it counts as ready.

With `ready` and `not ready` he says so in a word, without sending his orders again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from adjudicator.core.model import Awaited, OrderSheet, Plain, Seat
from adjudicator.host import pending, resolving
from adjudicator.host.draft import Draft
from adjudicator.host.forms import position_name
from adjudicator.host.gamefolder import Game


@dataclass(frozen=True, slots=True)
class Standing:
    """How one seat stands towards the phase that is awaited."""

    sheet: OrderSheet | None
    ready: bool
    outdated: bool = False
    """His orders were written for another position."""
    arrived: datetime | None = None
    """When he last had a say in it."""
    always: OrderSheet | None = None
    """His standing orders for this kind of phase."""

    @property
    def is_whole(self) -> bool:
        """Whether it needs only a word to count as it is."""
        return self.sheet is not None and not self.sheet.problems and not self.outdated

    @property
    def played(self) -> OrderSheet | None:
        """What counts when the phase is resolved: standing orders fill in whatever is left out."""
        if self.sheet is None or self.always is None:
            return self.sheet or self.always
        return replace(self.sheet, body={**self.always.body, **self.sheet.body})


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why what is held cannot be made to count by a word: a code of reasons.yaml."""

    code: str
    facts: Mapping[str, Plain]


def standings(draft: Draft, game: Game, awaited: Awaited) -> dict[Seat, Standing]:
    """Everybody who owes orders, with what is held of him."""
    return {seat: standing(draft, game, awaited, seat) for seat in sorted(awaited.owed)}


def standing(draft: Draft, game: Game, awaited: Awaited, seat: Seat) -> Standing:
    always = _standing_orders(draft, game, awaited, seat)
    held = pending.held_for(draft, game.name, seat, awaited.phase.turn, awaited.owed[seat])
    if held is None:
        return Standing(None, ready=False, always=always)
    assert game.position is not None
    sheet = resolving.read_awaited(game.rules, game.position, {seat: held.text}).by_seat.get(seat)
    if sheet is None:
        return Standing(None, ready=False, always=always)
    outdated = sheet.based_on is not None and sheet.based_on != position_name(game)
    ready = _is_meant_so(game, awaited.phase.name, held, sheet) and not sheet.problems and not outdated
    return Standing(sheet, ready, outdated, held.counts_from, always)


def now(draft: Draft, game: Game, seat: Seat) -> Standing:
    """How a seat stands now; whoever owes nothing stands there with nothing."""
    awaited = game.awaited
    if awaited is None or seat not in awaited.owed:
        return Standing(None, ready=False)
    return standing(draft, game, awaited, seat)


def ahead(game: Game, held: pending.Held, sheet: OrderSheet) -> Literal["ready", "unready", "outdated", "in part"]:
    """Whether orders for a later phase will count as ready when it comes, as far as is known; or what hinders it."""
    if sheet.problems:
        return "in part"
    if sheet.based_on is not None:  # whatever that position is, it is another by then
        return "outdated"
    return "ready" if _is_meant_so(game, held.phase, held, sheet) else "unready"


def _is_meant_so(game: Game, phase: str, held: pending.Held, sheet: OrderSheet) -> bool:
    """Within a round orders are sent ahead as a matter of course, so they need not say that they are ready."""
    taken_so = not held.told and sheet.ready is None and phase != game.schedule.together(phase)[0]
    return held.ready or taken_so


def _standing_orders(draft: Draft, game: Game, awaited: Awaited, seat: Seat) -> OrderSheet | None:
    held = pending.held_for(draft, game.name, seat, pending.STANDING, awaited.owed[seat])
    if held is None or game.position is None:
        return None
    sheet = resolving.read_awaited(game.rules, game.position, {seat: held.text}).by_seat.get(seat)
    return None if sheet is None else replace(sheet, turn=awaited.phase.turn)


def needs_a_word(draft: Draft, game: Game, seat: Seat) -> bool:
    """Whether what is held for the awaited phase would count if he said so."""
    stands = now(draft, game, seat)
    return stands.sheet is not None and not stands.sheet.problems and not stands.ready


def say(draft: Draft, game: Game, seat: Seat, ready: bool, arrived: datetime) -> Hindrance | None:
    """What is held for the awaited phase counts from now on, or no longer does; or why that cannot be said."""
    awaited = game.awaited
    if awaited is None or seat not in awaited.owed:
        return Hindrance("game-not-running", {})
    facts = {"turn": awaited.phase.turn, "phase": awaited.owed[seat]}
    held = pending.held_for(draft, game.name, seat, awaited.phase.turn, awaited.owed[seat])
    stands = standing(draft, game, awaited, seat)
    if held is None:
        return Hindrance("ready-without-orders", facts)
    if ready and stands.outdated:
        return Hindrance("ready-for-another-position", facts)
    if ready and not stands.is_whole:
        return Hindrance("ready-in-part", facts)
    _tell(draft, game, held, ready, arrived)
    return None


def say_ahead(
    draft: Draft, game: Game, seat: Seat, turn: int | str, phase: str, ready: bool, arrived: datetime
) -> None:
    """The same of what is held for a later phase; how that fares nobody knows yet."""
    held = pending.held_for(draft, game.name, seat, turn, phase)
    if held is not None:
        _tell(draft, game, held, ready, arrived)


def _tell(draft: Draft, game: Game, held: pending.Held, ready: bool, arrived: datetime) -> None:
    if arrived >= held.counts_from:  # otherwise he has sent something since
        pending.tell_ready(draft, game.name, held, ready, arrived)
