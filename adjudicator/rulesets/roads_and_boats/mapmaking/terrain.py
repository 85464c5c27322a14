"""What grows where: every home finds what it needs equally near, and each region gets the same kinds of land."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from adjudicator.core.hexes import Tile, distance

from ..mapreport import NEAR, NEEDED
from .homes import Country, regions
from .luck import Luck

MOUNTAIN = "mountain"
HOME_TERRAINS = ("pasture", "pasture", "pasture", "woods", "rock")
REGION = ("pasture", "woods", "pasture", "rock", "woods", "pasture", "desert", "mountain", "woods", "desert")
"""What a region gets beyond its needs, in equal parts."""
NO_MANS_LAND = ("desert", "pasture", "woods", "mountain", "rock", "desert", "pasture", "woods")
"""The same for what lies equally near to two homes."""


class Planting:
    """One try to give every tile its terrain. `nearest` is how near to a home a mountain may lie."""

    def __init__(self, luck: Luck, country: Country, homes: Sequence[Tile], nearest: int) -> None:
        self._luck, self._country, self._homes, self._nearest = luck, country, homes, nearest
        self._regions = regions(country, homes)
        # All homes alike: what one has at home nobody else has to fetch from two steps away.
        self.terrain: dict[Tile, str] = dict.fromkeys(homes, luck.pick(HOME_TERRAINS))

    def plant(self) -> bool:
        """Whether it worked out."""
        worked = self._contested_mountain() and self._mountains() and self._needs()
        if worked:
            self._rest()
        return worked

    def _free(self, tiles: Iterable[Tile]) -> list[Tile]:
        return [tile for tile in tiles if tile not in self.terrain]

    @cached_property
    def _far_enough(self) -> frozenset[Tile]:
        """Where mountains may lie."""
        return frozenset(
            tile for tile in self._country.land if all(distance(tile, home) >= self._nearest for home in self._homes)
        )

    def _ways(self, tile: Tile) -> list[int]:
        """From each home on foot, the shortest first."""
        return sorted(self._country.walk(home)[tile] for home in self._homes)

    def _contested_mountain(self) -> bool:
        """One that two players reach in the same number of steps, or one more; the nearer to all the better."""
        if len(self._homes) < 2:
            return True
        sites = []
        for tile in self._free(self._country.land):
            ways = self._ways(tile)
            if tile in self._far_enough and ways[1] - ways[0] <= 1:
                sites.append((ways[1], ways[-1] - ways[0], tile))
        if not sites:
            return False
        self.terrain[self._luck.pick(sorted(sites)[:3])[2]] = MOUNTAIN
        return True

    def _mountains(self) -> bool:
        """One for each home, as far away as it may lie or a step farther."""
        for home in self._by_choice(lambda tile: tile in self._far_enough, self._nearest + 1):
            if not self._give(home, MOUNTAIN, self._nearest + 1):
                return False
        while sum(terrain == MOUNTAIN for terrain in self.terrain.values()) < len(self._homes):
            sites = [tile for tile in self._free(self._country.land) if tile in self._far_enough]
            if not sites:
                return False
            self.terrain[self._luck.pick(sites)] = MOUNTAIN
        return True

    def _needs(self) -> bool:
        for terrain in self._luck.shuffled(NEEDED):
            for home in self._by_choice(lambda tile: True, NEAR):
                if not self._give(home, terrain, NEAR):
                    return False
        return True

    def _by_choice(self, fits: Callable[[Tile], bool], steps: int) -> list[Tile]:
        """Homes with the least to choose from first."""
        choice = {}
        for home in self._homes:
            walk = self._country.walk(home)
            choice[home] = sum(walk[tile] <= steps and fits(tile) for tile in self._free(self._country.land))
        return sorted(self._homes, key=lambda home: choice[home])

    def _give(self, home: Tile, terrain: str, steps: int) -> bool:
        """A tile of its own region if there is one besides the home; shared where there is none."""
        walk = self._country.walk(home)
        sites = [tile for tile in self._free(self._country.land) if walk[tile] <= steps]
        if terrain == MOUNTAIN:
            sites = [tile for tile in sites if tile in self._far_enough]
        own = [tile for tile in sites if self._regions[tile] == home]
        shared = any(walk[tile] <= steps for tile in self._having(terrain))
        if own or (sites and not shared):
            self.terrain[self._luck.pick(own or sites)] = terrain
            return True
        return shared

    def _having(self, terrain: str) -> list[Tile]:
        return [tile for tile, grown in self.terrain.items() if grown == terrain]

    def _rest(self) -> None:
        """The same cards for every region, each time laid out differently; others for what lies between."""
        cards, others = self._luck.shuffled(REGION), self._luck.shuffled(NO_MANS_LAND)
        for home in (*self._homes, None):
            kinds = others if home is None else cards
            tiles = self._luck.shuffled(self._free(t for t in self._country.land if self._regions[t] == home))
            for number, tile in enumerate(tiles):
                kind = kinds[number % len(kinds)]
                self.terrain[tile] = kind if kind != MOUNTAIN or tile in self._far_enough else "desert"
