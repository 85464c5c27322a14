"""A bot's errands: each transporter fetches what is wanted most and brings it where it is wanted."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from adjudicator.core.model import Plain

from ..goods import ordered
from ..places import Ground
from ..state import Good, Goods, Transporter
from ..tables import TABLES
from .country import NEAR
from .plan import Need, Plan
from .travel import FAR, TURN, Network, between, cost, network, way

URGENT = 2 * TURN
"""What a step in urgency is worth: so long a way."""
VALUABLE = tuple(good for good in reversed(TABLES.goods) if TABLES.worth[good])


def short(transporter: Transporter) -> str:
    """The name as its owner writes it."""
    return transporter.name.partition("-")[2]


@dataclass(frozen=True, slots=True)
class Errand:
    """Fetch goods at a source, bring them to a target; what is aboard needs no source, what is kept no target."""

    transporter: Transporter
    goods: Goods = field(default_factory=dict)
    source: Ground = ""
    target: Ground = ""


@dataclass(slots=True)
class Walk:
    """One transporter's move in the making, step by step within its allowance."""

    net: Network
    transporter: Transporter
    at: str
    spent: int = 0
    ended: bool = False
    steps: list[Plain] = field(default_factory=list)

    def to(self, goal: Ground) -> bool:
        """As far towards a goal as this move goes; true if it is reached."""
        moves = TABLES.transporters[self.net.kind].moves
        for step in way(self.net, self.at, goal):
            off_road = not step.road and not TABLES.transporters[self.net.kind].water
            if self.ended or self.spent >= moves or (off_road and self.spent):
                return False
            self.steps.append({"dock": step.to.partition("/")[0]} if step.docks else {"go": step.to})
            self.at, self.spent, self.ended = step.to, self.spent + 1, step.docks or off_road
        return cost(self.net, self.at, goal) == 0

    def order(self) -> Plain:
        return {"move": short(self.transporter), "steps": self.steps}


