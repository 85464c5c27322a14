"""Orders that are held until their phase is resolved. They lie in `host/` and nowhere else."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime

from adjudicator.core.model import OrderSheet, PhaseId, Seat
from adjudicator.host import seats
from adjudicator.host.draft import Draft

STANDING = "any"


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

    @property
    def rank(self) -> tuple[datetime, str]:
        return datetime.fromisoformat(self.arrived), self.mail


def hold(draft: Draft, game: str, held: Held) -> bool:
    """Keeps it instead of what was held for that phase, unless that arrived later. Says whether it did."""
    path = _path(game, held.seat, held.turn, held.phase)
    written = draft.read(path)
    if written is not None and _read(written).rank > held.rank:
        return False
    draft.write(path, json.dumps(asdict(held), ensure_ascii=False, indent=1) + "\n")
    return True


def held_for(draft: Draft, game: str, seat: Seat, turn: int | str, phase: str) -> Held | None:
    written = draft.read(_path(game, seat, turn, phase))
    return None if written is None else _read(written)


def all_held(draft: Draft, game: str, seat: Seat) -> list[Held]:
    folder = _folder(game, seat)
    texts = (draft.read(f"{folder}/{name}") for name in draft.names(folder))
    return [_read(text) for text in texts if text is not None]


def drop(draft: Draft, game: str, held: Held) -> None:
    draft.remove(_path(game, held.seat, held.turn, held.phase))


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


def _folder(game: str, seat: Seat) -> str:
    return f"{seats.folder(game)}/pending/{seat}"


def _path(game: str, seat: Seat, turn: int | str, phase: str) -> str:
    when = STANDING if turn == STANDING else f"T{int(turn):02d}"
    return f"{_folder(game, seat)}/{when}-{phase}.json"


def _read(text: str) -> Held:
    return Held(**json.loads(text))
