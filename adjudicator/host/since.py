"""What has happened since the position that orders were written for, from the archive."""

from __future__ import annotations

from adjudicator.core import records, yamlfiles
from adjudicator.core.model import Event, Seat
from adjudicator.host import proof
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game, phase_folder, resolved_phases

FURTHEST = 8
"""So many phases are looked back on; orders for an older position are told only that it is another."""


def since(draft: Draft, game: Game, seat: Seat, based_on: str) -> list[Event]:
    """All that this seat may know of, in order; nothing where that position is not found."""
    archive = draft.archives.open(game.name)
    found: list[Event] = []
    for phase in reversed(resolved_phases(archive)[-FURTHEST:]):
        folder = phase_folder(phase)
        proved = yamlfiles.load(archive.read(f"{folder}/{proof.PROOF}") or "{}", f"{folder}/{proof.PROOF}")
        if f"p{proved.get('after', '')[:12]}" == based_on:
            return found
        told = yamlfiles.load(archive.read(f"{folder}/{proof.EVENTS}") or "{}", f"{folder}/{proof.EVENTS}")
        events = [records.read(game.rules.events, raw) for raw in told.get("events", ())]
        found = [event for event in events if event.seen_by is None or seat in event.seen_by] + found
    return []
