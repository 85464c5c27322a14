"""When the host should look again by itself: the next deadline or reminder, or a letter to be sent."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from adjudicator.host import gathering, judging, retries
from adjudicator.host.desk import Desk
from adjudicator.host.draft import Draft
from adjudicator.host.ports import Busy


def next_moment(desk: Desk, since: datetime | None = None) -> datetime | None:
    """None if nothing but new mail can change anything.

    `since`: when the last look began. What has become due while it went on was not yet due when it came by, so it is
    told here, though the moment has passed.
    """
    with desk.look("looking at the time") as draft:
        if since is not None:
            draft.now = min(draft.now, since)
        kept = gathering.moments(draft, draft.archives.names())
        return min([*_of_games(draft), *_of_letters(draft), *kept], default=None)


def _of_games(draft: Draft) -> Iterator[datetime]:
    for name in draft.archives.names():
        try:
            game = draft.game(name)
            awaited = game.awaited
            until = None if awaited is None else judging.judge(draft, game, awaited).until
        except (Busy, OSError):
            raise
        except Exception:
            continue  # said by the run; mending it is not a matter of time
        if until is not None:
            yield until


def _of_letters(draft: Draft) -> Iterator[datetime]:
    for retry in retries.read(draft).values():
        yield datetime.fromisoformat(retry.due)
