"""Where the players begin: apart from each other, as far from the sea as each other, with as much land around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from adjudicator.core.hexes import EDGES, Tile, distance

from ..board import Board
from ..mapreport import NEAR, walk
from ..places import Land, tile_of
from .luck import Luck

TRIES = 8
"""The fairest of so many choices is taken."""
AROUND = 4
"""The fewest other tiles near a home: what it needs must find room there."""


@dataclass
class Country:
    """A map without its terrain: what can be said of distances before anything grows."""

    board: Board
    _walks: dict[Tile, Mapping[Tile, int]] = field(default_factory=dict)

    @cached_property
    def land(self) -> tuple[Tile, ...]:
        return tuple(tile for tile in self.board.tiles if not self.board.is_sea(tile))

    @cached_property
    def sea(self) -> tuple[Tile, ...]:
        return tuple(tile for tile in self.board.tiles if self.board.is_sea(tile))

    def walk(self, start: Tile) -> Mapping[Tile, int]:
        """Steps on foot from an undivided tile to each tile, whichever of its banks is reached first."""
        if start not in self._walks:
            self._walks[start] = self._walked(start)
        return self._walks[start]

    @cached_property
    def to_the_sea(self) -> Mapping[Tile, int]:
        """Steps on foot to a coast."""
        return self._walked(*(land for land, docks in self.board.docks.items() if docks))

    @cached_property
    def to_a_shore(self) -> Mapping[Tile, int]:
        """RB-1.7  Steps to where clay is dug and boats are made."""
        return self._walked(*(land for land in self.board.docks if self.board.is_shore(tile_of(land))))

    def _walked(self, *starts: Land) -> dict[Tile, int]:
        found: dict[Tile, int] = {}
        for land, steps in walk(self.board, *starts).items():
            found.setdefault(tile_of(land), steps)
        return found


def choose_homes(luck: Luck, country: Country, players: int, apart: int) -> tuple[Tile, ...] | None:
    """The fairest of some choices; None where these distances leave no room."""
    for candidates in _equally_far_from_the_sea(luck, country):
        choices = {_spread(luck, candidates, players, apart) for _ in range(TRIES)} - {None}
        if choices:
            return min((_unfairness(country, homes), homes) for homes in choices if homes)[1]
    return None


def _equally_far_from_the_sea(luck: Luck, country: Country) -> list[list[Tile]]:
    """Lists of tiles whose distances to the sea differ by one at most, as the crow flies and on foot."""
    free = [tile for tile in country.land if not country.board.has_river(tile) and _has_room(country, tile)]
    if not country.sea:
        return [free]
    flown = {tile: min(distance(tile, water) for water in country.sea) for tile in free}
    walked = country.to_the_sea
    belts = [
        [tile for tile in free if flown[tile] >= steps and walked[tile] <= steps]
        for steps in range(1, max(flown.values(), default=0) + 1)
    ]
    return luck.shuffled(belts[:2]) + belts[2:]


def _has_room(country: Country, tile: Tile) -> bool:
    """The home itself comes first, then the nearest."""
    within = list(islice(country.walk(tile).values(), AROUND + 1))
    return len(within) > AROUND and within[-1] <= NEAR


def _spread(luck: Luck, candidates: Sequence[Tile], players: int, apart: int) -> tuple[Tile, ...] | None:
    """One at random, then always one of the farthest from those before."""
    homes: list[Tile] = []
    free = list(candidates)
    while free and len(homes) < players:
        if homes:
            gaps = {tile: min(distance(tile, home) for home in homes) for tile in free}
            farthest = max(gaps.values())
            home = luck.pick([tile for tile in free if gaps[tile] >= max(apart, farthest - 1)])
        else:
            home = luck.pick(free)
        homes.append(home)
        free = [tile for tile in free if distance(tile, home) >= apart]
    return tuple(homes) if len(homes) == players else None


def _unfairness(country: Country, homes: Sequence[Tile]) -> int:
    """How differently the homes lie: in land that is nearer to them than to others, in ways to the water."""
    sizes = Counter(region for region in regions(country, homes).values() if region is not None)
    lands = [sizes[home] for home in homes]
    shores = [country.to_a_shore.get(home, len(country.land)) for home in homes]
    lone = [sum(country.board.beyond(home, edge) in country.land for edge in EDGES) for home in homes]
    return 2 * (max(lands) - min(lands)) + 3 * (max(shores) - min(shores)) + max(lone) - min(lone)


def regions(country: Country, homes: Sequence[Tile]) -> dict[Tile, Tile | None]:
    """Each land tile with the home that is nearest to it on foot; None where two are equally near."""
    found: dict[Tile, Tile | None] = {}
    for tile in country.land:
        steps = sorted((country.walk(home)[tile], home) for home in homes)
        tied = len(steps) > 1 and steps[0][0] == steps[1][0]
        found[tile] = None if tied else steps[0][1]
    return found
