"""The contract of a game: all that the host asks of a ruleset, on one screen.

A ruleset is an object with these attributes, offered under the entry point group `adjudicator.rulesets`.
It is pure: no clock, no files of a game, no mail; dice are handed in. `rulesets/orchard` is the one to copy.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, TypeAlias

from adjudicator.core.draws import Draws
from adjudicator.core.forecast import Forecast
from adjudicator.core.model import (
    Awaited,
    Board,
    Event,
    OrderSheet,
    Plain,
    Position,
    Problem,
    Resolution,
    Seat,
    State,
)
from adjudicator.core.picture import Picture
from adjudicator.core.voice import Voice


@dataclass(frozen=True, slots=True)
class Folders:
    """Where a game keeps what is not code. Each is a folder of its own, so that anybody's game can bring its own."""

    schemas: Path  # <phase>.schema.json for each kind of sheet, options.schema.json, map.schema.json
    templates: Path  # events.j2 (a macro for each kind of event), reasons.yaml (a sentence for each code), words.yaml
    # (the words of orders that readers are told), and if there are any: tables.html.j2, form.txt.j2
    translations: Path  # <language>.po
    scenarios: Path  # <name>.yaml: maps ready to play
    rules: Path  # RULES.md, RULINGS.md


Bot: TypeAlias = Callable[[Position, Seat, Draws], Mapping[str, Plain]]
"""A player made of code: the position as its seat may know it in, the body of an order sheet out."""


class Ruleset(Protocol):
    """What is marked `abstractmethod` every game must bring; what has a body it may leave out."""

    name: str  # "roads-and-boats"
    title: str  # "Roads & Boats"
    version: str  # raised whenever a rule decides differently than before
    phases: tuple[str, ...]  # in order of play; their place is the number in a phase's folder, from 0
    opening: tuple[str, ...] = ()  # those that are played once, before all others: never part of a longer round
    players: tuple[int, ...]  # how many can play
    colours: tuple[Seat, ...]
    folders: Folders
    events: Mapping[str, type[Event]]  # every kind of event, by its written name

    # What stands still. All reading raises BadInput with the place.
    @abstractmethod
    def read_options(self, raw: Plain) -> Mapping[str, Plain]: ...  # completed with the defaults
    @abstractmethod
    def read_board(self, raw: Plain) -> Board: ...
    @abstractmethod
    def read_state(self, raw: Plain, board: Board) -> State: ...
    @abstractmethod
    def write_state(self, state: State) -> Plain: ...

    # The beginning: seats as they joined, the first state with whatever is drawn for it.
    @abstractmethod
    def begin(
        self, board: Board, seats: tuple[Seat, ...], options: Mapping[str, Plain], draws: Draws
    ) -> Resolution: ...

    # Whom the game waits for; None when it is over.
    @abstractmethod
    def awaited(self, position: Position) -> Awaited | None: ...

    # Names in a sheet that no schema can know (tiles, transporters, players): invalid parts, with their places.
    @abstractmethod
    def check(self, position: Position, sheet: OrderSheet) -> tuple[Problem, ...]: ...

    # One phase, and whatever follows without orders. Without draws what is random stays open ("not yet known").
    # A seat without a sheet ordered nothing. Problems that a sheet already carries are the host's to report.
    @abstractmethod
    def resolve(self, position: Position, sheets: Mapping[Seat, OrderSheet], draws: Draws | None) -> Resolution: ...

    # Events are enough to make the state: replay(state before, events) is the state after.
    @abstractmethod
    def replay(self, position: Position, events: tuple[Event, ...]) -> State: ...

    # What must hold after every phase (goods conserved, limits kept); sentences, none if all is well.
    @abstractmethod
    def audit(self, before: Position, resolution: Resolution) -> tuple[str, ...]: ...

    # The position as one seat may know it; None for an onlooker. Games without secrets return it unchanged.
    @abstractmethod
    def view(self, position: Position, seat: Seat | None) -> Position: ...

    # People come and go between phases: what becomes of whoever leaves his seat, and of a seat taken over by another.
    # A game that leaves these out plays on with nobody's orders. Where a seat cannot be taken over, `refused` says why.
    def leave(self, position: Position, seat: Seat) -> Resolution:
        return Resolution(position.state)

    def take_over(self, position: Position, seat: Seat) -> Resolution:
        return Resolution(position.state)

    # The game ends here, before its rules end it: scores and ranking as it stands, and nothing more is played.
    # A game that leaves this out ends without them.
    def conclude(self, position: Position) -> Resolution:
        return Resolution(position.state)

    # For letters; a game that leaves these out has plainer ones. The position is the one that `view` gives.
    # What a sheet would come to, without draws and without anybody else's orders.
    def forecast(self, position: Position, seat: Seat, sheet: OrderSheet) -> Forecast:
        return Forecast()

    # How it stands for a seat, or for an onlooker: values for tables.html.j2.
    def tables(self, position: Position, seat: Seat | None) -> Mapping[str, Plain]:
        return {}

    # What the seat could order now: values for form.txt.j2, the comments of his order form.
    def form(self, position: Position, seat: Seat) -> Mapping[str, Plain]:
        return {}

    # The position for the eye, in the reader's words; with the one before it, what has changed is marked.
    def picture(
        self, position: Position, voice: Voice, before: Position | None = None, theme: str = "light"
    ) -> Picture | None:
        return None

    # What each seat would count if the game ended now, for `history`; nothing in games that have no such number.
    def wealth(self, position: Position) -> Mapping[Seat, int]:
        return {}

    # Players made of code, by name. The draws that they get are their own, never the game's.
    bots: Mapping[str, Bot] = MappingProxyType({})
