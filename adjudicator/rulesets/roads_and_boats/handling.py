"""Goods in hand: loading, unloading, giving, taking and ferrying (RB-2.6, RB-5.5, RB-6.9).

Used in production and movement, and in the other phases where an option allows it.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.core.hexes import Tile
from adjudicator.core.model import Plain

from .carried import barred_from, may_carry_on
from .consent import PLENTY, Wish, permitted, refusal, use
from .events import GoodsFerried, GoodsHandedOver, GoodsLoaded, GoodsUnloaded
from .facts import TAKEN, Fact, left
from .look import Look
from .naming import grounds_meant, own_transporter, somebodys_transporter
from .orders import Give, Load, Quantity, Take, Unload
from .places import Ground, tile_of
from .state import Good, Goods, Transporter
from .table import No, Table
from .tables import TABLES


def load(table: Table, order: Load) -> bool:
    """RB-5.5  From the ground in reach onto an own transporter."""
    transporter = own_transporter(table, order.onto)
    if isinstance(transporter, No):
        return table.refuse(transporter)
    grounds = grounds_meant(table.look, transporter, order.at, prefer=order.goods)
    if isinstance(grounds, No):
        return table.refuse(grounds)
    look = table.look

    def there(good: Good) -> int:
        return sum(may_carry_on(look, ground, good, transporter) for ground in grounds)

    about = tuple(("goods", ground, good) for ground in grounds for good in wanted_goods(order.goods))
    room = look.room(transporter)
    plan = measure(order.goods, there, room)
    no = carried_before(look, order, plan, grounds, transporter, room)
    no = no or shortage(look, order, plan, there, about, transporter)
    if no and (not plan or order.exactly):
        return table.refuse(no if look.bears(grounds[0]) or plan else _open_sea(transporter, "RB-2.4"))
    left = dict(plan)
    for ground in grounds:
        parts = {good: min(number, may_carry_on(look, ground, good, transporter)) for good, number in left.items()}
        goods = {good: part for good, part in parts.items() if part}
        if goods:
            table.happen(GoodsLoaded(transporter=transporter.name, source=ground, goods=goods))
            left = {good: number - parts[good] for good, number in left.items()}
    return table.refuse(no, "partial") if no else True


def unload(table: Table, order: Unload) -> bool:
    """RB-5.5  From an own transporter to the ground in reach; nothing is left on the plain sea (RB-6.10)."""
    transporter = own_transporter(table, order.source)
    if isinstance(transporter, No):
        return table.refuse(transporter)
    grounds = grounds_meant(table.look, transporter, order.at)
    if isinstance(grounds, No):
        return table.refuse(grounds)
    if not table.look.bears(grounds[0]):
        return table.refuse(_open_sea(transporter, "RB-6.10"))
    aboard = table.look.load(transporter)

    def there(good: Good) -> int:
        return aboard.get(good, 0)

    plan = measure(order.goods, there)
    no = shortage(table.look, order, plan, there, (("load", transporter.name, TAKEN),))
    if no and (not plan or order.exactly):
        return table.refuse(no)
    table.happen(GoodsUnloaded(transporter=transporter.name, target=grounds[0], goods=plan))
    return table.refuse(no, "partial") if no else True


def _open_sea(boat: Transporter, rule: str) -> No:
    return No("open-sea", rule, {"transporter": boat.name})


def give(table: Table, order: Give) -> bool:
    """RB-5.5  To another transporter, whose owner must allow it; or, with `by`, ferried from bank to bank."""
    if order.by:
        return ferry(table, order)
    source = own_transporter(table, order.source)
    if isinstance(source, No):
        return table.refuse(source)
    target = somebodys_transporter(table, order.to)
    if isinstance(target, No):
        return table.refuse(target)
    assert table.seat is not None
    wish = Wish(table.seat, "give", target, table.look.tile(source))
    return _hand_over(table, order, source, target, wish)


def take(table: Table, order: Take) -> bool:
    """RB-5.5  From another transporter, whose owner must allow it, onto an own one."""
    target = own_transporter(table, order.onto)
    if isinstance(target, No):
        return table.refuse(target)
    source = somebodys_transporter(table, order.source)
    if isinstance(source, No):
        return table.refuse(source)
    assert table.seat is not None
    wish = Wish(table.seat, "take", source, table.look.tile(target))
    return _hand_over(table, order, source, target, wish)


def _hand_over(table: Table, order: Give | Take, source: Transporter, target: Transporter, wish: Wish) -> bool:
    look = table.look
    if source == target or not look.meet(source, target):
        facts = {"one": source.name, "other": target.name}
        about = (left(source.name, look.place(target)), left(target.name, look.place(source)))
        return table.refuse(No("not-together", "RB-2.5", facts, about))
    aboard = look.load(source)
    if aboard and not any(permitted(look, wish, good) for good in wanted_goods(order.goods)):
        return table.refuse(refusal(look, wish, wanted_goods(order.goods)))

    def there(good: Good) -> int:
        return min(permitted(look, wish, good), may_carry_on(look, source.name, good, target))

    room = look.room(target)
    plan = measure(order.goods, there, room)
    no = carried_before(look, order, plan, (source.name,), target, room)
    no = (
        no
        or not_all_allowed(look, order, plan, wish, aboard)
        or shortage(look, order, plan, there, (("load", source.name, TAKEN),), target)
    )
    if no and (not plan or order.exactly):
        return table.refuse(no)
    use(table, wish, plan)
    table.happen(GoodsHandedOver(source=source.name, target=target.name, goods=plan))
    return table.refuse(no, "partial") if no else True


def ferry(table: Table, order: Give) -> bool:
    """RB-2.6  A boat in the river passes goods between the banks it reaches, if its owner is willing."""
    look = table.look
    boat = somebodys_transporter(table, order.by)
    if isinstance(boat, No):
        return table.refuse(boat)
    if boat.aboard or not look.in_river(boat.at):
        return table.refuse(No("no-ferry", "RB-2.6", {"transporter": boat.name}))
    if look.cargo(boat) is not None:
        return table.refuse(No("ferry-carries", "RB-2.6", {"transporter": boat.name}))
    banks = [grounds_meant(look, boat, written) for written in (order.source, order.to)]
    for bank in banks:
        if isinstance(bank, No):
            return table.refuse(bank)
    return _ferry(table, order, boat, banks[0], banks[1])  # type: ignore[arg-type]  # refusals are gone


def _ferry(
    table: Table, order: Give, boat: Transporter, sources: tuple[Ground, ...], targets: tuple[Ground, ...]
) -> bool:
    look, tile = table.look, tile_of(boat.at)
    assert table.seat is not None
    if not _stands_by(look, table.seat, tile, (*sources, *targets)):
        return table.refuse(No("nobody-there", "RB-2.6", {"place": tile}, (("own", table.seat, tile),)))
    wish = Wish(table.seat, "ferry", boat, tile)
    if not any(permitted(look, wish, good) for good in wanted_goods(order.goods)):
        return table.refuse(refusal(look, wish, wanted_goods(order.goods)))
    source, target = sources[0], targets[0]
    if source == target:
        return table.refuse(No("same-bank", "RB-2.6", {"place": source}))

    def there(good: Good) -> int:
        return min(permitted(look, wish, good), look.lying(source, good))

    plan = measure(order.goods, there)
    about = tuple(("goods", source, good) for good in wanted_goods(order.goods))
    no = not_all_allowed(look, order, plan, wish, look.heap(source)) or shortage(look, order, plan, there, about)
    if no and (not plan or order.exactly):
        return table.refuse(no)
    use(table, wish, plan)
    table.happen(GoodsFerried(source=source, target=target, by=boat.name, goods=plan))
    return table.refuse(no, "partial") if no else True


def _stands_by(look: Look, seat: str, tile: Tile, banks: tuple[Ground, ...]) -> bool:
    """Who has goods ferried has a transporter of his own, or the boat itself, at one of the banks."""
    return any(look.own_reaching(seat, bank) for bank in banks)


# -- how much --------------------------------------------------------------------------------------------------------


def wanted_goods(quantity: Quantity) -> tuple[Good, ...]:
    return TABLES.goods if quantity == "all" else tuple(quantity)


def measure(quantity: Quantity, there: Callable[[Good], int], room: int = PLENTY) -> Goods:
    """RB-10.2  What can be had of what is wanted: up to the number, what is there, and what still fits."""
    plan: dict[Good, int] = {}
    for good in wanted_goods(quantity):
        wanted = PLENTY if quantity == "all" else quantity[good]
        number = min(wanted, there(good), room)
        if number > 0:
            plan[good] = number
            room -= number
    return plan


def carried_before(
    look: Look, order: Load | Give | Take, plan: Goods, places: tuple[str, ...], target: Transporter, room: int
) -> No | None:
    """RB-6.11  What is there and would fit, but was carried here by another of the player's transporters."""
    if room <= sum(plan.values()):
        return None
    held: dict[Good, int] = {}
    for good in wanted_goods(order.goods):
        wanted = PLENTY if order.goods == "all" else order.goods[good]
        barred = sum(barred_from(look, place, good, target) for place in places)
        if number := min(wanted - plan.get(good, 0), barred):
            held[good] = number
    facts = {"missing": held, "done": dict(plan), "transporter": target.name}
    return No("carried-before", "RB-6.11", facts) if held else None


