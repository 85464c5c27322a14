"""One brick each in turn: the option `brick_rounds` for games where nobody buys all his bricks at once (RB-Q69).

Slot after slot, again and again, each player goes on with his list until he has bought one brick. What is not a brick
is done when it is reached. Inside `first_of` and `all_of`, which cannot wait for others, an order buys one brick.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace

from adjudicator.core.model import Seat

from .bricks import buy_bricks, buy_one, foreseen, stopped
from .conditions import judge
from .events import ConditionJudged
from .orders import Bricks, If, Order, Sheet
from .play import Verbs, perform
from .table import No, Table


@dataclass(frozen=True, slots=True)
class Waiting:
    """An order that is still to be carried out, with the bricks that it has bought so far."""

    path: str
    order: Order
    bought: int = 0


def buy_in_turn(table: Table, sheets: Mapping[Seat, Sheet], verbs: Verbs) -> None:
    lists = {
        seat: deque(Waiting(str(number), order) for number, order in enumerate(sheets[seat].orders))
        for seat in table.look.state.sequence
        if seat in sheets
    }
    one_brick_each: Verbs = {**verbs, Bricks: _only_one}
    while any(lists.values()):
        for seat, waiting in lists.items():
            _go_on(table, seat, waiting, one_brick_each)


def _go_on(table: Table, seat: Seat, waiting: deque[Waiting], verbs: Verbs) -> None:
    """One player's list up to his next brick."""
    table.seat = seat
    before = table.look.memory.bought.get(seat, 0)
    while waiting and table.look.memory.bought.get(seat, 0) == before:
        each = waiting.popleft()
        table.path = each.path
        table.begin_order(each.path)
        if isinstance(each.order, Bricks):
            left = _one_more(table, each, each.order)
        elif isinstance(each.order, If) and not table.look.over():
            left = _judged(table, each.path, each.order)
        else:
            left = []
            perform(table, each.order, each.path, verbs)
        waiting.extendleft(reversed(left))
        table.end_order(each.path)
    table.seat, table.path = None, ""


def _one_more(table: Table, each: Waiting, order: Bricks) -> list[Waiting]:
    """The next brick of an order, and what is left of the order. `exactly` is judged before the first of them."""
    no = foreseen(table, order) if order.exactly and not each.bought else None
    no = no or buy_one(table, order)
    if no is not None:
        facts = {**no.facts, "bought": each.bought, "wanted": order.count}
        stopped(table, replace(no, facts=facts), each.bought)
        return []
    bought = each.bought + 1
    return [replace(each, bought=bought)] if bought < order.count else []


def _judged(table: Table, path: str, order: If) -> list[Waiting]:
    """RB-10.6  The orders under `if` wait in its place, so that their bricks too are bought in turn."""
    assert table.seat is not None
    holds = judge(table.look, table.seat, order.condition)
    table.happen(ConditionJudged(holds=holds, order=path))
    chosen, branch = (order.then, "then") if holds else (order.otherwise, "else")
    return [Waiting(f"{path}.{branch}.{number}", each) for number, each in enumerate(chosen)]


def _only_one(table: Table, order: Bricks) -> bool:
    """What an order buys inside a choice: one brick, and more wait for nobody."""
    if not buy_bricks(table, replace(order, count=1)):
        return False
    if order.count == 1:
        return True
    facts = {"bought": 1, "wanted": order.count}
    return table.refuse(No("one-brick-in-a-choice", "RB-8.1", facts), "partial")
