"""Press: what players write to each other. It goes through the host, so nobody learns an address."""

from __future__ import annotations

from adjudicator.core.model import Seat
from adjudicator.host import correspondence, receipts
from adjudicator.host.draft import Draft
from adjudicator.host.letters import Letter, clean_text
from adjudicator.host.request import Request

LONGEST = 20_000


def carry(draft: Draft, request: Request, rest: str) -> str:
    """`press blue green`, `press all`, `press anonymous to all`: everything below goes to them."""
    holder, game = request.holder, draft.game(request.holder.game)
    words = [word.strip(",;:").lower() for word in rest.split()]
    hidden = "anonymous" in words
    named = [word for word in words if word not in ("to", "and", "anonymous")]
    if hidden and game.file.press != "anonymous":
        return receipts.refuse(draft, holder, request.mail, "press-not-anonymous")
    if game.file.press == "none":
        return receipts.refuse(draft, holder, request.mail, "press-none")
    others = [seat for seat in game.file.seats if seat != holder.seat]
    unknown = [word for word in named if word != "all" and word not in others]
    if unknown or not named:
        return receipts.refuse(draft, holder, request.mail, "press-to-whom", players=others)
    text = clean_text("\n".join(request.words[1:]), LONGEST)
    if not text:
        return receipts.refuse(draft, holder, request.mail, "press-empty")
    readers = others if "all" in named else [seat for seat in others if seat in named]
    draft.send(_letter(draft, request, reader, text, None if hidden else holder.seat, readers) for reader in readers)
    draft.note("press", game=holder.game, seat=holder.seat, to=readers)
    receipts.answer(draft, game, holder.seat, request.mail, "carried", {"readers": readers, "text": text})
    return "press"


def _letter(
    draft: Draft, request: Request, reader: Seat, text: str, writer: Seat | None, readers: list[Seat]
) -> Letter:
    game = draft.game(request.holder.game)
    facts = {"writer": writer, "readers": readers, "text": text}
    return correspondence.write(draft, game, reader, "press", request.mail.content[:12], facts)
