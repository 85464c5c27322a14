"""Letters that answer no mail: what everybody is told when a person or the clock changed something.

Whatever is a public fact also enters the game's chronicle; see chronicle.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.model import Plain, Seat
from adjudicator.host import chronicle, correspondence, observers, receipts, seats
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.letters import Letter

FACTS = ("by", "players", "reason", "until", "former", "first", "last", "lines", "missed", "seed", "phases", "name")
"""What a notice may speak of. `player`, whom it is about, is called `player_left` there: `player` is its reader."""


def tell_all(draft: Draft, game: Game, what: str, *, but: Iterable[Seat] = (), **facts: Plain) -> None:
    """A line in journal and chronicle, and a letter to each player and observer; to the moderator what others did."""
    number = chronicle.add(draft, game, what, **facts)
    about = f"{what}.{number}"
    said = {**dict.fromkeys(FACTS), **facts, "what": what, "player_left": facts.get("player")}
    said.pop("player", None)
    readers = [seat for seat in seats.read(draft, game.name) if seat not in set(but)]
    draft.send(write(draft, game, seat, "notice", about, **said) for seat in readers)
    draft.send(observers.notices(draft, game, about, **said))
    if facts.get("by", "moderator") != "moderator" or what in ("late", "vacant", "left-missing"):
        receipts.tell_moderator(draft, "notice", f"{game.name}.{about}", game=game.name, what=what, facts=facts)


def write(draft: Draft, game: Game, seat: Seat, kind: str, about: str, **facts: Plain) -> Letter:
    return correspondence.write(draft, game, seat, kind, about, facts)
