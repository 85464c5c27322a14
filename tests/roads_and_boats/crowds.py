"""Crowded positions drawn at random: few tiles with much on them, so that players get in one another's way."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from adjudicator.core import yamlfiles
from adjudicator.core.model import NEUTRAL, Plain, Position, Seat
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.goods import ordered
from adjudicator.rulesets.roads_and_boats.mapfile import read_map
from adjudicator.rulesets.roads_and_boats.phases import PLAYED
from adjudicator.rulesets.roads_and_boats.places import ends, tile_of
from adjudicator.rulesets.roads_and_boats.state import Goods, Mine, Player, State, Transporter, Wall
from adjudicator.rulesets.roads_and_boats.tables import TABLES

VALLEYS = Path(__file__).parents[1] / "rules" / "roads_and_boats" / "two_valleys.yaml"
COLOURS = ("blue", "green", "red", "yellow")


@cache
def valleys() -> Board:
    return read_map(yamlfiles.load(VALLEYS.read_text(encoding="utf-8"), str(VALLEYS)))


def crowded(
    random: Random, phase: str = "", players: int = 0, options: Plain = None, tiles: tuple[str, ...] = ()
) -> Position:
    """Somebody is on most tiles, and goods on most grounds. `tiles` keeps everybody and everything to a part."""
    board = valleys()
    seats = tuple(random.sample(COLOURS, players or random.randint(2, 4)))
    turn = random.randint(1, 12)
    neutral = (NEUTRAL,) * random.randint(0, turn)
    state = State(
        turn=turn,
        phase=phase or random.choice(PLAYED),
        temple=tuple(random.sample(seats, len(seats))),
        sequence=tuple(random.sample(seats, len(seats))),
        players=_players(random, board, seats),
        irrigated=random.random() < 0.2,
        wonder=(*neutral, *random.choices(seats, k=random.choice((0, 3, 15, 48)))),
    )
    here = set(tiles or board.tiles)
    chosen = _options(random) if options is None else options
    return Position(board, populated(random, board, state, seats, here), GAME.read_options(chosen))


def _options(random: Random) -> dict[str, str]:
    """Those that decide something within a phase, mostly as they are if nobody chooses."""
    return {
        "handling_in_build_and_wonder": random.choice(("yes", "no")),
        "brick_rounds": random.choice(("block", "block", "one_each_in_turn")),
        "conflict_calls": random.choice((*["each_phase"] * 2, "always", "production_and_movement_only", "never")),
        "desert_bridges": random.choice(("yes", "no")),
        "trading": random.choice(("yes", "yes", "no")),
    }


def populated(random: Random, board: Board, state: State, seats: tuple[Seat, ...], here: set[str]) -> State:
    """The same state with buildings, ways, walls, goods and transporters of these players on these tiles."""
    lands = sorted(land for land in board.all_lands if tile_of(land) in here)
    buildings = {**state.buildings, **_buildings(random, board, sorted(here), state.irrigated)}
    rigs = [ground for ground, kind in buildings.items() if kind == "oil-rig" and ground in here]
    transporters = {name: each for seat in sorted(seats) for name, each in _fleet(random, board, seat, here).items()}
    heaps = {ground: pieces(random, 12) for ground in (*lands, *rigs) if random.random() < 0.7}
    adrift = {each.at for each in transporters.values() if each.at in board.tiles and board.is_sea(each.at)}
    geese = {sea: {"geese": random.randint(1, 3)} for sea in sorted(adrift - set(rigs)) if random.random() < 0.3}
    drawn = (None, "gold", "iron") if state.phase == "production" else (None,)
    mines = {ground: Mine(2, 1, random.choice(drawn)) for ground, kind in buildings.items() if kind == "mine"}
    return State(
        turn=state.turn,
        phase=state.phase,
        temple=state.temple,
        sequence=state.sequence,
        players=state.players,
        irrigated=state.irrigated,
        buildings=buildings,
        mines={**mines, **state.mines},
        roads=state.roads | {lane for lane in board.lanes if _within(lane, here) and random.random() < 0.5},
        bridges=state.bridges | {f"{tile}a-{tile}b" for tile in _divided(board, here) if random.random() < 0.4},
        walls={
            **state.walls,
            **{
                edge: Wall(random.choice((*seats, NEUTRAL)), random.randint(1, 2))
                for edge in sorted(board.wall_sites)
                if _within(edge, here) and random.random() < 0.15
            },
        },
        goods={**state.goods, **{ground: goods for ground, goods in {**heaps, **geese}.items() if goods}},
        transporters={**state.transporters, **transporters},
        wonder=state.wonder,
    )


def _divided(board: Board, here: set[str]) -> list[str]:
    return [tile for tile in sorted(here) if len(board.lands[tile]) > 1]


def _within(pair: str, here: set[str]) -> bool:
    return all(tile_of(end) in here for end in ends(pair))


def pieces(random: Random, most: int) -> Goods:
    """Up to so many pieces, mostly of what building takes."""
    kinds = (*TABLES.goods, "boards", "boards", "stone", "stone", "trunks", "geese")
    found: dict[str, int] = {}
    for _ in range(random.randint(0, most)):
        good = random.choice(kinds)
        found[good] = found.get(good, 0) + 1
    return ordered(found)


def _players(random: Random, board: Board, seats: tuple[Seat, ...]) -> dict[Seat, Player]:
    homes = dict(zip(seats, ("B2", "E5", "C6", "E7"), strict=False))
    return {
        seat: Player(homes[seat], tuple(subject for subject in TABLES.research if random.random() < 0.5))
        for seat in sorted(seats)
    }


def _buildings(random: Random, board: Board, tiles: list[str], irrigated: bool) -> dict[str, str]:
    found = {}
    for tile in tiles:
        terrain = board.tiles[tile].terrain
        fit = {terrain, "shore" if board.is_shore(tile) else "", "" if terrain == "sea" else "land"}
        kinds = [kind.kind for kind in TABLES.buildings.values() if kind.ground in fit]
        if random.random() < 0.5 and (terrain != "desert" or irrigated):
            found[random.choice(board.lands[tile] or (tile,))] = random.choice(kinds)
    return found


def _fleet(random: Random, board: Board, seat: Seat, here: set[str]) -> dict[str, Transporter]:
    """RB-3.3  Up to eight, five of each sort; some of the empty ones are carried."""
    found: dict[str, Transporter] = {}
    land, water = random.randint(1, 5), random.randint(0, 3)
    for number, boat in enumerate([False] * land + [True] * water, 1):
        kinds = [kind for kind, figures in TABLES.transporters.items() if figures.water is boat]
        name = f"{seat}-{random.choice(kinds)}-{number}"
        places = sorted(place for place in (board.water_steps if boat else board.all_lands) if tile_of(place) in here)
        load = pieces(random, TABLES.transporters[name.split("-")[1]].carries) if random.random() < 0.6 else {}
        if places:
            found[name] = Transporter(name, at=random.choice(places), load=load)
    empty = [name for name, each in found.items() if not each.load]
    if len(empty) > 1 and random.random() < 0.5:
        carried, carrier = random.sample(empty, 2)
        found[carried] = Transporter(carried, aboard=carrier)
    return found
