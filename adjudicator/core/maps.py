"""What a game that is played on a map may offer besides the contract, as its attribute `maps`."""

from __future__ import annotations

from typing import Protocol, cast

from adjudicator.core.model import BadInput, Board, Plain, Position
from adjudicator.core.picture import Picture
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.voice import Voice


class Maps(Protocol):
    # What a map maker wants to know: a mapping to be printed, and the same told in lines.
    def report(self, board: Board) -> Plain: ...
    def told(self, board: Board) -> str: ...

    # A new map as its file says it: the same numbers and seed give the same map. BadInput for impossible numbers.
    def generate(self, players: int, land: int, sea: int, seed: str) -> Plain: ...

    # A map before anybody plays on it: its homes, and nothing else.
    def empty(self, board: Board) -> Position: ...

    # The position for a terminal, and as a picture in a reader's words.
    def text(self, position: Position) -> str: ...
    def picture(self, position: Position, voice: Voice, theme: str = "light") -> Picture: ...


def maps_of(game: Ruleset) -> Maps:
    found = getattr(game, "maps", None)
    if found is None:
        raise BadInput(f"{game.title} is not played on a map")
    return cast(Maps, found)
