"""Where things are on the picture: tiles, edges, banks."""

from __future__ import annotations

import math

from adjudicator.core.hexes import EDGES, Edge, Tile, column_row, neighbour
from adjudicator.core.picture import Point

from ..board import EARLY, LATE, Board
from ..places import Land, tile_of

STEEP = math.sqrt(3) / 2
RADIUS = 88.0
HALF_HEIGHT = RADIUS * STEEP
COLUMN = RADIUS * 1.5
MARGIN = 14.0
LEAST_WIDTH = 800.0
"""What stands below the map wants so much room; a narrower map stands in its middle."""

CORNERS = ((-0.5, -STEEP), (0.5, -STEEP), (1.0, 0.0), (0.5, STEEP), (-0.5, STEEP), (-1.0, 0.0))
"""Of a tile of radius 1, clockwise, the first two bounding the edge N. Sine and cosine may differ in the last digit
from one processor to the next; a square root does not."""


class Pixels:
    """The scale of one board's picture."""

    def __init__(self, board: Board) -> None:
        self.board = board
        spots = [column_row(tile) for tile in board.tiles]
        self._left = min(column for column, _ in spots)
        self._top = min(2 * row + column % 2 for column, row in spots)
        right = max(column for column, _ in spots) - self._left
        bottom = max(2 * row + column % 2 for column, row in spots) - self._top
        across = 2 * MARGIN + 2 * RADIUS + right * COLUMN
        self.width = max(across, LEAST_WIDTH)
        self._indent = (self.width - across) / 2
        self.height = 2 * MARGIN + 2 * HALF_HEIGHT + bottom * HALF_HEIGHT

    def middle(self, tile: Tile) -> Point:
        column, row = column_row(tile)
        x = self._indent + MARGIN + RADIUS + (column - self._left) * COLUMN
        y = MARGIN + HALF_HEIGHT + (2 * row + column % 2 - self._top) * HALF_HEIGHT
        return x, y

    def corners(self, tile: Tile, radius: float = RADIUS) -> tuple[Point, ...]:
        """Clockwise, the first and second bounding the edge N."""
        x, y = self.middle(tile)
        return tuple((x + radius * across, y + radius * down) for across, down in CORNERS)

    def edge_ends(self, tile: Tile, edge: Edge) -> tuple[Point, Point]:
        corners, place = self.corners(tile), EDGES.index(edge)
        return corners[place], corners[(place + 1) % 6]

    def edge_middle(self, tile: Tile, edge: Edge) -> Point:
        return between(*self.edge_ends(tile, edge), 0.5)

    def half_edge(self, tile: Tile, edge: Edge, half: int) -> Point:
        """A point on one half of an edge: where a lane along a river crosses it."""
        return between(*self.edge_ends(tile, edge), 0.22 if half == EARLY else 0.78)

    def halves(self, land: Land) -> list[tuple[Edge, int]]:
        """The half edges of a bank, clockwise from N: two inside a sharp bend, twelve around an undivided tile."""
        tile = tile_of(land)
        return [
            (edge, half) for edge in EDGES for half in (EARLY, LATE) if self.board.bank_at(tile, edge, half) == land
        ]

    def bank_middle(self, land: Land) -> Point:
        """A point in the middle of a bank, or of the whole tile."""
        tile = tile_of(land)
        if land == tile:
            return self.middle(tile)
        points = [self.half_edge(tile, edge, half) for edge, half in self.halves(land)]
        mean_x, mean_y = (sum(values) / len(points) for values in zip(*points, strict=True))
        # A narrow bank (the inside of a sharp bend) has its points far out, a wide one near the middle of the tile.
        pull = {2: 0.66, 4: 0.70, 6: 0.74}.get(len(points), 0.90)
        return between(self.middle(tile), (mean_x, mean_y), pull)

    def bank_letter(self, land: Land) -> Point:
        """Where a bank's letter stands: beside the water where the bank begins, clear of what lies on the bank."""
        tile = tile_of(land)
        river = self.board.tiles[tile].river
        edge = river["abc".index(land[-1])]
        return between(between(*self.edge_ends(tile, edge), 0.70), self.middle(tile), 0.13)

    def lane_crossing(self, one: Land, other: Land) -> Point:
        """The point of the common edge where a lane crosses it."""
        tile, beyond = tile_of(one), tile_of(other)
        edge = next(edge for edge in EDGES if neighbour(tile, edge) == beyond)
        if edge not in self.board.tiles[tile].river:
            return self.edge_middle(tile, edge)
        sharp = one if one != tile else other
        at, facing = (tile, edge) if one != tile else (beyond, next(e for e in EDGES if neighbour(beyond, e) == tile))
        half = EARLY if self.board.bank_at(at, facing, EARLY) == sharp else LATE
        return self.half_edge(at, facing, half)


def between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def bend(start: Point, control: Point, end: Point, steps: int = 10) -> tuple[Point, ...]:
    """A curve from start to end, pulled towards the control point."""
    points = []
    for step in range(steps + 1):
        t = step / steps
        points.append(between(between(start, control, t), between(control, end, t), t))
    return tuple(points)
