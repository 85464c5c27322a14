"""One phase from beginning to end, and whatever follows it without orders."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, Position, Resolution, Seat

from .events import MineDrawn, PhaseBegan
from .orders import Sheet, read_sheet
from .phases import PHASES, PLAYED
from .places import Ground
from .sequence import determine_order
from .state import Mine
from .table import Table


def resolve(position: Position, sheets: Mapping[Seat, OrderSheet], draws: Draws | None) -> Resolution:
    """The phase that the state waits for, played with these sheets."""
    table = Table(position)
    play_phase(table, {seat: read_sheet(sheet) for seat, sheet in sheets.items()})
    go_on(table, draws)
    return Resolution(table.look.state, tuple(table.events), tuple(table.refused))


def play_phase(table: Table, sheets: Mapping[Seat, Sheet]) -> None:
    """The order of play, then the orders."""
    state = table.look.state
    active = {seat: sheet for seat, sheet in sheets.items() if seat in state.players and not state.players[seat].left}
    table.look.allow = {seat: sheet.allow for seat, sheet in active.items()}
    if state.phase != "start" and len(state.players) > 1:
        determine_order(table, active)
    PHASES[state.phase](table, active)


def go_on(table: Table, draws: Draws | None) -> None:
    """The next phase, unless the game is over or the same phase must be asked for again; before production the draws."""
    state = table.look.state
    if state.over is not None:
        return
    if state.phase == "start":
        if any(player.home is None and not player.left for player in state.players.values()):
            return
        turn, phase = 1, PLAYED[0]
    else:
        place = PLAYED.index(state.phase) + 1
        turn, phase = (state.turn, PLAYED[place]) if place < len(PLAYED) else (state.turn + 1, PLAYED[0])
    table.happen(PhaseBegan(turn=turn, phase=phase))
    if phase == "production":
        draw_mines(table, draws)


def draw_mines(table: Table, draws: Draws | None) -> None:
    """RB-5.1  One piece from every mine that is not empty; without draws it is not yet known."""
    state = table.look.state
    for ground, mine in state.mines.items():
        piece = _drawn(table, ground, mine, draws) if mine.gold + mine.iron else None
        if piece is not None:
            table.happen(MineDrawn(at=ground, piece=piece))


def _drawn(table: Table, ground: Ground, mine: Mine, draws: Draws | None) -> str | None:
    if len(table.look.state.players) == 1 and table.look.options.get("solo_mines", "majority") == "majority":
        return "gold" if mine.gold >= mine.iron else "iron"  # RB-12.2
    if draws is None:
        return None
    label = f"production/T{table.look.state.turn:02d}/{ground}"
    return "gold" if draws.below(mine.gold + mine.iron, label) < mine.gold else "iron"
