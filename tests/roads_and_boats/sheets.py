"""Sheets drawn at random from the schemas of the orders: whatever a player may lawfully write, sense or nonsense."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from adjudicator.core.hexes import EDGES
from adjudicator.core.model import OrderSheet, Plain, Position, Seat
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.places import ends, tile_of
from adjudicator.rulesets.roads_and_boats.state import State
from adjudicator.rulesets.roads_and_boats.tables import TABLES

NESTED = ("first_of", "all_of", "if", "step_first_of", "step_all_of", "step_if", "if_all", "if_any", "if_not")
_WEIGHTS = {**dict.fromkeys(NESTED, 1), "set_down": 1, "breed": 1, "research": 2, "load": 2, "unload": 2}
HEAD = ("game", "player", "turn", "phase", "token", "based_on", "ready")


@cache
def schema(file: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads((GAME.folders.schemas / file).read_text(encoding="utf-8"))
    return found


@dataclass
class Writer:
    """Writes sheets for one player of one position. Names are mostly such as there are, near where he stands."""

    random: Random
    position: Position
    seat: Seat
    tiles: tuple[str, ...] = ()
    """The tiles that may be named; all of the map where nothing is said."""
    rivals: bool = True
    """Whether other players, and the order of play, may be mentioned."""
    strays: bool = True
    """Whether names may be made up."""
    words: dict[str, list[str]] = field(init=False)
    near: dict[str, list[str]] = field(default_factory=dict, init=False)
    """The same kinds of words, but only such as fit the transporter that an order is about."""

    def __post_init__(self) -> None:
        board: Board = self.position.board
        state: State = self.position.state
        tiles = self.tiles or tuple(board.tiles)
        lands = [land for tile in tiles for land in board.lands[tile]]
        names = [name for name in state.transporters if self.rivals or name.startswith(f"{self.seat}-")]
        kinds = [f"{kind}-{number}" for kind in TABLES.transporters for number in (1, 2, 9)]
        self.words = {
            "ground": [*tiles, *lands] + ["Z9", "A1c"] * self.strays,
            "place": [*tiles, *lands, *(f"{tile}~" for tile in tiles)] + ["Z9", "A1/S"] * self.strays,
            "transporter": [*names, *kinds] + ["pink-donkey-1"] * self.strays,
            "new_name": kinds,
            "colour": [*state.players] + ["nobody"] * self.strays,
            "edge": self._pairs(board.wall_sites, tiles) or ["A1-A2"],
            "lane": self._pairs(board.lanes, tiles) or ["A1-A2"],
            "banks": self._pairs(board.bridge_sites, tiles) or ["A1a-A1b"],
        }

    def _pairs(self, pairs: Iterable[str], tiles: Iterable[str]) -> list[str]:
        return sorted(pair for pair in pairs if all(tile_of(end) in tiles for end in ends(pair)))

    def focus(self) -> None:
        """Choose a transporter of the player, so that the next order makes some sense."""
        board: Board = self.position.board
        state: State = self.position.state
        own = [each for each in state.transporters.values() if each.owner == self.seat and each.at]
        if not own or self.random.random() < 0.1:
            self.near = {}
            return
        chosen = self.random.choice(own)
        tile = tile_of(chosen.at)
        beside = [other for edge in EDGES if (other := board.beyond(tile, edge))]
        company = [each for each in state.transporters.values() if each.at and tile_of(each.at) == tile]
        goods = [good for each in company for good in each.load]
        goods += [good for land in (tile, *board.lands[tile]) for good in state.goods.get(land, {})]
        self.near = {
            "ground": [tile, *board.lands[tile]],
            "place": [*beside, *(land for other in beside for land in board.lands[other])],
            "transporter": [chosen.name.partition("-")[2]] * 3
            + [each.name.removeprefix(f"{self.seat}-") for each in company if self.rivals or each.owner == self.seat],
            "edge": self._pairs(board.wall_sites, (tile, *beside)),
            "good": goods,
            "building": [state.buildings[land] for land in (tile, *board.lands[tile]) if land in state.buildings],
        }

    def word(self, kind: str) -> str:
        near = self.near.get(kind)
        return self.random.choice(near if near and self.random.random() < 0.8 else self.words[kind])

    def sheet(self) -> OrderSheet:
        phase = self.position.state.phase
        return OrderSheet(self.seat, self.position.state.turn, phase, self.body(phase))

    def body(self, phase: str) -> dict[str, Plain]:
        file = f"{phase}.schema.json"
        keys = [key for key in schema(file)["properties"] if key not in HEAD and (self.rivals or key == "orders")]
        own = [name.partition("-")[2] for name in self.position.state.transporters if name.startswith(f"{self.seat}-")]
        self.near = {"transporter": own, "colour": [seat for seat in self.position.state.players if seat != self.seat]}
        return {
            key: self.made(schema(file)["properties"][key], file, 4)
            for key in keys
            if key == "orders" or self.random.random() < 0.5
        }

    # -- from the schema -----------------------------------------------------------------------------------------

    def made(self, node: Mapping[str, Any], file: str, depth: int) -> Plain:
        """A value that the schema allows, in its long form."""
        if "$ref" in node:
            return self._referred(node["$ref"], file, depth)
        if "const" in node:
            return node["const"]
        if "enum" in node:
            fit = [word for word in node["enum"] if word in self.near.get("building", ())]
            return self.random.choice(fit if fit and self.random.random() < 0.8 else node["enum"])
        for several in ("oneOf", "anyOf"):
            if several in node and node.get("type") != "object":
                return self._one_of(node[several], file, depth)
        match node["type"]:
            case "object":
                return self._object(node, file, depth)
            case "array":
                return self._array(node, file, depth)
            case "integer":
                return self.random.choice((1, 1, 1, 2, 2, 3, min(node["maximum"], 9)))
            case "boolean":
                return self.random.random() < 0.5
            case "string":  # a player, in one way or another
                return self.random.choice([*self.words["colour"], "any", "me", "others", "neutral"])
        raise AssertionError(f"no value can be made for {node}")

    def _referred(self, ref: str, file: str, depth: int) -> Plain:
        where, _, name = ref.partition("#/$defs/")
        if name in self.words:
            return self.word(name)
        if name == "colour_or_any":
            return self.random.choice([*self.words["colour"], "any", "any"])
        if name == "goods":
            kinds = self.random.choices(self.near.get("good") or TABLES.goods, k=self.random.randint(1, 2))
            return {good: self.random.randint(1, 3) for good in kinds}
        return self.made(schema(where or file)["$defs"][name], where or file, depth)

    def _one_of(self, choices: list[Mapping[str, Any]], file: str, depth: int) -> Plain:
        names = [choice.get("$ref", "").rpartition("/")[2] for choice in choices]
        fit = [
            choice
            for choice, name in zip(choices, names, strict=True)
            if not choice.get("x-short-form")
            and (depth > 0 or name not in NESTED)
            and (self.rivals or name not in ("if_before", "if_after", "if_slot", "if_wonder"))
        ]
        weights = [_WEIGHTS.get(choice.get("$ref", "").rpartition("/")[2], 4) for choice in fit]
        return self.made(self.random.choices(fit, weights)[0], file, depth - 1)

    def _object(self, node: Mapping[str, Any], file: str, depth: int) -> dict[str, Plain]:
        inline = [key for keys in node.get("x-inline", {}).values() for key in keys]
        needed = set(node.get("required", ()))
        ways = [way["required"] for way in node.get("anyOf", ()) if not set(way["required"]) & set(inline)]
        needed |= set(self.random.choice(ways)) if ways else set()
        chosen = [
            key for key in node["properties"] if key in needed or (key not in inline and self.random.random() < 0.2)
        ]
        for key, rest in node.get("dependentSchemas", {}).items():
            if key in chosen:
                chosen = [each for each in chosen if each not in rest["properties"]]
        if len(chosen) < node.get("minProperties", 0):
            chosen = [self.random.choice(list(node["properties"]))]
        return {key: self.made(node["properties"][key], file, depth) for key in chosen}

    def _array(self, node: Mapping[str, Any], file: str, depth: int) -> list[Plain]:
        least, most = node.get("minItems", 0), node.get("maxItems", 6)
        count = self.random.randint(least, max(least, min(most, 8 if node.get("x-set-aside") else 3)))
        found = []
        for _ in range(count):
            if node.get("x-set-aside") and node["items"].get("$ref", "").endswith("/order"):
                self.focus()
            found.append(self.made(node["items"], file, depth))
        return found


def sheets_for(random: Random, position: Position) -> dict[Seat, OrderSheet]:
    """A sheet for most of the players."""
    return {seat: Writer(random, position, seat).sheet() for seat in position.state.players if random.random() < 0.9}


def mimicked(random: Random, position: Position, seat: Seat, sheet: OrderSheet) -> OrderSheet:
    """The same orders by another player, with those of his transporters that stand where the named ones stand."""
    state: State = position.state
    places = {name: tile_of(each.at) for name, each in state.transporters.items() if each.at}

    def as_mine(plain: Plain) -> Plain:
        if isinstance(plain, Mapping):
            return {key: as_mine(value) for key, value in plain.items()}
        if isinstance(plain, list):
            return [as_mine(value) for value in plain]
        named = f"{sheet.seat}-{plain}"
        mine = [name for name in places if name.startswith(f"{seat}-") and places[name] == places.get(named)]
        return random.choice(mine) if mine and isinstance(plain, str) else plain

    orders = as_mine(sheet.body.get("orders", []))
    body: dict[str, Any] = {"orders": random.sample(orders, len(orders))}
    if random.random() < 0.5 and position.state.phase != "start":
        body["sequence"] = {"request": True, "prefer": ["first"]}
    return OrderSheet(seat, state.turn, state.phase, body)


def rivals_of(random: Random, position: Position, sheet: OrderSheet) -> dict[Seat, OrderSheet]:
    """Sheets of the others that are likely to get in the way, and the sheet itself."""
    others = [seat for seat in position.state.players if seat != sheet.seat]
    found = {
        seat: mimicked(random, position, seat, sheet)
        if random.random() < 0.6
        else Writer(random, position, seat).sheet()
        for seat in others
    }
    return {**found, sheet.seat: sheet}
