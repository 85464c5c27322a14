"""The picture of a position: the map with everything on it, and beside it the temple, the sequence and the wonder."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.core.model import Position
from adjudicator.core.picture import Picture, Rect, Shape

from ..board import Board
from ..state import State
from .ground import draw_ground
from .palette import THEMES
from .panel import LEGEND_HEIGHT, TOP_HEIGHT, WIDTH, draw_legend, draw_panel
from .pieces import draw_changes, draw_pieces
from .pixels import Pixels


def draw(position: Position, before: Position | None = None, theme: str = "light") -> Picture:
    """The position; with the one before it, what has changed is marked."""
    state: State = position.state
    board: Board = position.board
    pixels, base, height = _base(board, state.irrigated, theme)
    palette = THEMES[theme]
    pieces: tuple[Shape, ...] = draw_pieces(state, board, pixels, palette)
    if before is not None:
        pieces += draw_changes(before.state, state, pixels, board, palette)
    pieces += draw_panel(state, pixels.width, palette)
    title = f"{board.name or 'Roads & Boats'}, turn {state.turn}, {state.phase}"
    return Picture(round(pixels.width + WIDTH), round(height), palette.paper, base, pieces, title)


@lru_cache(maxsize=64)
def _base(board: Board, irrigated: bool, theme: str) -> tuple[Pixels, tuple[Shape, ...], float]:
    """What changes at most once in a game, when the deserts are irrigated."""
    pixels, palette = Pixels(board), THEMES[theme]
    height = max(pixels.height, TOP_HEIGHT + LEGEND_HEIGHT)
    side = Rect(pixels.width, 0, WIDTH, height, palette.panel)
    ground = draw_ground(board, irrigated, pixels, palette)
    return pixels, (*ground, side, *draw_legend(pixels.width, TOP_HEIGHT, palette)), height
