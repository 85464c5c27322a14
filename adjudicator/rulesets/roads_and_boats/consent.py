"""Consent: nothing of another player's is touched unless his `allow` covers it (RB-10.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adjudicator.core.hexes import Tile
from adjudicator.core.model import Seat

from .events import PermissionUsed
from .facts import spent
from .look import Look
from .orders import Allow
from .places import parse_place
from .state import Good, Goods, Transporter
from .table import No, Table

PLENTY = 10_000
"""A permission that names no goods sets no limit."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a player wants to do with a transporter: `may` is take, give, ferry or carry; `purpose` what it is for."""

    actor: Seat
    may: str
    transporter: Transporter
    tile: Tile
    purpose: str = ""


def permitted(look: Look, wish: Wish, good: Good = "") -> int:
    """RB-10.7  How many pieces of a good the owner's permissions still cover; without a good, whether at all."""
    if wish.transporter.owner == wish.actor:
        return PLENTY
    return sum(left for _, left in _covering(look, wish, good))


def refusal(look: Look, wish: Wish, goods: Iterable[Good] = ()) -> No:
    """RB-10.7  What is said where no permission covers a wish; whoever used up one that did is named."""
    owner = wish.transporter.owner
    facts = {"owner": owner, "may": wish.may, "transporter": wish.transporter.name}
    fitting = [place for place, allow in enumerate(look.allow.get(owner, ())) if allow and _fits(look, allow, wish)]
    return No("not-allowed", "RB-10.7", facts, tuple(spent(owner, place, good) for place in fitting for good in goods))


def use(table: Table, wish: Wish, goods: Goods) -> None:
    """Write down which permissions cover what is done. Own things need none."""
    for event in uses(table.look, wish, goods):
        table.happen(event)


def uses(look: Look, wish: Wish, goods: Goods) -> list[PermissionUsed]:
    """The permissions that cover something, the first that fits first."""
    if wish.transporter.owner == wish.actor:
        return []
    if not goods:
        place, _ = next(_covering(look, wish, ""))
        return [_used(wish, {}, place)]
    found = []
    for good, number in goods.items():
        for place, left in _covering(look, wish, good):
            part = min(left, number)
            if part:
                found.append(_used(wish, {good: part}, place))
                number -= part
    return found


def _used(wish: Wish, goods: Goods, place: int) -> PermissionUsed:
    owner, name = wish.transporter.owner, wish.transporter.name
    return PermissionUsed(owner=owner, may=wish.may, transporter=name, goods=goods, permission=place)


def _covering(look: Look, wish: Wish, good: Good) -> Iterator[tuple[int, int]]:
    """The permissions that fit, by their place in the owner's list, with what is left of each."""
    owner = wish.transporter.owner
    look.note("permission", owner)
    if look.options.get("trading") == "no":
        return
    for place, allow in enumerate(look.allow.get(owner, ())):
        if allow is None or not _fits(look, allow, wish):
            continue
        if allow.goods is None or not good:
            yield place, PLENTY
        else:
            used = look.memory.allowed.get((owner, place), {}).get(good, 0)
            if allow.goods.get(good, 0) > used:
                yield place, allow.goods[good] - used


def _fits(look: Look, allow: Allow, wish: Wish) -> bool:
    owner, name = wish.transporter.owner, wish.transporter.name
    if allow.may != wish.may or allow.player not in (wish.actor, "any"):
        return False
    named = allow.source or allow.to or allow.by or allow.transporter
    if named and look.name(owner, named) != name:
        return False
    if allow.at and not _there(look, allow.at, wish):
        return False
    return not allow.purpose or allow.purpose == wish.purpose


def _there(look: Look, written: str, wish: Wish) -> bool:
    """`at` names the tile where it may happen, or one bank of it that the transporter reaches."""
    place = parse_place(written)
    if place is None or place.tile != wish.tile:
        return False
    return not place.bank or place.land in look.reach(wish.transporter)
