"""New maps from a seed: the same numbers and the same seed always give the same map, and a fair one."""

from __future__ import annotations

import hashlib

from adjudicator.core.draws import Draws
from adjudicator.core.hexes import EDGES, Tile, column_row
from adjudicator.core.model import BadInput, Plain

from ..board import SEA, Board, Hex
from ..tables import TABLES
from .coast import draw_coast
from .homes import Country, choose_homes
from .luck import Luck
from .rivers import Rivers
from .terrain import Planting

LEAST_LAND, MOST_LAND = 6, 60
"""Land tiles for each player. About ten make a good game."""
APART = (3, 3, 3, 3, 2)
"""How far apart homes are at least, in the tries at one map one after the other."""
MOUNTAINS = (2, 3, 1)
TRIES = 60


def generate(players: int, land: int, sea: int, seed: str) -> dict[str, Plain]:
    """A map as its file says it. BadInput where no map can have these numbers."""
    _check(players, land, sea)
    draws = Draws(hashlib.sha256(f"map of roads and boats: {seed}".encode()).digest())
    for number in range(TRIES):
        luck = Luck(draws, str(number))
        found = _try(luck, players, land, sea, APART[number % len(APART)])
        if found is not None:
            board, homes = found
            return {
                "name": f"Seed {seed}",
                "about": f"Drawn by lot for {players} with {land} tiles of land and {sea} of sea.",
                "players": players,
                "homes": list(homes),
                "tiles": {tile: _entry(ground) for tile, ground in sorted(board.items(), key=_place)},
            }
    raise BadInput(f"no fair map was found for {players} players on {land} tiles of land and {sea} of sea")


def _check(players: int, land: int, sea: int) -> None:
    most = max(TABLES.wonder.ends)
    if not 1 <= players <= most:
        raise BadInput(f"a map is for 1 to {most} players, not for {players}")
    least, most = LEAST_LAND * players, MOST_LAND * players
    if not least <= land <= most:
        who = "1 player needs" if players == 1 else f"{players} players need"
        raise BadInput(f"{who} {least} to {most} tiles of land, not {land}")
    if not 0 <= sea <= 2 * land:
        raise BadInput(f"with {land} tiles of land there can be 0 to {2 * land} of sea, not {sea}")


def _try(luck: Luck, players: int, land: int, sea: int, apart: int) -> tuple[dict[Tile, Hex], tuple[Tile, ...]] | None:
    coast = draw_coast(luck, land, sea)
    if coast is None:
        return None
    ashore, afloat = coast
    rivers = Rivers(luck, ashore, afloat)
    rivers.lay_all()
    bare = {tile: Hex("pasture", tuple(sorted(rivers.edges.get(tile, ()), key=EDGES.index))) for tile in ashore}
    bare |= {tile: Hex(SEA) for tile in afloat}
    country = Country(Board("", bare))
    homes = choose_homes(luck, country, players, apart)
    if homes is None:
        return None
    for nearest in MOUNTAINS if luck.chance(50) else (MOUNTAINS[1], MOUNTAINS[0], *MOUNTAINS[2:]):
        planting = Planting(luck, country, homes, nearest)
        if planting.plant():
            return {tile: Hex(planting.terrain.get(tile, SEA), bare[tile].river) for tile in bare}, homes
    return None


def _place(tile_and_ground: tuple[Tile, Hex]) -> tuple[int, int]:
    return column_row(tile_and_ground[0])


def _entry(ground: Hex) -> Plain:
    return {"terrain": ground.terrain, "river": list(ground.river)} if ground.river else ground.terrain
