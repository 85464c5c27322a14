"""The letters of a phase, as the host would write them: rendered whole, and nobody's secret in another's."""

from __future__ import annotations

import atexit
import tempfile
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from adjudicator.core.canon import canonical
from adjudicator.core.model import OrderSheet, Seat
from adjudicator.host import pending, pictures, proof, seats
from adjudicator.host.desk import Desk
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game, GameFile
from adjudicator.host.letters import Letter
from adjudicator.host.reports import SHORT, Report
from adjudicator.host.seats import Player
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.shell.bootstrap import open_desk, prepare_desk

from .checks import Phase

NAME = "soak"
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def letters_keep_secrets(phase: Phase) -> str | None:
    """Each letter says what it would say if others had not been refused anything and had sent empty sheets, but for the
    hashes that everybody gets; and nobody's address, standing orders or token is in another's."""
    draft = _draft(phase)
    letters = _letters(draft, phase)
    for seat, letter in letters.items():
        text = _whole(letter)
        for other in letters:
            if other != seat and _secret(other) in text:
                return f"what is {other}'s alone is in the letter to {seat}"
        alone = replace(
            phase,
            sheets={each: sheet if each == seat else replace(sheet, body={}) for each, sheet in phase.sheets.items()},
            resolution=replace(
                phase.resolution, refused=tuple(each for each in phase.resolution.refused if each.seat == seat)
            ),
        )
        if _without_hashes(text, phase) != _without_hashes(_whole(_letters(draft, alone, seat)[seat]), alone):
            return f"the letter to {seat} depends on what is others' alone"
    return None


def _letters(draft: Draft, phase: Phase, only: Seat = "") -> dict[Seat, Letter]:
    awaited = GAME.awaited(phase.before)
    assert awaited is not None
    report = Report(_game(phase), awaited.phase, phase.resolution, {}, phase.before, phase.sheets)
    with pictures.keeping(draft, NAME) as kept:
        return {letter.seat: letter for letter in report.letters(draft, kept) if only in ("", letter.seat)}


def _game(phase: Phase) -> Game:
    players = {seat: f"The {seat} player" for seat in phase.before.state.players}
    file = GameFile(NAME, GAME.name, GAME.version, "", {}, players, "0" * 64)
    return Game(file, GAME, {}, phase.after, None)


def _draft(phase: Phase) -> Draft:
    """Never carried out: what is written in it is forgotten."""
    desk = _desk()
    draft = Draft(desk.store, desk.archives, desk.journal, NOW, desk.settings, bytes(32))
    players = {
        seat: Player(f"{_secret(seat)}@example.org", f"The {seat} player") for seat in phase.before.state.players
    }
    seats.write(draft, NAME, players)
    awaited = GAME.awaited(phase.after)
    for seat, kind in awaited.owed.items() if awaited is not None else ():
        text = f"turn: any\nphase: {kind}\norders: []  # {_secret(seat)}\n"
        sheet = OrderSheet(seat, "any", kind, {"orders": []})
        pending.hold(draft, NAME, pending.from_sheet(sheet, text, NOW, _secret(seat), False))
    return draft


@cache
def _desk() -> Desk:
    """A host folder of its own for each process, gone with it."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    prepare_desk(Path(folder.name))
    return open_desk(Path(folder.name))


def _secret(seat: Seat) -> str:
    return f"secretly-{seat}"


def _whole(letter: Letter) -> str:
    """Everything of a letter, whatever it is attached as."""
    return canonical(asdict(letter)).decode()


def _without_hashes(text: str, phase: Phase) -> str:
    for sheet in phase.sheets.values():
        text = text.replace(proof.orders_hash(sheet)[:SHORT], "#")
    return text
