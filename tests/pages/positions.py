"""Positions worth looking at: the first turn, a crowded middle, and the last turn of a game for six."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adjudicator.core.model import Position
from adjudicator.core.picture import Picture
from adjudicator.host.languages import voice
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.mapfile import read_map
from adjudicator.rulesets.roads_and_boats.state import Mine, Player, State, Transporter, Wall

TERRAINS = ("woods", "pasture", "rock", "mountain", "desert", "pasture", "woods")
COLOURS = ("red", "blue", "yellow", "green", "black", "white")


def rivers() -> Board:
    """Every kind of river on one map: a source, a fork, straight and bent courses, two mouths."""
    tiles: dict[str, object] = {}
    for number, (column, row) in enumerate((c, r) for c in "ABCDEFG" for r in range(1, 7)):
        sea = column == "A" or (column == "G" and row > 4)
        tiles[f"{column}{row}"] = "sea" if sea else TERRAINS[number * 5 % len(TERRAINS)]
    courses = {
        "D2": ("mountain", ["S"]),
        "D3": ("pasture", ["N", "SW", "SE"]),
        "C4": ("woods", ["NE", "SW"]),
        "B4": ("pasture", ["NE", "NW"]),
        "E4": ("rock", ["NW", "S"]),
        "E5": ("pasture", ["N", "SE"]),
        "F5": ("woods", ["NW", "NE"]),
    }
    tiles.update({tile: {"terrain": terrain, "river": edges} for tile, (terrain, edges) in courses.items()})
    return read_map({"name": "All the rivers", "tiles": tiles})


def early() -> tuple[Position, Position | None]:
    homes = {"red": "D3a", "blue": "F3"}
    donkeys = {
        f"{seat}-donkey-{n}": Transporter(f"{seat}-donkey-{n}", at=at) for seat, at in homes.items() for n in (1, 2, 3)
    }
    state = State(
        turn=1,
        phase="production",
        temple=("red", "blue"),
        sequence=("blue", "red"),
        players={seat: Player(home) for seat, home in homes.items()},
        goods={home: {"boards": 5, "geese": 2, "stone": 1} for home in homes.values()},
        transporters=donkeys,
    )
    return Position(rivers(), state), None


def middle() -> tuple[Position, Position | None]:
    """Fourteen things on C2, boats in the river and at the coast, one transporter carried, walls and a bridge."""
    fleet = [
        Transporter("red-donkey-1", at="D3a", load={"boards": 2}),
        Transporter("red-donkey-2", at="D3a"),
        Transporter("blue-raft-1", at="C4~", load={"stone": 2, "gold": 1}),
        Transporter("blue-wagon-1", at="E4a", load={"fuel": 2, "iron": 1}),
        Transporter("yellow-truck-1", at="C2", load={"gold": 2, "coins": 2, "stock": 1}),
        Transporter("green-steamer-1", at="B2/NW", load={"clay": 4}),
        Transporter("red-raft-2", at="G5"),
        Transporter("red-donkey-3", aboard="red-raft-2"),
        Transporter("red-wagon-1", at="C2"),
        Transporter("blue-donkey-3", at="C2", load={"geese": 2}),
        Transporter("yellow-donkey-2", at="C2"),
        Transporter("green-truck-1", at="C2", load={"trunks": 6}),
    ]
    state = State(
        turn=14,
        phase="movement",
        temple=("red", "yellow", "blue", "green"),
        sequence=("blue", "yellow", "red", "green"),
        players={"red": Player("D3a"), "blue": Player("E4b"), "yellow": Player("C2"), "green": Player("F3")},
        buildings={"C2": "sawmill", "D2": "mine", "E4a": "papermill", "F2": "mint", "C4a": "raft-factory"},
        mines={"D2": Mine(2, 3, "gold")},
        roads=frozenset({"C2-D2", "C2-C3", "D2-D3a", "D3a-E3", "E4a-E5a"}),
        bridges=frozenset({"C4a-C4b"}),
        walls={"C2-D1": Wall("red", 2), "E4-F4": Wall("neutral", 1), "B3-C3": Wall("yellow", 3)},
        goods={
            "C2": {"trunks": 3, "boards": 12, "paper": 1, "geese": 2, "clay": 2, "stone": 5},
            "D3b": {"geese": 2},
            "D3c": {"stone": 1, "gold": 2},
            "F2": {"gold": 4, "coins": 1},
            "E4b": {"boards": 5, "geese": 2, "stone": 1},
        },
        transporters={each.name: each for each in fleet},
        wonder=("red", "blue", "neutral") * 8,
    )
    board = rivers()
    before = replace(state, phase="production", goods={**state.goods, "F2": {"gold": 6}})
    return Position(board, state), Position(board, before)


def late() -> tuple[Position, Position | None]:
    """Six players, walls everywhere, the wonder nearly done."""
    board = rivers()
    lands = [land for land in sorted(board.all_lands) if not land.endswith(("a", "b", "c"))]
    fleet = {}
    for number, seat in enumerate(COLOURS):
        for truck in (1, 2, 3):
            name = f"{seat}-truck-{truck}"
            fleet[name] = Transporter(
                name, at=lands[(number * 5 + truck * 3) % len(lands)], load={"coins": 3, "stock": 2}
            )
        name = f"{seat}-steamer-1"
        fleet[name] = Transporter(name, at="A3" if number % 2 else "C4~", load={"fuel": 8} if number < 2 else {})
    kinds = ("sawmill", "mint", "stock-exchange", "truck-factory", "papermill", "coal-burner")
    state = State(
        turn=27,
        phase="wonder",
        temple=COLOURS,
        sequence=tuple(reversed(COLOURS)),
        players={seat: Player(lands[number * 3]) for number, seat in enumerate(COLOURS)},
        irrigated=True,
        buildings={land: kinds[number % len(kinds)] for number, land in enumerate(lands) if number % 2},
        roads=frozenset(name for name in board.lanes),
        bridges=frozenset({"C4a-C4b", "D3a-D3b", "E4a-E4b"}),
        walls={
            "C2-D1": Wall("white", 4),
            "E4-F4": Wall("black", 2),
            "B3-C3": Wall("green", 3),
            "F2-G2": Wall("blue", 1),
        },
        goods={land: {"boards": 11, "stone": 3} for number, land in enumerate(lands) if number % 4 == 0},
        transporters=fleet,
        wonder=tuple((*COLOURS, "neutral")[number % 7] for number in range(79)),
    )
    return Position(board, state), None


def narrow() -> tuple[Position, Position | None]:
    """Six players on a map narrower than what stands below it."""
    tiles = {f"{column}{row}": "pasture" for column in "ABC" for row in (1, 2)}
    lands = sorted(tiles)
    state = State(
        turn=20,
        phase="building",
        temple=COLOURS,
        sequence=COLOURS,
        players={seat: Player(lands[number]) for number, seat in enumerate(COLOURS)},
        wonder=("red",),
    )
    return Position(read_map({"name": "Close quarters", "tiles": tiles}), state), None


POSITIONS: dict[str, Callable[[], tuple[Position, Position | None]]] = {
    "early": early,
    "middle": middle,
    "late": late,
    "narrow": narrow,
}


def drawn(name: str, language: str = "en", theme: str = "light") -> Picture:
    position, before = POSITIONS[name]()
    return GAME.picture(position, voice(GAME, language), before, theme)
