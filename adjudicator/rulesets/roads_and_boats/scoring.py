"""Wealth: what a player's loads and his bricks are worth, at the end and at any moment before (RB-11.3 to RB-11.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.core.model import NEUTRAL, Seat

from .goods import add, ordered
from .state import Good, Goods, State
from .tables import TABLES


@dataclass(frozen=True, slots=True)
class Wealth:
    """A player's points, as a letter shows them: by good, and by row of the wonder from the bottom."""

    pieces: Goods
    """Loaded pieces of the goods that are worth something."""
    goods: Mapping[Good, int]
    """The points of these."""
    rows: tuple[int, ...]
    """Points in each row that has a brick."""

    @property
    def of_goods(self) -> int:
        return sum(self.goods.values())

    @property
    def of_rows(self) -> int:
        return sum(self.rows)

    @property
    def total(self) -> int:
        return self.of_goods + self.of_rows


def wealth(state: State, seat: Seat) -> Wealth:
    """RB-11.3, RB-11.4  What a player would have if the game ended now."""
    pieces = loaded(state, seat)
    goods = {good: number * TABLES.worth[good] for good, number in pieces.items()}
    return Wealth(pieces, goods, tuple(row_points(row, seat) for row in rows(state.wonder)))


def loaded(state: State, seat: Seat) -> Goods:
    """RB-11.3  Only what is on a transporter of the player, and of that gold, coins and stock."""
    whole: Goods = {}
    for transporter in state.transporters.values():
        if transporter.owner == seat:
            whole = add(whole, transporter.load)
    return ordered({good: number for good, number in whole.items() if TABLES.worth[good]})


def rows(wonder: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    """RB-8.3  The bricks row by row from the bottom, each from the left; rows without a brick are left out."""
    found, first = [], 0
    for places in TABLES.wonder.rows:
        found.append(wonder[first : first + places])
        first += places
    return tuple(row for row in found if row)


def row_points(row: tuple[Seat, ...], seat: Seat) -> int:
    """RB-11.4  Ten times own bricks by all players' bricks of the row, rounded down; neutral ones do not count."""
    own, players = row.count(seat), len(row) - row.count(NEUTRAL)
    return TABLES.wonder.row_points * own // players if own else 0


def scores(state: State) -> dict[Seat, int]:
    return {seat: wealth(state, seat).total for seat in sorted(state.players)}


def ranking(state: State, points: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """RB-11.5  The most points first; of equals the one nearer the temple."""
    return tuple(sorted(state.temple, key=lambda seat: (-points[seat], state.temple.index(seat))))
