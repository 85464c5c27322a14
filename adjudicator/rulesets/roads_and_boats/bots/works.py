"""What a bot orders where its transporters stand: running factories, research, foals, building, bricks."""

from __future__ import annotations

from adjudicator.core.model import NEUTRAL, Plain

from ..ending import end_mark
from ..places import tile_of
from ..state import Good, Transporter
from ..tables import TABLES
from .errands import VALUABLE, short
from .plan import RAFTS, SUBJECT, Plan

EARLY, KEPT = 12, 4
"""Before this turn so many goods at home are kept for building."""
WORTH_IT = 4
"""The points that a first brick in a row must bring as it stands, unless there is much to spare."""
MUCH = 12
"""With so much to spare a second brick is bought where somebody else has more in the row."""
AT_THE_END = 3
"""Bricks a turn when all that is worth something is aboard."""


def production(plan: Plan) -> list[Plain]:
    return [*_researching(plan), *_producing(plan), *_breeding(plan), *(_loading(plan) if plan.closing else ())]


def _producing(plan: Plan) -> list[Plain]:
    """Run every factory that a transporter stands at; the rest run by themselves, but for what makes transporters."""
    orders: list[Plain] = []
    for kind in ("sawmill", "papermill", "coal-burner", "mint", "stock-exchange", "raft-factory"):
        for at in plan.works.get(kind, ()):
            crew = plan.look.own_reaching(plan.seat, at)
            if crew and (kind != "raft-factory" or len(plan.boats) < RAFTS):
                orders.append({"produce": kind, "at": at, **_aboard(plan, kind, crew)})
    return orders


def _aboard(plan: Plan, kind: str, crew: list[Transporter]) -> dict[str, Plain]:
    """Stock is taken aboard at once; near the end gold and coins aboard are turned into more."""
    if kind in ("mint", "stock-exchange") and plan.closing:
        return {"from": ["tile", *map(short, crew)]}
    free = [each for each in crew if plan.look.room(each) > 0]
    return {"from": ["tile"], **({"onto": short(free[0])} if kind == "stock-exchange" and free else {})}


def _researching(plan: Plan) -> list[Plain]:
    known = SUBJECT in plan.look.player(plan.seat).research
    return [] if known else [{"research": [SUBJECT], "at": plan.home}]


def _breeding(plan: Plan) -> list[Plain]:
    """A foal wherever two unladen donkeys stand alone on a pasture."""
    tiles = sorted({tile_of(each.at) for each in plan.crew if each.kind == "donkey"})
    return [{"breed": "donkeys", "at": tile} for tile in tiles if plan.look.terrain(tile) == TABLES.breeding.terrain]


def _loading(plan: Plan) -> list[Plain]:
    """What is worth something is not left on the ground."""
    orders: list[Plain] = []
    left = {at: dict(goods) for at, goods in plan.look.state.goods.items()}
    for transporter in plan.crew:
        room = plan.look.room(transporter)
        for good in VALUABLE:
            for ground in plan.look.reach(transporter):
                part = min(room, left.get(ground, {}).get(good, 0))
                if part > 0:
                    orders.append({"load": {good: part}, "onto": short(transporter), "at": ground})
                    left[ground][good] -= part
                    room -= part
    return orders


def building(plan: Plan) -> list[Plain]:
    """Every project at which a transporter stands; what its material is not there for falls out by itself."""
    ready = [project for project in plan.projects if project.kind != "mine" or not plan.research_awaited]
    return [project.order for project in ready if plan.look.own_reaching(plan.seat, project.at)]


def wonder(plan: Plan) -> list[Plain]:
    """A brick in each row that has none of ours; at the end as many as there is something left for."""
    state = plan.look.state
    last = end_mark(state) or sum(TABLES.wonder.rows)
    wanted = min(_bricks_wanted(plan), last - 1 - len(state.wonder))  # never the one that ends the game
    while wanted > 0 and _price(plan, wanted) > _spare(plan):
        wanted -= 1
    return [{"bricks": wanted, "leave_last": True}] if wanted > 0 else []


def _bricks_wanted(plan: Plan) -> int:
    """One in a row that is not yet shared among many; more only where goods are left over."""
    row = _current_row(plan)
    if plan.closing and not any(plan.everywhere(good) > _loaded(plan, good) for good in VALUABLE):
        return AT_THE_END
    own = row.count(plan.seat)
    others = len(row) - own - row.count(NEUTRAL)
    if not own:
        sharing = max(others + 1, len(plan.look.state.players) // 2)  # more may come after us
        return 1 if TABLES.wonder.row_points >= WORTH_IT * sharing or _spare(plan) > MUCH else 0
    most = max(row.count(seat) for seat in plan.look.state.players)
    return 1 if most > own and _spare(plan) > MUCH else 0


def _loaded(plan: Plan, good: Good) -> int:
    return sum(each.load.get(good, 0) for each in plan.crew)


def _price(plan: Plan, bricks: int) -> int:
    """RB-8.2"""
    table = TABLES.wonder
    first = table.first_price if len(plan.look.state.wonder) < table.price_mark else table.later_price
    return sum(first + number for number in range(bricks))


def _spare(plan: Plan) -> int:
    """Goods at home that may be spent."""
    there = sum(plan.lying(plan.home, good) for good in TABLES.wonder.pay)
    return there - (KEPT if plan.look.state.turn < EARLY else 0)


def _current_row(plan: Plan) -> tuple[str, ...]:
    """The row that the next brick goes into, as far as it is built."""
    whole, first = plan.look.state.wonder, 0
    for places in TABLES.wonder.rows:
        if len(whole) < first + places:
            return whole[first:]
        first += places
    return ()
