"""Orders for building and the wonder that come to something more often than not: aimed at where a player stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from adjudicator.core.hexes import EDGES
from adjudicator.core.model import OrderSheet, Plain, Position, Seat
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.goods import add
from adjudicator.rulesets.roads_and_boats.places import parse_place, tile_of
from adjudicator.rulesets.roads_and_boats.state import Mine, State, Transporter
from adjudicator.rulesets.roads_and_boats.tables import TABLES
from tests.roads_and_boats.crowds import crowded

CORNER = ("B4", "B5", "C3", "C4", "C5", "D3", "D4", "E5")
"""A part of the map with a bend, a mouth, a source, two seas, woods, rock and a mountain."""
NEEDED = {"boards": 4, "stone": 4, "fuel": 1, "iron": 1, "trunks": 2}


def building_site(random: Random, phase: str, options: Plain = None) -> Position:
    """Everybody in one corner, with half of its tiles still free and more to build with than there usually is."""
    position = crowded(random, phase, options=options or {}, tiles=CORNER)
    state: State = position.state
    buildings = {ground: kind for ground, kind in state.buildings.items() if random.random() < 0.5}
    if random.random() < 0.5:
        buildings["D3"] = "mine"
    goods = {land: state.goods.get(land, {}) for land in sorted(position.board.all_lands) if tile_of(land) in CORNER}
    goods = {land: add(heap, NEEDED) if random.random() < 0.7 else heap for land, heap in goods.items()}
    players = {
        seat: replace(player, home=home)
        for (seat, player), home in zip(state.players.items(), ("C4a", "E5", "C5", "C3"), strict=False)
    }
    return replace(
        position,
        state=replace(
            state,
            buildings=buildings,
            mines={ground: Mine(2, 1) for ground, kind in buildings.items() if kind == "mine"},
            goods={**{g: h for g, h in state.goods.items() if g in buildings}, **{g: h for g, h in goods.items() if h}},
            players=players,
        ),
    )


def builders_sheets(random: Random, position: Position, longest: int = 8) -> dict[Seat, OrderSheet]:
    """Everybody's sheet: some orders, and generous permissions."""
    state: State = position.state
    sheets = {}
    for seat in state.players:
        orders = [_order(random, position, seat) for _ in range(random.randint(1, longest))]
        body = {"orders": [order for order in orders if order], "allow": _allow(random, state, seat)}
        sheets[seat] = OrderSheet(seat, state.turn, state.phase, body)
    return sheets


def _allow(random: Random, state: State, seat: Seat) -> list[Plain]:
    own = [name.partition("-")[2] for name in sorted(state.transporters) if name.startswith(f"{seat}-")]
    found: list[Plain] = []
    for name in random.sample(own, min(2, len(own))):
        goods = {good: random.randint(1, 2) for good in ("boards", "stone")}
        found.append({"player": "any", "may": "take", "from": name, "goods": goods})
        found.append({"player": "any", "may": "ferry", "by": name})
    return found


def _order(random: Random, position: Position, seat: Seat) -> Plain:
    state: State = position.state
    own = [each for each in state.transporters.values() if each.owner == seat and each.at]
    if state.phase == "wonder":
        return _bricks(random)
    if not own:
        return None
    builder = random.choice(own)
    order = random.choice(_KINDS)(random, position, builder)
    if order and random.random() < 0.4:
        there = [
            each.name for each in state.transporters.values() if each.at and tile_of(each.at) == tile_of(builder.at)
        ]
        named = [name.removeprefix(f"{seat}-") for name in random.sample(there, min(3, len(there)))]
        order["pay"] = random.sample(["tile", *named], len(named) + 1)
    if order and random.random() < 0.1:
        return {"first_of": [order, {"build": "road", "from": "C5", "to": "C4a"}]}
    return order


def _bricks(random: Random) -> Plain:
    order: dict[str, Plain] = {"bricks": random.randint(1, 4)}
    if random.random() < 0.3:
        order["pay"] = random.sample(TABLES.goods, 5)
    if random.random() < 0.3:
        order["keep"] = {"boards": 2, "trunks": 1}
    if random.random() < 0.2:
        order["exactly"] = True
    if random.random() < 0.2:
        order["leave_last"] = True
    return order


# -- one kind of order each --------------------------------------------------------------------------------------------


def _land(random: Random, board: Board, builder: Transporter) -> str:
    """The builder's bank; in a river any of them, at sea the tile."""
    place = parse_place(builder.at)
    assert place is not None
    banks = board.lands[place.tile]
    return place.land if not banks or place.land in banks else random.choice(banks)


def _building(random: Random, position: Position, builder: Transporter) -> Plain:
    board: Board = position.board
    tile = tile_of(builder.at)
    terrain = board.tiles[tile].terrain
    fit = {terrain, "shore" if board.is_shore(tile) else "", "" if terrain == "sea" else "land"}
    kind = random.choice([kind.kind for kind in TABLES.buildings.values() if kind.ground in fit])
    order = {"build": kind, "at": _land(random, board, builder)}
    return {**order, "fill": random.choice(list(TABLES.mixtures))} if kind == "mine" else order


def _shaft(random: Random, position: Position, builder: Transporter) -> Plain:
    if position.state.buildings.get(tile_of(builder.at)) != "mine":
        return _building(random, position, builder)
    return {"build": "shaft", "at": tile_of(builder.at), "fill": random.choice(list(TABLES.mixtures))}


def _road(random: Random, position: Position, builder: Transporter) -> Plain:
    board: Board = position.board
    land = _land(random, board, builder)
    lanes = board.lanes_from.get(land)
    if not lanes:
        return None
    goal = random.choice(lanes).beyond(land)
    return {"build": "road", "from": land, "to": random.choice((goal, tile_of(goal)))}


def _bridge(random: Random, position: Position, builder: Transporter) -> Plain:
    return {"build": "bridge", "at": tile_of(builder.at)}


def _edge(random: Random, position: Position, builder: Transporter) -> dict[str, Plain]:
    board: Board = position.board
    tile = tile_of(builder.at)
    walls = [edge for edge in position.state.walls if tile in edge.split("-")]
    edges = [edge for way in EDGES if (edge := board.edge(tile, way)) in board.wall_sites]
    order: dict[str, Plain] = {"edge": random.choice(walls or edges or ["C4-C5"])}
    return {**order, "side": tile} if random.random() < 0.5 else order


def _wall(random: Random, position: Position, builder: Transporter) -> Plain:
    order = {"build": "wall", **_edge(random, position, builder)}
    if random.random() < 0.7:
        order["strength"] = random.randint(1, 3)
    return {**order, "exactly": True} if random.random() < 0.2 else order


def _demolish(random: Random, position: Position, builder: Transporter) -> Plain:
    return {"demolish": "wall", **_edge(random, position, builder)}


_KINDS: tuple[Callable[[Random, Position, Transporter], Plain], ...] = (
    _building, _building, _shaft, _road, _bridge, _wall, _wall, _wall, _demolish,
)  # fmt: skip
"""Each as often as it is drawn."""
