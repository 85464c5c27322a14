"""A bot's errands: each transporter fetches what is wanted most and brings it where it is wanted."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.core.model import Plain, Position

from ..places import Land
from ..routes import reachable
from ..state import Good, Transporter
from ..tables import TABLES
from .plan import NEAR, Plan
from .terrain import FAR, steps_from
from .works import short

VALUABLE = tuple(good for good in reversed(TABLES.goods) if TABLES.worth[good])


@dataclass(slots=True)
class Errand:
    transporter: Transporter
    to: Land
    load: tuple[Good, int] | None = None
    unload: tuple[Good, int] | None = None


class Clerk:
    """Hands out errands, so that no two transporters run for the same thing."""

    def __init__(self, plan: Plan, position: Position) -> None:
        self.plan, self.position = plan, position
        self.reserved = {at: dict(goods) for at, goods in plan.reserved().items()}
        self.taken: dict[tuple[Land, Good], int] = {}
        self.demands = [[each.rank, each.at, each.good, each.number] for each in plan.demands()]

    def steps(self, here: Land, there: Land) -> int:
        return steps_from(self.plan.look, self.plan.seat, here).get(there, FAR)

    def free(self, at: Land, good: Good) -> int:
        """What lies at a land and is neither reserved nor promised."""
        there = self.plan.look.state.goods.get(at, {}).get(good, 0)
        return there - self.reserved.get(at, {}).get(good, 0) - self.taken.get((at, good), 0)

    def errand(self, transporter: Transporter) -> Errand | None:
        aboard = {good: number for good, number in transporter.load.items() if good not in ("coins", "stock")}
        for good, number in sorted(aboard.items()):
            found = self._wanted(transporter, good)
            if found is not None:
                part = min(number, found[3])
                found[3] -= part
                return Errand(transporter, found[1], unload=(good, part))
        if self.plan.look.room(transporter) <= 0:
            return None
        return self._fetch(transporter)

    def _wanted(self, transporter: Transporter, good: Good) -> list[Plain] | None:
        fitting = [each for each in self.demands if each[2] == good and each[3] > 0]
        return min(fitting, key=lambda each: (each[0], self.steps(transporter.at, each[1])), default=None)

    def _fetch(self, transporter: Transporter) -> Errand | None:
        """The most urgent demand that something lies ready for, by the shortest way there and on."""
        room = self.plan.look.room(transporter)
        best: tuple[tuple[int, int, Land], list[Plain], Land, int] | None = None
        for demand in self.demands:
            rank, at, good, number = demand
            if number <= 0:
                continue
            for source in self.plan.look.state.goods:
                amount = min(room, number, self.free(source, good))
                if source == at or amount <= 0 or self.plan.far(source) > NEAR:
                    continue
                way = self.steps(transporter.at, source) + self.steps(source, at)
                if way < FAR and (best is None or (rank, way, source) < best[0]):
                    best = (rank, way, source), demand, source, amount
        if best is None:
            return None
        _, demand, source, amount = best
        demand[3] -= amount
        self.taken[source, demand[2]] = self.taken.get((source, demand[2]), 0) + amount
        return Errand(transporter, source, load=(demand[2], amount))

    def valuable(self, transporter: Transporter) -> Errand | None:
        """When the end is near: whatever is worth most and lies nearest is brought aboard."""
        room = self.plan.look.room(transporter)
        for good in VALUABLE:
            sources = [at for at in self.plan.look.state.goods if self._loose(at, good) > 0]
            sources = [at for at in sources if self.steps(transporter.at, at) < FAR]
            if sources and room > 0:
                source = min(sources, key=lambda at: (self.steps(transporter.at, at), at))
                amount = min(room, self._loose(source, good))
                self.taken[source, good] = self.taken.get((source, good), 0) + amount
                return Errand(transporter, source, load=(good, amount))
        return None

    def _loose(self, at: Land, good: Good) -> int:
        return self.plan.look.state.goods.get(at, {}).get(good, 0) - self.taken.get((at, good), 0)


def movement(plan: Plan, position: Position) -> list[Plain]:
    clerk = Clerk(plan, position)
    orders: list[Plain] = []
    walkers = [each for each in plan.look.owned(plan.seat) if each.at in plan.look.board.all_lands]
    # Whoever carries something goes first, so that nobody else runs for what is already under way.
    for transporter in sorted(walkers, key=lambda each: (not each.load, each.name)):
        errand = clerk.valuable(transporter) if plan.closing else clerk.errand(transporter)
        if errand is None:
            errand = _pair_up(plan, transporter, walkers)
        if errand is not None:
            orders.append(_written(clerk, errand))
    return orders


def _written(clerk: Clerk, errand: Errand) -> Plain:
    """The steps: load here if that is what is asked; go as far as it goes; load or unload there on arrival."""
    transporter = errand.transporter
    steps: list[Plain] = []
    if errand.load and clerk.steps(transporter.at, errand.to) == 0:
        good, number = errand.load
        steps.append({"load": {good: number}})
        onward = clerk._wanted(transporter, good)
        goal = onward[1] if onward is not None else None
        if goal is None:
            goal = next((each[1] for each in clerk.demands if each[2] == good), None)
        arrived = _walk(clerk, transporter, goal, steps) if goal and not clerk.plan.closing else None
        if arrived:
            steps.append({"unload": {good: number}})
        return {"move": short(transporter), "steps": steps}
    if _walk(clerk, transporter, errand.to, steps):
        steps.append({"load": dict([errand.load])} if errand.load else {"unload": dict([errand.unload])})  # type: ignore[list-item]
    return {"move": short(transporter), "steps": steps}


def _walk(clerk: Clerk, transporter: Transporter, goal: Land, steps: list[Plain]) -> bool:
    """Append the steps of this phase towards a goal; true if it is reached."""
    ways = reachable(clerk.position, transporter.name)
    lands = [place for place in ways if place in clerk.plan.look.board.all_lands]
    best = min(lands, key=lambda place: (clerk.steps(place, goal), ways[place][0], place), default=transporter.at)
    if clerk.steps(best, goal) < clerk.steps(transporter.at, goal):
        steps += [{"go": place} for place in ways[best][1]]
        return clerk.steps(best, goal) == 0
    return clerk.steps(transporter.at, goal) == 0


def _pair_up(plan: Plan, transporter: Transporter, walkers: list[Transporter]) -> Errand | None:
    """Two idle donkeys meet on an empty pasture, for a foal."""
    if transporter.kind != "donkey" or transporter.load or len(walkers) >= TABLES.limits.land or plan.closing:
        return None
    empty = [
        land
        for land in plan.look.board.all_lands
        if plan.look.terrain(land.rstrip("abc")) == TABLES.breeding.terrain
        and land == land.rstrip("abc")
        and plan.far(land) <= 2
        and not plan.look.state.goods.get(land)
        and plan.look.building_at(land) is None
        and all(each.at != land or each.kind == "donkey" for each in plan.look.on_tile(land))
    ]
    goal = min(empty, key=lambda land: (plan.far(land), land), default=None)
    return None if goal is None or goal == transporter.at else Errand(transporter, goal)
