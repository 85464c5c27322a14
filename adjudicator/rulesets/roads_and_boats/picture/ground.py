"""The part of the map that never changes: terrain, rivers, tile names and the letters of banks."""

from __future__ import annotations

from adjudicator.core.hexes import Tile
from adjudicator.core.picture import Circle, Line, Polygon, Shape, Text

from ..board import Board
from .palette import Palette
from .pixels import HALF_HEIGHT, Pixels, bend

RIVER_WIDTH = 15.0


def draw_ground(board: Board, irrigated: bool, pixels: Pixels, palette: Palette) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    for tile, ground in board.tiles.items():
        terrain = "pasture" if irrigated and ground.terrain == "desert" else ground.terrain
        shapes.append(Polygon(pixels.corners(tile), palette.terrain[terrain], palette.edge, 2))
        shapes += _texture(tile, terrain, pixels, palette)
    for tile in board.tiles:
        shapes += _river(board, tile, pixels, palette)
    for tile in board.tiles:
        shapes += draw_names(board, tile, pixels, palette)
    return tuple(shapes)


def _texture(tile: Tile, terrain: str, pixels: Pixels, palette: Palette) -> list[Shape]:
    """A small sign of the terrain in the corner of the tile, so that it reads without colours."""
    x, y = pixels.middle(tile)
    x, y = x + 30, y - HALF_HEIGHT + 11
    ink = palette.faint
    match terrain:
        case "woods":
            return [Polygon(((x - 5 + d, y + 5), (x + d, y - 6), (x + 5 + d, y + 5)), "none", ink, 1) for d in (-5, 5)]
        case "pasture":
            return [Line(((x + d, y + 4), (x + d * 1.5, y - 4)), ink, 1) for d in (-5, 0, 5)]
        case "rock":
            return [Polygon(((x - 7, y + 4), (x - 4, y - 4), (x + 4, y - 5), (x + 7, y + 4)), "none", ink, 1)]
        case "mountain":
            return [Line(((x - 9, y + 5), (x - 3, y - 5), (x + 1, y + 1), (x + 4, y - 3), (x + 9, y + 5)), ink, 1)]
        case "desert":
            return [Circle(x + dx, y + dy, 1, ink) for dx, dy in ((-6, 2), (0, -3), (6, 2))]
    return [Line(((x - 8, y), (x - 4, y - 3), (x, y), (x + 4, y - 3), (x + 8, y)), ink, 1)]


def _river(board: Board, tile: Tile, pixels: Pixels, palette: Palette) -> list[Shape]:
    edges = board.tiles[tile].river
    if not edges:
        return []
    middle = pixels.middle(tile)
    ends = [pixels.edge_middle(tile, edge) for edge in edges]
    if len(edges) == 1:
        return [
            Line((ends[0], middle), palette.water, RIVER_WIDTH),
            Circle(*middle, RIVER_WIDTH * 0.9, palette.water, palette.faint, 1.2),
        ]
    if len(edges) == 2:
        return [Line(bend(ends[0], middle, ends[1]), palette.water, RIVER_WIDTH)]
    return [Line((end, middle), palette.water, RIVER_WIDTH) for end in ends]


def draw_names(board: Board, tile: Tile, pixels: Pixels, palette: Palette) -> list[Shape]:
    """The tile's name near its western corner at the top, and the letter of each bank beside the water."""
    x, y = pixels.middle(tile)
    shapes: list[Shape] = [Text(x - 28, y - HALF_HEIGHT + 12, tile, 12, palette.faint, bold=True)]
    lands = board.lands[tile]
    if len(lands) > 1:
        shapes += [Text(*pixels.bank_letter(land), land[-1], 13, palette.faint, bold=True) for land in lands]
    return shapes
