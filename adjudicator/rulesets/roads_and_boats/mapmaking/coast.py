"""Land and sea: a round piece of the world, and bays and lakes taken out of it without parting the land."""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.core.hexes import EDGES, Tile, column_row, distance, neighbour, tile_name

from .luck import Luck

MIDDLE = tile_name(60, 50)
"""Where growing begins: far from every border that a tile's name could meet."""
LOOKED_AT = 3
"""Of so many tiles drawn the one that makes the rounder shape is taken."""
LAKE = 40
"""In a hundred waters so many begin inland."""


def draw_coast(luck: Luck, land: int, sea: int) -> tuple[list[Tile], list[Tile]] | None:
    """So many land tiles, in one piece, and so many of the sea; named from column A or B and row 1 on.

    None where the waters have left only thin strips of land, of which nothing more can be flooded.
    """
    world = _moved_home(_grown(luck, land + sea))
    ashore, afloat = list(world), list[Tile]()
    for size in _waters(luck, sea):
        afloat += _flood(luck, ashore, size)
    if len(afloat) < sea:
        return None
    return sorted(ashore, key=column_row), sorted(afloat, key=column_row)


def around(tile: Tile) -> list[Tile]:
    return [other for edge in EDGES if (other := neighbour(tile, edge)) is not None]


def _grown(luck: Luck, count: int) -> list[Tile]:
    """Tiles added one by one to the rim, rather in bays than on capes; a gap is always closed first."""
    grown = {MIDDLE: None}
    touching: dict[Tile, int] = dict.fromkeys(around(MIDDLE), 1)
    while len(grown) < count:
        gaps = [tile for tile, neighbours in touching.items() if neighbours > 4]
        drawn = gaps[:1] or luck.some(list(touching), LOOKED_AT)
        found = max(drawn, key=lambda tile: 2 * touching[tile] - distance(tile, MIDDLE))
        grown[found] = None
        del touching[found]
        for other in around(found):
            if other not in grown:
                touching[other] = touching.get(other, 0) + 1
    return list(grown)


def _moved_home(tiles: Collection[Tile]) -> list[Tile]:
    """The same shape at the north-west corner. Columns move by an even number, or low ones would become high."""
    places = [column_row(tile) for tile in tiles]
    west = min(column for column, _ in places) // 2 * 2
    north = min(row for _, row in places) - 1
    return [tile_name(column - west, row - north) for column, row in places]


def _waters(luck: Luck, sea: int) -> list[int]:
    """How large each bay or lake is to be."""
    sizes: list[int] = []
    while sea > 0:
        size = sea if sea < 4 or len(sizes) > 1 or luck.chance(45) else luck.between(2, sea - 1)
        sizes.append(size)
        sea -= size
    return sizes


def _flood(luck: Luck, ashore: list[Tile], size: int) -> list[Tile]:
    """Turns land into one water, and where that would part the land goes on elsewhere."""
    land = set(ashore)
    wet: list[Tile] = []
    while len(wet) < size:
        border = sorted({other for tile in wet for other in around(tile) if other in land}, key=column_row)
        floodable = [tile for tile in border if _spared(tile, land)] or _springs(luck, ashore, land)
        if not floodable:
            break
        drawn = luck.some(floodable, LOOKED_AT)
        found = max(drawn, key=lambda tile: sum(other not in land for other in around(tile)))
        land.discard(found)
        ashore.remove(found)
        wet.append(found)
    return wet


def _springs(luck: Luck, ashore: list[Tile], land: set[Tile]) -> list[Tile]:
    """Where a new water can begin: for a lake anywhere inland, otherwise at the rim."""
    free = [tile for tile in ashore if _spared(tile, land)]
    inland = [tile for tile in free if all(other in land for other in around(tile))]
    if inland and luck.chance(LAKE):
        return inland
    return [tile for tile in free if tile not in inland] or free


def _spared(tile: Tile, land: set[Tile]) -> bool:
    """Without this tile its land neighbours still hang together round it, so nothing is cut off."""
    ring = [(other := neighbour(tile, edge)) is not None and other in land for edge in EDGES]
    return sum(ring[n] and not ring[n - 1] for n in range(6)) <= 1