def not_all_allowed(look: Look, order: Give | Take, plan: Goods, wish: Wish, heap: Goods) -> No | None:
    """RB-10.7  What is there and was wanted, but goes beyond what the owner allows."""
    wanted = heap if order.goods == "all" else order.goods
    beyond = {
        good: min(number, heap.get(good, 0)) - plan.get(good, 0)
        for good, number in wanted.items()
        if plan.get(good, 0) == permitted(look, wish, good) < min(number, heap.get(good, 0))
    }
    if not beyond:
        return None
    no = refusal(look, wish, beyond)
    return No("allowed-less", no.rule, {**no.facts, "missing": beyond}, no.about)


def shortage(
    look: Look,
    order: Load | Unload | Give | Take,
    plan: Goods,
    there: Callable[[Good], int],
    about: tuple[Fact, ...],
    target: Transporter | None = None,
) -> No | None:
    """RB-10.2  What is missing of what was wanted; RB-3.2 where some of it is left there and only room was lacking."""
    wanted = {good: there(good) for good in TABLES.goods} if order.goods == "all" else order.goods
    missing = {good: number - plan.get(good, 0) for good, number in wanted.items() if number > plan.get(good, 0)}
    if not missing:
        return None if plan else No("nothing-there", "RB-10.2", _empty(look, about), about)
    facts = {"missing": missing, "done": dict(plan)}
    if target is None or not any(there(good) > plan.get(good, 0) for good in missing):
        return No("too-few", "RB-10.2", facts, about)
    if (cargo := look.cargo(target)) is not None:
        carrying = {"transporter": target.name, "cargo": cargo.name}
        return No("carries-another", "RB-2.8", {**facts, **carrying}, (("cargo", target.name),))
    return No("no-room", "RB-3.2", {**facts, "transporter": target.name}, (("load", target.name),))


def _empty(look: Look, about: tuple[Fact, ...]) -> dict[str, Plain]:
    """The transporter that all was to come from, if it carries no goods."""
    for kind, name, *_ in about:
        if kind == "load" and (found := look.transporter(name)) is not None and not look.load(found):
            return {"empty": name}
    return {}
