"""What a letter that asks for orders says of those that are held already, and the form that it asks for them with."""

from __future__ import annotations

from adjudicator.core.model import Plain, Seat
from adjudicator.host import correspondence, forms, outlooks, readiness, resolving
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game

NOBODY: dict[str, Plain] = {"form": None, "held": None}
"""To a reader who is asked for nothing."""


def facts(draft: Draft, game: Game, seat: Seat) -> dict[str, Plain]:
    """`form`, and `held`: None where nothing is held for the awaited phase.

    What is held is judged anew, by the position as it stands: orders ahead were written before anybody knew it.
    """
    return {"form": forms.form_for(draft, game, seat), "held": _held(draft, game, seat)}


def _held(draft: Draft, game: Game, seat: Seat) -> dict[str, Plain] | None:
    stands = readiness.now(draft, game, seat)
    if stands.sheet is None:
        return None
    told = correspondence.sentences(draft, game, seat)
    set_aside = {problem.order for problem in stands.sheet.problems if problem.order is not None}  # told by itself
    found = outlooks.foretold(game, seat, stands.sheet, told)
    foretold = [
        outlook for outlook in found["forecast"] if outlook["number"] is None or outlook["number"] - 1 not in set_aside
    ]
    return {
        "ready": stands.ready,
        "outdated": stands.outdated,
        "problems": [resolving.refusal(problem, told) for problem in stands.sheet.problems],
        "orders": len(foretold),
        "unforeseen": found["unforeseen"],
        "doubtful": [outlook for outlook in foretold if outlook["verdict"] != "certain" or outlook["problems"]],
    }
