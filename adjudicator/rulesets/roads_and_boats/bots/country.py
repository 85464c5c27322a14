"""The land as one player sees it: how far things are from his home, what is his to use, and where he would build."""

from __future__ import annotations

from functools import cached_property

from adjudicator.core.hexes import Tile
from adjudicator.core.model import Seat

from ..look import Look
from ..places import Ground, Land, place_order, tile_of
from ..tables import TABLES
from .travel import FAR, TURN, arrivals, between, cost, network, node

NEAR = 6 * TURN
"""Whatever is further from home than this is not counted on."""
RAW = ("woods", "rock", "mountain")
"""Ground that factories leave to those who need it."""


class Country:
    def __init__(self, look: Look, seat: Seat, home: Land) -> None:
        self.look, self.seat, self.home = look, seat, home
        self.on_foot = network(look, seat, "donkey")
        self.by_boat = network(look, seat, "raft")
        # Asked again and again while a plan is made.
        self._far: dict[Ground, int] = {}
        self._ours: dict[Ground, bool] = {}
        self._rivals = [player.home for other, player in look.state.players.items() if other != seat and player.home]

    def far(self, land: Ground) -> int:
        """From home on foot."""
        if land not in self._far:
            self._far[land] = self.between(self.home, land)
        return self._far[land]

    def between(self, here: Land, there: Ground) -> int:
        return cost(self.on_foot, here, there) if there in self.look.board.all_lands else FAR

    def ours(self, ground: Ground) -> bool:
        """Near, and no nearer to another's home; what nobody can walk to is anybody's."""
        if ground not in self._ours:
            mine = self.far(ground)
            others = min((self.between(home, ground) for home in self._rivals), default=FAR)
            self._ours[ground] = others >= FAR if mine >= FAR else mine <= min(NEAR, others)
        return self._ours[ground]

    @cached_property
    def lands(self) -> tuple[Land, ...]:
        """All that is near."""
        return tuple(land for land in sorted(self.look.board.all_lands, key=place_order) if self.far(land) <= NEAR)

    # -- sites -----------------------------------------------------------------------------------------------------

    def may_stand(self, kind: str, land: Land) -> bool:
        """RB-7.4, RB-7.5, RB-7.6  Whether the ground suits a building, whoever builds it."""
        tile = tile_of(land)
        if self.look.building_at(tile) is not None or self.look.terrain(tile) == "desert":
            return False
        ground = TABLES.buildings[kind].ground
        if ground == "shore":
            return self.look.board.is_shore(tile)
        return ground == "land" or self.look.terrain(tile) == ground

    def site(self, kind: str, near: tuple[Land, ...], taken: set[str]) -> Land | None:
        """The fitting ground with the shortest ways to all that it should be near to."""

        def worth(land: Land) -> tuple[bool, int, object]:
            wasted = TABLES.buildings[kind].ground == "land" and self.look.terrain(tile_of(land)) in RAW
            ways = sum(self.between(land, each) for each in near)
            return not self.ours(land), ways + wasted * TURN, place_order(land)

        spoken_for = {tile_of(self.home), *taken, *self._mountains()}
        fitting = [land for land in self.lands if tile_of(land) not in spoken_for and self.may_stand(kind, land)]
        return min(fitting, key=worth, default=None)

    def _mountains(self) -> set[Tile]:
        return {tile for tile, ground in self.look.board.tiles.items() if ground.terrain == "mountain"}

    def mountain_on_foot(self, taken: set[str]) -> Land | None:
        found = [land for land in self.lands if tile_of(land) not in taken and self.may_stand("mine", land)]
        return min(found, key=lambda land: (not self.ours(land), self.far(land), place_order(land)), default=None)

    def mountain_by_boat(self, port: Ground, taken: set[str]) -> Land | None:
        """A mountain for which boats are needed, the nearest to the port."""
        found = [
            land
            for land in self.look.board.all_lands
            if tile_of(land) not in taken and self.may_stand("mine", land) and self.far(land) >= FAR
        ]
        found = [land for land in found if self.by_water(port, land) < FAR]
        return min(found, key=lambda land: (self.by_water(port, land), place_order(land)), default=None)

    def by_water(self, here: Ground, there: Ground) -> int:
        """What it costs a raft to come from one ground to another."""
        return between(self.by_boat, here, there)

    def port_site(self, taken: set[str]) -> Land | None:
        """Where a raft factory could stand, so that a mountain can be come to from it."""
        fitting = [land for land in self.lands if tile_of(land) not in taken and self.may_stand("raft-factory", land)]
        fitting = [land for land in fitting if land != self.home and self.mountain_by_boat(land, taken) is not None]

        def worth(land: Land) -> tuple[bool, int, object]:
            goal = self.mountain_by_boat(land, taken)
            assert goal is not None
            return (
                self.look.terrain(tile_of(land)) in RAW,
                self.far(land) + self.by_water(land, goal),
                place_order(land),
            )

        return min(fitting, key=worth, default=None)

    def meadow(self) -> Land | None:
        """The nearest pasture on which nothing is but donkeys of ours: there foals are born (RB-5.16)."""
        reached = arrivals(self.on_foot, node(self.on_foot, self.home))
        empty = [land for land in self.lands if node(self.on_foot, land) in reached and self._is_empty(tile_of(land))]
        return min(empty, key=lambda land: (self.far(land), place_order(land)), default=None)

    def _is_empty(self, tile: str) -> bool:
        look = self.look
        return (
            look.terrain(tile) == TABLES.breeding.terrain
            and look.building_at(tile) is None
            and not any(look.state.goods.get(land) for land in look.board.lands[tile])
            and all(each.owner == self.seat and each.kind == "donkey" for each in look.on_tile(tile))
        )
