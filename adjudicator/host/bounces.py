"""Notices that a letter could not be delivered: never read as orders, never answered; the moderator is told."""

from __future__ import annotations

import re

from adjudicator.host import receipts
from adjudicator.host.draft import Draft
from adjudicator.host.verdict import Verdict

_NAME = re.compile(rb"<([a-z0-9.-]{5,200})@")


def judge(draft: Draft, raw: bytes) -> Verdict:
    """Which letter it is about is found by our own Message-ID in it; anything else in it is anybody's word."""
    for match in _NAME.finditer(raw):
        name = match.group(1).decode("ascii")
        letter = draft.journal.letter(name)
        if letter is not None:
            _, game, seat = letter
            draft.note("bounced", game=game, seat=seat, letter=name)
            receipts.tell_moderator(draft, "undeliverable", name, game=game, seat=seat)
            return Verdict("bounce", game, seat)
    return Verdict("bounce")
