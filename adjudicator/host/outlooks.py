"""A forecast told: what each order of a sheet would do, with what it depends on, as letters and `check` show it."""

from __future__ import annotations

from adjudicator.core.forecast import Doubt, Outlook
from adjudicator.core.model import OrderSheet, Plain, Seat
from adjudicator.core.sentences import Sentences, order_name
from adjudicator.host import resolving
from adjudicator.host.gamefolder import Game
from adjudicator.host.mistakes import kind_and_place


def told_of(game: Game, seat: Seat, sheet: OrderSheet | None, told: Sentences) -> dict[str, Plain]:
    """`forecast` and `conditions` for a template; empty where there is nothing to foretell."""
    if sheet is None or game.position is None:
        return {"forecast": [], "conditions": []}
    found = game.rules.forecast(game.rules.view(game.position, seat), seat, sheet)
    return {
        "forecast": [_outlook(outlook, told) for outlook in found.outlooks],
        "conditions": [
            {"place": order_name(condition.place), "holds": condition.holds} for condition in found.conditions
        ],
    }


def foretold(game: Game, seat: Seat, sheet: OrderSheet | None, told: Sentences) -> dict[str, Plain]:
    """The same for letters; `unforeseen` says what went wrong in a faulty game. Its orders count all the same."""
    try:
        return {**told_of(game, seat, sheet, told), "unforeseen": ""}
    except Exception as error:
        return {**told_of(game, seat, None, told), "unforeseen": kind_and_place(error)}


def _outlook(outlook: Outlook, told: Sentences) -> dict[str, Plain]:
    return {
        "number": int(outlook.place) + 1 if outlook.place.isdigit() else None,
        "verdict": outlook.verdict,
        "events": list(outlook.events),
        "problems": [resolving.refusal(problem, told) for problem in outlook.problems],
        "doubts": [_doubt(doubt, told) for doubt in outlook.doubts],
    }


def _doubt(doubt: Doubt, told: Sentences) -> str:
    """With who could interfere, where it is somebody else."""
    sentence = told.say(doubt.code, doubt.facts)
    return f"{sentence} {told.say('could-interfere', {'who': list(doubt.who)})}" if doubt.who else sentence
