"""Steps: where a transporter can go next, by land and by water, and which of these a player means.

What a step costs and whether the transporter may still make it stands in `allowance`; nothing here moves anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adjudicator.core.hexes import Edge, Tile, edge_between
from adjudicator.core.model import Seat

from .board import EARLY, LATE
from .look import Look
from .memory import Move
from .naming import bank_groups
from .places import EdgeName, Land, LaneName, Place, PlaceName, dock, pair, parse_place, place_order, river, tile_of
from .state import Transporter
from .table import No


@dataclass(frozen=True, slots=True)
class Step:
    """One step: where to, over which edge, by which road, and whether it docks."""

    to: PlaceName
    over: EdgeName
    road: LaneName = ""
    docks: bool = False


# -- all steps that there are ------------------------------------------------------------------------------------------


def land_steps(look: Look, seat: Seat, land: Land, onto: Tile = "") -> Iterator[Step]:
    """RB-6.4  Over every lane of the bank and of those joined to it that no other player's wall closes (RB-6.8).

    All of them, or only those onto one tile.
    """
    for bank in look.joined(land):
        for lane in look.board.lanes_from[bank]:
            beyond = lane.beyond(bank)
            if (not onto or tile_of(beyond) == onto) and not look.barred(seat, lane.edge):
                yield Step(beyond, lane.edge, lane.name if look.road(lane.name) else "")


def water_steps(look: Look, seat: Seat, place: PlaceName) -> Iterator[Step]:
    """RB-6.5, RB-6.6, RB-6.7  All water steps from a place that no other player's wall closes (RB-6.8)."""
    for step in look.board.water_steps[place]:
        if not look.barred(seat, step.edge):
            yield Step(step.to, step.edge, docks=step.docks)


# -- may it still move? ------------------------------------------------------------------------------------------------


def allowance(look: Look, transporter: Transporter, move: Move) -> No | None:
    """RB-6.2, RB-6.3, RB-6.5, RB-6.6  Why the transporter has no step left, or None."""
    kind, name = look.kind(transporter), transporter.name
    if move.docked:
        return No("docking-ended-move", "RB-6.6", {"transporter": name})
    if move.off_road and move.spent >= kind.off_road:
        return No("off-road-once", "RB-6.3", {"transporter": name, "steps": kind.off_road})
    if move.spent >= kind.moves:
        rule = "RB-6.5" if kind.water else "RB-6.2" if kind.needs_road else "RB-6.3"
        return No("no-steps-left", rule, {"transporter": name, "steps": kind.moves})
    return None


# -- a step by land ----------------------------------------------------------------------------------------------------


def land_step(look: Look, transporter: Transporter, move: Move, written: str) -> Step | No:
    """RB-6.4  The step over one lane that a player means by naming the tile or the bank beyond it."""
    if no := allowance(look, transporter, move):
        return no
    place = named_place(look, written)
    if isinstance(place, No):
        return place
    if place.kind != "ground" or look.board.is_sea(place.tile):
        return No("not-land", "RB-6.4", {"transporter": transporter.name, "place": written})
    another_bank = place.tile == look.tile(transporter)
    if not another_bank and (no := _closed(look, transporter, place)):
        return no
    steps = _steps_towards(look, transporter, place)
    if not steps:
        return No("across-the-river", "RB-6.4", {"transporter": transporter.name, "place": written})
    return _on_or_off_road(look, transporter, move, place, steps)


def _steps_towards(look: Look, transporter: Transporter, place: Place) -> list[Step]:
    """The steps onto a tile; where a bank is named, only those to it and to banks joined to it there."""
    steps = list(land_steps(look, transporter.owner, transporter.at, place.tile))
    if place.bank:
        beyond = look.joined(place.land)
        steps = [replace(step, to=place.land) for step in steps if step.to in beyond]
    return sorted(steps, key=lambda step: (not step.road, place_order(step.to), step.road))


def _on_or_off_road(look: Look, transporter: Transporter, move: Move, place: Place, steps: list[Step]) -> Step | No:
    """RB-6.2, RB-6.3  By road where the transporter needs one; where two banks remain the player must name one."""
    kind = look.kind(transporter)
    if kind.needs_road or move.spent:
        steps = [step for step in steps if step.road]
    if not steps:
        facts = {"transporter": transporter.name, "place": transporter.at, "to": place.land}
        lanes = tuple(("road", lane.name) for lane in look.board.lanes_from[transporter.at])
        return No("no-road", "RB-6.2", facts, lanes) if kind.needs_road else No("road-and-off-road", "RB-6.3", facts)
    groups = bank_groups(look, tuple(step.to for step in steps))
    if len(groups) > 1:
        return No("which-bank", "RB-6.4", {"tile": place.tile, "banks": sorted(step.to for step in steps)})
    return steps[0]


