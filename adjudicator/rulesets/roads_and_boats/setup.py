"""The beginning: the temple row is drawn, homes are dealt or asked for, and turn 1 begins."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.draws import Draws
from adjudicator.core.model import NEUTRAL, BadInput, Plain, Position, Resolution, Seat

from .board import Board
from .events import FiguresDrawn, PhaseBegan, PuzzleSet
from .phases.start import home_settled
from .resolve import go_on
from .state import Player, State
from .table import Table
from .tables import TABLES


def begin(board: Board, seats: tuple[Seat, ...], options: Mapping[str, Plain], draws: Draws) -> Resolution:
    """RB-4.1  The first position: waiting for wishes, or for the orders of the first production."""
    _check_seats(board, seats)
    if options.get("start_tiles") == "fixed" and not board.homes:
        raise BadInput("the map prescribes no homes, so start_tiles cannot be fixed", "options")
    players = {seat: Player() for seat in sorted(seats)}
    nobody_placed = State(turn=1, phase="start", temple=tuple(players), sequence=tuple(players), players=players)
    table = Table(Position(board, nobody_placed, options))
    row = draws.shuffled(tuple(players), "start/temple")
    table.happen(FiguresDrawn(row=row, sequence=row[::-1]))
    if len(players) == 1:
        table.happen(PuzzleSet(bricks=TABLES.wonder.solo_bricks))  # RB-12.1
    if board.homes:
        # RB-Q100: prescribed homes go to the slots in the order of the map, so that the draw deals them out.
        for seat, home in zip(table.look.state.sequence, board.homes, strict=False):
            table.happen(home_settled(seat, home, chosen=False))
        go_on(table, draws)
    else:
        table.happen(PhaseBegan(turn=1, phase="start"))
    return Resolution(table.look.state, tuple(table.events))


def _check_seats(board: Board, seats: tuple[Seat, ...]) -> None:
    most = max(TABLES.wonder.ends)
    if not 1 <= len(seats) <= most:
        raise BadInput(f"{len(seats)} players cannot play; 1 to {most} can", "players")
    if len(set(seats)) < len(seats) or NEUTRAL in seats:
        raise BadInput(f"every player needs a colour of his own: {', '.join(seats)}", "players")
    if board.players and len(seats) not in board.players:
        counts = " or ".join(map(str, board.players))
        raise BadInput(f"{board.name or 'this map'} is for {counts} players, not for {len(seats)}", "players")
    if board.homes and len(board.homes) < len(seats):
        raise BadInput(f"the map prescribes {len(board.homes)} homes for {len(seats)} players", "homes")
