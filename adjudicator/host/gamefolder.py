"""A game's folder as values: game.yaml, map.yaml, state.yaml, and the folder of each phase that was resolved."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from adjudicator.core import registry, yamlfiles
from adjudicator.core.model import Awaited, BadInput, PhaseId, Plain, Position, Seat
from adjudicator.core.ruleset import Ruleset
from adjudicator.host import deadlines
from adjudicator.host.deadlines import Schedule
from adjudicator.host.ports import Archive

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?\Z")
LIVE = ("game.yaml", "map.yaml", "state.yaml")
"""What the next phase is made from; everything else in the folder is history."""

PRESS = ("named", "anonymous", "none")
BEGINNING = PhaseId(0, 0, "begin")


@dataclass(frozen=True, slots=True)
class GameFile:
    """`game.yaml`: what is agreed on, and what proves the draws. Public: no addresses, no tokens."""

    game: str
    ruleset: str
    version: str
    scenario: str
    options: Mapping[str, Plain]
    seats: Mapping[Seat, str]
    """The players' names."""
    commitment: str
    """SHA-256 of the seed, published before anybody joined."""
    press: str = "named"
    """What players may write each other through the host: `named`, `anonymous` (both), or `none`."""
    deadlines: Mapping[str, Plain] = field(default_factory=dict)
    """When orders are due, and what happens without them: see deadlines.Schedule."""
    words: Mapping[Seat, str] = field(default_factory=dict)
    """What each player mixed into the draws; published when all had joined."""
    seed: str | None = None
    """Published when the game is over."""
    ended: str | None = None
    """Why the game ended before its rules ended it."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands at the last commit. Without a position it has not begun."""

    file: GameFile
    rules: Ruleset
    map: Plain
    position: Position | None
    head: str | None

    @property
    def name(self) -> str:
        return self.file.game

    @property
    def awaited(self) -> Awaited | None:
        """Whom the game waits for; None before it begins and when it is over, by its rules or by agreement."""
        return None if self.position is None or self.file.ended else self.rules.awaited(self.position)

    @property
    def schedule(self) -> Schedule:
        options = self.rules.read_options(self.file.options) if self.position is None else self.position.options
        return read_schedule(self.rules, options, self.file.deadlines, f"{self.name}/game.yaml: deadlines")


def load(archive: Archive, name: str) -> Game:
    """Refuses a folder in which a file that matters was changed by hand and not committed."""
    edited = archive.edited(LIVE)
    if edited:
        raise BadInput(
            "changed by hand since the last commit; commit it or put it back (git checkout)", f"{name}/{edited[0]}"
        )
    file = read_game_file(_needed(archive, name, "game.yaml"), f"{name}/game.yaml")
    rules = registry.ruleset(file.ruleset)
    map_text, state = _needed(archive, name, "map.yaml"), archive.read("state.yaml")
    raw_map, position = laid_out(name, file, map_text, state)
    game = Game(file, rules, raw_map, position, archive.head())
    _ = game.schedule  # what is wrong in it is said now, not at the deadline
    return game


def laid_out(where: str, file: GameFile, map_text: str, state_text: str | None) -> tuple[Plain, Position | None]:
    """The map and the position that the files of a game's folder tell; kept as long as they say the same."""
    raw_map, _ = _board(file.ruleset, map_text, f"{where}/map.yaml")
    options = json.dumps(file.options)
    return raw_map, None if state_text is None else _position(where, file.ruleset, map_text, state_text, options)


def read_schedule(rules: Ruleset, options: Mapping[str, Plain], raw: Plain, where: str) -> Schedule:
    """What was agreed about deadlines; where that says nothing, what the game's own options say."""
    repeated = [phase for phase in rules.phases if phase not in rules.opening]
    if isinstance(raw, Mapping):
        turn = {"round": repeated} if raw.get("round") == "turn" else {}
        raw = {**deadlines.from_options(options, repeated), **raw, **turn}
    return deadlines.read(raw, rules.phases, where)


