"""Notices about letters of ours: never read as orders, never answered; of failures the moderator is told."""

from __future__ import annotations

import re

from adjudicator.host import moderator
from adjudicator.host.draft import Draft
from adjudicator.host.letters import MODERATOR
from adjudicator.host.mailtext import Mail
from adjudicator.host.verdict import Verdict

_NAME = re.compile(rb"<([a-z0-9.-]{5,200})@")


def judge(draft: Draft, mail: Mail, raw: bytes) -> Verdict:
    """Which letter it is about is found by our own Message-ID in it; anything else in it is anybody's word."""
    if mail.report != "failed":
        return Verdict("notice")
    for match in _NAME.finditer(raw):
        name = match.group(1).decode("ascii")
        letter = draft.journal.letter(name)
        if letter is not None:
            _, game, seat = letter
            if not draft.has_bounced(name):  # told once of each letter, however many notices come
                draft.note("bounced", game=game, seat=seat, letter=name)
                if seat != MODERATOR:  # he would be told where he cannot be reached, and that would come back too
                    moderator.tell(draft, "undeliverable", name, capped=True, game=game, seat=seat)
            return Verdict("bounce", game, seat)
    return Verdict("bounce")
