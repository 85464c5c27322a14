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


@dataclass(frozen=True, slots=True)
class Errand:
    """Fetch goods at a source, bring them to a target; what is aboard needs no source, what is kept no target."""

    transporter: Transporter
    good: Good = ""
    number: int = 0
    source: Land = ""
    target: Land = ""


@dataclass(slots=True)
class Want:
    """What is still open of a demand."""

    rank: int
    at: Land
    good: Good
    number: int


class Clerk:
    """Hands out errands, so that no two transporters run for the same thing."""

    def __init__(self, plan: Plan, position: Position) -> None:
        self.plan, self.position = plan, position
        self.reserved = {at: dict(goods) for at, goods in plan.reserved().items()}
        self.taken: dict[tuple[Land, Good], int] = {}
        self.wants = [Want(each.rank, each.at, each.good, each.number) for each in plan.demands()]

    def steps(self, here: Land, there: Land) -> int:
        return steps_from(self.plan.look, self.plan.seat, here).get(there, FAR)

    def free(self, at: Land, good: Good) -> int:
        """What lies at a land and is neither reserved nor promised."""
        there = self.plan.look.state.goods.get(at, {}).get(good, 0)
        return there - self.reserved.get(at, {}).get(good, 0) - self.taken.get((at, good), 0)

    def errand(self, transporter: Transporter) -> Errand | None:
        """What is aboard is brought where it is wanted; who has room fetches something."""
        for good, number in transporter.load.items():
            fitting = [want for want in self.wants if want.good == good and want.number > 0]
            want = min(fitting, key=lambda each: (each.rank, self.steps(transporter.at, each.at)), default=None)
            if want is not None and self.steps(transporter.at, want.at) < FAR:
                part = min(number, want.number)
                want.number -= part
                return Errand(transporter, good, part, target=want.at)
        return self._fetch(transporter) if self.plan.look.room(transporter) > 0 else None

    def _fetch(self, transporter: Transporter) -> Errand | None:
        """The most urgent demand that something lies ready for, by the shortest way there and on."""
        room = self.plan.look.room(transporter)
        found: list[tuple[int, int, Land, int, Want]] = []
        for want in self.wants:
            for source in self.plan.look.state.goods:
                amount = min(room, want.number, self.free(source, want.good))
                if source == want.at or amount <= 0 or self.plan.far(source) > NEAR:
                    continue
                way = self.steps(transporter.at, source) + self.steps(source, want.at)
                if way < FAR:
                    found.append((want.rank, way, source, amount, want))
        if not found:
            return None
        _, _, source, amount, want = min(found, key=lambda each: (each[0], each[1], -each[3], each[2]))
        want.number -= amount
        self.taken[source, want.good] = self.taken.get((source, want.good), 0) + amount
        return Errand(transporter, want.good, amount, source=source, target=want.at)

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
                return Errand(transporter, good, amount, source=source)
        return None

    def _loose(self, at: Land, good: Good) -> int:
        return self.plan.look.state.goods.get(at, {}).get(good, 0) - self.taken.get((at, good), 0)


def movement(plan: Plan, position: Position) -> list[Plain]:
    clerk = Clerk(plan, position)
    orders: list[Plain] = []
    walkers = [each for each in plan.look.owned(plan.seat) if each.at in plan.look.board.all_lands]
    for errand in _builders(clerk, walkers):
        walkers.remove(errand.transporter)
        orders.append(_written(clerk, errand))
    # Whoever carries something goes first, so that nobody else runs for what is already under way.
    for transporter in sorted(walkers, key=lambda each: (not each.load, each.name)):
        errand = clerk.valuable(transporter) if plan.closing else clerk.errand(transporter)
        if errand is None:
            errand = _pair_up(plan, transporter, walkers)
        if errand is not None:
            orders.append(_written(clerk, errand))
    orders = [order for order in orders if order["steps"]]
    return orders


def _builders(clerk: Clerk, walkers: list[Transporter]) -> list[Errand]:
    """For every project whose material lies ready: the nearest transporter goes there, or stays."""
    found: list[Errand] = []
    for project in clerk.plan.projects:
        ready = all(clerk.plan.lying(project.at, good) >= number for good, number in project.cost.items())
        free = [each for each in walkers if each not in [errand.transporter for errand in found]]
        if ready and free and not clerk.plan.closing:
            nearest = min(free, key=lambda each: (clerk.steps(each.at, project.at), bool(each.load), each.name))
            found.append(Errand(nearest, target=project.at))
    return found


def _written(clerk: Clerk, errand: Errand) -> Plain:
    """The steps of this phase: to the source, or, being there, load and go on; on arrival load or unload."""
    transporter = errand.transporter
    steps: list[Plain] = []
    goods = {errand.good: errand.number}
    here = not errand.source or clerk.steps(transporter.at, errand.source) == 0
    if errand.source and here:
        steps.append({"load": goods})
    goal = errand.target if here else errand.source
    if goal and _walk(clerk, transporter, goal, steps) and errand.good:
        steps.append({"unload": goods} if here else {"load": goods})
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
    return None if goal is None or goal == transporter.at else Errand(transporter, target=goal)
