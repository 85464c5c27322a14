"""The audit after every phase: goods and transporters in are goods and transporters out, as the events say."""

from __future__ import annotations

from collections import Counter

from adjudicator.core.model import Event, Position, Resolution

from . import events as ev
from .goods import total
from .invariants import broken
from .state import Mine, State
from .tables import TABLES


def audit(before: Position, resolution: Resolution) -> tuple[str, ...]:
    """Sentences on what does not add up; none if all is well."""
    return (
        *_goods_conserved(before.state, resolution),
        *_transporters_conserved(before.state, resolution),
        *_bags_conserved(before.state, resolution),
        *broken(resolution.state, before.board),
    )


def _goods_conserved(before: State, resolution: Resolution) -> list[str]:
    expected = all_goods(before)
    for event in resolution.events:
        expected.update(made(event))
        expected.subtract(used(event))
    after = all_goods(resolution.state)
    return [
        f"{good}: {expected[good]} by the events, {after[good]} in the position"
        for good in TABLES.goods
        if expected[good] != after[good]
    ]


def _transporters_conserved(before: State, resolution: Resolution) -> list[str]:
    expected = set(before.transporters)
    for event in resolution.events:
        match event:
            case ev.HomeSettled():
                expected |= set(event.transporters)
            case ev.TransporterMade():
                expected = (expected | {event.transporter}) - {event.donkey}
            case ev.DonkeyBorn():
                expected.add(event.transporter)
            case ev.TransporterScrapped():
                expected.remove(event.transporter)
    odd = sorted(expected ^ set(resolution.state.transporters))
    return [f"{name}: in the position and in the events differently" for name in odd]


def _bags_conserved(before: State, resolution: Resolution) -> list[str]:
    """RB-5.1, RB-5.2  What is filled into a mine stays in its bag, or drawn, until production puts it on the tile."""
    expected = {ground: _bag(mine) for ground, mine in before.mines.items()}
    for event in resolution.events:
        match event:
            case ev.MineFilled():
                expected.setdefault(event.at, Counter()).update(gold=event.gold, iron=event.iron)
            case ev.GoodsProduced() if event.at in expected:
                expected[event.at].subtract(event.goods)
    after = {ground: _bag(mine) for ground, mine in resolution.state.mines.items()}
    odd = sorted(ground for ground in {*expected, *after} if expected.get(ground) != after.get(ground))
    return [f"the mine at {ground}: {dict(expected.get(ground, {}))} by the events" for ground in odd]


def _bag(mine: Mine) -> Counter[str]:
    return Counter(gold=mine.gold, iron=mine.iron) + Counter([mine.drawn] if mine.drawn else [])


def all_goods(state: State) -> Counter[str]:
    """Every piece there is, on the ground and loaded."""
    whole: Counter[str] = Counter()
    for goods in state.goods.values():
        whole.update(goods)
    for transporter in state.transporters.values():
        whole.update(transporter.load)
    return whole


def made(event: Event) -> Counter[str]:
    """The goods that an event brought into the world."""
    match event:
        case ev.HomeSettled() | ev.GoodsProduced():
            return Counter(event.goods)
        case ev.GeeseBred():
            return Counter(geese=event.young)
        case ev.FactoryRan() | ev.FactoryRanUnattended():
            return Counter(total(event.made))
    return Counter()


def used(event: Event) -> Counter[str]:
    """The goods that an event took out of the world."""
    return Counter(total(getattr(event, "used", {})))
