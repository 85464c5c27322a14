"""The one writer: each event makes a new state from the one before. Nothing else changes a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from adjudicator.core.model import Event, Seat
from adjudicator.rulesets.orchard import events as happened
from adjudicator.rulesets.orchard.state import Orchard

K = TypeVar("K")


def apply(state: Orchard, event: Event) -> Orchard:
    return _CHANGES[type(event)](state, event)


def _sequence_set(state: Orchard, event: happened.SequenceSet) -> Orchard:
    return replace(state, sequence=event.sequence)


def _favourite_drawn(state: Orchard, event: happened.FavouriteDrawn) -> Orchard:
    return replace(state, favourites={**state.favourites, _who(event): event.fruit})


def _fruit_picked(state: Orchard, event: happened.FruitPicked) -> Orchard:
    return replace(
        state,
        trees=_more(state.trees, event.fruit, -event.pieces),
        baskets=_basket(state, _who(event), event.fruit, event.pieces),
    )


def _fruit_sold(state: Orchard, event: happened.FruitSold) -> Orchard:
    return replace(
        state,
        baskets=_basket(state, _who(event), event.fruit, -event.pieces),
        coins=_more(state.coins, _who(event), event.coins),
    )


def _fruit_ripened(state: Orchard, event: happened.FruitRipened) -> Orchard:
    return replace(state, trees=_more(state.trees, event.fruit, event.pieces))


def _phase_begun(state: Orchard, event: happened.PhaseBegun) -> Orchard:
    return replace(state, turn=event.turn, phase=event.phase)


def _favourite_shown(state: Orchard, event: happened.FavouriteShown) -> Orchard:
    return state


def _game_ended(state: Orchard, event: happened.GameEnded) -> Orchard:
    return replace(state, ranking=event.ranking, scores=event.scores)


_CHANGES: dict[type[Event], Callable[[Orchard, Any], Orchard]] = {
    happened.SequenceSet: _sequence_set,
    happened.FavouriteDrawn: _favourite_drawn,
    happened.FruitPicked: _fruit_picked,
    happened.FruitSold: _fruit_sold,
    happened.FruitRipened: _fruit_ripened,
    happened.PhaseBegun: _phase_begun,
    happened.FavouriteShown: _favourite_shown,
    happened.GameEnded: _game_ended,
}


def _who(event: Event) -> Seat:
    assert event.seat is not None, f"{event.kind()} is always somebody's"
    return event.seat


def _more(counts: Mapping[K, int], key: K, pieces: int) -> dict[K, int]:
    return {**counts, key: counts.get(key, 0) + pieces}


def _basket(state: Orchard, seat: Seat, fruit: str, pieces: int) -> dict[Seat, Mapping[str, int]]:
    return {**state.baskets, seat: _more(state.baskets.get(seat, {}), fruit, pieces)}
