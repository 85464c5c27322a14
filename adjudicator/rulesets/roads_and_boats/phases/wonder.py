"""The wonder: players buy bricks in slot order, then a neutral one is placed; the brick on the mark ends the game."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.model import Seat

from ..brick_rounds import buy_in_turn
from ..bricks import buy_bricks
from ..ending import place_neutral_brick
from ..late_handling import LATE_HANDLING
from ..orders import Bricks, Sheet
from ..play import Verbs, play_orders
from ..table import Table

VERBS: Verbs = {Bricks: buy_bricks, **LATE_HANDLING}


def play(table: Table, sheets: Mapping[Seat, Sheet]) -> None:
    """RB-8.1  All bricks of a player at once, or one each in turn; then, unless the game is over, RB-8.4."""
    if table.look.options.get("brick_rounds") == "one_each_in_turn":
        buy_in_turn(table, sheets, VERBS)
    else:
        for seat in table.look.state.sequence:
            if seat in sheets:
                play_orders(table, seat, sheets[seat].orders, VERBS)
    if table.look.state.over is None:
        place_neutral_brick(table)