# -- a step by water ---------------------------------------------------------------------------------------------------


def water_step(look: Look, boat: Transporter, move: Move, written: str) -> Step | No:
    """RB-6.5  The step that a player means by naming a tile: at sea the sea, on land its river. Only `dock` docks."""
    if no := allowance(look, boat, move):
        return no
    place = named_place(look, written)
    if isinstance(place, No):
        return place
    if place.bank or place.kind == "dock":
        return No("only-dock-docks", "RB-6.6", {"place": written})
    target = water_at(look, place)
    if target is None:
        return No("no-water", "RB-6.5", {"place": written})
    if look.docked(boat.at):
        (way_out,) = look.board.water_steps[boat.at]
        if way_out.to != target:
            return No("docked", "RB-6.7", {"transporter": boat.name, "place": written, "sea": way_out.to})
    if no := _closed(look, boat, place):
        return no
    for step in look.board.water_steps[boat.at]:
        if step.to == target:
            return Step(target, step.edge)
    return No("no-waterway", "RB-6.5", {"transporter": boat.name, "place": written})


def water_at(look: Look, place: Place) -> PlaceName | None:
    """The open water of a tile: the sea, or its river."""
    if look.board.is_sea(place.tile):
        return place.tile if place.kind == "ground" else None
    return river(place.tile) if look.board.has_river(place.tile) else None


def dock_step(look: Look, boat: Transporter, move: Move, written: str) -> Step | No:
    """RB-6.6  From the sea onto the coast of a neighbouring tile, at the edge towards the boat's sea tile."""
    if no := allowance(look, boat, move):
        return no
    place = named_place(look, written)
    if isinstance(place, No):
        return place
    facts = {"transporter": boat.name, "place": written}
    if not look.at_sea(boat.at):
        return No("dock-from-sea", "RB-6.7", facts)
    if place.kind == "river" or look.board.is_sea(place.tile):
        return No("no-coast-there", "RB-6.6", facts)
    if no := _closed(look, boat, place):
        return no
    edge = edge_between(place.tile, boat.at)
    assert edge is not None  # `_closed` has seen that they are neighbours
    if place.edge not in ("", edge):
        return No("another-edge", "RB-6.6", {**facts, "edge": edge})
    return _dock_at(look, boat, place, edge)


def _dock_at(look: Look, boat: Transporter, place: Place, edge: Edge) -> Step | No:
    """RB-6.6  At a mouth two banks share the edge: the player chooses, unless a bridge has made them one."""
    banks = list(dict.fromkeys(look.board.bank_at(place.tile, edge, half) for half in (EARLY, LATE)))
    if place.bank:
        beyond = look.joined(place.land)
        banks = [bank for bank in banks if bank == place.land] or [bank for bank in banks if bank in beyond]
    if not banks:
        facts = {"transporter": boat.name, "place": place.land, "edge": edge}
        return No("bank-not-at-edge", "RB-6.6", facts)
    if len(bank_groups(look, tuple(banks))) > 1:
        return No("which-bank", "RB-6.6", {"tile": place.tile, "banks": sorted(banks)})
    return Step(dock(min(banks), edge), pair(place.tile, boat.at), docks=True)


# -- small parts -------------------------------------------------------------------------------------------------------


def named_place(look: Look, written: str) -> Place | No:
    """The place that is written, if there is such a tile and such a bank."""
    place = parse_place(written)
    if place is None or place.tile not in look.board.tiles or (place.bank and place.land not in look.board.all_lands):
        return No("no-such-place", "RB-10.1", {"place": written})
    return place


def _closed(look: Look, transporter: Transporter, place: Place) -> No | None:
    """RB-6.8  Why no step leads to that tile at all: it is not the next one, or another player's wall is between."""
    here = look.tile(transporter)
    if edge_between(here, place.tile) is None:
        return No("not-next", "RB-6.1", {"transporter": transporter.name, "place": place.tile, "at": here})
    edge = pair(here, place.tile)
    if look.barred(transporter.owner, edge):
        facts = {"transporter": transporter.name, "wall": edge, "owner": look.state.walls[edge].owner}
        return No("wall", "RB-6.8", facts, (("wall", edge),))
    return None
