"""The second phase: fruit goes from the baskets to the market; then the turn ends by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, Plain, Seat
from adjudicator.rulesets.orchard.events import (
    FavouriteShown,
    FruitRipened,
    FruitSold,
    GameEnded,
    PhaseBegun,
    SequenceSet,
)
from adjudicator.rulesets.orchard.play import Play, orders_in_sequence
from adjudicator.rulesets.orchard.state import Trees
from adjudicator.rulesets.orchard.tables import table


def play_market(play: Play, sheets: Mapping[Seat, OrderSheet]) -> None:
    """OR-3.1  One after the other, in sequence; nobody sells what he has not got."""
    on_sale: Counter[str] = Counter()
    for seat, place, order in orders_in_sequence(play.state, sheets):
        _sell(play, on_sale, seat, place, order)


def _sell(play: Play, on_sale: Counter[str], seat: Seat, place: str, order: Mapping[str, Plain]) -> None:
    fruit, wanted = order["fruit"], order["sell"]
    held = play.state.held(seat, fruit)
    sold = min(wanted, held)

    if sold < wanted:
        note = play.fall_short if sold else play.refuse
        note(seat, place, "not-in-basket", "OR-3.1", fruit=fruit, held=held, wanted=wanted)
    if sold:
        coins = sum(price(on_sale[fruit] + n) for n in range(sold))
        on_sale[fruit] += sold
        play.happen(FruitSold(seat=seat, order=place, fruit=fruit, pieces=sold, coins=coins))


def price(sold_before: int) -> int:
    """OR-3.2  The more of a fruit has been sold, the less the next piece brings."""
    prices: list[int] = table("prices")
    return prices[min(sold_before, len(prices) - 1)]


def end_turn(play: Play, trees: Trees, turns: int, draws: Draws | None) -> None:
    if play.state.turn >= turns:
        end_game(play)
        return
    turn = play.state.turn + 1
    first, *others = play.state.sequence
    play.happen(SequenceSet(sequence=(*others, first)))  # OR-4.1
    if draws is not None:
        _ripen(play, trees, turn, draws)
    play.happen(PhaseBegun(turn=turn, phase="picking"))


def _ripen(play: Play, trees: Trees, turn: int, draws: Draws) -> None:
    """OR-4.2  Each tree gains what is drawn for it, never beyond what it can bear."""
    for fruit in sorted(trees.most):
        drawn = draws.pick(table("ripening"), f"ripening/T{turn:02d}/{fruit}")
        pieces = min(drawn, trees.most[fruit] - play.state.trees[fruit])
        if pieces:
            play.happen(FruitRipened(fruit=fruit, pieces=pieces))


def end_game(play: Play) -> None:
    """OR-4.3, OR-4.4  Coins, and points for one's favourite fruit; among equals the earlier in the sequence wins."""
    state = play.state
    scores = {}
    for seat in state.sequence:
        scores[seat] = state.coins.get(seat, 0)
        fruit = state.favourites.get(seat)
        if fruit is not None:
            pieces = state.held(seat, fruit)
            points = table("favourite") * pieces
            scores[seat] += points
            play.happen(FavouriteShown(seat=seat, fruit=fruit, pieces=pieces, points=points))
    ranking = sorted(state.sequence, key=lambda seat: (-scores[seat], state.sequence.index(seat)))
    play.happen(GameEnded(ranking=tuple(ranking), scores=scores))
