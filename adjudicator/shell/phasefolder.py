"""A phase in a plain folder: map.yaml, state.yaml, orders/*.yaml and perhaps game.yaml. Only read, never written."""

from __future__ import annotations

from pathlib import Path

from adjudicator.core import registry, yamlfiles
from adjudicator.core.draws import Draws, game_key
from adjudicator.core.model import BadInput, Plain
from adjudicator.host import gamefolder, resolving, telling

MAX_ORDER_BYTES = 1_000_000


def resolve_folder(folder: Path, seed: bytes) -> dict[str, Plain]:
    """What the phase comes to, as plain values: state, events, refused."""
    if not folder.is_dir():
        raise BadInput("there is no such folder", str(folder))
    raw_map, raw_state = _load(folder / "map.yaml"), _load(folder / "state.yaml")
    game = _load(folder / "game.yaml") if (folder / "game.yaml").exists() else {}
    if not isinstance(game, dict):
        raise BadInput("the file is not made of keys and values", str(folder / "game.yaml"))
    name = game.get("ruleset") or (raw_state.get("ruleset") if isinstance(raw_state, dict) else None)
    if not isinstance(name, str):
        raise BadInput("the state does not say which game it is (ruleset: …)", str(folder / "state.yaml"))
    rules = registry.ruleset(name)
    position = gamefolder.lay_out(rules, raw_map, raw_state, game.get("options") or {})
    if rules.awaited(position) is None:
        raise BadInput("the game is over; there is nothing to resolve", str(folder / "state.yaml"))
    texts = {file.stem: _orders(file) for file in sorted((folder / "orders").glob("*.yaml"))}
    resolution, _ = resolving.resolve(rules, position, texts, Draws(game_key(seed, game.get("words") or {})))
    return resolving.as_plain(rules, resolution, telling.sentences(rules))


def _load(file: Path) -> Plain:
    try:
        return yamlfiles.load(file.read_text(encoding="utf-8"), str(file))
    except FileNotFoundError:
        raise BadInput("there is no such file", str(file)) from None
    except UnicodeDecodeError:
        raise BadInput("the file is not UTF-8 text", str(file)) from None


def _orders(file: Path) -> str:
    """As much as the reader of orders needs to see that it is too much; it refuses what is no text."""
    with file.open("rb") as opened:
        return opened.read(MAX_ORDER_BYTES).decode("utf-8", "replace")
