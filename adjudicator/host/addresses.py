"""A player moves: the new address counts once it is confirmed from the old one.

The code that confirms stands only in a letter to the old address, so a stolen token alone cannot move a seat.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import replace

from adjudicator.core.canon import canonical
from adjudicator.host import receipts, seats
from adjudicator.host.draft import Draft
from adjudicator.host.request import Request
from adjudicator.host.tokens import Holder

ADDRESS = re.compile(r"[^@\s<>\",;:()\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?\Z")


def ask(draft: Draft, request: Request, rest: str) -> str:
    holder = request.holder
    address = rest.strip("<>. ")
    if not ADDRESS.match(address) or draft.settings.is_ours(address):
        return receipts.refuse(draft, holder, request.mail, "address-unreadable")
    players = seats.read(draft, holder.game)
    players[holder.seat] = replace(players[holder.seat], moving_to=address)
    seats.write(draft, holder.game, players)
    facts = {"address": address, "code": _code(draft, holder, address)}
    receipts.answer(draft, draft.game(holder.game), holder.seat, request.mail, "moving", facts)
    return "address asked"


def confirm(draft: Draft, request: Request, rest: str) -> str:
    holder = request.holder
    players = seats.read(draft, holder.game)
    player = players[holder.seat]
    expected = _code(draft, holder, player.moving_to or "")
    if player.moving_to is None or not hmac.compare_digest(rest.strip(". ").lower().encode(), expected.encode()):
        return receipts.refuse(draft, holder, request.mail, "code-wrong")
    players[holder.seat] = replace(player, address=player.moving_to, moving_to=None)
    seats.write(draft, holder.game, players)
    draft.note("moved", game=holder.game, seat=holder.seat)
    facts = {"address": player.moving_to}
    receipts.answer(draft, draft.game(holder.game), holder.seat, request.mail, "moved", facts)
    return "address confirmed"


def _code(draft: Draft, holder: Holder, address: str) -> str:
    said = canonical([holder.game, holder.seat, holder.generation, address.lower()])
    mac = hmac.new(draft.secret, b"address:" + said, hashlib.sha256).digest()
    return base64.b32encode(mac[:5]).decode().lower()
