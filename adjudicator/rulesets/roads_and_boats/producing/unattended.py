"""What happens at the end of production without orders: factories use up what lies there, geese and paper vanish."""

from __future__ import annotations

from ..consent import PLENTY
from ..events import FactoryRanUnattended, ResearchLost, TransporterLost
from ..naming import bank_groups
from ..places import Ground, place_order
from ..table import Table
from ..tables import TABLES, Input
from .inputs import Pool, plan_runs


def run_unattended(table: Table) -> None:
    """RB-5.18  Tile by tile, every factory with runs left uses up what lies on its bank group; never a donkey."""
    for ground in sorted(table.look.state.buildings, key=place_order):
        kind = TABLES.buildings[table.look.state.buildings[ground]]
        if kind.inputs and not kind.donkey:
            _use_up(table, ground)


def _use_up(table: Table, ground: Ground) -> None:
    """RB-5.18, RB-5.19  Goods stay on the factory's bank; a transporter is nobody's and lost."""
    look = table.look
    kind = TABLES.buildings[look.state.buildings[ground]]
    assert kind.output is not None
    pool = {each: look.heap(each) for each in dict.fromkeys((ground, *look.joined(ground)))}
    if not _some_of_each(pool, kind.inputs):
        return
    runs = plan_runs(pool, kind.inputs, look.runs_left(ground))
    what, each = kind.output
    if not runs.number:
        return
    if kind.group == "transporter":
        table.happen(TransporterLost(at=ground, building=kind.kind, kind_made=what, used=runs.used))
    else:
        made = {ground: {what: each * runs.number}}
        table.happen(FactoryRanUnattended(at=ground, building=kind.kind, runs=runs.number, used=runs.used, made=made))


def lose_research(table: Table) -> None:
    """RB-5.20  Every two geese and a paper lying on the same bank group, or on the same oil rig, vanish."""
    look = table.look
    one_set = tuple(Input((good,), number) for good, number in TABLES.costs.research.items())
    heaps = tuple(sorted(look.state.goods, key=place_order))
    for group in bank_groups(look, heaps):
        pool = {ground: look.heap(ground) for ground in group}
        if not _some_of_each(pool, one_set):
            continue
        lost = plan_runs(pool, one_set, PLENTY)
        if lost.number:
            table.happen(ResearchLost(at=next(iter(lost.used)), used=lost.used))


def _some_of_each(pool: Pool, inputs: tuple[Input, ...]) -> bool:
    """Whether a run is worth planning at all: every heap of a map is asked, and hardly any has what is needed."""
    lying = {good for goods in pool.values() for good in goods}
    return not any(lying.isdisjoint(each.goods) for each in inputs)
