"""How far it is for a transporter, and by which steps: over lanes and roads, or over water."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from adjudicator.core.model import Seat

from ..board import Board
from ..look import Look
from ..places import Ground, Land, PlaceName, dock, ends, river, tile_of
from ..tables import TABLES

TURN = 12
"""What a whole turn's move costs, whatever moves: the allowance of every kind divides it."""
FAR = 10_000


@dataclass(frozen=True, slots=True)
class Network:
    """All that the ways of one kind of transporter depend on."""

    board: Board
    kind: str
    roads: frozenset[str]
    bridges: frozenset[str]
    barred: frozenset[str]


@dataclass(frozen=True, slots=True)
class Step:
    to: PlaceName
    cost: int
    road: bool = False
    docks: bool = False


@dataclass(frozen=True, slots=True)
class Arrival:
    """The cheapest way to a place: what it costs, and the last step of it."""

    cost: int
    before: PlaceName = ""
    step: Step | None = None


def network(look: Look, seat: Seat, kind: str) -> Network:
    state = look.state
    barred = frozenset(edge for edge in state.walls if look.barred(seat, edge))
    return Network(look.board, kind, state.roads, state.bridges, barred)


def cost(net: Network, start: PlaceName, goal: Ground) -> int:
    """What it costs to come from a place within reach of a ground; FAR where no way leads there."""
    found = arrivals(net, node(net, start))
    return min((found[place].cost for place in places_at(net, goal) if place in found), default=FAR)


def between(net: Network, here: Ground, there: Ground) -> int:
    """What it costs to come from within reach of one ground to within reach of another."""
    return min((cost(net, place, there) for place in places_at(net, here)), default=FAR)


def way(net: Network, start: PlaceName, goal: Ground) -> tuple[Step, ...]:
    """The steps of the cheapest way; none where it is there already, or cannot come there."""
    found = arrivals(net, node(net, start))
    here = min((place for place in places_at(net, goal) if place in found), key=lambda p: found[p].cost, default="")
    steps: list[Step] = []
    while here and (step := found[here].step) is not None:
        steps.append(step)
        here = found[here].before
    return tuple(reversed(steps))


@lru_cache(maxsize=1 << 14)
def places_at(net: Network, ground: Ground) -> tuple[PlaceName, ...]:
    """The places from which this kind of transporter reaches a ground."""
    if not TABLES.transporters[net.kind].water:
        return (node(net, ground),)
    tile = tile_of(ground)
    if net.board.is_sea(tile):
        return (tile,)
    docks = tuple(dock(ground, edge) for edge, _ in net.board.docks[ground])
    return (river(tile), *docks) if net.board.has_river(tile) else docks


def node(net: Network, place: PlaceName) -> PlaceName:
    """On land the first of the banks that bridges join; on the water the place itself."""
    return joined(net.board, net.bridges, place)[0] if place in net.board.all_lands else place


@lru_cache(maxsize=1 << 14)
def joined(board: Board, bridges: frozenset[str], land: Land) -> tuple[Land, ...]:
    group = {land}
    for _ in board.lands[tile_of(land)]:
        for bridge in bridges:
            if group & set(ends(bridge)):
                group |= set(ends(bridge))
    return tuple(sorted(group))


@lru_cache(maxsize=1 << 14)
def arrivals(net: Network, start: PlaceName) -> Mapping[PlaceName, Arrival]:
    """Every place that can be come to, by the cheapest way."""
    found = {start: Arrival(0)}
    waiting = [(0, start)]
    while waiting:
        so_far, here = heappop(waiting)
        if so_far > found[here].cost:
            continue
        for step in _steps(net, here, start):
            beyond, whole = node(net, step.to), so_far + step.cost
            if beyond not in found or whole < found[beyond].cost:
                found[beyond] = Arrival(whole, here, step)
                heappush(waiting, (whole, beyond))
    return found


def _steps(net: Network, here: PlaceName, start: PlaceName) -> Iterator[Step]:
    figures = TABLES.transporters[net.kind]
    by_way = TURN // figures.moves
    if figures.water:
        if "/" in here and here != start:
            return  # docking ends a move; a boat goes on from there only another time
        for step in net.board.water_steps[here]:
            if step.edge not in net.barred:
                yield Step(step.to, by_way, docks=step.docks)
        return
    for land in joined(net.board, net.bridges, here):
        for lane in net.board.lanes_from[land]:
            road = lane.name in net.roads
            if lane.edge not in net.barred and (road or figures.off_road):
                yield Step(lane.beyond(land), by_way if road else TURN // figures.off_road, road)
