"""Rivers, laid from the mouth upwards or from source to source, and brooks that run into them (RB-1.2)."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.core.hexes import EDGES, OPPOSITE, Edge, Tile, column_row, neighbour

from .luck import Luck

TURNS = (3, 3, 3, 2, 2, 4, 4, 1, 5)
"""How many edges clockwise of where it came from a river goes on: mostly straight on, seldom sharply round."""
WATERED = (12, 28)
"""In a hundred land tiles so many are to carry a river."""
FORKED = 45
"""In a hundred rivers so many, if long enough, are joined by a brook."""


class Rivers:
    """River edges as they are laid. Every river is a tree with one mouth at most: whoever walks round its sources
    comes to every bank, so no bridge is ever needed to go somewhere."""

    def __init__(self, luck: Luck, land: Collection[Tile], sea: Collection[Tile]) -> None:
        self._luck, self._land, self._sea = luck, frozenset(land), frozenset(sea)
        self.edges: dict[Tile, list[Edge]] = {}

    def lay_all(self) -> None:
        wanted = max(3, len(self._land) * self._luck.between(*WATERED) // 100)
        for _ in range(12):  # there may be no room for as many as wanted
            if len(self.edges) >= wanted:
                return
            length = self._luck.between(2, 7)
            course = self._from_a_mouth(length) if self._sea and self._luck.chance(80) else self._inland(length + 1)
            if len(course) > 2 and self._luck.chance(FORKED):
                self._brook(self._luck.pick(course[1:-1]))

    def _from_a_mouth(self, length: int) -> list[Tile]:
        coast = [(tile, edge) for tile in self._dry() for edge in EDGES if neighbour(tile, edge) in self._sea]
        if not coast:
            return []
        tile, edge = self._luck.pick(coast)
        course = self._wander(tile, edge, length)
        if len(course) > 1:
            self.edges[tile].insert(0, edge)
        return course

    def _inland(self, length: int) -> list[Tile]:
        """RB-1.2  Two sources never face each other, so at least one tile lies between them."""
        start = self._luck.pick(self._dry() or sorted(self._land, key=column_row))
        if start in self.edges:
            return []
        course = self._wander(start, self._luck.pick(EDGES), length)
        if len(course) == 2:
            for tile in course:
                del self.edges[tile]
        return course if len(course) > 2 else []

    def _brook(self, tile: Tile) -> None:
        """A fork: a third arm, up to a source of its own."""
        came_from = [edge for edge in EDGES if edge not in self.edges[tile]]
        for edge in self._luck.shuffled(came_from):
            start = neighbour(tile, edge)
            if start is not None and self._free(start, tile):
                self._join(tile, edge, start)
                self._wander(start, OPPOSITE[edge], self._luck.between(1, 3))
                return

    def _wander(self, tile: Tile, came_from: Edge, length: int) -> list[Tile]:
        """From tile to tile as long as there is room; the last is the source."""
        course = [tile]
        while len(course) < length:
            ways = dict.fromkeys(self._luck.shuffled(TURNS))
            edges = [EDGES[(EDGES.index(came_from) + turn) % 6] for turn in ways]
            steps = ((edge, other) for edge in edges if (other := neighbour(tile, edge)) is not None)
            step = next(((edge, other) for edge, other in steps if self._free(other, tile)), None)
            if step is None:
                break
            edge, other = step
            self._join(tile, edge, other)
            course.append(other)
            tile, came_from = other, OPPOSITE[edge]
        return course

    def _join(self, tile: Tile, edge: Edge, other: Tile) -> None:
        self.edges.setdefault(tile, []).append(edge)
        self.edges.setdefault(other, []).append(OPPOSITE[edge])

    def _free(self, tile: Tile, before: Tile) -> bool:
        """Dry land without another river beside it: rivers that run side by side leave no room to build."""
        if tile not in self._land or tile in self.edges:
            return False
        beside = [other for edge in EDGES if (other := neighbour(tile, edge)) in self.edges and other != before]
        return len(beside) < 2

    def _dry(self) -> list[Tile]:
        return [tile for tile in sorted(self._land, key=column_row) if tile not in self.edges]
