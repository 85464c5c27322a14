"""When the mailbox cannot be reached: the moderator is told by letter, once, for he may not look at what a host prints.

At once where only a person can mend it, otherwise when it has lasted for a while.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from adjudicator.core import jsonfiles
from adjudicator.host import moderator
from adjudicator.host.desk import Desk
from adjudicator.host.ports import Unreachable

PATH = "unreachable.json"
PATIENCE = timedelta(hours=2)


def begun(desk: Desk, error: Unreachable) -> None:
    """The mail could not be fetched, now or again."""
    with desk.step("noting that the mail was not fetched") as draft:
        written = draft.read(PATH)
        begins: dict[str, Any] = {"since": draft.now.isoformat(timespec="seconds"), "told": False}
        known = begins if written is None else jsonfiles.load(written, PATH, dict)
        lasts = error.lasting or draft.now - datetime.fromisoformat(known["since"]) >= PATIENCE
        if lasts and not known["told"]:
            known["told"] = True
            moderator.tell(draft, "unreachable", known["since"], detail=str(error))
        if json.dumps(known) != written:
            draft.write(PATH, json.dumps(known))


def over(desk: Desk) -> None:
    """The mail was fetched."""
    if desk.store.read(PATH) is not None:
        with desk.step("noting that the mail was fetched again") as draft:
            draft.remove(PATH)
