"""What players ask for in plain words: the first line of a mail that holds no orders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adjudicator.host import receipts, seats
from adjudicator.host.draft import Draft
from adjudicator.host.letters import one_line
from adjudicator.host.mailtext import Mail
from adjudicator.host.tokens import Holder

LONGEST_WORD = 60


def obey(draft: Draft, holder: Holder, mail: Mail, words: list[str]) -> str:
    """Does what the first line asks; says what that was, for the journal."""
    verb, _, rest = (words[0] if words else "").partition(" ")
    command = COMMANDS.get(verb.strip(":").lower())
    if command is None:
        receipts.refuse(draft, holder, mail, "no-orders-in-mail", {"commands": sorted(COMMANDS)})
        return "refused"
    return command(draft, holder, mail, rest.strip(": "))


def _join(draft: Draft, holder: Holder, mail: Mail, rest: str) -> str:
    """`join WORD`: the player takes his seat, and his word is mixed into the draws."""
    game = draft.game(holder.game)
    word = one_line(rest, LONGEST_WORD)
    players = seats.read(draft, holder.game)
    player = players[holder.seat]
    if game.position is not None or player.word is not None:
        receipts.refuse(draft, holder, mail, "joined-already", {})
        return "refused"
    if not word:
        receipts.refuse(draft, holder, mail, "word-missing", {})
        return "refused"
    players[holder.seat] = replace(player, word=word)
    seats.write(draft, holder.game, players)
    missing = [seat for seat, other in players.items() if other.word is None]
    receipts.answer(draft, game, holder.seat, mail, "joined", {"word": word, "missing": missing})
    return "joined"


COMMANDS: dict[str, Callable[[Draft, Holder, Mail, str], str]] = {"join": _join}
