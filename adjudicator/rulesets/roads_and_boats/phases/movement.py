"""Movement: what is carried is set down, then each player moves his transporters one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from adjudicator.core.changing import changed
from adjudicator.core.model import Seat

from .. import memory
from ..carrying import pick_up, set_down
from ..facts import left
from ..geese import lead, leave
from ..handling import give, load, take, unload
from ..naming import own_transporter, somebodys_transporter
from ..orders import (
    AllOf,
    Dock,
    FirstOf,
    Give,
    Go,
    If,
    Lead,
    Leave,
    Load,
    Move,
    Order,
    PickUp,
    SetDown,
    Sheet,
    Take,
    Unload,
)
from ..play import Verbs, all_of, first_of, judge_if, perform, play_orders
from ..state import Transporter
from ..stepping import dock, go, go_to, under_way
from ..table import No, Table

Verb: TypeAlias = Callable[[Table, Any], bool]


def play(table: Table, sheets: Mapping[Seat, Sheet]) -> None:
    """RB-6.1  The players in slot order; before all of them, whatever they set down at once (RB-6.14)."""
    seats = [seat for seat in table.look.state.sequence if seat in sheets]
    for seat in seats:
        play_orders(table, seat, sheets[seat].orders, VERBS, _is_set_down)
    for seat in seats:
        play_orders(table, seat, sheets[seat].orders, VERBS, lambda order: not _is_set_down(order))


def _is_set_down(order: Order) -> bool:
    return isinstance(order, SetDown)


# -- a move ------------------------------------------------------------------------------------------------------------


def move(table: Table, order: Move) -> bool:
    """RB-6.1  The whole move of one transporter, step by step or to a goal. It may also stand still."""
    transporter = _mover(table, order.transporter)
    if isinstance(transporter, No):
        return table.refuse(transporter)
    path = f"{table.path}.steps"
    _begin(table, memory.Move(transporter.name, onward=_onward(order.steps, path)))
    if order.to:
        done = go_to(table, order.to)
    else:
        steps = [perform(table, step, f"{path}.{number}", STEP_VERBS) for number, step in enumerate(order.steps)]
        done = all(steps)
    _begin(table, None)
    return done


def _begin(table: Table, under_way: memory.Move | None) -> None:
    table.look.memory = changed(table.look.memory, move=under_way)


def _mover(table: Table, written: str) -> Transporter | No:
    """RB-6.1, RB-6.13  An own transporter that has not moved in this phase and is not carried."""
    found = own_transporter(table, written)
    if isinstance(found, No):
        return replace(found, rule="RB-6.13") if found.code == "carried" else found
    if found.name in table.look.memory.moved:
        return No("moved-already", "RB-6.1", {"transporter": found.name})
    return found


# -- looking ahead -----------------------------------------------------------------------------------------------------


def _onward(steps: tuple[Order, ...], path: str, after: bool = False) -> frozenset[str]:
    """RB-6.11  The places of all steps, nested ones too, after which a later one may leave the tile."""
    found: set[str] = set()
    for number in reversed(range(len(steps))):
        found |= _onward_at(steps[number], f"{path}.{number}", after)
        after = after or _holds(steps[number], (Go, Dock))
    return frozenset(found)


def _onward_at(step: Order, path: str, after: bool) -> frozenset[str]:
    here = frozenset([path]) if after else frozenset()
    match step:
        case If():
            return here | _onward(step.then, f"{path}.then", after) | _onward(step.otherwise, f"{path}.else", after)
        case AllOf():
            return here | _onward(step.orders, f"{path}.all_of", after)
        case FirstOf():  # only one of them is carried out, so none of them comes after another
            return here.union(*(_onward_at(one, f"{path}.first_of.{n}", after) for n, one in enumerate(step.orders)))
    return here


def _holds(step: Order, kinds: tuple[type[Any], ...]) -> bool:
    """Whether a step is, or has within it, one of these kinds."""
    match step:
        case If():
            return any(_holds(each, kinds) for each in (*step.then, *step.otherwise))
        case AllOf() | FirstOf():
            return any(_holds(each, kinds) for each in step.orders)
    return isinstance(step, kinds)


# -- what steps share --------------------------------------------------------------------------------------------------


def _step(carry_out: Verb) -> Verb:
    """RB-10.3  A step of a move that goes on; once a step before it has ended the move, it is refused."""

    def in_turn(table: Table, order: Any) -> bool:
        _, so_far = under_way(table)
        if so_far.ended:
            return table.refuse(No("follows", "RB-10.3", {"because": so_far.ended}))
        more_to_go = table.path in so_far.onward
        if more_to_go != so_far.more_to_go:
            table.keep_move(more_to_go=more_to_go)
        return carry_out(table, order)

    return in_turn


def _or_ends(carry_out: Verb) -> Verb:
    """RB-10.3  A step with which the move ends if it fails."""

    def in_turn(table: Table, order: Any) -> bool:
        path = table.path
        done = carry_out(table, order)
        if not done:
            table.keep_move(ended=path)
        return done

    return _step(in_turn)


def _by_mover(named: Callable[[Any], str], carry_out: Verb) -> Verb:
    """RB-6.1  Among the steps of a move only the mover acts, whether it is named or not."""

    def in_turn(table: Table, order: Any) -> bool:
        (transporter, _), written = under_way(table), named(order)
        if written and table.look.name(transporter.owner, written) != transporter.name:
            return table.refuse(No("only-the-mover", "RB-6.1", {"transporter": transporter.name, "other": written}))
        return carry_out(table, order)

    return _step(in_turn)


def _ferry(table: Table, order: Give) -> bool:
    """RB-2.6, RB-6.9  Goods are ferried by the mover, or by a boat that it meets."""
    (transporter, _), boat = under_way(table), somebodys_transporter(table, order.by)
    if not isinstance(boat, No) and boat != transporter and not table.look.meet(transporter, boat):
        facts = {"one": transporter.name, "other": boat.name}
        return table.refuse(No("not-together", "RB-2.5", facts, (left(boat.name, transporter.at),)))
    return give(table, order)


def _all_of(table: Table, order: AllOf) -> bool:
    """RB-10.5  All in full or none; if it was to lead elsewhere and does not, the move ends here (RB-10.3)."""
    path = table.path
    done = all_of(table, order, path, STEP_VERBS)
    if not done and _holds(order, (Go, Dock, PickUp)):
        table.keep_move(ended=path)
    return done


_GIVE = _by_mover(lambda order: order.source, give)

STEP_VERBS: Verbs = {
    Go: _or_ends(go),
    Dock: _or_ends(dock),
    PickUp: _or_ends(pick_up),
    Load: _by_mover(lambda order: order.onto, load),
    Unload: _by_mover(lambda order: order.source, unload),
    Give: _step(lambda table, order: (_ferry if order.by else _GIVE)(table, order)),
    Take: _by_mover(lambda order: order.onto, take),
    Lead: _step(lead),
    Leave: _step(leave),
    If: _step(lambda table, order: judge_if(table, order, table.path, STEP_VERBS)),
    FirstOf: _step(lambda table, order: first_of(table, order, table.path, STEP_VERBS)),
    AllOf: _step(_all_of),
}

VERBS: Verbs = {Move: move, SetDown: set_down}
