"""Golden games: finished games kept as map, game and orders, with hashes of what each phase came to.

`make golden` writes them anew. That is right only when a rule was changed on purpose: what is kept here says how games
that people have finished were decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from adjudicator.core import folders, records, registry, yamlfiles
from adjudicator.core.canon import digest, position_hash
from adjudicator.core.draws import Draws
from adjudicator.core.model import Plain, Position, Resolution, Seat
from adjudicator.core.ruleset import Ruleset
from adjudicator.host import resolving

FOLDER = folders.root() / "games" / "golden"
MOST_BYTES = 300_000
ORDERS_DEPTH = 5
"""One order a line."""


@dataclass(frozen=True)
class Golden:
    folder: Path
    rules: Ruleset
    seats: tuple[Seat, ...]
    seed: bytes
    map: Plain
    options: Plain
    phases: tuple[Mapping[str, Plain], ...]
    """The beginning, then each phase: its name, everybody's orders, and the hashes of events and state."""

    @property
    def name(self) -> str:
        return f"{self.folder.parent.name}/{self.folder.name}"


@dataclass(frozen=True)
class Played:
    """One phase of a game as it is played again."""

    name: str
    before: Position | None
    resolution: Resolution
    after: Position
    kept: Mapping[str, Plain]


def golden_folders() -> list[Path]:
    """Every folder with a game in it; nothing is registered anywhere."""
    return sorted(file.parent for file in FOLDER.glob("*/*/game.yaml"))


def read_golden(folder: Path) -> Golden:
    game, board, phases = (_load(folder / f"{name}.yaml") for name in ("game", "map", "phases"))
    rules = registry.ruleset(game["ruleset"])
    seed = bytes.fromhex(game["seed"])
    return Golden(folder, rules, tuple(game["seats"]), seed, board, game.get("options", {}), tuple(phases))


def _load(path: Path) -> Plain:
    return yamlfiles.load(path.read_text(encoding="utf-8"), str(path))


def played_again(golden: Golden) -> Iterator[Played]:
    """The whole game once more, each phase from the orders that are kept, read as a player's mail is read."""
    rules, draws = golden.rules, Draws(golden.seed)
    board, options = rules.read_board(golden.map), rules.read_options(golden.options)
    first, *rest = golden.phases
    resolution = rules.begin(board, golden.seats, options, draws)
    position = Position(board, resolution.state, options)
    yield Played(first["phase"], None, resolution, position, first)
    for kept in rest:
        texts = {seat: yamlfiles.dump(sheet) for seat, sheet in kept.get("orders", {}).items()}
        resolution, _ = resolving.resolve(rules, position, texts, draws)
        after = Position(board, resolution.state, options)
        yield Played(kept["phase"], position, resolution, after, kept)
        position = after


def told_phase(rules: Ruleset, name: str, orders: Mapping[Seat, Plain], resolution: Resolution) -> dict[str, Plain]:
    """What is kept of a phase."""
    kept: dict[str, Plain] = {"phase": name, "events": events_hash(resolution), "state": state_hash(rules, resolution)}
    return {**kept, "orders": dict(orders)} if orders else kept


def events_hash(resolution: Resolution) -> str:
    return "e" + digest([records.plain(event) for event in resolution.events])[:12]


def state_hash(rules: Ruleset, resolution: Resolution) -> str:
    return position_hash(rules.write_state(resolution.state))


def write_golden(golden: Golden) -> None:
    golden.folder.mkdir(parents=True, exist_ok=True)
    game = {
        "ruleset": golden.rules.name,
        "version": golden.rules.version,
        "seats": list(golden.seats),
        "options": golden.options,
        "seed": golden.seed.hex(),
    }
    files = {
        "game": yamlfiles.dump(game),
        "map": yamlfiles.dump(golden.map),
        "phases": yamlfiles.dump(list(golden.phases), blocks=ORDERS_DEPTH, width=100_000),
    }
    for name, text in files.items():
        (golden.folder / f"{name}.yaml").write_text(text, encoding="utf-8")
