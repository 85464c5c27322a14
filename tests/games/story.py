"""One golden game told phase by phase, in the sentences of the letters: docs/a_game_told.md."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from adjudicator.core import folders
from adjudicator.core.model import Event
from adjudicator.host.telling import Teller

from .golden import FOLDER, Golden, Played, played_again, read_golden

TOLD = FOLDER / "roads_and_boats" / "two-at-the-fords"
STORY = folders.root() / "docs" / "a_game_told.md"
NAMES = {"red": "Ruth", "blue": "Bruno"}
OPENING = """\
# A game told

A whole game of Roads & Boats between two bots on the scenario *Twin fords*, phase by phase, in the sentences of the
letters. The orders are those kept in [games/golden](../games/golden/roads_and_boats/two-at-the-fords); a test tells it
again and compares. Phases in which nothing happened are left out.
"""
HEADINGS = ("phase-began",)
"""Events that the headings already tell."""


def story(golden: Golden) -> str:
    tell = Teller(golden.rules, lambda seat: f"{NAMES[seat]} ({seat})" if seat in NAMES else seat)
    lines, turn = [OPENING], ""
    for played in played_again(golden):
        told = list(_told(tell, played))
        if not told:
            continue
        now, _, phase = played.name.partition("/")
        if phase and now != turn:
            lines.append(f"## Turn {int(now[1:])}\n")
            turn = now
        lines.append(f"### {(phase or played.name).capitalize()}\n")
        lines.append("\n".join(f"* {line}" for line in told) + "\n")
    return "\n".join(lines)


def _told(tell: Teller, played: Played) -> Iterator[str]:
    """One line for all that came of one order."""
    events = [event for event in played.resolution.events if event.kind() not in HEADINGS]
    for (seat, _), group in groupby(events, key=_order):
        sentences = [tell.event(event) for event in group]
        if seat is None:
            yield from sentences
        else:
            yield " ".join(sentences)


def _order(event: Event) -> tuple[str | None, str]:
    return event.seat, event.order.partition(".")[0]


def write_story(path: Path = STORY) -> None:
    path.write_text(story(read_golden(TOLD)), encoding="utf-8")
