"""Letters that could not leave yet: tried again after growing pauses, for five days, and then given up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from adjudicator.core import jsonfiles
from adjudicator.core.model import Plain
from adjudicator.host.draft import Draft

PATH = "retries.json"
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 120, 240, 480, 720))
"""The last one is kept to from then on."""
GIVE_UP = timedelta(days=5)


@dataclass(frozen=True, slots=True)
class Retry:
    first: str
    """When the letter was first tried."""
    times: int
    due: str
    reason: str

    def is_due(self, now: datetime) -> bool:
        """At its time; or where that is further off than any pause, because a clock was put back."""
        return not timedelta(0) < datetime.fromisoformat(self.due) - now <= PAUSES[-1]

    def is_hopeless(self, now: datetime) -> bool:
        return now - datetime.fromisoformat(self.first) >= GIVE_UP


def read(draft: Draft) -> dict[str, Retry]:
    """By the letter's name."""
    written = draft.read(PATH)
    return {} if written is None else jsonfiles.load(written, PATH, _retries)


def _retries(raw: Plain) -> dict[str, Retry]:
    return {name: Retry(**entry) for name, entry in raw.items()}


def write(draft: Draft, retries: Mapping[str, Retry]) -> None:
    if retries:
        plain = {name: asdict(retry) for name, retry in sorted(retries.items())}
        draft.write(PATH, jsonfiles.dump(plain))
    elif draft.read(PATH) is not None:
        draft.remove(PATH)


def after(earlier: Retry | None, now: datetime, reason: str) -> Retry:
    """One more time that it could not leave."""
    times = 1 if earlier is None else earlier.times + 1
    due = now + PAUSES[min(times, len(PAUSES)) - 1]
    first = now.isoformat(timespec="seconds") if earlier is None else earlier.first
    return Retry(first, times, due.isoformat(timespec="seconds"), reason)
