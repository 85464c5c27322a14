"""Carrying out a player's orders one after the other, in his slot, with trials for `first_of` and `all_of`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from adjudicator.core.model import Seat

from .conditions import judge
from .events import AlternativeTaken, ConditionJudged
from .orders import AllOf, FirstOf, If, Move, Order, SetAside
from .table import No, Table

Verbs: TypeAlias = Mapping[type[Any], Callable[[Table, Any], bool]]
"""For each kind of order of a phase the function that carries it out; true if it was carried out in full."""


def play_orders(
    table: Table,
    seat: Seat,
    orders: tuple[Order, ...],
    verbs: Verbs,
    wanted: Callable[[Order], bool] = lambda order: True,
) -> None:
    """RB-10.1  All orders of a player, or those wanted, one after the other; one that fails stops no other."""
    table.seat = seat
    for number, order in enumerate(orders):
        if not wanted(order):
            continue
        table.begin_order(str(number))
        perform(table, order, str(number), verbs)
        table.end_order(str(number))
    table.seat, table.path = None, ""


def perform(table: Table, order: Order, path: str, verbs: Verbs) -> bool:
    """One order, or one step; true if it was carried out in full."""
    table.path = path
    if isinstance(order, SetAside):
        return False  # it has been reported as not understood
    if table.look.over():
        return table.refuse(No("game-over", "RB-11.1", about=(("over",),)))
    carry_out = verbs.get(type(order))
    if carry_out is not None:
        return carry_out(table, order)
    match order:
        case If():
            return judge_if(table, order, path, verbs)
        case FirstOf():
            return first_of(table, order, path, verbs)
        case AllOf():
            return all_of(table, order, path, verbs)
    return table.refuse(No("not-in-this-phase", "RB-10.1", {"phase": table.look.state.phase}))


def judge_if(table: Table, order: If, path: str, verbs: Verbs) -> bool:
    """RB-10.6  Judged now, against the position as it is."""
    assert table.seat is not None
    holds = judge(table.look, table.seat, order.condition)
    table.happen(ConditionJudged(holds=holds, order=path))
    chosen, branch = (order.then, "then") if holds else (order.otherwise, "else")
    done = [perform(table, each, f"{path}.{branch}.{number}", verbs) for number, each in enumerate(chosen)]
    return all(done)


def first_of(table: Table, order: FirstOf, path: str, verbs: Verbs) -> bool:
    """RB-10.4  The first that can be carried out in full; otherwise the last as far as it goes."""
    understood = [(number, each) for number, each in enumerate(order.orders) if not isinstance(each, SetAside)]
    for number, each in understood:
        is_last = number == understood[-1][0]
        if not is_last and _has_nothing_to_do(table, each):
            continue
        trial = table.fork()
        trial.happen(AlternativeTaken(alternative=number, order=path))
        done = perform(trial, each, f"{path}.first_of.{number}", verbs)
        if done or is_last:
            table.adopt(trial)
            return done
    return False


def _has_nothing_to_do(table: Table, order: Order) -> bool:
    """RB-10.4  An `if` that comes to nothing, or a move of nothing else, is no order carried out: the next is tried."""
    assert table.seat is not None
    match order:
        case If():
            chosen = order.then if judge(table.look, table.seat, order.condition) else order.otherwise
        case FirstOf() | AllOf():
            chosen = order.orders
        case Move(to=""):
            chosen = order.steps
        case _:
            return False
    return all(_has_nothing_to_do(table, each) for each in chosen)


def all_of(table: Table, order: AllOf, path: str, verbs: Verbs) -> bool:
    """RB-10.5  All in full, or none."""
    trial = table.fork()
    for number, each in enumerate(order.orders):
        if not perform(trial, each, f"{path}.all_of.{number}", verbs):
            # What the trial did is dropped, so what was done in part was not done at all; why is kept.
            table.refused += [replace(problem, kind="illegal") for problem in trial.refused[len(table.refused) :]]
            table.path = path
            return table.refuse(No("all-or-none", "RB-10.5", {"because": f"{path}.all_of.{number}"}))
    table.adopt(trial)
    return True
