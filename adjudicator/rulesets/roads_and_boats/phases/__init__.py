"""The phases of a turn, one module each: `play` takes the table and everybody's sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.core.model import Seat

from ..orders import Sheet
from ..table import Table
from . import building, movement, production, start, wonder

PHASES: Mapping[str, Callable[[Table, Mapping[Seat, Sheet]], None]] = {
    "start": start.play,
    "production": production.play,
    "movement": movement.play,
    "building": building.play,
    "wonder": wonder.play,
}
PLAYED = ("production", "movement", "building", "wonder")
"""The phases of every turn; `start` comes once, before the first."""
