"""Roads & Boats as the host sees it: the contract of a game, kept by the modules beside this one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from adjudicator.core import folders
from adjudicator.core.draws import Draws
from adjudicator.core.forecast import Forecast
from adjudicator.core.model import Awaited, Event, OrderSheet, PhaseId, Plain, Position, Problem, Resolution, Seat
from adjudicator.core.options import complete
from adjudicator.core.picture import Picture
from adjudicator.core.ruleset import Bot, Folders, Ruleset
from adjudicator.core.voice import Voice

from .apply import apply
from .audit import audit
from .board import Board
from .bots import BOTS
from .check import check
from .ending import conclude
from .events import VOCABULARY
from .forecast import forecast
from .form import form
from .leaving import leave, take_over
from .mapfile import read_map
from .maps import RoadsAndBoatsMaps
from .phases import PLAYED
from .phases.start import asked
from .resolve import resolve
from .scoring import scores
from .setup import begin
from .standing import tables
from .state import State
from .statefile import read_state, write_state

HERE = "roads_and_boats"


class RoadsAndBoats(Ruleset):
    name = "roads-and-boats"
    title = "Roads & Boats"
    version = "1"
    phases: tuple[str, ...] = ("start", *PLAYED)
    opening: tuple[str, ...] = ("start",)
    players: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    colours: tuple[Seat, ...] = ("red", "blue", "yellow", "green", "black", "white")
    folders = Folders(
        schemas=folders.schemas(HERE),
        templates=folders.templates(HERE),
        translations=folders.templates(HERE) / "translations",
        scenarios=folders.scenarios(HERE),
        rules=Path(__file__).parent,
    )
    events: Mapping[str, type[Event]] = VOCABULARY
    maps = RoadsAndBoatsMaps(colours)
    bots: Mapping[str, Bot] = BOTS

    @cached_property
    def _options_schema(self) -> Mapping[str, Plain]:
        schema: Mapping[str, Plain] = json.loads((self.folders.schemas / "options.schema.json").read_text())
        return schema

    def read_options(self, raw: Plain) -> Mapping[str, Plain]:
        return complete(self._options_schema, raw)

    def read_board(self, raw: Plain) -> Board:
        return read_map(raw)

    def read_state(self, raw: Plain, board: Board) -> State:
        return read_state(raw, board)

    def write_state(self, state: State) -> Plain:
        return write_state(state)

    def begin(self, board: Board, seats: tuple[Seat, ...], options: Mapping[str, Plain], draws: Draws) -> Resolution:
        return begin(board, seats, options, draws)

    def awaited(self, position: Position) -> Awaited | None:
        state: State = position.state
        if state.over is not None:
            return None
        phase = PhaseId(state.turn, self.phases.index(state.phase), state.phase)
        if state.phase == "start":
            return Awaited(phase, dict.fromkeys(asked(state, position.options), state.phase))
        owing = [seat for seat, player in state.players.items() if not player.left]
        return Awaited(phase, dict.fromkeys(owing, state.phase))

    def check(self, position: Position, sheet: OrderSheet) -> tuple[Problem, ...]:
        return check(position, sheet)

    def resolve(self, position: Position, sheets: Mapping[Seat, OrderSheet], draws: Draws | None) -> Resolution:
        return resolve(position, sheets, draws)

    def replay(self, position: Position, events: tuple[Event, ...]) -> State:
        state: State = position.state
        for event in events:
            state = apply(state, event)
        return state

    def audit(self, before: Position, resolution: Resolution) -> tuple[str, ...]:
        return audit(before, resolution)

    def view(self, position: Position, seat: Seat | None) -> Position:
        return position  # RB-2.9  everything is public

    def forecast(self, position: Position, seat: Seat, sheet: OrderSheet) -> Forecast:
        return forecast(position, seat, sheet)

    def leave(self, position: Position, seat: Seat) -> Resolution:
        return leave(position, seat)

    def take_over(self, position: Position, seat: Seat) -> Resolution:
        return take_over(position, seat)

    def conclude(self, position: Position) -> Resolution:
        return conclude(position)

    def wealth(self, position: Position) -> Mapping[Seat, int]:
        return scores(position.state)

    def tables(self, position: Position, seat: Seat | None) -> Mapping[str, Plain]:
        return tables(position, seat)

    def form(self, position: Position, seat: Seat) -> Mapping[str, Plain]:
        return form(position, seat)

    def picture(
        self, position: Position, voice: Voice, before: Position | None = None, theme: str = "light"
    ) -> Picture:
        from .picture import draw

        return draw(position, voice, before, theme)


GAME = RoadsAndBoats()
