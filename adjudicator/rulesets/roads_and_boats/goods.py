"""Arithmetic with goods: small mappings from a good to a number above zero, in the order of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .events import Spread
from .state import Good, Goods
from .tables import TABLES


def ordered(goods: Mapping[Good, int]) -> Goods:
    """The same goods in the table's order, without what is none."""
    if len(goods) < 2:  # most heaps are of one kind, which has one order
        return {good: number for good, number in goods.items() if number and good in TABLES.goods}
    return {good: goods[good] for good in TABLES.goods if goods.get(good)}


def add(one: Goods, other: Goods) -> Goods:
    whole = dict(one)
    for good, number in other.items():
        whole[good] = whole.get(good, 0) + number
    return whole if len(whole) == len(one) else ordered(whole)


def subtract(one: Goods, other: Goods) -> Goods:
    """What is left; taking more than there is is our own mistake."""
    left = dict(one)
    for good, number in other.items():
        left[good] = left.get(good, 0) - number
        if left[good] < 0:
            raise AssertionError(f"{dict(other)} taken from {dict(one)}")
    return {good: number for good, number in left.items() if number}


def total(spread: Spread) -> Goods:
    """All goods of a spread together."""
    whole: Goods = {}
    for goods in spread.values():
        whole = add(whole, goods)
    return whole


def merge(spreads: Iterable[Spread]) -> Spread:
    """Several spreads as one."""
    merged: dict[str, Goods] = {}
    for spread in spreads:
        for where, goods in spread.items():
            merged[where] = add(merged.get(where, {}), goods)
    return merged


def count(goods: Goods) -> int:
    return sum(goods.values())
