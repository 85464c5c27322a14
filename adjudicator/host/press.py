"""Press: what players write to each other. It goes through the host, so nobody learns an address."""

from __future__ import annotations

from adjudicator.core.model import Plain
from adjudicator.host import correspondence, gathering, receipts
from adjudicator.host.draft import Draft
from adjudicator.host.letters import clean_text
from adjudicator.host.request import Request

LONGEST = 20_000
TO_WHOM = ("all", "anonymous", "to", "and")
"""Words behind it that are no players."""


def carry(draft: Draft, request: Request, rest: str) -> str:
    """`press blue green`, `press all`, `press anonymous to all`: everything below goes to them."""
    holder, game = request.holder, draft.game(request.holder.game)
    words = [word.strip(",;:").lower() for word in rest.split()]
    hidden = "anonymous" in words
    named = [word for word in words if word == "all" or word not in TO_WHOM]
    if game.file.press == "none":
        return receipts.refuse(draft, holder, request.mail, "press-none")
    if hidden and game.file.press != "anonymous":
        return receipts.refuse(draft, holder, request.mail, "press-not-anonymous")
    others = [seat for seat in game.file.seats if seat != holder.seat]
    unknown = [word for word in named if word != "all" and word not in others]
    if unknown or not named:
        return receipts.refuse(draft, holder, request.mail, "press-to-whom", players=others)
    text = clean_text(request.below, LONGEST)
    if not text:
        return receipts.refuse(draft, holder, request.mail, "press-empty")
    readers = others if "all" in named else [seat for seat in others if seat in named]
    # Who reads it is not said where the writer is not: he would be whoever is not among them.
    facts: dict[str, Plain] = {
        "writer": None if hidden else holder.seat,
        "readers": [] if hidden else readers,
        "to_all": len(readers) == len(others),
        "text": text,
    }
    for reader in readers:
        if not gathering.keep(draft, game, reader, "press", facts):
            draft.send([correspondence.write(draft, game, reader, "press", request.mail.content[:12], facts)])
    draft.note("press", game=holder.game, seat=holder.seat, to=readers)
    said: dict[str, Plain] = {"readers": readers, "text": text, "hidden": hidden}
    receipts.answer(draft, game, holder.seat, request.mail, "carried", said, waits=True)
    return "press"
