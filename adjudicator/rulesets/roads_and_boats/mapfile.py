"""Reading a map: every fault is named with its tile and edge."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.hexes import EDGES, OPPOSITE, Edge, Tile, column_row, distance, is_tile, neighbour
from adjudicator.core.model import BadInput, Plain

from .board import BANK_LETTERS, SEA, Board, Hex
from .places import parse_place, tile_of
from .tables import TABLES

TERRAINS = ("woods", "pasture", "rock", "mountain", "desert", SEA)


def read_map(raw: Plain) -> Board:
    """A board from what a map file says, or BadInput with the place at fault."""
    if not isinstance(raw, Mapping):
        raise BadInput("a map is a mapping with `tiles`")
    unknown = sorted(set(map(str, raw)) - {"name", "players", "homes", "tiles", "about"})
    if unknown:
        raise BadInput(f"`{unknown[0]}` is not a part of a map; it has name, players, homes, tiles, about")
    tiles = _read_tiles(raw.get("tiles"))
    for tile, ground in tiles.items():
        for edge in ground.river:
            _check_river(tiles, tile, edge)
    board = Board(
        name=str(raw.get("name", "")),
        tiles=tiles,
        players=_read_players(raw.get("players")),
        homes=tuple(str(home) for home in _as_list(raw.get("homes", []), "homes")),
        about=str(raw.get("about", "")),
    )
    _check_homes(board)
    return board


def _read_tiles(raw: Plain) -> dict[Tile, Hex]:
    if not isinstance(raw, Mapping) or not raw:
        raise BadInput("no tiles")
    tiles: dict[Tile, Hex] = {}
    for name, entry in raw.items():
        name = str(name)
        if not is_tile(name):
            raise BadInput(f"{name} is no tile: a tile is a column letter and a row number, such as C4")
        tiles[name] = _read_hex(name, entry)
    return {tile: tiles[tile] for tile in sorted(tiles, key=column_row)}


def _read_hex(tile: Tile, entry: Plain) -> Hex:
    if isinstance(entry, str):
        entry = {"terrain": entry}
    if not isinstance(entry, Mapping) or not set(entry) <= {"terrain", "river"}:
        raise BadInput("a tile is a terrain, or {terrain: …, river: [edges]}", f"tile {tile}")
    terrain = entry.get("terrain")
    if terrain not in TERRAINS:
        raise BadInput(f"`{terrain}` is no terrain; there are {', '.join(TERRAINS)}", f"tile {tile}")
    edges = _as_list(entry.get("river", []), f"tile {tile}")
    for edge in edges:
        if edge not in EDGES:
            raise BadInput(f"`{edge}` is no edge; there are {', '.join(EDGES)}", f"tile {tile}")
    if len(set(edges)) != len(edges):
        raise BadInput("the river crosses an edge twice", f"tile {tile}")
    if edges and terrain == SEA:
        raise BadInput("the sea carries no river", f"tile {tile}")
    if len(edges) > len(BANK_LETTERS):
        raise BadInput(f"a river crosses at most {len(BANK_LETTERS)} edges of a tile (RB-1.2)", f"tile {tile}")
    return Hex(terrain, tuple(sorted(edges, key=EDGES.index)))


def _check_river(tiles: Mapping[Tile, Hex], tile: Tile, edge: Edge) -> None:
    """RB-1.2  Each river edge meets a river edge or the sea; sources do not face each other."""
    where = f"tile {tile}, edge {edge}"
    other = neighbour(tile, edge)
    if other is None or other not in tiles:
        raise BadInput("the river leaves the map here (RB-1.2)", where)
    beyond = tiles[other]
    if beyond.terrain == SEA:
        return
    if OPPOSITE[edge] not in beyond.river:
        raise BadInput(f"the river stops: {other} has no river edge {OPPOSITE[edge]} (RB-1.2)", where)
    if len(tiles[tile].river) == 1 == len(beyond.river):
        raise BadInput(f"two sources face each other: {tile} and {other} (RB-1.2)", where)


def _check_homes(board: Board) -> None:
    """RB-4.2  Prescribed homes are land, a named bank where the tile is divided, and apart from each other."""
    for home in board.homes:
        place = parse_place(home)
        if place is None or place.kind != "ground" or place.tile not in board.tiles:
            raise BadInput(f"home {home} is not on the map", "homes")
        if board.is_sea(place.tile):
            raise BadInput(f"home {home} is at sea", "homes")
        if home not in board.all_lands:
            banks = board.lands[place.tile]
            named = f"there {'are' if len(banks) > 1 else 'is only'} {' and '.join(banks)}"
            raise BadInput(f"home {home} is no bank; {named}", "homes")
    tiles = [tile_of(home) for home in board.homes]
    for number, tile in enumerate(tiles):
        for other in tiles[:number]:
            if distance(tile, other) < TABLES.start.distance:
                raise BadInput(
                    f"homes {other} and {tile} are too close: another tile must lie between (RB-4.2)", "homes"
                )


def _read_players(raw: Plain) -> tuple[int, ...]:
    if raw is None:
        return ()
    most = max(TABLES.wonder.ends)
    counts = raw if isinstance(raw, list) else [raw]
    if not counts or not all(type(count) is int and 1 <= count <= most for count in counts):
        raise BadInput(f"players: {raw} is not a number from 1 to {most}, or a list of such")
    return tuple(sorted(set(counts)))


def _as_list(raw: Plain, where: str) -> list[str]:
    if not isinstance(raw, list):
        raise BadInput("a list is expected here", where)
    return [str(item) for item in raw]
