"""A bot's plan: which buildings it wants where, and which goods are wanted where, most urgent first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator.core.model import Seat

from ..goods import add
from ..look import Look
from ..places import Ground, Land, tile_of
from ..state import Good, Goods
from ..tables import TABLES
from .terrain import FAR, may_stand, steps_from

# What an economy wants, in the order in which it is built; a kind named again is wanted once more.
WISHES = (
    "woodcutter", "sawmill", "quarry", "woodcutter", "mine", "coal-burner", "mint", "mine", "papermill",
    "stock-exchange",
)  # fmt: skip
NEAR = 5
"""Buildings further from home than this are not counted on."""
LAST_TURNS = 29
"""From here on nothing new is begun: what is worth something is brought aboard."""


@dataclass(frozen=True, slots=True)
class Project:
    kind: str
    at: Land
    cost: Goods


@dataclass(frozen=True, slots=True)
class Demand:
    """So much of a good wanted at a land; the lower the rank, the more urgent."""

    rank: int
    at: Land
    good: Good
    number: int


class Plan:
    """Everything a bot wants in one position. Made anew each phase: a bot remembers nothing."""

    def __init__(self, look: Look, seat: Seat) -> None:
        self.look, self.seat = look, seat
        home = look.player(seat).home
        assert home is not None
        self.home: Land = home
        self.distance = steps_from(look, seat, home)
        self.works: dict[str, list[Ground]] = {}
        self.projects: list[Project] = []
        self._settle()
        self.closing = look.state.turn >= LAST_TURNS

    def far(self, land: Land) -> int:
        return self.distance.get(land, FAR)

    def _settle(self) -> None:
        """Whatever stands near is used; the rest of the wishes get the nearest fitting ground."""
        for ground, kind in self.look.state.buildings.items():
            if self.far(ground) <= NEAR:
                self.works.setdefault(kind, []).append(ground)
        for grounds in self.works.values():
            grounds.sort(key=lambda ground: (self.far(ground), ground))
        taken: set[str] = set()
        counted: dict[str, int] = {}
        for kind in WISHES:
            counted[kind] = counted.get(kind, 0) + 1
            if len(self.works.get(kind, ())) >= counted[kind]:
                continue
            site = self._site(kind, taken)
            if site is not None:
                taken.add(tile_of(site))
                self.projects.append(Project(kind, site, TABLES.buildings[kind].cost))

    def _site(self, kind: str, taken: set[str]) -> Land | None:
        """The sawmill stands at home, where the boards are; factories not on ground that a producer needs."""
        if kind == "sawmill" and may_stand(self.look, kind, self.home):
            return self.home
        plain = TABLES.buildings[kind].ground == "land"
        fitting = [
            land
            for land in self.look.board.all_lands
            if self.far(land) <= NEAR
            and tile_of(land) not in taken
            and land != self.home
            and may_stand(self.look, kind, land)
            and not (plain and self.look.terrain(tile_of(land)) in ("woods", "rock", "mountain"))
        ]
        return min(fitting, key=lambda land: (self.far(land), land), default=None)

    # -- goods -----------------------------------------------------------------------------------------------------

    def lying(self, land: Land, good: Good) -> int:
        return sum(self.look.lying(ground, good) for ground in self.look.joined(land))

    def everywhere(self, good: Good) -> int:
        """All of a good within reach of home, on the ground or on own transporters."""
        ground = sum(goods.get(good, 0) for at, goods in self.look.state.goods.items() if self.far(at) <= NEAR)
        return ground + sum(each.load.get(good, 0) for each in self.look.owned(self.seat))

    def demands(self) -> list[Demand]:
        if self.closing:
            return []
        wanted = [*self._for_projects(), *self._for_works()]
        return sorted((each for each in wanted if each.number > 0), key=lambda each: (each.rank, self.far(each.at)))

    def _for_projects(self) -> Iterator[Demand]:
        for rank, project in enumerate(self.projects[:3]):
            for good, number in project.cost.items():
                yield Demand(rank, project.at, good, number - self.lying(project.at, good))

    def _for_works(self) -> Iterator[Demand]:
        for at in self.works.get("sawmill", ()):
            yield Demand(1, at, "trunks", 4 - self.lying(at, "trunks"))
        if not self.works.get("mint") and not any(project.kind == "mint" for project in self.projects[:2]):
            return
        for at in self.works.get("mint", ())[:1]:
            yield Demand(0, at, "gold", 4 - self.lying(at, "gold"))
            yield Demand(0, at, "fuel", 2 - self.lying(at, "fuel"))
        if self.everywhere("fuel") < 2:
            for at in self.works.get("coal-burner", ())[:1]:
                yield Demand(1, at, "trunks", 2 - self.lying(at, "trunks") - self.lying(at, "boards"))
        yield from self._for_stock()

    def _for_stock(self) -> Iterator[Demand]:
        exchange = self.works.get("stock-exchange", ())[:1]
        if exchange and self.everywhere("coins"):
            yield Demand(1, exchange[0], "coins", self.everywhere("coins"))
            yield Demand(1, exchange[0], "paper", 1 - self.lying(exchange[0], "paper"))
        if self.works.get("papermill") and not self.everywhere("paper"):
            mill = self.works["papermill"][0]
            yield Demand(2, mill, "trunks", 2 - self.lying(mill, "trunks") - self.lying(mill, "boards"))

    def reserved(self) -> Mapping[Ground, Goods]:
        """What must stay where it lies: material for projects, and inputs that wait at their factory."""
        kept: dict[Ground, Goods] = {}
        for project in self.projects[:3]:
            kept[project.at] = add(kept.get(project.at, {}), project.cost)
        inputs = {"sawmill": {"trunks": 6}, "mint": {"gold": 9, "fuel": 9}, "stock-exchange": {"coins": 9, "paper": 9}}
        for kind, goods in inputs.items():
            for at in self.works.get(kind, ()):
                kept[at] = add(kept.get(at, {}), goods)
        return kept
