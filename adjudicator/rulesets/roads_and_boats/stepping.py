"""A transporter on its way: `go`, `dock`, and the way to a goal, each step with the geese that come along."""

from __future__ import annotations

from .carried import bound_aboard
from .events import RouteChosen, TransporterMoved
from .geese import flock, ground_under
from .look import Look
from .memory import Move
from .orders import Dock, Go
from .places import parse_place
from .routes import way_to
from .state import Transporter
from .table import No, Table
from .ways import Step, dock_step, land_step, water_at, water_step


def under_way(table: Table) -> tuple[Transporter, Move]:
    """The transporter that is moving, and what is remembered of its move."""
    move = table.look.memory.move
    assert move is not None
    return table.look.state.transporters[move.transporter], move


def go(table: Table, order: Go) -> bool:
    """RB-6.1  From tile to tile. A place where the transporter already is, over a bridge perhaps, costs nothing."""
    for number, written in enumerate(order.way):
        if no := _go_one(table, written):
            return table.refuse(no, "partial" if number else "illegal")
    return True


def _go_one(table: Table, written: str) -> No | None:
    look, (transporter, move) = table.look, under_way(table)
    if _is_there(look, transporter, written):
        return None
    find = water_step if look.kind(transporter).water else land_step
    step = find(look, transporter, move, written)
    if isinstance(step, No):
        return step
    if no := _held_back(look, transporter):
        return no
    _advance(table, step)
    return None


def dock(table: Table, order: Dock) -> bool:
    """RB-6.6  Docking costs a step and ends the move."""
    look, (transporter, move) = table.look, under_way(table)
    if not look.kind(transporter).water:
        return table.refuse(No("no-boat", "RB-6.6", {"transporter": transporter.name}))
    step = dock_step(look, transporter, move, order.at)
    if isinstance(step, No):
        return table.refuse(step)
    if no := _held_back(look, transporter):
        return table.refuse(no)
    _advance(table, step)
    return True


def go_to(table: Table, goal: str) -> bool:
    """RB-6.20  The shortest way to a goal, as a whole or not at all."""
    look, (transporter, _) = table.look, under_way(table)
    way = way_to(look, transporter, goal)
    if isinstance(way, No):
        return table.refuse(way)
    if not way:
        return True
    if no := _held_back(look, transporter):
        return table.refuse(no)
    table.happen(RouteChosen(transporter=transporter.name, way=tuple(step.to for step in way)))
    for step in way:
        _advance(table, step)
    return True


def _is_there(look: Look, transporter: Transporter, written: str) -> bool:
    """RB-6.4, RB-6.5  Whether it is there already; joined banks are one place (RB-Q108)."""
    there, here = parse_place(written), parse_place(transporter.at)
    if there is None or here is None or there.tile != here.tile:
        return False
    if look.kind(transporter).water and not there.bank and not there.edge:
        # For a boat a tile means its open water, and only without any its dock.
        water = water_at(look, there)
        return transporter.at == water if water else there.kind == "ground"
    fits = here.kind != "river" and there.kind in ("ground", here.kind) and there.edge in ("", here.edge)
    return fits and (not there.bank or there.land in look.grounds(transporter.at))


def _held_back(look: Look, transporter: Transporter) -> No | None:
    """RB-6.11  Nothing is carried on that another transporter of the player has carried in this phase."""
    held = bound_aboard(look, transporter)
    return No("not-carried-on", "RB-6.11", {"transporter": transporter.name, "goods": held}) if held else None


def _advance(table: Table, step: Step) -> None:
    """Make a step that has been found good, with the geese that come along (RB-6.15, RB-6.16)."""
    look, (transporter, move) = table.look, under_way(table)
    along = flock(look, transporter, move)
    ground = ground_under(look, step.to)
    table.happen(
        TransporterMoved(
            transporter=transporter.name,
            source=transporter.at,
            target=step.to,
            over=step.over,
            road=step.road,
            geese=along.geese,
            to_ground=ground if along.geese else "",
            forced=along.forced,
        )
    )
    table.keep_move(
        spent=move.spent + 1,
        off_road=not step.road and not look.kind(transporter).water,
        docked=step.docks,
        following={ground: along.willing} if along.willing else {},
    )
