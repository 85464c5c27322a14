"""What there is to know of a map before anybody plays on it: its size, its terrain, and what lies near each home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator.core.hexes import Tile, distance
from adjudicator.core.model import Plain

from .board import Board
from .mapfile import TERRAINS
from .places import Land, tile_of

NEEDED = ("woods", "rock", "pasture")
"""What the first building turns need within two steps, so that no home is left behind."""
_TOLD = (*NEEDED, "mountain", "sea")
NEAR = 2
FAIR = 1
"""By so many steps the ways of the players to what they need may differ."""
LAND_FOR_EACH = 8
"""Fewer land tiles a player make a map that is full by the middle of the game; about ten is usual."""


@dataclass(frozen=True, slots=True)
class HomeReport:
    home: Land
    steps: Mapping[str, int | None]
    """Over lanes, without bridges or boats, to the nearest of each terrain; `sea`: to the nearest coast."""


@dataclass(frozen=True, slots=True)
class MapReport:
    name: str
    players: tuple[int, ...]
    tiles: int
    land: int
    terrain: Mapping[str, int]
    rivers: Mapping[str, int]
    homes: tuple[HomeReport, ...]
    contested: tuple[Tile, ...]
    """Mountains that two players reach in equally many steps, or in one more."""
    doubts: tuple[str, ...]
    """What the rules allow and players may regret."""


def report(board: Board) -> MapReport:
    terrain = Counter(ground.terrain for ground in board.tiles.values())
    land = len(board.tiles) - terrain["sea"]
    homes = tuple(HomeReport(home, steps_from(board, home)) for home in board.homes)
    return MapReport(
        name=board.name,
        players=board.players,
        tiles=len(board.tiles),
        land=land,
        terrain={kind: terrain[kind] for kind in TERRAINS if terrain[kind]},
        rivers=_rivers(board),
        homes=homes,
        contested=contested(board),
        doubts=tuple(_doubts(board, land, terrain["mountain"], homes)),
    )


def steps_from(board: Board, home: Land) -> dict[str, int | None]:
    """How far a donkey walks from a home to each terrain and to the coast."""
    found: dict[str, int | None] = dict.fromkeys(TERRAINS)
    for land, steps in walk(board, home).items():  # the nearest first
        for kind in (board.tiles[tile_of(land)].terrain, *(("sea",) if board.docks[land] else ())):
            if found[kind] is None:
                found[kind] = steps
    return found


def walk(board: Board, *starts: Land) -> dict[Land, int]:
    """Steps over lanes, without bridges or boats, from the nearest of these lands to each other; the nearest first."""
    away = dict.fromkeys(starts, 0)
    border = list(starts)
    for here in border:
        for lane in board.lanes_from[here]:
            there = lane.beyond(here)
            if there not in away:
                away[there] = away[here] + 1
                border.append(there)
    return away


def contested(board: Board) -> tuple[Tile, ...]:
    """Steps on foot count; where nobody can walk to, on an island, those of a bird."""
    mountains = [tile for tile, ground in board.tiles.items() if ground.terrain == "mountain"]
    ways: dict[Tile, list[int]] = {tile: [] for tile in mountains}
    for home in board.homes:
        walked: dict[Tile, int] = {}
        for land, steps in walk(board, home).items():
            walked.setdefault(tile_of(land), steps)
        for tile in mountains:
            if tile in walked:
                ways[tile].append(walked[tile])
    found = []
    for tile, walks in ways.items():
        rivals = sorted(walks or [distance(tile, tile_of(home)) for home in board.homes])
        if len(rivals) > 1 and rivals[1] - rivals[0] <= FAIR:
            found.append(tile)
    return tuple(found)


def _rivers(board: Board) -> dict[str, int]:
    edges = Counter(len(ground.river) for ground in board.tiles.values())
    mouths = sum(
        (other := board.beyond(tile, edge)) is not None and board.is_sea(other)
        for tile, ground in board.tiles.items()
        for edge in ground.river
    )
    return {"tiles": sum(edges[n] for n in (1, 2, 3)), "sources": edges[1], "forks": edges[3], "mouths": mouths}


def _doubts(board: Board, land: int, mountains: int, homes: tuple[HomeReport, ...]) -> Iterator[str]:
    most = max(board.players, default=1)
    if not board.players:
        yield "It does not say for how many players it is."
    if land < LAND_FOR_EACH * most:
        yield f"{land} land tiles are few for {most} players."
    if mountains < most:
        yield f"{mountains} mountains for {most} players: not everybody can have a mine."
    if board.homes and len(board.homes) < most:
        yield f"Homes are prescribed for {len(board.homes)} of {most} players: so many cannot play it."
    for each in homes:
        for kind in NEEDED:
            steps = each.steps[kind]
            if steps is None or steps > NEAR:
                far = "cannot be walked to" if steps is None else f"is {steps} steps away"
                yield f"From home {each.home} the nearest {kind} {far}."
    yield from _unfair(homes)
    if len(board.homes) > 1 and not contested(board):
        yield "No mountain is as near to one home as to another: nobody has to fight for one."


def _unfair(homes: tuple[HomeReport, ...]) -> Iterator[str]:
    if len(homes) < 2:
        return
    for kind in _TOLD:
        ways = sorted((steps, each.home) for each in homes if (steps := each.steps[kind]) is not None)
        if 0 < len(ways) < len(homes):
            yield f"Some homes have no way to {kind}, others have."
        elif ways and ways[-1][0] - ways[0][0] > FAIR:
            (near, first), (far, last) = ways[0], ways[-1]
            yield f"From home {first} the nearest {kind} is {near} steps away, from home {last} {far}."


def plain(found: MapReport) -> Plain:
    """The report as a mapping to be printed."""
    return {
        "name": found.name,
        "players": list(found.players),
        "tiles": found.tiles,
        "land": found.land,
        "land_for_each": {str(count): f"{found.land / count:.1f}" for count in found.players},
        "terrain": dict(found.terrain),
        "rivers": dict(found.rivers),
        "homes": {each.home: dict(each.steps) for each in found.homes},
        "contested_mountains": list(found.contested),
        "doubts": list(found.doubts),
    }


def told(found: MapReport) -> str:
    """The report for people: what there is, how far from each home, and what may be regretted."""
    each = " or ".join(f"{found.land / count:.1f} for each of {count}" for count in found.players)
    counted = ", ".join(f"{count} {kind}" for kind, count in found.terrain.items())
    rivers = ", ".join(f"{count} {what}" for what, count in found.rivers.items())
    lines = [
        f"{found.name or 'A map without a name'}: {found.tiles} tiles, {found.land} of them land"
        + (f" ({each})" if each else ""),
        f"Terrain: {counted}",
        f"Rivers: {rivers}",
    ]
    if found.homes:
        rows: list[tuple[str, ...]] = [("Steps from home", *_TOLD)]
        rows += [(home.home, *(_steps(found, home.steps[kind], kind) for kind in _TOLD)) for home in found.homes]
        lines += [
            "",
            *("".join(cell.ljust(17 if n == 0 else 10) for n, cell in enumerate(row)).rstrip() for row in rows),
        ]
        lines.append(f"Contested mountains: {', '.join(found.contested) or 'none'}")
    lines += ["", *(found.doubts or ("Nothing that players may regret.",))]
    return "\n".join(lines) + "\n"


def _steps(found: MapReport, steps: int | None, kind: str) -> str:
    if steps is not None:
        return str(steps)
    return "no way" if kind in found.terrain else "none"
