"""Maps drawn by lot: a thousand of them keep the rules of rivers and treat every home alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from adjudicator.core.hexes import EDGES, Tile, distance
from adjudicator.core.model import BadInput, Plain
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.mapfile import read_map
from adjudicator.rulesets.roads_and_boats.mapmaking import LEAST_LAND, MOST_LAND, generate
from adjudicator.rulesets.roads_and_boats.mapreport import NEAR, NEEDED, report, walk
from adjudicator.rulesets.roads_and_boats.places import tile_of

SEEDS = 1000
AT_ONCE = 100


def numbers(seed: int) -> tuple[int, int, int]:
    """Players, land and sea: every count of players, from crowded to roomy, from no sea at all to half the map."""
    players = seed % 6 + 1
    land = players * (LEAST_LAND + seed // 6 % 10)
    sea = (0, 1, land // 4, land // 2, land)[seed // 60 % 5]
    return players, land, sea


def drawn(seed: int) -> Board:
    return read_map(generate(*numbers(seed), str(seed)))  # RB-1.2: reading refuses a river that breaks the rules


def flown(board: Board, home: str, terrain: str) -> int:
    """To the nearest tile of a terrain as the crow flies."""
    return min(distance(tile_of(home), tile) for tile, ground in board.tiles.items() if ground.terrain == terrain)


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_a_thousand_maps_are_legal_and_fair(first: int) -> None:
    """RB-1.2, RB-4.2"""
    for seed in range(first, first + AT_ONCE):
        players, land, sea = numbers(seed)
        board = drawn(seed)
        terrain = Counter(ground.terrain for ground in board.tiles.values())
        assert (len(board.homes), terrain["sea"], len(board.tiles)) == (players, sea, land + sea), seed
        assert all(distance(one, other) >= 2 for one, other in combinations(board.homes, 2)), seed
        assert_in_one_piece(board, seed)
        assert_fair(board, seed)


def assert_in_one_piece(board: Board, seed: int) -> None:
    """Every bank can be walked to without a bridge, so surely every land tile."""
    assert walk(board, board.homes[0]).keys() == board.all_lands, seed


def assert_fair(board: Board, seed: int) -> None:
    found = report(board)
    assert found.terrain["mountain"] >= len(board.homes), seed
    assert found.contested or len(board.homes) == 1, seed
    for kind in (*NEEDED, "mountain", "sea"):
        if kind in found.terrain:
            walked = [-1 if (steps := each.steps[kind]) is None else steps for each in found.homes]
            crow = [flown(board, home, kind) for home in board.homes]
            assert min(walked) >= 0 and max(walked) - min(walked) <= 1 and max(crow) - min(crow) <= 1, (seed, kind)
            assert kind not in NEEDED or max(walked) <= NEAR, (seed, kind)


def test_rivers_of_every_shape_come_up() -> None:
    """RB-1.3, RB-1.4, RB-1.5"""
    shapes = Counter(shape for seed in range(120) for shape in shapes_of(drawn(seed)))
    assert shapes.keys() == {"source", "sharp bend", "wide bend", "straight", "fork", "mouth"}


def shapes_of(board: Board) -> Iterator[str]:
    for tile, ground in board.tiles.items():
        at = [EDGES.index(edge) for edge in ground.river]
        if len(at) == 2:
            yield ("sharp bend", "wide bend", "straight")[min((at[1] - at[0]) % 6, (at[0] - at[1]) % 6) - 1]
        elif at:
            yield "source" if len(at) == 1 else "fork"
        if any(board.is_sea(str(board.beyond(tile, edge))) for edge in ground.river):
            yield "mouth"


def test_with_room_homes_lie_three_steps_apart_and_clay_can_be_dug() -> None:
    for seed in range(60):
        players = seed % 6 + 1
        board = read_map(generate(players, 12 * players, 3 * players, f"roomy {seed}"))
        assert all(distance(one, other) >= 3 for one, other in combinations(board.homes, 2)), seed
        assert any(board.has_river(tile) for tile in board.tiles), seed


def test_a_map_without_sea_has_a_river() -> None:
    """RB-7.5  Or nobody could dig clay or build a boat."""
    for seed in range(60):
        board = read_map(generate(seed % 6 + 1, 8 * (seed % 6 + 1), 0, f"dry {seed}"))
        assert any(board.has_river(tile) for tile in board.tiles), seed


def test_the_same_seed_gives_the_same_map_and_another_seed_another() -> None:
    one = generate(3, 30, 10, "brook")
    assert generate(3, 30, 10, "brook") == one
    assert generate(3, 30, 10, "creek")["tiles"] != one["tiles"]


def test_a_known_map_stays_as_it_was() -> None:
    """A map told by its seed is the same on every machine and stays what it was."""
    assert generate(1, 7, 2, "seven") == SEVEN


SEVEN: Plain = {
    "name": "Seed seven",
    "about": "Drawn by lot for 1 with 7 tiles of land and 2 of sea.",
    "players": 1,
    "homes": ["D2"],
    "tiles": {
        "B2": {"terrain": "mountain", "river": ["NE", "S"]},
        "B3": {"terrain": "pasture", "river": ["N", "SE"]},
        "C2": {"terrain": "rock", "river": ["NE", "SW"]},
        "C4": {"terrain": "pasture", "river": ["NW"]},
        "D2": "pasture",
        "D3": "desert",
        "E2": "woods",
        "C3": "sea",
        "D1": "sea",
    },
}


def test_tiles_begin_in_the_corner_of_the_alphabet() -> None:
    for seed in range(30):
        tiles: list[Tile] = list(drawn(seed).tiles)
        assert {tile[0] for tile in tiles} & {"A", "B"} and any(tile[1:] == "1" for tile in tiles)


BAD: dict[str, tuple[tuple[int, int, int], str]] = {
    "nobody": ((0, 20, 4), "a map is for 1 to 6 players, not for 0"),
    "seven": ((7, 80, 4), "a map is for 1 to 6 players, not for 7"),
    "too little land": ((3, 17, 4), f"3 players need {3 * LEAST_LAND} to {3 * MOST_LAND} tiles of land, not 17"),
    "too much land": ((1, 500, 4), f"1 player needs {LEAST_LAND} to {MOST_LAND} tiles of land, not 500"),
    "less than no sea": ((2, 20, -1), "with 20 tiles of land there can be 0 to 40 of sea, not -1"),
    "an ocean": ((2, 20, 41), "with 20 tiles of land there can be 0 to 40 of sea, not 41"),
}


@pytest.mark.parametrize("what", BAD)
def test_impossible_numbers_are_refused_in_one_sentence(what: str) -> None:
    given, sentence = BAD[what]
    with pytest.raises(BadInput) as refusal:
        generate(*given, "x")
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize("share", [0, 1, 2])
def test_the_least_and_the_most_land_work(players: int, share: int) -> None:
    for each in (LEAST_LAND, MOST_LAND):
        land = players * each
        board = read_map(generate(players, land, share * land, "edge"))
        assert len(board.tiles) == land + share * land
