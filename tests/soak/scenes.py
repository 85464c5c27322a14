"""Where soak games begin: on maps drawn by lot, at the start of a game or in the middle of a crowded one."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from adjudicator.core.draws import Draws, game_key
from adjudicator.core.model import NEUTRAL, Plain, Position
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.goods import add
from adjudicator.rulesets.roads_and_boats.mapmaking import generate
from adjudicator.rulesets.roads_and_boats.phases import PLAYED
from adjudicator.rulesets.roads_and_boats.places import tile_of
from adjudicator.rulesets.roads_and_boats.state import Mine, State
from adjudicator.rulesets.roads_and_boats.tables import TABLES
from tests.roads_and_boats.crowds import populated

CROWDED_TURNS = 5
BOUGHT = (0, 0, 5, 15, 25, 40)


@dataclass(frozen=True)
class Scene:
    """A position with all that a case needs to be played again."""

    name: str
    map: Plain
    options: Mapping[str, Plain]
    seed: bytes
    position: Position
    turns: int
    """How long it is played at most."""
    simple: int
    """How often, of a hundred sheets, one is written by the simple bot instead of the random one."""

    @property
    def draws(self) -> Draws:
        return Draws(game_key(self.seed, {}))


def scene(number: int, salt: str = "") -> Scene:
    """One of any number of scenes; the same number gives the same one. Every third is a whole game."""
    random = Random(f"{salt}/{number}")
    return beginning(random, number, salt) if number % 3 == 0 else crowd(random, number, salt)


def beginning(random: Random, number: int, salt: str) -> Scene:
    """A game from its start to its end; sometimes homes are chosen."""
    players = random.choice((1, 2, 2, 3, 3, 4, 5, 6))
    raw = generate(players, 8 * players + random.randint(0, 12), random.randint(4, 6 * players), f"{salt}{number}")
    options = _options(random)
    if random.random() < 0.3 and options.get("start_tiles") != "fixed":
        raw = {key: value for key, value in raw.items() if key != "homes"}
    seed = _seed(number, salt)
    board = GAME.read_board(raw)
    state = GAME.begin(board, GAME.colours[:players], GAME.read_options(options), Draws(game_key(seed, {}))).state
    position = Position(board, state, GAME.read_options(options))
    return Scene(f"beginning {number}", raw, options, seed, position, 99, simple=random.choice((30, 60, 90)))


def crowd(random: Random, number: int, salt: str) -> Scene:
    """In the middle of a game on a small map, with much of everything."""
    players = random.choice((1, 2, 2, 3, 3, 4, 5, 6))
    raw = generate(players, 6 * players + random.randint(2, 8), 4 * players + random.randint(0, 4), f"{salt}{number}")
    options = _options(random)
    seed = _seed(number, salt)
    board = GAME.read_board(raw)
    begun = GAME.begin(board, GAME.colours[:players], GAME.read_options(options), Draws(game_key(seed, {}))).state
    bare = _middle(random, begun)
    state = _busy_mines(random, board, populated(random, board, bare, tuple(bare.players), set(board.tiles)))
    position = Position(board, state, GAME.read_options(options))
    return Scene(f"crowd {number}", raw, options, seed, position, CROWDED_TURNS, simple=random.choice((0, 0, 20)))


def _middle(random: Random, begun: State) -> State:
    """Some turns later, before anything is put on the map: research, bricks, irrigated deserts."""
    seats = tuple(begun.players)
    turn = random.randint(1, (TABLES.wonder.solo_turns if len(seats) == 1 else TABLES.wonder.neutral) - 1)
    most = TABLES.wonder.ends.get(len(seats), sum(TABLES.wonder.rows)) - 1
    bought = tuple(random.choice(seats) for _ in range(random.choice(BOUGHT)))
    wonder = (*begun.wonder, *(NEUTRAL,) * (turn - 1), *bought)[:most]
    players = {
        seat: replace(player, research=tuple(each for each in TABLES.research if random.random() < 0.4))
        for seat, player in begun.players.items()
    }
    return replace(
        begun,
        turn=turn,
        phase=random.choice(PLAYED),
        players=players,
        transporters={},
        goods={},
        wonder=wonder,
        irrigated=len(wonder) >= TABLES.wonder.irrigation,
    )


def _busy_mines(random: Random, board: Board, state: State) -> State:
    """On most mountains a mine, with what a shaft takes and somebody beside it: mountains are few, and far away."""
    buildings, mines, goods = dict(state.buildings), dict(state.mines), dict(state.goods)
    transporters = dict(state.transporters)
    built = {tile_of(ground) for ground in buildings}
    walking = [name for name, each in transporters.items() if each.at in board.all_lands]
    for tile, ground in board.tiles.items():
        if ground.terrain != "mountain" or tile in built or not walking or random.random() < 0.3:
            continue
        land = random.choice(board.lands[tile])
        buildings[land], mines[land] = "mine", Mine(1, 1)
        goods[land] = add(goods.get(land, {}), {"iron": 2, "fuel": 2})
        name = walking.pop(random.randrange(len(walking)))
        transporters[name] = replace(transporters[name], at=land)
    return replace(state, buildings=buildings, mines=mines, goods=goods, transporters=transporters)


def _options(random: Random) -> dict[str, Plain]:
    """Mostly the defaults; each option takes one of its other values now and then."""
    known: Mapping[str, Plain] = GAME._options_schema["properties"]
    return {name: random.choice(entry["enum"]) for name, entry in known.items() if random.random() < 0.2}


def _seed(number: int, salt: str) -> bytes:
    return hashlib.sha256(f"soak {salt} {number}".encode()).digest()
