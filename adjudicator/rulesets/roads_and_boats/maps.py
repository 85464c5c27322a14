"""Maps of Roads & Boats as the commands see them. Each part is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.core.model import Plain, Position

from .board import Board

if TYPE_CHECKING:
    from adjudicator.core.picture import Picture
    from adjudicator.core.voice import Voice


class RoadsAndBoatsMaps:
    def __init__(self, colours: tuple[str, ...]) -> None:
        self._colours = colours

    def report(self, board: Board) -> Plain:
        from .mapreport import plain, report

        return plain(report(board))

    def told(self, board: Board) -> str:
        from .mapreport import report, told

        return told(report(board))

    def generate(self, players: int, land: int, sea: int, seed: str) -> Plain:
        from .mapmaking import generate

        return generate(players, land, sea, seed)

    def empty(self, board: Board) -> Position:
        from .state import Player, State

        players = {seat: Player(home=home) for seat, home in zip(self._colours, board.homes, strict=False)}
        seats = tuple(players)
        return Position(board, State(turn=1, phase="start", temple=seats, sequence=seats, players=players))

    def text(self, position: Position) -> str:
        from .textmap import text_map

        return text_map(position)

    def picture(self, position: Position, voice: Voice, theme: str = "light") -> Picture:
        from .picture import draw

        return draw(position, voice, theme=theme)
