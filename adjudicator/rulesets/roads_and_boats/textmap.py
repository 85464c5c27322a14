"""The map for a terminal: hexes of plain letters, with what stands on each tile told shortly."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from adjudicator.core.hexes import EDGES, Edge, Tile, column_row
from adjudicator.core.model import Position

from .board import SEA, Board
from .picture.icons import BUILDING_LETTERS
from .picture.palette import PLAYERS
from .places import ends, pair, tile_of
from .state import State

LETTERS = {"woods": "W", "pasture": "P", "rock": "R", "mountain": "M", "desert": "D"}
HEIGHT = 4
FIRST_HALF = frozenset(EDGES[:3])
"""Of the two tiles at an edge, the one that draws it has it on this side."""
NARROWEST = 6
"""Characters along the northern edge of a hex, at least; wider where something does not fit."""

LEGEND = """\
W woods  P pasture  R rock  M mountain  D desert  ... sea
On edges: ~ river  # wall  = road.   On a tile: = bridge  @ home  + pieces of goods  R3 three transporters of red"""


def text_map(position: Position, legend: bool = True) -> str:
    """The position, or without a state the bare map with its prescribed homes."""
    drawing = _Drawing(position.board, position.state)
    drawing.draw()
    lines = drawing.lines()
    if legend:
        lines += ["", LEGEND, *drawing.buildings()]
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=32)
def _edges(board: Board) -> tuple[tuple[Tile, Edge, str | None, bool], ...]:
    """Each edge once: on which side it is drawn, its name (None at the border), whether a river crosses it."""
    found: list[tuple[Tile, Edge, str | None, bool]] = []
    for tile in board.tiles:
        for edge in EDGES:
            other = board.beyond(tile, edge)
            if other is None:
                found.append((tile, edge, None, False))
            elif edge in FIRST_HALF:  # else the neighbour draws it
                # a mouth is told by the land tile only
                flows_in = any(board.beyond(other, into) == tile for into in board.tiles[other].river)
                found.append((tile, edge, pair(tile, other), flows_in or edge in board.tiles[tile].river))
    return tuple(found)


