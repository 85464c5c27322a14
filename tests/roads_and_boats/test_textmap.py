"""The map for a terminal."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from adjudicator.core.model import Position
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.mapfile import read_map
from adjudicator.rulesets.roads_and_boats.maps import RoadsAndBoatsMaps
from adjudicator.rulesets.roads_and_boats.state import Player, State, Transporter, Wall
from adjudicator.rulesets.roads_and_boats.textmap import LEGEND, text_map
from tests.roads_and_boats.strategies import SAME_EVERY_TIME, boards, positions

BOARD = read_map(
    {
        "name": "small",
        "homes": ["A1"],
        "tiles": {
            "A1": {"terrain": "woods", "river": ["SE"]},
            "A2": "desert",
            "B1": {"terrain": "pasture", "river": ["S", "NW"]},
            "B2": "sea",
        },
    }
)


def drawn(state: State | None) -> str:
    return text_map(Position(BOARD, state), legend=False)


def test_a_bare_map_shows_terrain_rivers_sea_and_prescribed_homes() -> None:
    assert drawn(None) == (
        "  ______\n"
        " /A1 W@ \\\n"
        "/        \\______\n"
        "\\        ~ B1 P \\\n"
        " \\______~        \\\n"
        " / A2 D \\        /\n"
        "/        \\~~~~~~/\n"
        "\\        /. B2 .\\\n"
        " \\______/........\\\n"
        "        \\......../\n"
        "         \\______/\n"
    )


STATE = State(
    turn=5,
    phase="movement",
    temple=("blue", "red"),
    sequence=("blue", "red"),
    players={"blue": Player(home="A2"), "red": Player(home="A1")},
    buildings={"B1a": "sawmill"},
    roads=frozenset({"A1-A2"}),
    bridges=frozenset({"B1a-B1b"}),
    walls={"A2-B1": Wall("red", 2)},
    goods={"B1a": {"boards": 2}, "B1b": {"geese": 1}},
    transporters={
        "blue-raft-1": Transporter("blue-raft-1", at="B2"),
        "red-donkey-1": Transporter("red-donkey-1", at="B1a"),
        "red-raft-1": Transporter("red-raft-1", at="B1~"),
        "red-donkey-2": Transporter("red-donkey-2", aboard="red-raft-1"),
    },
)


def test_a_position_shows_what_stands_on_each_tile_and_edge() -> None:
    assert drawn(STATE) == (
        "  ______\n"
        " /A1 W@R\\\n"
        "/        \\______\n"
        "\\        ~B1 P= \\\n"
        " \\___=__~ Swa +3 \\\n"
        " /A2 D@B#   R3   /\n"
        "/        #~~~~~~/\n"
        "\\        /. B2 .\\\n"
        " \\______/........\\\n"
        "        \\.. B1 ../\n"
        "         \\______/\n"
    )


def test_a_watered_desert_is_pasture() -> None:
    """RB-1.9"""
    assert "A2 D" in drawn(STATE) and "A2 P" in drawn(replace(STATE, irrigated=True))


def test_a_wall_a_road_and_a_river_on_one_slanting_edge_keep_wall_and_road() -> None:
    lane = next(name for name, lane in BOARD.lanes.items() if lane.edge == "A1-B1")
    walled = replace(STATE, walls={"A1-B1": Wall("red", 1)}, roads=frozenset({lane}), bridges=frozenset())
    assert "\\        # B1 P \\" in drawn(walled) and " \\______= Swa +3" in drawn(walled)


def test_the_legend_names_the_buildings_that_stand() -> None:
    text = text_map(Position(BOARD, STATE))
    assert LEGEND in text and text.endswith("Sw sawmill\n")


@SAME_EVERY_TIME
@given(positions())
def test_every_position_can_be_shown_with_every_tile_and_nothing_cut_off(position: tuple[Board, State]) -> None:
    board, state = position
    text = text_map(Position(board, state), legend=False)
    words = text.replace("\\", " ").replace("/", " ").replace("~", " ").replace("#", " ").replace("=", " ")
    words = words.replace(".", " ").replace("_", " ").replace("@", " ")
    assert board.tiles.keys() <= set(words.split())
    pieces = [sum(goods.values()) for goods in state.goods.values()]
    assert sum(int(word[1:]) for word in words.split() if word.startswith("+")) == sum(pieces)


@SAME_EVERY_TIME
@given(boards())
def test_the_empty_map_of_every_board_can_be_shown(board: Board) -> None:
    maps = RoadsAndBoatsMaps(("red", "blue"))
    assert maps.text(maps.empty(board))
