"""Routes: everything a transporter can reach in one move, at what cost and on which way (RB-6.20).

Of equally short ways the one is taken whose places come first on the map, compared one after the other: by column,
then row, then bank or dock (RB-Q95).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias, TypeVar

from adjudicator.core.model import Position

from .look import Look
from .memory import Memory
from .naming import bank_groups
from .places import Land, Place, PlaceName, dock, place_order, tile_of
from .state import Name, Transporter
from .table import No
from .ways import Step, land_steps, named_place, water_at, water_steps

Way: TypeAlias = tuple[Step, ...]
Node = TypeVar("Node")


def reachable(position: Position, name: Name) -> Mapping[PlaceName, tuple[int, tuple[PlaceName, ...]]]:
    """RB-6.20  Every place that a transporter can get to in one move, with the steps it costs and the way."""
    look = Look(position.board, position.state, Memory(), position.options)
    ways = routes(look, position.state.transporters[name])
    return {
        place: (len(ways[place]), tuple(step.to for step in ways[place])) for place in sorted(ways, key=place_order)
    }


def routes(look: Look, transporter: Transporter, further: bool = False) -> Mapping[PlaceName, Way]:
    """The shortest way to every place in reach; with `further` as if the transporter could go on for ever."""
    if transporter.aboard:
        return {}  # RB-6.13
    kind = look.kind(transporter)
    limit = len(look.board.all_lands) + len(look.board.tiles) if further else kind.moves
    if kind.water:
        return _by_water(look, transporter, limit)
    groups = _by_road(look, transporter, limit)
    if kind.off_road:
        _add_off_road(look, transporter, groups)
    return {bank: _ending_at(way, bank) for group, way in groups.items() if way for bank in group}


def _by_road(look: Look, transporter: Transporter, limit: int) -> dict[tuple[Land, ...], Way]:
    """RB-6.2  By road to every bank group, the start included; joined banks count as one place (RB-6.4)."""

    def steps(group: tuple[Land, ...]) -> Iterator[tuple[Step, tuple[Land, ...]]]:
        for step in land_steps(look, transporter.owner, group[0]):
            if step.road:
                yield step, look.joined(step.to)

    return _spread_out(look.joined(transporter.at), steps, limit)


def _add_off_road(look: Look, transporter: Transporter, groups: dict[tuple[Land, ...], Way]) -> None:
    """RB-6.3  The one step without a road, where that is shorter."""
    steps = sorted(land_steps(look, transporter.owner, transporter.at), key=_order)
    for step in steps:
        group = look.joined(step.to)
        if group not in groups or len(groups[group]) > 1:
            groups[group] = (step,)


def _ending_at(way: Way, bank: Land) -> Way:
    """Crossing a bridge costs nothing, so the way to a bank is the way to each bank joined to it."""
    return way if way[-1].to == bank else (*way[:-1], replace(way[-1], to=bank))


def _by_water(look: Look, boat: Transporter, limit: int) -> dict[PlaceName, Way]:
    """RB-6.5  Over the water. A dock leads only back to the sea it was entered from, so no way goes on from it."""

    def steps(place: PlaceName) -> Iterator[tuple[Step, PlaceName]]:
        for step in water_steps(look, boat.owner, place):
            yield step, step.to

    ways = _spread_out(boat.at, steps, limit)
    return {place: way for place, way in ways.items() if way}


def _spread_out(start: Node, steps: Callable[[Node], Iterable[tuple[Step, Node]]], limit: int) -> dict[Node, Way]:
    """The shortest way to every node within the limit.

    Each ring is walked in the order of its ways, and the steps from each of its nodes in theirs: so the first way
    that comes to a node is, of the shortest, the one that comes first.
    """
    ways: dict[Node, Way] = {start: ()}
    ring = [start]
    for _ in range(limit):
        beyond: list[Node] = []
        for node in ring:
            for step, to in sorted(steps(node), key=lambda each: _order(each[0])):
                if to not in ways:
                    ways[to] = (*ways[node], step)
                    beyond.append(to)
        if not beyond:
            break
        ring = beyond
    return ways


def _order(step: Step) -> tuple[object, ...]:
    return place_order(step.to), step.road


# -- a move that only names its goal -----------------------------------------------------------------------------------


def way_to(look: Look, transporter: Transporter, written: str) -> Way | No:
    """RB-6.20  The shortest way to the goal that a player names; half a way is no way."""
    goals = _goals(look, transporter, written)
    if isinstance(goals, No):
        return goals
    here = () if look.kind(transporter).water else look.joined(transporter.at)
    if any(goal == transporter.at or goal in here for goal in goals):
        return ()
    ways = routes(look, transporter)
    near = [goal for goal in goals if goal in ways]
    if not near:
        return _too_far(look, transporter, written, goals)
    groups = bank_groups(look, tuple(_ground(goal) for goal in near))
    if len(groups) > 1:
        banks = sorted(group[0] for group in groups)
        return No("which-bank", "RB-6.20", {"tile": tile_of(near[0]), "banks": banks})
    return min((ways[goal] for goal in near), key=lambda way: (len(way), [_order(step) for step in way]))


def _too_far(look: Look, transporter: Transporter, written: str, goals: tuple[PlaceName, ...]) -> No:
    """RB-6.20  What is said of a goal out of reach: how far it is, or that no way leads there."""
    ways = routes(look, transporter, further=True)
    facts = {"transporter": transporter.name, "place": written}
    costs = [len(ways[goal]) for goal in goals if goal in ways]
    if not costs:
        return No("no-way", "RB-6.20", facts)
    return No("too-far", "RB-6.20", {**facts, "cost": min(costs), "steps": look.kind(transporter).moves})


def _goals(look: Look, transporter: Transporter, written: str) -> tuple[PlaceName, ...] | No:
    """The places that can be meant: the banks of a tile; for a boat its open water, otherwise its docks."""
    place = named_place(look, written)
    if isinstance(place, No):
        return place
    board, water = look.board, look.kind(transporter).water
    if not water:
        lands = board.lands[place.tile] if place.kind == "ground" else ()
        goals = (place.land,) if place.bank and lands else lands
        facts = {"transporter": transporter.name, "place": written}
        return goals or No("not-land", "RB-6.20", facts)
    open_water = None if place.bank or place.kind == "dock" else water_at(look, place)
    goals = (open_water,) if open_water is not None else tuple(_docks(look, place))
    return goals or No("no-water", "RB-6.20", {"place": written})


def _docks(look: Look, place: Place) -> Iterator[PlaceName]:
    """The docks of a tile, or of the bank or edge that is named; of a bank without coast those joined to it."""
    if place.kind == "river":
        return
    lands = look.board.lands[place.tile]
    if place.bank:
        lands = (place.land,) if look.board.docks[place.land] else look.joined(place.land)
    for land in lands:
        for edge, _ in look.board.docks[land]:
            if place.edge in ("", edge):
                yield dock(land, edge)


def _ground(place: PlaceName) -> PlaceName:
    """What a way to a place leads to: the bank of a dock, otherwise the place itself."""
    return place.partition("/")[0]
