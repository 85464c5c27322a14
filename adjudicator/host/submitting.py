"""Orders that the moderator enters for a player: taken as if he had sent them, and told to everybody."""

from __future__ import annotations

import hashlib

from adjudicator.core import reading
from adjudicator.core.model import BadInput, Seat
from adjudicator.host import notices, people, seats
from adjudicator.host.draft import Draft
from adjudicator.host.mailtext import Mail
from adjudicator.host.orders import Orders
from adjudicator.host.ports import Waiting
from adjudicator.host.tokens import Holder


def submit(draft: Draft, text: str, seat: Seat, name: str = "") -> Orders:
    """Even after the deadline, as long as the phase is not resolved. The player gets the receipt."""
    pages = reading.open_text(text)
    name = name or pages.head.get("game", "")
    if name not in draft.archives.names():
        raise BadInput(f"the file names no game that is here ({name or 'none'}); say --game")
    game = draft.game(name)
    player = seats.read(draft, name)[people.seated(game, seat)]
    keys = draft.keys = seats.key_ring(draft)
    content = hashlib.sha256(f"{draft.now.isoformat()} {text}".encode()).hexdigest()
    mail = Mail(
        key=f"sha256:{content}",
        content=content,
        message_id=None,
        sender=player.address.lower(),
        recipients="",
        subject="orders entered by the moderator",
        body="",
        texts=(),
        automatic="",
        report="",
    )
    holder = Holder(name, seat, player.generation, valid=True)
    orders = Orders(draft, keys, holder, mail, Waiting("entered", len(text), draft.now), late_too=True)
    orders.add(pages, holder)
    if orders.taken:
        orders.answer()
        phases = [f"T{sheet.turn:02d}/{sheet.phase}" if sheet.turn != "any" else sheet.phase for sheet in orders.taken]
        notices.tell_all(draft, game, "submitted", player=seat, phases=phases)
    return orders
