"""Bricks of the wonder as they are placed, and the end of the game (RB-8.3, RB-8.4, RB-11, RB-12)."""

from __future__ import annotations

from adjudicator.core.model import NEUTRAL, Position, Resolution

from .events import BrickBought, DesertsIrrigated, GameEnded, NeutralBrickPlaced
from .scoring import ranking, scores
from .state import State
from .table import Table
from .tables import TABLES

BY_THE_MARK = "wonder"
BY_NEUTRAL_BRICKS = "neutral-bricks"
BY_TURNS = "turns"
EARLY = "early"


def end_mark(state: State) -> int | None:
    """RB-11.1  The brick that ends the game, by how many players began; none in the puzzle for one (RB-12.3)."""
    return TABLES.wonder.ends.get(len(state.players))


def is_full(state: State) -> bool:
    """RB-12.3  Whether every place of the wonder has its brick."""
    return len(state.wonder) >= sum(TABLES.wonder.rows)


def is_solved(state: State) -> bool:
    """RB-12.1  Whether the puzzle for one has had its turns."""
    return state.turn >= TABLES.wonder.solo_turns


def place_brick(table: Table, brick: BrickBought | NeutralBrickPlaced) -> None:
    """RB-1.9, RB-11.1  The brick on a mark irrigates the deserts or ends the game at once, whoever places it."""
    table.happen(brick)
    if brick.number == TABLES.wonder.irrigation:
        table.happen(DesertsIrrigated())
    if brick.number == end_mark(table.look.state):
        end_game(table, BY_THE_MARK)


def place_neutral_brick(table: Table) -> None:
    """RB-8.4  One after all players; the thirty-third ends the game (RB-11.2), the puzzle ends with its turns."""
    state = table.look.state
    if not is_full(state):
        place_brick(table, NeutralBrickPlaced(number=len(state.wonder) + 1))
    state = table.look.state
    if state.over is not None:
        return
    if len(state.players) == 1:
        if is_solved(state):
            end_game(table, BY_TURNS)
    elif state.wonder.count(NEUTRAL) >= TABLES.wonder.neutral:
        end_game(table, BY_NEUTRAL_BRICKS)


def end_game(table: Table, reason: str) -> None:
    """RB-11.5  Scores and ranking as everything stands now."""
    state = table.look.state
    points = scores(state)
    table.happen(GameEnded(reason=reason, ranking=ranking(state, points), scores=points))


def conclude(position: Position) -> Resolution:
    """RB-11.7  Ended by agreement, or by the moderator: what waits is not played, and wealth counts as it stands."""
    table = Table(position)
    if table.look.state.over is None:
        end_game(table, EARLY)
    return Resolution(table.look.state, tuple(table.events))
