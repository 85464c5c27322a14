"""Map files: every fault is named with its tile and edge; the maps that come with the game are worth playing on."""

from __future__ import annotations

import json
from itertools import combinations

import pytest
from hypothesis import given

from adjudicator.core import folders, yamlfiles
from adjudicator.core.hexes import distance
from adjudicator.core.model import BadInput, Plain
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.mapfile import TERRAINS, read_map
from adjudicator.rulesets.roads_and_boats.mapreport import NEAR, NEEDED, plain, report
from adjudicator.rulesets.roads_and_boats.places import tile_of
from tests.roads_and_boats.strategies import SAME_EVERY_TIME, boards, raw_maps

SCENARIOS = sorted(folders.scenarios("roads_and_boats").glob("*.yaml"))


def with_tiles(**tiles: Plain) -> Plain:
    """Three land tiles in a column with the sea below, and these instead or besides."""
    return {"name": "small", "tiles": {"C3": "woods", "C4": "rock", "C5": "pasture", "C6": "sea", **tiles}}


def river(*edges: str) -> Plain:
    return {"terrain": "woods", "river": list(edges)}


REFUSED: dict[str, tuple[Plain, str]] = {
    "no mapping": ([], "a map is a mapping with `tiles`"),
    "an unknown part": ({**with_tiles(), "weather": "fine"}, "`weather` is not a part of a map"),
    "no tiles": ({"name": "empty", "tiles": {}}, "no tiles"),
    "a tile that is none": (with_tiles(c4="woods"), "c4 is no tile"),
    "row nought": (with_tiles(A0="woods"), "A0 is no tile"),
    "no such terrain": (with_tiles(C4="swamp"), "tile C4: `swamp` is no terrain; there are woods, pasture"),
    "a tile of another shape": (with_tiles(C4=["woods"]), "tile C4: a tile is a terrain, or {terrain"),
    "no such edge": (with_tiles(C4=river("E")), "tile C4: `E` is no edge; there are N, NE"),
    "an edge twice": (with_tiles(C5=river("S", "S")), "tile C5: the river crosses an edge twice"),
    "a river at sea": (with_tiles(C6={"terrain": "sea", "river": ["N"]}), "tile C6: the sea carries no river"),
    "four river edges": (with_tiles(C5=river("N", "NE", "S", "NW")), "tile C5: a river crosses at most 3 edges"),
    "a river off the map": (with_tiles(C3=river("N")), "tile C3, edge N: the river leaves the map here"),
    "a river off the alphabet": (with_tiles(A1=river("NW")), "tile A1, edge NW: the river leaves the map here"),
    "a river that stops": (with_tiles(C3=river("S")), "tile C3, edge S: the river stops: C4 has no river edge N"),
    "two sources": (
        with_tiles(C3=river("S"), C4=river("N")),
        "tile C3, edge S: two sources face each other: C3 and C4",
    ),
    "a home off the map": ({**with_tiles(), "homes": ["K9"]}, "homes: home K9 is not on the map"),
    "a home that is no place": ({**with_tiles(), "homes": ["here"]}, "homes: home here is not on the map"),
    "a home at sea": ({**with_tiles(), "homes": ["C6"]}, "homes: home C6 is at sea"),
    "homes too close": ({**with_tiles(), "homes": ["C3", "C4"]}, "homes: homes C3 and C4 are too close"),
    "one home twice": ({**with_tiles(), "homes": ["C3", "C3"]}, "homes: homes C3 and C3 are too close"),
    "a bank of nothing": ({**with_tiles(), "homes": ["C3a"]}, "homes: home C3a is no bank; there is only C3"),
    "a home without its bank": (
        {**with_tiles(C4=river("S"), C5=river("N", "S")), "homes": ["C5"]},
        "homes: home C5 is no bank; there are C5a and C5b",
    ),
    "homes that are no list": ({**with_tiles(), "homes": "C3"}, "homes: a list is expected here"),
    "nobody": ({**with_tiles(), "players": 0}, "players: 0 is not a number from 1 to 6"),
    "seven": ({**with_tiles(), "players": [2, 7]}, "players: [2, 7] is not a number from 1 to 6"),
    "true players": ({**with_tiles(), "players": True}, "players: True is not a number"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_broken_map_is_refused_with_the_place(what: str) -> None:
    """RB-1.2, RB-4.2"""
    raw, sentence = REFUSED[what]
    with pytest.raises(BadInput) as refusal:
        read_map(raw)
    assert str(refusal.value).startswith(sentence)


@SAME_EVERY_TIME
@given(raw_maps())
def test_every_drawn_map_is_legal_and_keeps_what_it_says(raw: Plain) -> None:
    board = read_map(raw)
    for tile, entry in raw["tiles"].items():
        expected = entry if isinstance(entry, dict) else {"terrain": entry, "river": []}
        assert (board.tiles[tile].terrain, sorted(board.tiles[tile].river)) == (
            expected["terrain"],
            sorted(expected["river"]),
        )


# -- the maps that come with the game ----------------------------------------------------------------------------------


def test_there_is_a_map_for_two_and_one_for_three() -> None:
    counts = {count for path in SCENARIOS for count in _read(path.stem).players}
    assert {2, 3} <= counts


def _read(slug: str) -> Board:
    path = folders.scenarios("roads_and_boats") / f"{slug}.yaml"
    return read_map(yamlfiles.load(path.read_text(encoding="utf-8"), str(path)))


@pytest.mark.parametrize("slug", [path.stem for path in SCENARIOS])
def test_a_scenario_gives_every_home_what_it_needs(slug: str) -> None:
    """RB-4.2"""
    board = _read(slug)
    found = report(board)
    assert found.doubts == () and found.name and board.about and len(board.homes) >= max(board.players)
    assert all((each.steps[kind] or 0) <= NEAR for each in found.homes for kind in NEEDED)
    mountains = [tile for tile, ground in board.tiles.items() if ground.terrain == "mountain"]
    homes = [tile_of(home) for home in board.homes]
    near = [sorted(distance(mountain, home) for home in homes) for mountain in mountains]
    assert len(homes) == 1 or any(first == second for first, second, *_ in near), "no mountain is contested"


def test_steps_are_those_of_a_donkey_on_its_own_bank() -> None:
    """RB-6.4  What lies across the water cannot be walked to, unless a source lets one walk round."""
    raw = with_tiles(C4={"terrain": "rock", "river": ["NE", "NW"]}, B4="sea", B3="sea", D3="sea")
    found = report(read_map({**raw, "players": 1, "homes": ["C3"]}))
    assert found.homes[0].steps == {
        "woods": 0, "pasture": None, "rock": 1, "mountain": None, "desert": None, "sea": 0,
    }  # fmt: skip
    assert "From home C3 the nearest pasture cannot be walked to." in found.doubts


@SAME_EVERY_TIME
@given(boards())
def test_a_report_counts_every_tile_once(board: Board) -> None:
    found = report(board)
    assert sum(found.terrain.values()) == found.tiles == len(board.tiles)
    assert list(found.terrain) == [kind for kind in TERRAINS if kind in found.terrain]
    json.dumps(plain(found))


def test_doubts_name_what_players_may_regret() -> None:
    found = report(read_map({**with_tiles(), "players": 2, "homes": ["C3"]}))
    assert found.doubts == (
        "3 land tiles are few for 2 players.",
        "0 mountains for 2 players: not everybody can have a mine.",
        "Homes are prescribed for 1 of 2 players: so many cannot play it.",
    )


def test_homes_of_a_scenario_lie_apart() -> None:
    """RB-4.2"""
    for path in SCENARIOS:
        homes = [tile_of(home) for home in _read(path.stem).homes]
        assert all(distance(one, other) >= 2 for one, other in combinations(homes, 2))
