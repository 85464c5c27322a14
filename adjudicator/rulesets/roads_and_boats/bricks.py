"""Buying bricks of the wonder: prices, what pays for them, how far an order comes (RB-8.1, RB-8.2, RB-8.5, RB-8.6)."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.model import Seat

from .apply import is_transporter
from .ending import end_mark, is_full, place_brick
from .events import BrickBought, Spread
from .goods import add
from .look import Look
from .orders import Bricks
from .places import Ground, tile_of
from .state import Good, Goods
from .table import No, Table
from .tables import TABLES


def buy_bricks(table: Table, order: Bricks) -> bool:
    """RB-8.1  Up to so many; with `exactly` all or none."""
    no = foreseen(table, order) if order.exactly else None
    if no is not None:
        return table.refuse(no)
    bought, no = _buy(table, order)
    return stopped(table, no, bought) if no is not None else True


def foreseen(table: Table, order: Bricks) -> No | None:
    """RB-10.2  Why not all of an order's bricks can be bought as things stand now."""
    return _buy(table.fork(), order)[1]


def _buy(table: Table, order: Bricks) -> tuple[int, No | None]:
    """How many bricks were bought, and why not all."""
    for bought in range(order.count):
        no = buy_one(table, order)
        if no is not None:
            return bought, replace(no, facts={**no.facts, "bought": bought, "wanted": order.count})
    return order.count, None


def stopped(table: Table, no: No, bought: int) -> bool:
    """RB-10.2  What was not bought is reported: some of the bricks, or all of them."""
    return table.refuse(no, "partial" if bought else "illegal")


def buy_one(table: Table, order: Bricks) -> No | None:
    """One brick, or why there is none."""
    look, seat = table.look, table.seat
    assert seat is not None
    if no := none_left(look, order):
        return no
    places = purse(look, seat)
    if isinstance(places, No):
        return places
    cost, number = price(look, seat), look.bricks() + 1
    used = payment(look, places, cost, order)
    if isinstance(used, No):
        return used
    place_brick(table, BrickBought(number=number, price=cost, used=used))
    return None


def none_left(look: Look, order: Bricks) -> No | None:
    """RB-8.5, RB-11.1, RB-12.3  No brick after the end, none beyond the last place, and not the last if it is left."""
    next_brick = look.bricks() + 1
    if look.over():
        return No("game-over", "RB-11.1", about=(("over",),))
    if is_full(look.state):
        return No("wonder-full", "RB-12.3")
    if order.leave_last and next_brick == end_mark(look.state):
        return No("last-brick-left", "RB-8.5", {"number": next_brick}, about=(("wonder",),))
    return None


def price(look: Look, seat: Seat) -> int:
    """RB-8.2  The k-th brick of a turn costs k, once the mark is built k+1; what others bought does not count."""
    table = TABLES.wonder
    first = table.first_price if look.bricks() < table.price_mark else table.later_price
    return first + look.memory.bought.get(seat, 0)


def purse(look: Look, seat: Seat) -> tuple[str, ...] | No:
    """RB-8.1, RB-8.6  Where payment comes from: the ground of the home tile that own transporters there reach, bank
    after bank, then these transporters in the order of their names."""
    home = look.player(seat).home
    crew = look.own_on_tile(seat, tile_of(home)) if home is not None else []
    if not crew:
        return No("nobody-home", "RB-8.1", {"home": home})
    grounds: set[Ground] = {ground for transporter in crew for ground in look.reach(transporter)}
    return (*sorted(grounds), *(transporter.name for transporter in crew))


def payment(look: Look, places: tuple[str, ...], cost: int, order: Bricks) -> Spread | No:
    """RB-8.6  Kind by kind, as the order names them or else as the table lists them; what is kept is not touched."""
    kinds = TABLES.wonder.pay if order.pay is None else tuple(dict.fromkeys(order.pay))
    used: dict[str, Goods] = {}
    left = cost
    for good in kinds:
        there = {place: _pieces(look, place, good) for place in places}
        spare = sum(there.values()) - (order.keep or {}).get(good, 0)
        for place, number in there.items():
            part = min(number, spare, left)
            if part > 0:
                used[place] = add(used.get(place, {}), {good: part})
                left, spare = left - part, spare - part
    if left:
        facts = {"price": cost, "lacking": left}
        return No("brick-unpaid", "RB-8.2", facts, about=_heaps(places, kinds))
    return used


def _pieces(look: Look, place: str, good: Good) -> int:
    """How many pieces of a good lie on a ground or are loaded on an own transporter."""
    if not is_transporter(place):
        return look.lying(place, good)
    return look.load(look.state.transporters[place]).get(good, 0)


def _heaps(places: tuple[str, ...], kinds: tuple[Good, ...]) -> tuple[tuple[str, ...], ...]:
    """The heaps that others may have spent before; own loads nobody else touches."""
    return tuple(("goods", place, good) for place in places if not is_transporter(place) for good in kinds)