class _Drawing:
    def __init__(self, board: Board, state: State | None) -> None:
        self._board, self._state = board, state
        self._rows: dict[int, list[str]] = {}
        places = [column_row(tile) for tile in board.tiles]
        self._west, self._north = min(column for column, _ in places), min(row for _, row in places)
        self._standing = self._count_transporters()
        self._pieces = self._count_goods()
        self._roads = self._count_roads()
        self._built = {tile_of(ground): (ground, kind) for ground, kind in state.buildings.items()} if state else {}
        self._said = {tile: self._say(tile) for tile in board.tiles}
        self._wide = max(NARROWEST, *(max(len(a), len(b) - 2, len(c) - 2) for a, b, c in self._said.values()))

    # -- what is said --------------------------------------------------------------------------------------------

    def _count_transporters(self) -> dict[Tile, Counter[str]]:
        found: dict[Tile, Counter[str]] = {}
        every = self._state.transporters if self._state else {}
        for each in every.values():
            at = each.at or every[each.aboard].at
            found.setdefault(tile_of(at), Counter())[each.owner] += 1
        return found

    def _count_goods(self) -> Counter[Tile]:
        heaps = self._state.goods.items() if self._state else ()
        found: Counter[Tile] = Counter()
        for ground, goods in heaps:
            found[tile_of(ground)] += sum(goods.values())
        return found

    def _say(self, tile: Tile) -> tuple[str, str, str]:
        """Three lines: the tile itself; its building and goods; whose transporters."""
        terrain = self._board.tiles[tile].terrain
        if terrain == "desert" and self._state is not None and self._state.irrigated:
            terrain = "pasture"  # RB-1.9
        head = tile if terrain == SEA else f"{tile} {LETTERS[terrain]}{self._bridges(tile)}{self._homes(tile)}"
        parts = []
        if tile in self._built:
            ground, kind = self._built[tile]
            parts.append(BUILDING_LETTERS[kind] + ground[len(tile) :])
        if self._pieces[tile]:
            parts.append(f"+{self._pieces[tile]}")
        counts = [f"{PLAYERS[seat][2]}{count}" for seat, count in sorted(self._standing.get(tile, {}).items())]
        return head, " ".join(parts), " ".join(counts)

    def _bridges(self, tile: Tile) -> str:
        built = self._state.bridges if self._state else frozenset()
        return "=" * sum(tile_of(ends(bridge)[0]) == tile for bridge in built)

    def _homes(self, tile: Tile) -> str:
        if self._state is None:
            return "@" if any(tile_of(home) == tile for home in self._board.homes) else ""
        players = sorted(self._state.players.items())
        return "".join(f"@{PLAYERS[seat][2]}" for seat, each in players if each.home and tile_of(each.home) == tile)

    # -- where it is drawn ---------------------------------------------------------------------------------------

    def _corner(self, tile: Tile) -> tuple[int, int]:
        column, row = column_row(tile)
        return (column - self._west) * (self._wide + 2), (row - self._north) * HEIGHT + HEIGHT // 2 * (column % 2)

    def _slope(self, tile: Tile, edge: Edge) -> tuple[tuple[int, int], tuple[int, int]]:
        x, y = self._corner(tile)
        w = self._wide
        match edge:
            case "NE":
                return (x + w + 2, y + 1), (x + w + 3, y + 2)
            case "SE":
                return (x + w + 3, y + 3), (x + w + 2, y + 4)
            case "SW":
                return (x, y + 3), (x + 1, y + 4)
            case _:
                return (x + 1, y + 1), (x, y + 2)

    def draw(self) -> None:
        for tile in self._board.tiles:
            x, y = self._corner(tile)
            sea = self._board.is_sea(tile)
            for line, text in enumerate(self._said[tile]):
                inset = 2 if line == 0 else 1
                room = self._wide if line == 0 else self._wide + 2
                filled = f" {text} " if sea and text else text
                self._write(x + inset, y + 1 + line, filled.center(room, "." if sea else " ")[:room])
        for tile, edge, name, river in _edges(self._board):
            self._draw_edge(tile, edge, name, river)

    def _draw_edge(self, tile: Tile, edge: Edge, name: str | None, river: bool) -> None:
        plain = {"N": "_", "S": "_", "NE": "\\", "SW": "\\", "SE": "/", "NW": "/"}[edge]
        if edge in ("N", "S"):
            x, y = self._corner(tile)
            self._write(x + 2, y + (HEIGHT if edge == "S" else 0), self._edge_marks(name, river, plain, self._wide))
            return
        for (x, y), mark in zip(self._slope(tile, edge), self._edge_marks(name, river, plain, 2), strict=True):
            self._write(x, y, mark)

    def _edge_marks(self, name: str | None, river: bool, plain: str, count: int) -> str:
        marks = ["~" if river else plain] * count
        if self._state is not None and name is not None:
            if name in self._state.walls:
                marks = [*"#" * (count - 1), marks[0]] if count == 2 and river else ["#"] * count
            roads = self._roads[name]
            if roads:
                places = ((count // 2,), (count // 3, count - 1 - count // 3))[roads - 1] if count > 2 else (1,)
                for place in places:
                    marks[place] = "="
        return "".join(marks)

    def _count_roads(self) -> Counter[str]:
        """How many roads cross each edge."""
        built = self._state.roads if self._state else frozenset()
        return Counter(pair(*map(tile_of, ends(road))) for road in built)

    def _write(self, x: int, y: int, text: str) -> None:
        row = self._rows.setdefault(y, [])
        row += " " * (x + len(text) - len(row))
        row[x : x + len(text)] = text

    def lines(self) -> list[str]:
        return ["".join(self._rows.get(y, ())).rstrip() for y in range(min(self._rows), max(self._rows) + 1)]

    def buildings(self) -> list[str]:
        """The letters of the buildings that stand, so that nobody has to look them up."""
        kinds = sorted({kind for _, kind in self._built.values()})
        return [", ".join(f"{BUILDING_LETTERS[kind]} {kind}" for kind in kinds)] if kinds else []
