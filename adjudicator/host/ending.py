"""The end before the rules end it: by agreement of all who play, or by the moderator."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.host import adjudicate, chronicle, notices, timing
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game


def is_agreed(draft: Draft, game: Game) -> bool:
    people = [one for one in timing.attendance(draft, game.name).values() if not one.gone]
    return bool(people) and all(one.ending for one in people)


def end(draft: Draft, game: Game, reason: str) -> None:
    """As it stands: no more orders are taken, and the seed is published like at any other end."""
    file = replace(game.file, ended=reason, seed=adjudicate.seed(draft, game.name).hex())
    notices.tell_all(draft, game, "ended", reason=reason, seed=file.seed)
    chronicle.publish(draft, game, file)
    timing.open_next(draft, game, None, shared=False)
