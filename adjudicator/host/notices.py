"""Letters that answer no mail: what everybody is told when a person or the clock changed something.

Whatever is a public fact also enters the game's chronicle; see chronicle.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from adjudicator.core.model import Event, Plain, Seat
from adjudicator.host import chronicle, correspondence, forms, gathering, moderator, observers, seats
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.letters import Letter

FACTS = (
    "by", "players", "reason", "until", "former", "was_due", "first", "last", "lines", "missed", "seed", "phases",
    "name",
)  # fmt: skip
"""What a notice may speak of. `player`, whom it is about, is called `player_left` there: `player` is its reader."""
KINDS = {"extended": "deadline"}
"""Notices with a template of their own."""
ENDS = ("ended",)
"""What observers are told too: after this no report follows."""


def tell_all(
    draft: Draft, game: Game, what: str, *, but: Iterable[Seat] = (), events: Sequence[Event] = (), **facts: Plain
) -> None:
    """A line in journal and chronicle, and a letter to each player; to the moderator what others did.

    `events`, which everybody may know, are told in the letter only: they have a file of their own in the archive.
    """
    number = chronicle.add(draft, game, what, **facts)
    about = f"{what}.{number}"
    said = {**dict.fromkeys(FACTS), **facts, "what": what, "player_left": facts.get("player"), "events": events}
    said.pop("player", None)
    said["was_due"] = datetime.fromisoformat(facts["was_due"]) if facts.get("was_due") else None
    kind = KINDS.get(what, "notice")
    for seat in seats.read(draft, game.name):
        waits = gathering.can_wait(what, seat, facts)
        if seat not in set(but) and not (waits and gathering.keep(draft, game, seat, kind, said)):
            asked = what == "late" and seat in facts["players"]
            form = forms.form_for(draft, game, seat) if asked else None
            draft.send([write(draft, game, seat, kind, about, **said, form=form)])
    if what in ENDS:
        draft.send(observers.notices(draft, game, about, **said))
    others_did = what in ("late", "vacant", "left-missing") or (what == "ended" and facts.get("reason") == "agreement")
    if facts.get("by", "moderator") != "moderator" or others_did:
        moderator.tell(draft, "notice", f"{game.name}.{about}", game=game.name, what=what, facts=facts)


def write(draft: Draft, game: Game, seat: Seat, kind: str, about: str, **facts: Plain) -> Letter:
    return correspondence.write(draft, game, seat, kind, about, facts)
