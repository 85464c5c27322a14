"""State files: what is written reads back as it was, and every broken position is refused with the place."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from adjudicator.core.model import BadInput, Plain
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.invariants import broken
from adjudicator.rulesets.roads_and_boats.mapfile import read_map
from adjudicator.rulesets.roads_and_boats.state import State
from adjudicator.rulesets.roads_and_boats.statefile import read_state, write_state
from tests.roads_and_boats.strategies import SAME_EVERY_TIME, positions

MAP: Plain = {
    "name": "Two valleys",
    "players": 3,
    "tiles": {
        "A1": "sea",
        "A2": "desert",
        "B2": "pasture",
        "B4": "sea",
        "B5": "sea",
        "C3": "woods",
        "C4": {"terrain": "pasture", "river": ["NE", "SW"]},
        "C5": "woods",
        "C6": "pasture",
        "C7": "sea",
        "D3": {"terrain": "mountain", "river": ["SW"]},
        "D4": "woods",
        "D5": "pasture",
        "D6": {"terrain": "rock", "river": ["N", "S", "SW"]},
        "D7": "sea",
        "E7": "mountain",
        "F5": "pasture",
    },
}
MAP["tiles"]["D5"] = {"terrain": "pasture", "river": ["S"]}

STATE: Plain = {
    "ruleset": "roads-and-boats",
    "turn": 3,
    "phase": "production",
    "temple": ["red", "yellow", "blue"],
    "sequence": ["blue", "yellow", "red"],
    "irrigated": False,
    "players": {
        "blue": {"home": "F5", "research": ["rowing"]},
        "red": {"home": "B2", "research": []},
        "yellow": {"research": []},
    },
    "buildings": {"C5": "sawmill", "D6b": "papermill", "E7": "mine"},
    "mines": {"E7": {"gold": 2, "iron": 3, "drawn": "gold"}},
    "roads": ["B2-C3", "C3-C4b"],
    "bridges": ["C4a-C4b"],
    "walls": {"C4-C5": {"owner": "red", "strength": 2}},
    "goods": {"C4a": {"boards": 2, "geese": 2}},
    "transporters": {
        "blue-raft-1": {"at": "C4~"},
        "red-donkey-1": {"at": "C4a", "load": {"boards": 1, "gold": 1}},
        "red-donkey-2": {"aboard": "red-raft-2"},
        "red-raft-2": {"at": "C6/S"},
    },
    "wonder": ["neutral", "red"],
}


@pytest.fixture(scope="module")
def board() -> Board:
    return read_map(MAP)


@SAME_EVERY_TIME
@given(positions())
def test_a_position_reads_back_as_it_was_written(position: tuple[Board, State]) -> None:
    board, state = position
    assert broken(state, board) == ()
    written = write_state(state)
    again = read_state(written, board)
    assert again == state
    assert in_order(write_state(again)) == in_order(written)


def in_order(plain: Plain) -> Plain:
    """Mappings as lists, so that the order of their keys counts: it is the order of the lines in the file."""
    if isinstance(plain, dict):
        return [(key, in_order(value)) for key, value in plain.items()]
    return [in_order(item) for item in plain] if isinstance(plain, list) else plain


def test_the_documented_example_is_written_as_it_stands(board: Board) -> None:
    assert in_order(write_state(read_state(STATE, board))) == in_order(STATE)


def test_a_finished_game_and_a_player_who_left_are_kept(board: Board) -> None:
    raw = changed(
        over={"reason": "wonder", "ranking": ["red", "yellow", "blue"], "scores": {"blue": 1, "red": 50, "yellow": 9}}
    )
    raw["players"]["blue"]["left"] = True
    assert in_order(write_state(read_state(raw, board))) == in_order(raw)


def test_lists_come_in_the_order_of_the_map_whatever_the_file_says(board: Board) -> None:
    raw = changed(roads=["C4b-C3", "C3-B2"], goods={"C6": {"stock": 1, "trunks": 2}, "A2": {"clay": 1}})
    raw["transporters"] = {f"red-donkey-{n}": {"at": "B2"} for n in (10, 9)}
    written = write_state(read_state(raw, board))
    assert written["roads"] == ["B2-C3", "C3-C4b"]
    assert in_order(written["goods"]) == in_order({"A2": {"clay": 1}, "C6": {"trunks": 2, "stock": 1}})
    assert list(written["transporters"]) == ["red-donkey-9", "red-donkey-10"]


def test_a_bare_tile_stands_for_its_bank_where_only_one_can_be_meant(board: Board) -> None:
    """A road over an edge that no river crosses, and the one mine of a tile."""
    assert read_state(changed(roads=["C3-C4"]), board).roads == {"C3-C4b"}
    with pytest.raises(BadInput, match="C4-D3 could be C4a-D3 or C4b-D3"):
        read_state(changed(roads=["C4-D3"]), board)
    divided = copy.deepcopy(MAP)
    divided["tiles"]["D6"]["terrain"] = "mountain"
    raw = changed(buildings={"D6b": "mine"}, mines={"D6": {"gold": 1, "iron": 0}})
    assert write_state(read_state(raw, read_map(divided)))["mines"] == {"D6b": {"gold": 1, "iron": 0}}


def test_what_is_empty_may_be_left_out(board: Board) -> None:
    raw = {key: STATE[key] for key in ("turn", "phase", "temple", "sequence")}
    raw["players"] = {"blue": {}, "red": None, "yellow": {"research": []}}
    raw["buildings"] = {"E7": "mine"}
    raw["goods"] = {"C6": {}, "C5": {"clay": 0}}
    state = read_state(raw, board)
    assert (state.goods, state.irrigated, state.mines["E7"].gold) == ({}, False, 0)
    assert write_state(state)["mines"] == {"E7": {"gold": 0, "iron": 0}}


def test_alone_seventeen_neutral_bricks_stand_from_the_beginning(board: Board) -> None:
    """RB-12.1"""
    raw = {"turn": 1, "phase": "production", "temple": ["red"], "sequence": ["red"], "players": {"red": {}}}
    assert len(read_state({**raw, "wonder": ["neutral"] * 18}, board).wonder) == 18
    with pytest.raises(BadInput, match="19 neutral bricks in turn 1; there are at most 18"):
        read_state({**raw, "wonder": ["neutral"] * 19}, board)


# -- what is refused ---------------------------------------------------------------------------------------------------


def changed(**parts: Plain) -> dict[str, Any]:
    return {**copy.deepcopy(STATE), **parts}


def at(*path: str, put: Plain) -> Callable[[], Plain]:
    """The example with one thing put at a path."""

    def make() -> Plain:
        raw = whole = changed()
        for key in path[:-1]:
            whole = whole.setdefault(key, {})
        whole[path[-1]] = put
        return raw

    return make


def fleet(*kinds: str) -> Callable[[], Plain]:
    """Red has so many of these, all in places that suit them."""
    places = {"donkey": "B2", "wagon": "B2", "truck": "B2"}
    names = {f"red-{kind}-{number}": {"at": places.get(kind, "C4~")} for number, kind in enumerate(kinds, 1)}
    return at("transporters", put=names)


def raft(place: str) -> Callable[[], Plain]:
    return at("transporters", "red-raft-1", put={"at": place})


def wagon(place: str) -> Callable[[], Plain]:
    return at("transporters", "red-wagon-1", put={"at": place})


REFUSED: dict[str, tuple[Callable[[], Plain], str]] = {
    "another game": (at("ruleset", put="orchard"), "ruleset: `orchard` is another game than roads-and-boats"),
    "an unknown part": (at("weather", put="fine"), "`weather` does not belong here"),
    "a turn that is no number": (at("turn", put=True), "turn: a whole number is expected here, not `True`"),
    "no turn": (at("turn", put=0), "turn: there is no turn 0"),
    "no phase": (at("phase", put="lunch"), "phase: `lunch` is no phase; there are start, production"),
    "a stranger in the temple": (at("temple", put=["red", "pink", "blue", "yellow"]), "temple: pink is not among"),
    "one missing in the temple": (at("temple", put=["red", "blue"]), "temple: yellow is missing"),
    "one twice in the sequence": (at("sequence", put=["red", "red", "blue", "yellow"]), "sequence: red is named twice"),
    "a player whom nobody names": (at("players", "green", put={}), "temple: green is missing"),
    "no players": (at("players", put={}), "players: 0 players; there are 1 to 6"),
    "a neutral player": (at("players", "neutral", put={}), "players: `neutral` is no player's colour"),
    "a home at sea": (at("players", "red", put={"home": "A1"}), "players, red: home A1 is not land"),
    "a home off the map": (at("players", "red", put={"home": "K9"}), "players, red: home K9 is not on the map"),
    "a home without its bank": (at("players", "red", put={"home": "C4"}), "C4 is no bank; there are C4a and C4b"),
    "two homes on one tile": (at("players", "red", put={"home": "F5"}), "F5 is already the home of blue"),
    "unknown research": (at("players", "red", put={"research": ["flying"]}), "red: `flying` is no subject of research"),
    "research twice": (at("players", "red", put={"research": ["rowing", "rowing"]}), "rowing is named twice"),
    "an unknown building": (at("buildings", "C3", put="castle"), "buildings, C3: `castle` is no building"),
    "a building off the map": (at("buildings", "K9", put="mint"), "buildings: K9 is not on the map"),
    "a building without its bank": (at("buildings", "C4", put="mint"), "C4 is no bank; there are C4a and C4b"),
    "a bank that does not exist": (at("buildings", "C4c", put="mint"), "C4c is no bank; there are C4a and C4b"),
    "a bank where there is none": (at("buildings", "C3a", put="mint"), "C3a is no bank; there is only C3"),
    "a building in a river": (at("buildings", "C4~", put="mint"), "buildings: C4~ is not land"),
    "two buildings on a tile": (at("buildings", "D6a", put="mint"), "D6a: a tile has one building, and D6b has one"),
    "a woodcutter on pasture": (
        at("buildings", "B2", put="woodcutter"),
        "B2: woodcutter stands on woods, not on pasture",
    ),
    "a clay pit inland": (at("buildings", "F5", put="clay-pit"), "buildings, F5: clay-pit needs a shore"),
    "a mint at sea": (at("buildings", "A1", put="mint"), "buildings, A1: mint and sea do not go together"),
    "an oil rig on land": (at("buildings", "B2", put="oil-rig"), "oil-rig and pasture do not go together"),
    "a mint in the desert": (
        at("buildings", "A2", put="mint"),
        "A2: nothing is built in a desert that is not irrigated",
    ),
    "a bag without a mine": (at("mines", "C5", put={"gold": 1}), "mines, C5: there is no mine"),
    "less than nothing in a bag": (at("mines", "E7", put={"gold": -1}), "mines, E7: a bag cannot hold -1"),
    "clay drawn": (at("mines", "E7", put={"drawn": "clay"}), "E7: `clay` cannot be drawn, only gold or iron"),
    "a road that is no lane": (at("roads", put=["B2-D4"]), "roads: B2-D4 is no lane"),
    "a road into the sea": (at("roads", put=["A1-B2"]), "roads: A1-B2 is no lane"),
    "a road to the wrong bank": (at("roads", put=["C3-C4a"]), "roads: C3-C4a is no lane"),
    "a road twice": (at("roads", put=["B2-C3", "C3-B2"]), "roads: B2-C3 is named twice"),
    "a bridge between tiles": (at("bridges", put=["C3-C4b"]), "C3-C4b does not lie between two banks of one tile"),
    "a bridge where nothing divides": (at("bridges", put=["C3a-C3b"]), "C3a-C3b does not lie between two banks"),
    "a bridge too many": (at("bridges", put=["D6a-D6b", "D6b-D6c", "D6a-D6c"]), "D6 has one more than its banks need"),
    "a wall at the border": (at("walls", "A1-B1", put={"owner": "red", "strength": 1}), "walls: A1-B1 is no edge"),
    "a wall between seas": (at("walls", "B4-B5", put={"owner": "red", "strength": 1}), "walls: B4-B5 is no edge"),
    "a wall between strangers": (at("walls", "C3-F5", put={"owner": "red", "strength": 1}), "walls: C3-F5 is no edge"),
    "a wall of nobody": (
        at("walls", "C4-C5", put={"owner": "pink", "strength": 1}),
        "C4-C5: pink is not among the players",
    ),
    "a wall of no strength": (at("walls", "C4-C5", put={"owner": "red", "strength": 0}), "at least 1, not 0"),
    "a wall twice": (at("walls", "C5-C4", put={"owner": "red", "strength": 2}), "walls: C4-C5 is named twice"),
    "unknown goods": (at("goods", "C3", put={"salt": 1}), "goods, C3: `salt` is no good; there are trunks"),
    "less than nothing": (at("goods", "C3", put={"clay": -1}), "goods, C3: there cannot be -1 clay"),
    "half a board": (at("goods", "C3", put={"boards": 0.5}), "goods, C3: a whole number is expected here, not `0.5`"),
    "goods on the plain sea": (at("goods", "A1", put={"clay": 1}), "goods, A1: nothing is left on the plain sea"),
    "geese alone at sea": (at("goods", "A1", put={"geese": 1}), "goods, A1: geese are not left alone at sea"),
    "goods without their bank": (at("goods", "C4", put={"clay": 1}), "goods: C4 is no bank; there are C4a and C4b"),
    "goods in a river": (at("goods", "C4~", put={"clay": 1}), "goods: C4~ is not land"),
    "a wagon in a river": (wagon("C4~"), "red-wagon-1: a wagon cannot be on the water at C4~"),
    "a wagon at sea": (wagon("A1"), "red-wagon-1: a wagon cannot be on the water at A1"),
    "a wagon at a dock": (wagon("C6/S"), "red-wagon-1: a wagon cannot be on the water at C6/S"),
    "a wagon off the map": (wagon("K9"), "red-wagon-1: K9 is not on the map"),
    "a wagon on no bank": (wagon("C4"), "red-wagon-1: C4 is no bank; there are C4a and C4b"),
    "a boat on land": (raft("C5"), "red-raft-1: a raft cannot be on land at C5"),
    "a boat where no river runs": (raft("C5~"), "red-raft-1: C5~: no river runs there"),
    "a boat docked at no coast": (raft("C5/S"), "red-raft-1: C5/S: that edge of C5 is not a coast"),
    "a boat docked at no bank": (raft("C4/S"), "red-raft-1: C4 is no bank; there are C4a and C4b"),
    "a boat nowhere": (raft("the moon"), "red-raft-1: the moon is not on the map"),
    "an unknown kind": (at("transporters", "red-zeppelin-1", put={"at": "B2"}), "red-zeppelin-1 is no transporter"),
    "nobody's donkey": (at("transporters", "donkey-1", put={"at": "B2"}), "donkey-1 is no transporter; they are named"),
    "a stranger's donkey": (at("transporters", "pink-donkey-1", put={"at": "B2"}), "pink is not among the players"),
    "a load over capacity": (
        at("transporters", "red-donkey-1", put={"at": "B2", "load": {"boards": 2, "gold": 1}}),
        "transporters, red-donkey-1: a donkey carries 2, not 3",
    ),
    "a load of nonsense": (
        at("transporters", "red-donkey-1", put={"at": "B2", "load": {"salt": 1}}),
        "transporters, red-donkey-1: `salt` is no good",
    ),
    "neither here nor there": (at("transporters", "red-donkey-1", put={}), "it is either `at` a place or `aboard`"),
    "here and there": (
        at("transporters", "red-donkey-1", put={"at": "B2", "aboard": "red-raft-2"}),
        "it is either `at` a place or `aboard`",
    ),
    "aboard of nothing": (
        at("transporters", "red-donkey-2", put={"aboard": "red-truck-1"}),
        "red-donkey-2: there is no red-truck-1 to be aboard of",
    ),
    "two aboard of one": (
        at("transporters", "red-donkey-3", put={"aboard": "red-raft-2"}),
        "red-raft-2 carries 2, and may carry one",
    ),
    "a carrier carried": (
        at("transporters", "red-raft-2", put={"aboard": "blue-raft-1"}),
        "red-donkey-2: its carrier red-raft-2 is itself carried",
    ),
    "aboard of itself": (
        at("transporters", "red-raft-2", put={"aboard": "red-raft-2"}),
        "its carrier red-raft-2 is itself carried",
    ),
    "a loaded carrier": (
        at("transporters", "red-raft-2", put={"at": "C6/S", "load": {"clay": 1}}),
        "red-donkey-2: its carrier red-raft-2 is loaded",
    ),
    "carried with a load": (
        at("transporters", "red-donkey-2", put={"aboard": "red-raft-2", "load": {"clay": 1}}),
        "red-donkey-2: what is carried is empty",
    ),
    "too many for the land": (fleet(*["donkey"] * 6), "red has 6 for the land, and may have 5"),
    "too many boats": (fleet(*["raft"] * 6), "red has 6 boats, and may have 5"),
    "too many together": (fleet(*["truck"] * 4, *["raft"] * 5), "transporters: red has 9, and may have 8"),
    "more neutral bricks than turns": (
        at("wonder", put=["neutral"] * 4),
        "wonder: 4 neutral bricks in turn 3; there are at most 3",
    ),
    "more than thirty-three": (
        lambda: changed(turn=40, wonder=["neutral"] * 34),
        "34 neutral bricks in turn 40; there are at most 33",
    ),
    "a wonder beyond its end": (at("wonder", put=["red"] * 67), "wonder: 67 bricks; it ends with 66"),
    "a stranger's brick": (at("wonder", put=["pink"]), "wonder: pink is not among the players"),
    "a ranking without all": (
        at("over", put={"reason": "wonder", "ranking": ["red"], "scores": {"red": 1, "blue": 1, "yellow": 1}}),
        "over, ranking: it names every player once",
    ),
    "scores without all": (
        at("over", put={"reason": "wonder", "ranking": ["red", "blue", "yellow"], "scores": {"red": 1}}),
        "over, scores: it names every player once",
    ),
    "a list for a mapping": (at("goods", put=["clay"]), "goods: a mapping is expected here"),
    "a word for a list": (at("wonder", put="red"), "wonder: a list is expected here"),
    "a number for a word": (at("temple", put=[1]), "temple: a word is expected here"),
    "a word for a flag": (at("irrigated", put="often"), "irrigated: true or false is expected here"),
    "nothing at all": (lambda: None, "a mapping is expected here"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_broken_position_is_refused_with_the_place(what: str, board: Board) -> None:
    make, sentence = REFUSED[what]
    with pytest.raises(BadInput) as refusal:
        read_state(make(), board)
    assert sentence in str(refusal.value)


def test_geese_may_keep_a_boat_company_at_sea_and_a_rig_holds_anything(board: Board) -> None:
    """RB-6.10, RB-6.16"""
    raw = changed(goods={"A1": {"geese": 2}, "C7": {"clay": 1}})
    raw["transporters"]["red-raft-1"] = {"at": "A1"}
    raw["buildings"]["C7"] = "oil-rig"
    assert broken(read_state(raw, board), board) == ()


def test_an_irrigated_desert_bears_any_building(board: Board) -> None:
    """RB-1.9, RB-7.6"""
    assert read_state(changed(irrigated=True, buildings={"A2": "mint"}, mines={}), board).buildings == {"A2": "mint"}


def test_a_mine_without_a_bag_is_found_in_a_position(board: Board) -> None:
    """RB-7.9  A file may leave an empty bag out; a position may not."""
    state = read_state(changed(), board)
    parts = {name: getattr(state, name) for name in state.__dataclass_fields__}
    assert broken(State(**{**parts, "mines": {}}), board) == ("mines: the mine at E7 has no bag",)
