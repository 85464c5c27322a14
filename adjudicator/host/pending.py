"""Orders that are held until their phase is resolved. They lie in `host/` and nowhere else."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime

from adjudicator.core import jsonfiles
from adjudicator.core.model import OrderSheet, PhaseId, Plain, Seat
from adjudicator.host import seats
from adjudicator.host.draft import Draft

STANDING = "any"
MOST_VERSIONS = 30
"""Of what was sent for one phase and does not count. A copy of a mail may be taken before the mail itself; when that is
found out, something else may count."""

_NEVER = datetime.min.replace(tzinfo=UTC)
_COUNTS, _OTHERS = "pending", "superseded"


@dataclass(frozen=True, slots=True)
class Held:
    """One document as it was sent, token taken out. It is read anew whenever it is needed."""

    seat: Seat
    turn: int | str
    phase: str
    text: str
    arrived: str
    """When the server had it; later ones replace earlier ones, whenever they are taken."""
    mail: str
    """The hash of the mail it came in."""
    ready: bool
    """Whether he counts as ready when the phase is awaited; said, or by default when it was sent."""
    told: str = ""
    """When he last said in a word, apart from his orders, whether he is ready; empty if he never did."""

    @property
    def counts_from(self) -> datetime:
        """When he last had a say in it."""
        return datetime.fromisoformat(max(self.arrived, self.told, key=_moment))

    @property
    def rank(self) -> tuple[datetime, str]:
        return datetime.fromisoformat(self.arrived), self.mail


def hold(draft: Draft, game: str, held: Held) -> bool:
    """Keeps it; it counts unless something arrived later for that phase. Says whether it counts."""
    sent = versions(draft, game, held.seat, held.turn, held.phase)
    others = [one for one in sent if one.mail != held.mail]  # of one mail the last word counts
    return _keep(draft, game, [*others, held]).mail == held.mail


def arrived_earlier(draft: Draft, game: str, seat: Seat, mail: str, arrived: datetime) -> bool:
    """A copy was taken before the mail itself: what came in it counts from when it first arrived.

    Says whether that changes what counts: something else may have arrived between the two.
    """
    changed = False
    for held in all_held(draft, game, seat):
        found = versions(draft, game, seat, held.turn, held.phase)
        redated = [replace(one, arrived=arrived.isoformat()) if one.mail == mail else one for one in found]
        if redated != found:
            changed |= _keep(draft, game, redated).mail != held.mail
    return changed


def versions(draft: Draft, game: str, seat: Seat, turn: int | str, phase: str) -> list[Held]:
    """All that was sent for a phase, the one that counts last."""
    counts = _held(draft, _path(game, seat, turn, phase))
    if counts is None:
        return []
    path = _path(game, seat, turn, phase, _OTHERS)
    others = jsonfiles.load(draft.read(path) or "[]", path, lambda raw: [Held(**one) for one in raw])
    return [*others, counts]


def _keep(draft: Draft, game: str, found: list[Held]) -> Held:
    *others, counts = sorted(found, key=lambda held: held.rank)
    path = (game, counts.seat, counts.turn, counts.phase)
    draft.write(_path(*path), _written(counts))
    if others:
        plain = [_plain(held) for held in others[-MOST_VERSIONS:]]
        draft.write(_path(*path, _OTHERS), json.dumps(plain, ensure_ascii=False) + "\n")
    return counts


def held_for(draft: Draft, game: str, seat: Seat, turn: int | str, phase: str) -> Held | None:
    return _held(draft, _path(game, seat, turn, phase))


def all_held(draft: Draft, game: str, seat: Seat) -> list[Held]:
    folder = _folder(game, seat)
    found = (_held(draft, f"{folder}/{name}") for name in draft.names(folder))
    return [held for held in found if held is not None]


def tell_ready(draft: Draft, game: str, held: Held, ready: bool, moment: datetime) -> None:
    """What counts for a phase is ready or not, whatever stands in it."""
    told = replace(held, ready=ready, told=moment.isoformat())
    draft.write(_path(game, held.seat, held.turn, held.phase), _written(told))


def drop(draft: Draft, game: str, held: Held) -> None:
    for folder in (_COUNTS, _OTHERS):
        path = _path(game, held.seat, held.turn, held.phase, folder)
        if draft.read(path) is not None:
            draft.remove(path)


def drop_resolved(draft: Draft, game: str, seat: Seat, phase: PhaseId, order_of_phases: tuple[str, ...]) -> None:
    """What was held for this phase or an earlier one has had its day."""
    for held in all_held(draft, game, seat):
        if held.turn == STANDING:
            continue
        number = order_of_phases.index(held.phase) if held.phase in order_of_phases else 0
        if (int(held.turn), number) <= (phase.turn, phase.number):
            drop(draft, game, held)


def from_sheet(sheet: OrderSheet, text: str, arrived: datetime, mail: str, awaited: bool) -> Held:
    """Without a word about it, orders for the awaited phase are ready, and orders ahead are not."""
    ready = awaited if sheet.ready is None else sheet.ready
    return Held(sheet.seat, sheet.turn, sheet.phase, text, arrived.isoformat(), mail, ready)


def _folder(game: str, seat: Seat, folder: str = _COUNTS) -> str:
    return f"{seats.folder(game)}/{folder}/{seat}"


def _path(game: str, seat: Seat, turn: int | str, phase: str, folder: str = _COUNTS) -> str:
    when = STANDING if turn == STANDING else f"T{int(turn):02d}"
    return f"{_folder(game, seat, folder)}/{when}-{phase}.json"


def _written(held: Held) -> str:
    return jsonfiles.dump(_plain(held))


def _plain(held: Held) -> dict[str, Plain]:
    return {each.name: getattr(held, each.name) for each in fields(held)}


def _moment(written: str) -> datetime:
    return datetime.fromisoformat(written) if written else _NEVER


def _held(draft: Draft, path: str) -> Held | None:
    written = draft.read(path)
    return None if written is None else jsonfiles.load(written, path, lambda raw: Held(**raw))
