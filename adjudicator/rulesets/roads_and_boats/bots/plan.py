"""A bot's plan: which buildings it wants where, and which goods are wanted where, most urgent first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from adjudicator.core.model import NEUTRAL, Plain, Seat

from ..goods import add
from ..look import Look
from ..places import Ground, Land, tile_of
from ..state import Good, Goods, Transporter
from ..tables import TABLES
from .country import Country
from .travel import FAR, way

# What an economy wants, in the order in which it is built; a kind named again is wanted once more.
WISHES = (
    "woodcutter", "sawmill", "quarry", "woodcutter", "papermill", "raft-factory", "mine", "coal-burner", "mint",
    "stock-exchange", "mine", "mine",
)  # fmt: skip
WORTHWHILE = {"mine": 8, "mint": 4, "coal-burner": 5, "stock-exchange": 4, "papermill": 7}
"""So many turns must be left for a building to repay what it costs; for all others"""
OTHERWISE_WORTHWHILE = 12
AT_ONCE = 3
"""Projects for which goods are brought together."""
CLOSING = 4
"""In the last turns everybody collects what is worth something."""
SUBJECT = "specialisation"
ENOUGH_BOARDS = (3, 6, 9, 12, 16, 20, 24)
"""With fewer boards than these trunks are of rank 0, 1, 2 …; with more they are left where they lie."""
SPARE_STONE = 4
"""With so much stone in the country a road comes before the next building."""
RAFTS = 2
"""As many carry the material of a mine in one voyage."""


@dataclass(frozen=True, slots=True)
class Project:
    at: Land
    cost: Goods
    order: dict[str, Plain]

    @property
    def kind(self) -> str:
        return str(self.order["build"])


@dataclass(frozen=True, slots=True)
class Need:
    """So much of a good should lie at a place; the lower the rank, the more urgent."""

    rank: int
    at: Ground
    good: Good
    number: int
    afloat: bool = False
    """Only boats bring it: it comes from over the water."""


@dataclass
class Plan:
    """Everything a bot wants in one position. Made anew each phase: a bot remembers nothing."""

    look: Look
    seat: Seat
    home: Land
    works: dict[str, list[Ground]] = field(default_factory=dict)
    projects: list[Project] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.country = Country(self.look, self.seat, self.home)
        self.left = turns_left(self.look)
        self.closing = self.left <= CLOSING
        self.crew: list[Transporter] = [each for each in self.look.owned(self.seat) if each.at]
        self.boats = [each for each in self.crew if self.look.kind(each).water]
        self._take_stock()
        self._settle()
        self._pave()

    def _take_stock(self) -> None:
        """Whatever stands in our country is used."""
        for ground, kind in self.look.state.buildings.items():
            if self.country.ours(ground):
                self.works.setdefault(kind, []).append(ground)
        for grounds in self.works.values():
            grounds.sort(key=lambda ground: (self.country.far(ground), ground))

    @property
    def port(self) -> Ground | None:
        """Where goods pass from land to water."""
        return next(iter(self.works.get("raft-factory", ())), None)

    # -- buildings -------------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Each wish that no building fulfils gets its ground, if it can be had and is still worth while."""
        taken: set[str] = set()
        counted: dict[str, int] = {}
        for kind in WISHES:
            counted[kind] = counted.get(kind, 0) + 1
            if len(self.works.get(kind, ())) >= counted[kind] or not self._wanted(kind):
                continue
            site = self._site(kind, taken)
            if site is not None:
                taken.add(tile_of(site))
                self.projects.append(Project(site, TABLES.buildings[kind].cost, self._building_order(kind, site)))

    def _wanted(self, kind: str) -> bool:
        if self.left < WORTHWHILE.get(kind, OTHERWISE_WORTHWHILE):
            return False
        return kind != "raft-factory" or self.overseas

    @property
    def overseas(self) -> bool:
        """No mountain near that one could walk to: boats are needed."""
        return not self.works.get("mine") and self.country.mountain_on_foot(set()) is None

    @property
    def research_awaited(self) -> bool:
        """A mine is better once its subject is known; with geese at home and time enough that is waited for."""
        if SUBJECT in self.look.player(self.seat).research or self.lying(self.home, "geese") < 2:
            return False
        return self.left > 20 and bool(self.works.get("papermill") or self._wanted("papermill"))

    def _site(self, kind: str, taken: set[str]) -> Land | None:
        country = self.country
        match kind:
            case "sawmill" if country.may_stand(kind, self.home):
                return self.home  # where boards are wanted, for bricks too
            case "mine":
                on_foot = country.mountain_on_foot(taken)
                if on_foot is not None or self.port is None or not self.boats:
                    return on_foot
                return country.mountain_by_boat(self.port, taken)
            case "raft-factory":
                return country.port_site(taken)
            case "mint":
                return country.site(kind, (self.home, *self._ashore("mine")[:1]), taken)
            case "stock-exchange":
                return country.site(kind, (self.home, *self._ashore("mint")[:1]), taken)
        return country.site(kind, (self.home,), taken)

    def _ashore(self, kind: str) -> list[Land]:
        """Buildings and projects of a kind that one can walk to."""
        planned = [project.at for project in self.projects if project.kind == kind]
        return [land for land in [*self.works.get(kind, ()), *planned] if self.country.far(land) < FAR]

    def _building_order(self, kind: str, site: Land) -> dict[str, Plain]:
        order: dict[str, Plain] = {"build": kind, "at": site}
        if kind == "mine":
            order["fill"] = "gold" if SUBJECT in self.look.player(self.seat).research else "normal"
        return order

    def _pave(self) -> None:
        """Stone that is left over makes roads, one at a time, between home and what is most visited."""
        if self.closing or len(self.works.get("woodcutter", ())) < 2:
            return
        for kind in ("woodcutter", "quarry", "mint", "mine"):
            for goal in self._ashore(kind):
                here = self.home
                for step in way(self.country.on_foot, self.home, goal):
                    if not step.road:
                        order = {"build": "road", "from": here, "to": step.to, "pay": ["tile"]}
                        urgent = kind in ("woodcutter", "quarry") and self.everywhere("stone") >= SPARE_STONE
                        place = 0 if urgent else len(self.projects)
                        self.projects.insert(place, Project(here, TABLES.costs.road, order))
                        return
                    here = step.to

    # -- goods -----------------------------------------------------------------------------------------------------

    def lying(self, land: Ground, good: Good) -> int:
        grounds = self.look.joined(land) if land in self.look.board.all_lands else (land,)
        return sum(self.look.lying(ground, good) for ground in grounds)

    def everywhere(self, good: Good) -> int:
        """All of a good in our country and on our transporters."""
        heaps = self.look.state.goods.items()
        ground = sum(goods[good] for at, goods in heaps if good in goods and self.country.ours(at))
        return ground + sum(each.load.get(good, 0) for each in self.crew)

    def in_bags(self, good: Good) -> int:
        """What the mines of our country still hold."""
        mines = [self.look.state.mines[at] for at in self.works.get("mine", ()) if at in self.look.state.mines]
        return sum((mine.gold if good == "gold" else mine.iron) + (mine.drawn == good) for mine in mines)

    def needs(self) -> list[Need]:
        """Everything wanted, as far as there is enough of it for all that is more urgent; with the ways over water."""
        if self.closing:
            return []
        granted: list[Need] = []
        budget: dict[Good, int] = {}
        for need in [*self._for_works(), *self._for_projects(), *self._for_sawmills(), Need(2, self.home, "stone", 4)]:
            there = self.lying(need.at, need.good)
            left = budget.setdefault(need.good, self.everywhere(need.good))
            budget[need.good] = max(0, left - need.number)
            number = min(need.number, left) - there
            if number > 0:
                granted.append(Need(need.rank, need.at, need.good, number))
        return [*granted, *self._relayed(granted)]

    def _relayed(self, needs: list[Need]) -> Iterator[Need]:
        """What is wanted over the water is brought to the port first, by whoever is on the one side of it."""
        if self.port is None or not self.boats:
            return
        for need in needs:
            lying = self.lying(self.port, need.good)
            if self.country.far(need.at) >= FAR:
                afloat = sum(boat.load.get(need.good, 0) for boat in self.boats)
                yield Need(need.rank, self.port, need.good, need.number - afloat - lying)
            elif TABLES.worth[need.good] and self.country.by_water(self.port, need.at) >= FAR:
                yield Need(need.rank, self.port, need.good, need.number - lying, afloat=True)

    def _for_projects(self) -> Iterator[Need]:
        for rank, project in enumerate(self.projects[:AT_ONCE]):
            for good, number in project.cost.items():
                yield Need(1 + rank, project.at, good, number)

    def _for_sawmills(self) -> Iterator[Need]:
        """The fewer boards there are, the more urgent are trunks."""
        boards = self.everywhere("boards")
        rank = next((rank for rank, enough in enumerate(ENOUGH_BOARDS) if boards < enough), None)
        if rank is not None:
            for at in self.works.get("sawmill", ()):
                yield Need(rank, at, "trunks", 6)

    def _for_works(self) -> Iterator[Need]:
        yield from self._for_minting()
        yield from self._for_paper()
        if self.port is not None and self.overseas_mines_wanted and len(self.boats) < RAFTS:
            yield Need(0, self.port, "trunks", 2)

    @property
    def overseas_mines_wanted(self) -> bool:
        return not any(self.country.far(at) < FAR for at in self.works.get("mine", ()))

    def _for_minting(self) -> Iterator[Need]:
        """Gold and fuel to the mint; wood to the burner while fuel is wanting for the gold that there is or will be."""
        coins = (self.everywhere("gold") + self.in_bags("gold")) // 2
        for mint in self.works.get("mint", ())[:1]:
            yield Need(0, mint, "gold", self.everywhere("gold"))
            yield Need(0, mint, "fuel", 2)
        burner = next(iter(self.works.get("coal-burner", ())), None)
        if burner is not None and self.everywhere("fuel") < min(2, coins):
            yield from self._wood_for(burner)

    def _for_paper(self) -> Iterator[Need]:
        exchange = next(iter(self.works.get("stock-exchange", ())), None)
        coins = self.everywhere("coins")
        if exchange is not None and coins >= 2:
            yield Need(0, exchange, "coins", coins)
            yield Need(0, exchange, "paper", coins // 2)
        elif self.research_awaited:
            yield Need(0, self.home, "paper", 1)
        mill = next(iter(self.works.get("papermill", ())), None)
        wanted = 1 if self.research_awaited else coins // 2 if exchange is not None else 0
        if mill is not None and self.everywhere("paper") < wanted:
            yield from self._wood_for(mill)

    def _wood_for(self, factory: Ground) -> Iterator[Need]:
        """RB-5.8  Two of trunks and boards: boards, of which a trunk makes two."""
        yield Need(0, factory, "boards", 2 - self.lying(factory, "trunks"))

    def reserved(self) -> dict[Ground, Goods]:
        """What must stay where it lies: material for projects, and inputs that wait at their factory."""
        kept: dict[Ground, Goods] = {}
        for project in self.projects[:AT_ONCE]:
            kept[project.at] = add(kept.get(project.at, {}), project.cost)
        waiting = {"sawmill": {"trunks": 9}, "mint": {"gold": 9, "fuel": 9}, "stock-exchange": {"coins": 9, "paper": 9}}
        wood = {"boards": 2, "trunks": 2}
        for kind, goods in {**waiting, "coal-burner": wood, "papermill": wood, "raft-factory": {"trunks": 2}}.items():
            for at in self.works.get(kind, ()):
                kept[at] = add(kept.get(at, {}), goods)
        return kept


def turns_left(look: Look) -> int:
    """Turns until the end, this one included, if bricks are bought as often as up to now."""
    state, table = look.state, TABLES.wonder
    if len(state.players) == 1:
        return table.solo_turns - state.turn + 1
    by_neutral = table.neutral - state.wonder.count(NEUTRAL)
    to_mark = table.ends[len(state.players)] - len(state.wonder)
    return min(by_neutral, -(-to_mark * state.turn // max(len(state.wonder), state.turn)))