class Clerk:
    """Hands out errands, so that no two transporters run for the same thing."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.reserved = plan.reserved()
        self.wants = [need for need in plan.needs() if need.number > 0]
        self.promised: dict[tuple[Ground, Good], int] = {}
        self.nets = {each.name: network(plan.look, plan.seat, each.kind) for each in plan.crew}

    def cost(self, transporter: Transporter, here: str, there: Ground) -> int:
        return cost(self.nets[transporter.name], here, there)

    def free(self, at: Ground, good: Good) -> int:
        """What lies at a ground and is neither reserved nor promised."""
        there = self.plan.look.state.goods.get(at, {}).get(good, 0)
        return there - self.reserved.get(at, {}).get(good, 0) - self.promised.get((at, good), 0)

    # -- what is aboard ----------------------------------------------------------------------------------------------

    def delivery(self, transporter: Transporter) -> Errand | None:
        """What is aboard is brought where it is wanted, or else home."""
        fitting = [need for need in self.wants if need.good in transporter.load and self._serves(transporter, need)]
        fitting = [need for need in fitting if self.cost(transporter, transporter.at, need.at) < FAR]
        if not fitting:
            useless = ordered({good: number for good, number in transporter.load.items() if not TABLES.worth[good]})
            return Errand(transporter, useless, target=self._dump(transporter)) if useless else None
        best = min(fitting, key=lambda need: self._score(need, self.cost(transporter, transporter.at, need.at)))
        return Errand(transporter, self._take_over(best.at, transporter.load), target=best.at)

    def _dump(self, transporter: Transporter) -> Ground:
        water = self.plan.look.kind(transporter).water
        return self.plan.port or self.plan.home if water else self.plan.home

    def _take_over(self, at: Ground, offered: Goods) -> Goods:
        """As much of what is offered as is wanted at a place; it is wanted no more."""
        taken: dict[Good, int] = {}
        for number, need in enumerate(self.wants):
            part = min(need.number, offered.get(need.good, 0) - taken.get(need.good, 0))
            if need.at == at and part > 0:
                taken[need.good] = taken.get(need.good, 0) + part
                self.wants[number] = replace(need, number=need.number - part)
        self.wants = [need for need in self.wants if need.number > 0]
        return ordered(taken)

    def _score(self, need: Need, way: int) -> tuple[int, int, str, str]:
        return need.rank * URGENT + way, need.rank, need.at, need.good

    def _serves(self, transporter: Transporter, need: Need) -> bool:
        return self.plan.look.kind(transporter).water or not need.afloat

    # -- what is fetched ---------------------------------------------------------------------------------------------

    def fetching(self, transporters: list[Transporter]) -> list[Errand]:
        """The best errand of anybody first, then the best of what is left, until nobody is free or nothing wanted."""
        waiting, errands = list(transporters), []
        while waiting:
            found = [
                (self._score(need, way), transporter.name, source, transporter, need)
                for transporter in waiting
                for need in self.wants
                if self._serves(transporter, need)
                for source, way in self._sources(transporter, need)
            ]
            if not found:
                break
            *_, source, transporter, need = min(found, key=lambda each: each[:3])
            errands.append(self._fetch(transporter, source, need))
            waiting.remove(transporter)
        return errands

    def _sources(self, transporter: Transporter, need: Need) -> list[tuple[Ground, int]]:
        found = []
        for source in self.plan.look.state.goods:
            if source == need.at or self.free(source, need.good) <= 0 or not self._may_take(source):
                continue
            way = self.cost(transporter, transporter.at, source)
            if way < FAR and (onward := between(self.nets[transporter.name], source, need.at)) < FAR:
                found.append((source, way + onward))
        return found

    def _may_take(self, source: Ground) -> bool:
        return self.plan.country.ours(source) or self.plan.country.far(source) <= NEAR // 2

    def _fetch(self, transporter: Transporter, source: Ground, need: Need) -> Errand:
        room = self.plan.look.room(transporter)
        offered: dict[Good, int] = {}
        for want in [need, *(each for each in self.wants if each.at == need.at and each is not need)]:
            part = min(want.number, room, self.free(source, want.good))
            if part > 0:
                offered[want.good] = offered.get(want.good, 0) + part
                room -= part
        return self._promise(Errand(transporter, self._take_over(need.at, offered), source, need.at))

    def _promise(self, errand: Errand) -> Errand:
        for good, number in errand.goods.items():
            self.promised[errand.source, good] = self.promised.get((errand.source, good), 0) + number
        return errand

    def valuable(self, transporter: Transporter) -> Errand | None:
        """When the end is near: whatever is worth most and lies nearest is brought aboard."""
        room = self.plan.look.room(transporter)
        self.reserved = {}
        for good in VALUABLE:
            sources = [at for at in self.plan.look.state.goods if self.free(at, good) > 0]
            reached = [(self.cost(transporter, transporter.at, at), at) for at in sources]
            way, source = min(reached, default=(FAR, ""))
            if room > 0 and way < self.plan.left * TURN:
                return self._promise(Errand(transporter, {good: min(room, self.free(source, good))}, source))
        return None

    # -- writing -----------------------------------------------------------------------------------------------------

    def written(self, errand: Errand) -> Plain:
        """The steps of this phase: to the source, load there, on to the target, and unload there."""
        transporter = errand.transporter
        walk = Walk(self.nets[transporter.name], transporter, transporter.at)
        if errand.source:
            if not walk.to(errand.source):
                return walk.order()
            walk.steps.append({"load": dict(errand.goods), "at": errand.source})
        if errand.target and walk.to(errand.target) and errand.goods:
            walk.steps.append({"unload": dict(errand.goods), "at": errand.target})
        return walk.order()


def movement(plan: Plan) -> list[Plain]:
    """Who builds, who breeds, who delivers, who fetches; whoever has nothing to do goes home."""
    clerk = Clerk(plan)
    free = list(plan.crew)
    errands: list[Errand] = []

    def send(errand: Errand | None) -> None:
        if errand is not None:
            errands.append(errand)
            free.remove(errand.transporter)

    if plan.closing:
        for transporter in list(free):
            send(clerk.valuable(transporter))
    else:
        for errand in _builders(clerk, free):
            send(errand)
        for transporter in [each for each in free if each.load]:
            send(clerk.delivery(transporter))
        for errand in _breeders(plan, free):
            send(errand)
        for errand in clerk.fetching([each for each in free if plan.look.room(each) > 0]):
            send(errand)
    for transporter in list(free):
        if not plan.look.kind(transporter).water:
            send(Errand(transporter, target=plan.home))
    return [order for order in map(clerk.written, errands) if order["steps"]]


def _builders(clerk: Clerk, free: list[Transporter]) -> list[Errand]:
    """For every project whose material lies ready: the nearest transporter goes there, or stays."""
    found: list[Errand] = []
    for project in clerk.plan.projects:
        ready = all(clerk.plan.lying(project.at, good) >= number for good, number in project.cost.items())
        idle = [each for each in free if each not in [errand.transporter for errand in found]]
        ways = [(clerk.cost(each, each.at, project.at), bool(each.load), each.name, each) for each in idle]
        if ready and ways and (nearest := min(ways))[0] < FAR:
            found.append(Errand(nearest[-1], target=project.at))
    return found


def _breeders(plan: Plan, free: list[Transporter]) -> list[Errand]:
    """Two unladen donkeys meet on an empty pasture, for a foal, as long as there are too few."""
    herd = [each for each in plan.crew if not plan.look.kind(each).water]
    meadow = plan.country.meadow()
    if meadow is None or len(herd) >= TABLES.limits.land or plan.look.state.turn < 2 or plan.left < 10:
        return []
    idle = [each for each in free if each.kind == "donkey" and not each.load]
    ways = sorted((plan.country.between(each.at, meadow), each.name, each) for each in idle)
    pair = [each for way, _, each in ways[: TABLES.breeding.pair] if way <= 2 * TURN]
    return [Errand(each, target=meadow) for each in pair] if len(pair) == TABLES.breeding.pair else []
