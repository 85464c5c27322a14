"""Sheets in their normal form: what was understood, as a file that reads back to the same sheet."""

from __future__ import annotations

from adjudicator.core.model import OrderSheet, Plain
from adjudicator.core.yamlfiles import dump

WIDTH = 76


def write_sheet(sheet: OrderSheet, game: str | None = None) -> str:
    """OF-19  The sheet as YAML, long forms only. An order that was set aside stands as `null`, so that numbers stay."""
    head: dict[str, Plain] = {} if game is None else {"game": game}
    head |= {"player": sheet.seat, "turn": sheet.turn, "phase": sheet.phase}
    if sheet.based_on is not None:
        head["based_on"] = sheet.based_on
    if sheet.ready is not None:
        head["ready"] = sheet.ready
    return dump({**head, **sheet.body}, blocks=2, width=WIDTH)
