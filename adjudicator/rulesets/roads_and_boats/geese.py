"""Geese that follow a transporter, are left, and are not left alone at sea (RB-6.15 to RB-6.19).

They lie on the ground all the time, on the bank or the sea tile where their transporter is; the move under way only
knows how many of them follow it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .carried import bound
from .consent import PLENTY
from .events import GeeseLed, GeeseLeft
from .look import Look
from .memory import Move
from .naming import grounds_meant, own_transporter
from .orders import Lead, Leave, Quantity
from .places import Ground, PlaceName, parse_place
from .state import Transporter
from .table import No, Table

GEESE = "geese"


@dataclass(frozen=True, slots=True)
class Flock:
    """The geese that come along on a step, by the ground they leave; `willing` is how many were led."""

    geese: Mapping[Ground, int] = field(default_factory=dict)
    willing: int = 0

    @property
    def forced(self) -> bool:
        return sum(self.geese.values()) > self.willing


def ground_under(look: Look, place: PlaceName) -> Ground:
    """RB-6.19  Where geese are that follow to a place: its bank, its sea tile; in a river the first bank."""
    parsed = parse_place(place)
    assert parsed is not None, place
    return look.board.lands[parsed.tile][0] if parsed.kind == "river" else parsed.land


def followers(look: Look, move: Move) -> dict[Ground, int]:
    """The geese that follow now. What has been loaded or ferried away since does not follow any more."""
    still = {ground: min(number, look.lying(ground, GEESE)) for ground, number in move.following.items()}
    return {ground: number for ground, number in still.items() if number}


def flock(look: Look, transporter: Transporter, move: Move) -> Flock:
    """RB-6.15, RB-6.16  The geese that come along as the transporter leaves where it is."""
    led = followers(look, move)
    # RB-6.17: what came here under force at sea may have followed another of the player's before.
    free = {ground: min(led[ground], _free(look, ground, transporter)) for ground in led}
    free = {ground: number for ground, number in free.items() if number}
    willing = sum(free.values())
    if _bears(look, transporter) or _passes(look, transporter, move):
        return Flock(free, willing)
    # RB-Q11: the last to leave takes all of them, whoever led them before. Who is there matters only if there are any.
    alone = look.lying(transporter.at, GEESE)
    if not alone or _company(look, transporter):
        return Flock(free, willing)
    return Flock({transporter.at: alone}, willing)


def _passes(look: Look, transporter: Transporter, move: Move) -> bool:
    """RB-6.16  Whether it came to where no geese are, so that none can be alone when it goes on, whatever others do:
    any that they might have led there had company before, and have it still, but for what it picked up itself."""
    lying = look.state.goods.get(transporter.at, {}).get(GEESE, 0)
    return move.spent > 0 and not lying and look.cargo(transporter) is None


def _bears(look: Look, transporter: Transporter) -> bool:
    """RB-6.16  Whether geese may stay behind by themselves: on land, on a rig."""
    return look.bears(ground_under(look, transporter.at))


def _company(look: Look, transporter: Transporter) -> bool:
    """RB-6.16  Whether geese may stay behind at sea: with somebody else."""
    return any(other.name != transporter.name for other in look.on_tile(transporter.at))


def _free(look: Look, ground: Ground, transporter: Transporter) -> int:
    """RB-6.17  The geese on a ground that have not followed another transporter of the same player in this phase."""
    return look.lying(ground, GEESE) - bound(look, ground, GEESE, transporter.name)


# -- lead and leave ----------------------------------------------------------------------------------------------------


def lead(table: Table, order: Lead) -> bool:
    """RB-6.15  Geese on the ground in reach follow from here on."""
    look, transporter = table.look, own_transporter(table, "")
    if isinstance(transporter, No):
        return table.refuse(transporter)
    grounds = grounds_meant(look, transporter, order.at, prefer={GEESE: 1})
    if isinstance(grounds, No):
        return table.refuse(grounds)
    move = look.memory.move
    assert move is not None
    following = followers(look, move)
    there = {ground: _free(look, ground, transporter) - following.get(ground, 0) for ground in grounds}
    plan = _share(_wanted(order.goods), there)
    no = _too_few_to_lead(look, transporter, order, grounds, sum(plan.values()))
    if no and (order.exactly or not plan):
        return table.refuse(no)
    for ground, number in plan.items():
        table.happen(GeeseLed(transporter=transporter.name, at=ground, geese=number))
        following[ground] = following.get(ground, 0) + number
    table.keep_move(following=following)
    return table.refuse(no, "partial") if no else True


def _too_few_to_lead(
    look: Look, transporter: Transporter, order: Lead, grounds: tuple[Ground, ...], led: int
) -> No | None:
    """RB-10.2  What is missing; RB-6.17 where there are geese that have followed another of the player's."""
    held = sum(bound(look, ground, GEESE, transporter.name) for ground in grounds)
    about = tuple(("goods", ground, GEESE) for ground in grounds)
    if order.goods == "all" and not held:
        return None if led else No("nothing-there", "RB-10.2", {}, about)
    missing = held if order.goods == "all" else order.goods[GEESE] - led
    if not missing:
        return None
    facts = {"missing": {GEESE: missing}, "done": {GEESE: led} if led else {}, "transporter": transporter.name}
    return No("geese-followed", "RB-6.17", facts) if held else No("too-few", "RB-10.2", facts, about)


def leave(table: Table, order: Leave) -> bool:
    """RB-6.15  Geese that follow stay here: where they are, or on the bank that is named."""
    look, transporter = table.look, own_transporter(table, "")
    if isinstance(transporter, No):
        return table.refuse(transporter)
    move = look.memory.move
    assert move is not None
    following = followers(look, move)
    target = _target(look, transporter, order.at)
    if isinstance(target, No):
        return table.refuse(target)
    if move.more_to_go and not _bears(look, transporter) and not _company(look, transporter):
        return table.refuse(No("geese-alone", "RB-6.16", {"transporter": transporter.name}))
    plan = _share(_wanted(order.goods), following)
    no = _too_few_to_leave(transporter, order, sum(plan.values()))
    if no and (order.exactly or not plan):
        return table.refuse(no)
    for ground, number in plan.items():
        at = target or ground
        table.happen(GeeseLeft(transporter=transporter.name, source=ground, at=at, geese=number))
        following[ground] -= number
    table.keep_move(following=following)
    return table.refuse(no, "partial") if no else True


def _target(look: Look, transporter: Transporter, written: str) -> Ground | No | None:
    """The bank that is named; None where nothing is said, so that the geese stay where they are."""
    if not written:
        return None
    grounds = grounds_meant(look, transporter, written)
    return grounds if isinstance(grounds, No) else grounds[0]


def _too_few_to_leave(transporter: Transporter, order: Leave, left: int) -> No | None:
    enough = left if order.goods == "all" else left == order.goods[GEESE]
    return None if enough else No("too-few-follow", "RB-6.15", {"transporter": transporter.name, "number": left})


def _wanted(goods: Quantity) -> int:
    return PLENTY if goods == "all" else goods[GEESE]


def _share(wanted: int, there: Mapping[Ground, int]) -> dict[Ground, int]:
    """So many in all, from the first grounds that have some."""
    plan: dict[Ground, int] = {}
    for ground, number in there.items():
        if part := min(wanted, number):
            plan[ground] = part
            wanted -= part
    return plan
