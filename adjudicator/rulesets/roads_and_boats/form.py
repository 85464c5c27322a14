"""What a player could order now, for the comments of his order form. The real rules try it, so it is what they allow.

What is tried is tried alone: others may come first. Orders stand here as they are written in an order file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.core.model import Plain, Position, Seat

from .bricks import price
from .events import BrickBought, DonkeyBorn, FactoryRan, SubjectResearched, TransporterMade
from .orders import Breed, Bricks, Build, Order, Produce, Research
from .phases import building, production, wonder
from .phases.start import open_homes
from .places import Ground, PlaceName, place_order
from .play import Verbs, perform
from .producing.breeding import breed_geese
from .routes import reachable
from .standing import short
from .state import Goods, State, Transporter, transporter_order
from .table import Table
from .tables import TABLES

MOST_PLACES = 24
"""So many places in reach are named of one transporter; further ones are only counted."""


def form(position: Position, seat: Seat) -> Mapping[str, Plain]:
    """His transporters with what each could do, and orders that would be carried out as things stand."""
    state: State = position.state
    own = [state.transporters[name] for name in sorted(state.transporters, key=transporter_order)]
    own = [each for each in own if each.owner == seat]
    trial = _Trial(position, seat)
    moving = state.phase == "movement"
    return {
        "phase": state.phase,
        "alone": len(state.players) == 1,
        "transporters": [_transporter(position, trial, each, moving) for each in own],
        "orders": list(_PHASES[state.phase](trial, own)) if state.phase in _PHASES else [],
        "lands": [] if state.phase != "start" else sorted(open_homes(position.board, state, seat), key=place_order),
        "price": price(trial.table.look, seat),
    }


class _Trial:
    """A table for trying out: each order is tried by itself and forgotten."""

    def __init__(self, position: Position, seat: Seat) -> None:
        self.table, self.seat = Table(position), seat
        if position.state.phase == "production":
            production.produce_primary(self.table)
            breed_geese(self.table)
        self.table.seat = seat

    def events(self, order: Order, verbs: Verbs) -> list[Plain]:
        """What an order would bring about; nothing where it would be refused or done only in part."""
        trial = self.table.fork()
        before = len(trial.events)
        return trial.events[before:] if perform(trial, order, "0", verbs) else []

    def at_hand(self, ground: Ground, own: Iterable[Transporter]) -> Goods:
        """What lies there and on own transporters that reach it; ferries not counted."""
        look = self.table.look
        whole: dict[str, int] = {}
        heaps = [look.heap(each) for each in (look.joined(ground) if ground in look.board.all_lands else (ground,))]
        loads = [look.load(each) for each in own if ground in look.reach(each)]
        for goods in (*heaps, *loads):
            for good, number in goods.items():
                whole[good] = whole.get(good, 0) + number
        return whole

    def grounds(self, own: Iterable[Transporter]) -> list[Ground]:
        reached = {ground for each in own for ground in self.table.look.reach(each)}
        return sorted(reached, key=place_order)


def _transporter(position: Position, trial: _Trial, each: Transporter, moving: bool) -> dict[str, Plain]:
    look = trial.table.look
    reach = reachable(position, each.name) if moving else {}
    return {
        "name": short(each.name, each.owner),
        "at": look.place(each),
        "load": dict(each.load),
        "room": look.room(each),
        "aboard": short(each.aboard, each.owner),
        "reach": _by_steps(reach),
        "more": max(0, len(reach) - MOST_PLACES),
    }


def _by_steps(reach: Mapping[PlaceName, tuple[int, tuple[PlaceName, ...]]]) -> list[dict[str, Plain]]:
    """The places in reach by how many steps they cost, the nearest first."""
    nearest = sorted(reach, key=lambda place: (reach[place][0], place_order(place)))[:MOST_PLACES]
    steps = sorted({reach[place][0] for place in nearest})
    return [{"steps": cost, "places": [place for place in nearest if reach[place][0] == cost]} for cost in steps]


# -- orders that would be carried out ----------------------------------------------------------------------------------


def _production(trial: _Trial, own: list[Transporter]) -> Iterator[str]:
    """RB-5.6, RB-5.14, RB-5.16  Factories that could run, research, foals."""
    look = trial.table.look
    for ground in trial.grounds(own):
        kind = look.state.buildings.get(ground, "")
        if kind and TABLES.buildings[kind].group != "primary":
            runs = _runs(trial, kind, ground)
            if runs:
                yield f"{{produce: {kind}, at: {ground}, runs: {runs}}}"
        if _covers(trial.at_hand(ground, own), TABLES.costs.research):
            for subject in TABLES.research:
                found = trial.events(Research((subject,), ground), production.VERBS)
                if any(isinstance(event, SubjectResearched) for event in found):
                    yield f"{{research: {subject}, at: {ground}}}"
        if any(isinstance(event, DonkeyBorn) for event in trial.events(Breed(ground), production.VERBS)):
            yield f"{{breed: donkeys, at: {ground}}}"


def _runs(trial: _Trial, kind: str, ground: Ground) -> int:
    """RB-5.7  As many runs as what is there allows."""
    table = trial.table.fork()
    perform(table, Produce(kind, ground), "0", production.VERBS)
    return sum(
        event.runs if isinstance(event, FactoryRan) else isinstance(event, TransporterMade) for event in table.events
    )


def _building(trial: _Trial, own: list[Transporter]) -> Iterator[str]:
    """RB-7.2  Whatever what is at hand pays for."""
    look = trial.table.look
    for ground in trial.grounds(own):
        hand = trial.at_hand(ground, own)
        for kind in TABLES.buildings.values():
            if _covers(hand, kind.cost) and trial.events(Build(kind.kind, ground), building.VERBS):
                yield f"{{build: {kind.kind}, at: {ground}}}"
        if ground not in look.board.all_lands:
            continue
        if _covers(hand, TABLES.costs.shaft) and trial.events(Build("shaft", ground), building.VERBS):
            yield f"{{build: shaft, at: {ground}}}"
        if _covers(hand, TABLES.costs.road):
            for lane in look.board.lanes_from[ground]:
                other = lane.beyond(ground)
                if trial.events(Build("road", source=ground, to=other), building.VERBS):
                    yield f"{{build: road, from: {ground}, to: {other}}}"


def _wonder(trial: _Trial, own: list[Transporter]) -> Iterator[str]:
    """RB-8.1  As many bricks as what is at home pays for."""
    table = trial.table.fork()
    before = len(table.events)
    perform(table, Bricks(sum(TABLES.wonder.rows)), "0", wonder.VERBS)
    bought = sum(isinstance(event, BrickBought) for event in table.events[before:])
    if bought:
        yield f"{{bricks: {bought}}}"


_PHASES = {"production": _production, "building": _building, "wonder": _wonder}


def _covers(hand: Goods, cost: Mapping[str, int]) -> bool:
    return all(hand.get(good, 0) >= number for good, number in cost.items())
