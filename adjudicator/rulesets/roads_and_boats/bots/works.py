"""What a bot orders where its transporters stand: running factories, breeding, building, bricks."""

from __future__ import annotations

from adjudicator.core.model import Plain

from ..board import Board
from ..places import tile_of
from ..state import Transporter
from ..tables import TABLES
from .plan import Plan


def short(transporter: Transporter) -> str:
    """The name as its owner writes it."""
    return transporter.name.partition("-")[2]


def producing(plan: Plan) -> list[Plain]:
    """Run every factory that a transporter stands at, mint and exchange first; keep coins and stock aboard."""
    orders: list[Plain] = []
    for kind in ("mint", "stock-exchange", "sawmill", "papermill", "coal-burner"):
        for at in plan.works.get(kind, ()):
            crew = plan.look.own_reaching(plan.seat, at)
            if not crew or (kind == "coal-burner" and plan.everywhere("fuel") >= 3):
                continue
            if kind in ("mint", "stock-exchange"):
                orders.append({"produce": kind, "at": at, "from": ["tile", *map(short, crew)]})
            else:
                orders.append({"produce": kind, "at": at, "from": ["tile"]})
    return orders


def breeding(plan: Plan) -> list[Plain]:
    """A foal wherever two unladen donkeys stand alone on a pasture."""
    tiles = sorted({tile_of(each.at) for each in plan.look.owned(plan.seat) if each.kind == "donkey" and each.at})
    return [{"breed": "donkeys", "at": tile} for tile in tiles if plan.look.terrain(tile) == TABLES.breeding.terrain]


def building(plan: Plan) -> list[Plain]:
    """Every project whose material lies at its site, then roads from stone that nobody needs."""
    orders: list[Plain] = []
    for project in plan.projects:
        if plan.look.own_reaching(plan.seat, project.at):
            order: dict[str, Plain] = {"build": project.kind, "at": project.at}
            orders.append(order)
    if len(plan.projects) <= len(("papermill", "stock-exchange", "mine")):
        orders += _roads(plan)
    return orders


def _roads(plan: Plan) -> list[Plain]:
    """Roads towards home from wherever a stone lies under a transporter."""
    board: Board = plan.look.board
    orders: list[Plain] = []
    for transporter in plan.look.owned(plan.seat):
        if transporter.aboard or transporter.at not in board.all_lands or plan.lying(transporter.at, "stone") < 2:
            continue
        for lane in board.lanes_from[transporter.at]:
            other = lane.beyond(transporter.at)
            if plan.far(other) < plan.far(transporter.at) and lane.name not in plan.look.state.roads:
                orders.append({"build": "road", "from": transporter.at, "to": other, "pay": ["tile"]})
                break
    return orders


def wonder(plan: Plan) -> list[Plain]:
    """One brick in each row that has none of ours, if there are boards and trunks to spare."""
    row = _current_row(plan)
    if plan.seat in row or (plan.projects[:1] and plan.look.state.turn < 8):
        return []
    spare = sum(max(0, plan.lying(plan.home, good) - 2) for good in ("trunks", "boards", "clay", "stone"))
    return [{"bricks": 1}] if spare >= 2 else []


def _current_row(plan: Plan) -> tuple[str, ...]:
    wonder, start = plan.look.state.wonder, 0
    for slots in TABLES.wonder.rows:
        if len(wonder) < start + slots:
            return wonder[start:]
        start += slots
    return ()
