"""Letters to the moderator: what needs a person's eye. The words are in the template, by a code."""

from __future__ import annotations

from adjudicator.core.model import Plain
from adjudicator.host import telling
from adjudicator.host.draft import Draft
from adjudicator.host.letters import MODERATOR, Letter

MOST_A_DAY = 20
"""Letters in one day about mails that anybody could have sent; all are in the journal."""


def tell(draft: Draft, code: str, about: str, *, capped: bool = False, **facts: Plain) -> None:
    """`capped`: so many a day and no more."""
    if capped and draft.answers_today("", MODERATOR) >= MOST_A_DAY:
        return
    said = {"code": code, "about": about, **facts}
    draft.send(
        [
            Letter(
                game="",
                seat=MODERATOR,
                kind="trouble",
                about=f"{code}.{about}"[:40],
                subject=telling.host_block("letters/trouble.j2", "subject", **said),
                text=telling.host_block("letters/trouble.j2", "text", **said),
                written=draft.now.isoformat(timespec="seconds"),
            )
        ],
        answer=capped,
    )
