"""A game told again from its archive: the position before and after each phase, from the events that were published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.core import records, yamlfiles
from adjudicator.core.model import BadInput, Event, PhaseId, Plain, Position
from adjudicator.host import corrections, gamefolder, proof
from adjudicator.host.adjudicate import SEATS, SeatChange
from adjudicator.host.corrections import Correction
from adjudicator.host.gamefolder import BEGINNING, Game, Listed, phase_folder, resolved_phases


@dataclass(frozen=True, slots=True)
class Played:
    """A phase as it stands in the archive."""

    phase: PhaseId
    before: Position | None
    """What it began from; None for the beginning."""
    after: Position
    events: tuple[Event, ...]
    refused: Sequence[Mapping[str, Plain]]

    @property
    def place(self) -> str:
        return phase_folder(self.phase)


def played(folder: Listed, game: Game) -> Iterator[Played]:
    """Every phase that holds, in order of play."""
    made = corrections.read_all(folder, game.rules)
    position: Position | None = None
    for phase in resolved_phases(folder):
        written = folder.read(f"{phase_folder(phase)}/{proof.EVENTS}")
        where = f"{phase_folder(phase)}/{proof.EVENTS}"
        if written is None:
            raise BadInput("is missing", where)
        raw = yamlfiles.load(written, where)
        events = tuple(records.read(game.rules.events, entry, where) for entry in raw["events"])
        if position is not None:
            position = corrected(game, position, corrections.in_effect(made, phase))
            after = replace(position, state=game.rules.replay(position, events))
        else:
            after = _beginning(folder, game, phase)
        yield Played(phase, position, after, events, raw["refused"])
        position = after


def corrected(game: Game, position: Position, made: Sequence[Correction]) -> Position:
    """The position with the changes of these corrections."""
    for correction in made:
        raw = corrections.patched(game.rules.write_state(position.state), correction.patch)
        position = replace(position, state=game.rules.read_state(raw, position.board))
    return position


def _beginning(folder: Listed, game: Game, phase: PhaseId) -> Position:
    where = f"{phase_folder(phase)}/state.yaml"
    written = folder.read(where)
    if phase != BEGINNING or written is None:
        raise BadInput("the position that the game began with is missing", where)
    return gamefolder.lay_out(game.rules, game.map, yamlfiles.load(written, where), game.file.options)


def seat_changes(folder: Listed, place: str) -> list[SeatChange]:
    """Who left, or took a seat over, when this phase had been resolved."""
    written = folder.read(f"{place}/{SEATS}")
    raw = [] if written is None else yamlfiles.load(written, f"{place}/{SEATS}")
    return [SeatChange(seat, what) for entry in raw for what, seat in entry.items()]
