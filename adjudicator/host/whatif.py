"""`check`: what orders would do if the phase were resolved now. Nothing is kept, and no draw of the game is used."""

from __future__ import annotations

from adjudicator.core import reading
from adjudicator.core.model import Awaited, Event, OrderSheet, Plain, Problem, Seat
from adjudicator.host import correspondence, outlooks, receipts, resolving
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.request import Request


def check(draft: Draft, request: Request, rest: str) -> str:
    """His own orders, and whatever he assumes of others: documents that name another player."""
    holder, game = request.holder, draft.game(request.holder.game)
    awaited = None if game.position is None else game.rules.awaited(game.position)
    if awaited is None:
        return receipts.refuse(draft, holder, request.mail, "game-not-running")
    if not request.blocks:
        return receipts.refuse(draft, holder, request.mail, "check-what")
    defaults = {
        "game": game.name,
        "player": holder.seat,
        "turn": str(awaited.phase.turn),
        "phase": awaited.owed.get(holder.seat, awaited.phase.name),
    }
    read = [
        resolving.read_text(game.rules, reading.open_text(block), tuple(game.file.seats), defaults)
        for block in request.blocks
    ]
    problems = [problem for one in read for problem in one.problems]
    sheets = {}
    for sheet in (sheet for one in read for sheet in one.sheets):
        if (sheet.turn, sheet.phase) == (awaited.phase.turn, awaited.owed.get(sheet.seat)):
            sheets[sheet.seat] = sheet
        else:
            problems.append(_another_phase(sheet, awaited))
    events, refused = _tried(game, holder.seat, sheets)
    told = correspondence.sentences(draft, game, holder.seat)
    facts: dict[str, Plain] = {
        "problems": [receipts.shown(problem, told) for problem in (*problems, *refused)],
        "events": events,
        "assumed": sorted(seat for seat in sheets if seat != holder.seat),
        "turn": awaited.phase.turn,
        "phase": awaited.phase.name,
        **outlooks.told_of(game, holder.seat, sheets.get(holder.seat), told),
    }
    receipts.answer(draft, game, holder.seat, request.mail, "check", facts)
    return "check"


def _another_phase(sheet: OrderSheet, awaited: Awaited) -> Problem:
    """Nobody knows yet what orders ahead will be given in."""
    facts = {"turn": awaited.phase.turn, "phase": awaited.phase.name}
    return Problem("unreadable", "check-another-phase", "OF-10", facts, "", sheet.seat, sheet.marks.get(""))


def _tried(game: Game, seat: Seat, sheets: dict[Seat, OrderSheet]) -> tuple[list[Event], list[Problem]]:
    """Tried on what this player may know; without draws, so that what is random stays open."""
    assert game.position is not None
    known = game.rules.view(game.position, seat)
    unknown: list[Problem] = []
    checked = {}
    for owner, sheet in sheets.items():
        checked[owner], wrong = resolving.checked(game.rules, known, sheet)
        unknown += wrong
    resolution = game.rules.resolve(known, checked, None)
    events = [event for event in resolution.events if event.seen_by is None or seat in event.seen_by]
    return events, [*unknown, *(problem for problem in resolution.refused if problem.seat in sheets)]