def lay_out(rules: Ruleset, raw_map: Plain, raw_state: Plain, raw_options: Plain) -> Position:
    """Map, state and options as the rules understand them; BadInput says which of the three is wrong, and where."""
    with said_of("map"):
        board = rules.read_board(raw_map)
    return _lay_out(rules, board, raw_state, raw_options)


GAMES_KEPT = 64
"""Mail for many games comes mixed."""


@lru_cache(maxsize=GAMES_KEPT)
def _board(ruleset: str, written: str, where: str) -> tuple[Plain, Any]:
    """Kept, because a game's map never changes; and what is drawn of it is kept for as long as this is."""
    raw = yamlfiles.load(written, where)
    with said_of(where):
        return raw, registry.ruleset(ruleset).read_board(raw)


@lru_cache(maxsize=GAMES_KEPT)
def _position(name: str, ruleset: str, map_text: str, state_text: str, options: str) -> Position:
    """Kept, because several steps of one run, and whoever serves games all day, look at the same position."""
    _, board = _board(ruleset, map_text, f"{name}/map.yaml")
    raw_state = yamlfiles.load(state_text, f"{name}/state.yaml")
    with said_of(name):
        return _lay_out(registry.ruleset(ruleset), board, raw_state, json.loads(options))


def _lay_out(rules: Ruleset, board: Any, raw_state: Plain, raw_options: Plain) -> Position:
    with said_of("options"):
        options = rules.read_options(raw_options)
    with said_of("state"):
        state = rules.read_state(raw_state, board)
    return Position(board, state, options)


class said_of:
    """Adds the file to the place that a BadInput names."""

    def __init__(self, file: str) -> None:
        self._file = file

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, BadInput):
            where = f"{self._file}: {error.where}" if error.where else self._file
            raise BadInput(error.message, where) from None


@lru_cache(maxsize=GAMES_KEPT)
def read_game_file(text: str, where: str) -> GameFile:
    raw = yamlfiles.load(text, where)
    known = GameFile.__dataclass_fields__
    if not isinstance(raw, dict):
        raise BadInput("the file is not made of keys and values", where)
    for key in raw:
        if key not in known:
            raise BadInput(f"there is no {key} in a game file, only {', '.join(known)}", where)
    for key in ("game", "ruleset", "seats"):
        if key not in raw:
            raise BadInput(f"{key} is missing", where)
    if raw.get("press", "named") not in PRESS:
        raise BadInput(f"press is one of {', '.join(PRESS)}", where)
    return GameFile(**{"version": "", "scenario": "", "options": {}, "commitment": "", **raw})


def write_game_file(file: GameFile) -> str:
    return yamlfiles.dump({key: value for key, value in asdict(file).items() if value not in (None, {})})


def phase_folder(phase: PhaseId) -> str:
    return f"turns/{phase.folder}"


class Listed(Protocol):
    """A game's folder, in a clone or anywhere else."""

    def read(self, path: str) -> str | None: ...
    def content(self, path: str) -> bytes | None: ...
    def names(self, folder: str) -> list[str]: ...  # sorted; empty if there is no such folder


def resolved_phases(folder: Listed) -> list[PhaseId]:
    """The phases whose folders are there, in order of play."""
    found = []
    for turn in folder.names("turns"):
        for name in folder.names(f"turns/{turn}"):
            number, _, phase = name.partition("-")
            if not (turn[1:].isdigit() and number.isdigit()):
                raise BadInput("this is no phase's folder", f"turns/{turn}/{name}")
            found.append(PhaseId(int(turn[1:]), int(number), phase))
    return sorted(found)


def _needed(archive: Archive, name: str, path: str) -> str:
    text = archive.read(path)
    if text is None:
        raise BadInput("there is no such file", f"{name}/{path}")
    return text
