"""The picture of a position: the map with everything on it, and below it the temple, the sequence and the wonder."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.core.model import Position
from adjudicator.core.picture import Picture, Rect, Shape
from adjudicator.core.voice import Voice

from ..board import Board
from ..state import State
from .ground import draw_ground
from .palette import THEMES
from .panel import draw_legend, draw_panel
from .pieces import draw_changes, draw_pieces
from .pixels import Pixels


def draw(position: Position, voice: Voice, before: Position | None = None, theme: str = "light") -> Picture:
    """The position in a reader's words; with the one before it, what has changed is marked."""
    state: State = position.state
    board: Board = position.board
    pixels, base, height = _base(board, state.irrigated, theme, voice)
    palette = THEMES[theme]
    pieces: tuple[Shape, ...] = draw_pieces(state, board, pixels, palette)
    if before is not None:
        pieces += draw_changes(before.state, state, pixels, board, palette)
    pieces += draw_panel(state, pixels.height, pixels.width, palette, voice)
    title = f"{board.name or 'Roads & Boats'}, turn {state.turn}, {state.phase}"
    return Picture(round(pixels.width), round(height), palette.paper, base, pieces, title)


@lru_cache(maxsize=64)
def _base(board: Board, irrigated: bool, theme: str, voice: Voice) -> tuple[Pixels, tuple[Shape, ...], float]:
    """What changes at most once in a game, when the deserts are irrigated."""
    pixels, palette = Pixels(board), THEMES[theme]
    ground = draw_ground(board, irrigated, pixels, palette)
    legend, high = draw_legend(pixels.height, pixels.width, palette, voice)
    panel = Rect(0, pixels.height, pixels.width, high, palette.panel)
    return pixels, (*ground, panel, *legend), pixels.height + high
