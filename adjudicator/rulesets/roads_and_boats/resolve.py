"""One phase from beginning to end, and whatever follows it without orders."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, Position, Problem, Resolution, Seat
from adjudicator.core.sheets import without

from .check import check
from .events import MineDrawn, PhaseBegan
from .orders import Sheet, read_sheet
from .phases import PHASES, PLAYED
from .places import Ground, place_order
from .sequence import determine_order
from .state import Mine
from .table import No, Table


def resolve(position: Position, sheets: Mapping[Seat, OrderSheet], draws: Draws | None) -> Resolution:
    """The phase that the state waits for, played with these sheets."""
    table = Table(position)
    play_phase(table, usable(table, position, sheets))
    go_on(table, draws)
    return Resolution(table.look.state, tuple(table.events), tuple(table.refused))


def usable(table: Table, position: Position, sheets: Mapping[Seat, OrderSheet]) -> dict[Seat, Sheet]:
    """The sheets for this phase, in slot order, without what names something that is not there.

    Invalid parts that were set aside before are not there to be reported again; sheets of players who have left, or
    for another phase, order nothing, and that is said.
    """
    state = table.look.state
    found: dict[Seat, Sheet] = {}
    for seat in state.sequence:
        sheet = sheets.get(seat)
        if sheet is None:
            continue
        if state.over is not None:
            no = No("game-over", "RB-11.1")
        elif state.players[seat].left:
            no = No("has-left", "RB-11.6")
        elif sheet.phase != state.phase or sheet.turn not in (state.turn, "any"):
            facts = {"phase": sheet.phase, "turn": sheet.turn, "awaited": state.phase, "now": state.turn}
            no = No("other-phase", "RB-10.1", facts)
        else:
            invalid = check(position, sheet)
            table.refused += invalid
            found[seat] = read_sheet(without(sheet, invalid))
            continue
        table.refused.append(Problem("illegal", no.code, no.rule, no.facts, seat=seat))
    return found


def play_phase(table: Table, sheets: Mapping[Seat, Sheet]) -> None:
    """The order of play, then the orders. A game that is over waits for nothing."""
    state = table.look.state
    if state.over is not None:
        return
    table.look.allow = {seat: sheet.allow for seat, sheet in sheets.items()}
    if state.phase != "start" and len(state.players) > 1:
        determine_order(table, sheets)
    PHASES[state.phase](table, sheets)


def go_on(table: Table, draws: Draws | None) -> None:
    """The next phase, unless the game is over or the same phase is asked for again; before production the draws."""
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
    for ground in sorted(state.mines, key=place_order):
        mine = state.mines[ground]
        piece = _drawn(table, ground, mine, draws) if mine.gold + mine.iron else None
        if piece is not None:
            table.happen(MineDrawn(at=ground, piece=piece))


def _drawn(table: Table, ground: Ground, mine: Mine, draws: Draws | None) -> str | None:
    if len(table.look.state.players) == 1 and table.look.options.get("solo_mines", "majority") == "majority":
        return _majority(mine)
    if draws is None:
        return None
    label = f"production/T{table.look.state.turn:02d}/{ground}"
    return "gold" if draws.below(mine.gold + mine.iron, label) < mine.gold else "iron"


def _majority(mine: Mine) -> str:
    """RB-12.2  Alone, a mine gives what its bag holds more of, gold where equal."""
    return "gold" if mine.gold >= mine.iron else "iron"
