"""The end before the rules end it: by agreement of all who play, or by the moderator."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core import yamlfiles
from adjudicator.core.model import Event
from adjudicator.host import adjudicate, chronicle, conclusion, corrections, notices, staging, timing
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game


def is_agreed(draft: Draft, game: Game) -> bool:
    people = [one for one in timing.attendance(draft, game.name).values() if not one.gone]
    return bool(people) and all(one.ending for one in people)


def end(draft: Draft, game: Game, reason: str) -> tuple[Event, ...]:
    """As it stands: no more orders are taken, the rules say who has won, and the seed is published like at any end.

    Returns what everybody is told of it.
    """
    position = game.position
    assert position is not None
    resolution = adjudicate.concluded(game, position)
    archive = draft.archives.open(game.name)
    tip = corrections.tip(archive, corrections.read_all(archive, game.rules))
    files = {
        conclusion.FILE: conclusion.text(game.rules, position, resolution, reason, tip),
        "state.yaml": yamlfiles.dump(game.rules.write_state(resolution.state)),
    }
    told = tuple(event for event in resolution.events if event.seen_by is None)
    file = replace(game.file, ended=reason, seed=adjudicate.seed(draft, game.name).hex())
    notices.tell_all(draft, game, "ended", events=told, reason=reason, seed=file.seed)
    chronicle.publish(draft, game, file, files, told)
    staging.remove(draft, game.name)
    timing.open_next(draft, game, None, shared=False)
    return told
