"""What stands on the map: roads, bridges, walls, buildings, goods, transporters, homes, and what has changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.core.hexes import Tile, edge_between
from adjudicator.core.picture import Group, Line, Point, Polygon, Rect, Shape, Text

from ..board import Board
from ..places import Ground, ends, parse_place, river, tile_of
from ..state import Goods, State, Transporter, name_parts, transporter_order
from ..tables import TABLES
from . import icons
from .ground import draw_names
from .packing import pack
from .palette import PLAYERS, Palette
from .pixels import HALF_HEIGHT, RADIUS, Pixels, between

BUILDING, TRANSPORTER, GOOD, FLAG = 34.0, 31.0, 20.0, 23.0


@dataclass(frozen=True, slots=True)
class Token:
    """Something to be fitted into a bank or a tile: its size at full scale and how to draw it."""

    width: float
    height: float
    kind: str
    what: tuple[object, ...]
    title: str = ""


def draw_pieces(state: State, board: Board, pixels: Pixels, palette: Palette) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    shapes += _roads(state, pixels, palette)
    for tile in dict.fromkeys(tile_of(end) for road in sorted(state.roads) for end in ends(road)):
        shapes += draw_names(board, tile, pixels, palette)  # again, upon the roads
    shapes += _bridges(state, pixels, palette)
    for tile in board.tiles:
        for spot, room, tokens in _crowds(state, board, tile, pixels):
            shapes += _fitted(spot, room, tokens, palette)
    shapes += _walls(state, pixels)
    return tuple(shapes)


# -- ways and walls ----------------------------------------------------------------------------------------------------


def _group(points: Iterable[Point], make: object, title: str = "") -> Group:
    """Shapes with their origin at the first point, so that equal ones are painted once."""
    listed = list(points)
    x, y = listed[0]
    moved = tuple((round(px - x, 1), round(py - y, 1)) for px, py in listed)
    return Group(x, y, make(moved), title)  # type: ignore[operator]


def _roads(state: State, pixels: Pixels, palette: Palette) -> list[Shape]:
    shapes: list[Shape] = []
    for name in sorted(state.roads):
        one, other = ends(name)
        crossing = pixels.lane_crossing(one, other)
        way = [
            between(crossing, pixels.bank_middle(one), 0.75),
            crossing,
            between(crossing, pixels.bank_middle(other), 0.75),
        ]

        def drawn(points: tuple[Point, ...]) -> tuple[Shape, ...]:
            return Line(points, palette.road, 7), Line(points, palette.edge, 1.6, (4, 5))

        shapes.append(_group(way, drawn, f"road {name}"))
    return shapes


def _bridges(state: State, pixels: Pixels, palette: Palette) -> list[Shape]:
    shapes: list[Shape] = []
    for name in sorted(state.bridges):
        one, other = (pixels.bank_middle(land) for land in ends(name))
        start, end = between(one, other, 0.3), between(one, other, 0.7)

        def drawn(points: tuple[Point, ...]) -> tuple[Shape, ...]:
            return Line(points, palette.ink, 13), Line(points, palette.road, 10), Line(points, palette.edge, 2, (3, 3))

        shapes.append(_group((start, end), drawn, f"bridge {name}"))
    return shapes


def _walls(state: State, pixels: Pixels) -> list[Shape]:
    shapes: list[Shape] = []
    for name, wall in state.walls.items():
        one, other = ends(name)
        edge = edge_between(one, other)
        assert edge is not None
        fill, ink, letter = PLAYERS[wall.owner]
        start, end = pixels.edge_ends(one, edge)
        start, end = between(start, end, 0.12), between(start, end, 0.88)
        middle = between(start, end, 0.5)

        def bar(points: tuple[Point, ...], fill: str = fill) -> tuple[Shape, ...]:
            return Line(points, icons.INK, 8.5), Line(points, fill, 6)

        shapes.append(_group((start, end), bar, f"wall {name} of {wall.owner}, strength {wall.strength}"))
        badge = (
            Rect(-11, -8, 22, 16, fill, icons.INK, 1.2, 4),
            Text(0, 0, f"{letter}{wall.strength}", 11, ink, bold=True),
        )
        shapes.append(Group(*middle, badge))
    return shapes


# -- crowds ------------------------------------------------------------------------------------------------------------


def _crowds(
    state: State, board: Board, tile: Tile, pixels: Pixels
) -> list[tuple[Point, tuple[float, float], list[Token]]]:
    """For each part of a tile that holds something: its middle, its room, and what is there."""
    found: list[tuple[Point, tuple[float, float], list[Token]]] = []
    standing = sorted(
        (each for each in state.transporters.values() if each.at and tile_of(each.at) == tile),
        key=lambda each: transporter_order(each.name),
    )
    lands = board.lands[tile] or (tile,)
    docked = [each for each in standing if "/" in each.at]
    for land in lands:
        tokens = _on_land(state, land, [each for each in standing if each.at == land])
        if tokens:
            found.append((pixels.bank_middle(land), _room(pixels, land, bool(docked)), tokens))
    afloat = [each for each in standing if each.at == river(tile)]
    if afloat:
        found.append(
            (pixels.middle(tile), (RADIUS * 1.0, 28.0), [t for each in afloat for t in _transporter(state, each)])
        )
    for place in dict.fromkeys(each.at for each in docked):
        parsed = parse_place(place)
        assert parsed is not None
        coast = pixels.edge_middle(tile, parsed.edge)
        bank = pixels.bank_middle(parsed.land)
        tokens = [t for each in docked if each.at == place for t in _transporter(state, each)]
        found.append((between(coast, bank, 0.22), (RADIUS * 0.8, 26.0), tokens))
    return found


def _room(pixels: Pixels, land: Ground, docked: bool) -> tuple[float, float]:
    """How much room a crowd has: nearly a whole tile, or a bank, by how much of the rim belongs to it."""
    rim = 12 if land == tile_of(land) else len(pixels.halves(land))
    wide, high = {2: (0.52, 0.46), 4: (0.78, 0.62), 6: (1.02, 0.74), 8: (1.12, 0.92), 10: (1.22, 1.05)}.get(
        rim, (1.36, 1.42)
    )
    return RADIUS * wide, HALF_HEIGHT * min(high, 1.15 if docked else high)


def _on_land(state: State, ground: Ground, standing: list[Transporter]) -> list[Token]:
    tokens: list[Token] = []
    for seat, player in state.players.items():
        if player.home == ground:
            tokens.append(Token(FLAG, FLAG, "home", (seat,), f"home of {seat}"))
    if ground in state.buildings:
        tokens.append(Token(BUILDING, BUILDING, "building", (state.buildings[ground],), state.buildings[ground]))
    if ground in state.mines:
        mine = state.mines[ground]
        bag = f"{mine.gold}Au {mine.iron}Fe"
        tokens.append(Token(len(bag) * 6.4 + 6, 14, "bag", (bag,), f"bag: {mine.gold} gold, {mine.iron} iron"))
    for transporter in standing:
        tokens += _transporter(state, transporter)
    tokens += _goods(state.goods.get(ground, {}))
    return tokens


def _transporter(state: State, transporter: Transporter) -> list[Token]:
    """A transporter with its load beside it, or the one that it carries above it."""
    carried = next((each for each in state.transporters.values() if each.aboard == transporter.name), None)
    load = tuple(transporter.load.items())
    width = TRANSPORTER + (TRANSPORTER * 0.8 if carried else 0) + sum(_good_width(number, 0.72) for _, number in load)
    title = transporter.name + (": " + ", ".join(f"{number} {name}" for name, number in load) if load else "")
    return [Token(width, TRANSPORTER, "transporter", (transporter.name, load, carried.name if carried else ""), title)]


def _good_width(number: int, scale: float = 1.0) -> float:
    return (GOOD + (3 + 10.2 * len(str(number)) if number > 1 else 2)) * scale


def _goods(goods: Goods) -> list[Token]:
    return [
        Token(_good_width(number), GOOD + 1, "good", (name, number), f"{number} {name}")
        for name, number in goods.items()
    ]


def _fitted(spot: Point, room: tuple[float, float], tokens: list[Token], palette: Palette) -> list[Shape]:
    packed = pack([(token.width, token.height) for token in tokens], *room)
    return [
        Group(round(spot[0] + x, 1), round(spot[1] + y, 1), _drawn(token, packed.scale, palette), token.title)
        for token, (x, y) in zip(tokens, packed.middles, strict=True)
    ]


def _drawn(token: Token, scale: float, palette: Palette) -> tuple[Shape, ...]:
    match token.kind, token.what:
        case "home", (str(seat),):
            return icons.home(seat, token.width * scale)
        case "building", (str(kind),):
            return icons.building(kind, TABLES.buildings[kind].group, token.width * scale)
        case "bag", (str(bag),):
            w, h = token.width * scale, token.height * scale
            return (
                Rect(-w / 2, -h / 2, w, h, "#fff3c4", icons.INK, 0.8, 3),
                Text(0, 0, bag, h * 0.72, icons.INK, bold=True),
            )
        case "good", (str(name), int(number)):
            return _counted(name, number, -token.width * scale / 2, scale, palette)
        case "transporter", (str(name), tuple(load), str(carried)):
            return _loaded(name, load, carried, -token.width * scale / 2, scale, palette)
    raise AssertionError(f"no such token: {token}")


def _counted(name: str, number: int, left: float, scale: float, palette: Palette) -> tuple[Shape, ...]:
    """A good with its number to the right, on a light ground so that it reads on any terrain."""
    size = GOOD * scale
    icon = Group(round(left + size / 2, 1), 0, icons.good(name, round(size * 0.86, 1)))
    if number == 1:
        return (icon,)
    return icon, Text(
        round(left + size + 1.5 * scale, 1), 0, str(number), round(14.5 * scale, 1), palette.ink, "start", True
    )


def _loaded(
    name: str, load: tuple[tuple[str, int], ...], carried: str, left: float, scale: float, palette: Palette
) -> tuple[Shape, ...]:
    parts = name_parts(name)
    assert parts is not None
    size = TRANSPORTER * scale
    icon = icons.transporter(parts.kind, parts.owner, parts.number, round(size * 0.92, 1))
    shapes: list[Shape] = [Group(round(left + size / 2, 1), 0, icon)]
    x = left + size
    if carried:
        inner = name_parts(carried)
        assert inner is not None
        small = round(size * 0.74, 1)
        shapes.append(
            Group(round(x + small / 2, 1), 0, icons.transporter(inner.kind, inner.owner, inner.number, small))
        )
        x += size * 0.8
    for good, number in load:
        shapes += _counted(good, number, x, scale * 0.72, palette)
        x += _good_width(number, 0.72) * scale
    return tuple(shapes)


# -- what changed ------------------------------------------------------------------------------------------------------


def draw_changes(before: State, after: State, pixels: Pixels, board: Board, palette: Palette) -> tuple[Shape, ...]:
    """A ring around every tile on which something is not as it was."""
    return tuple(
        Polygon(pixels.corners(tile, RADIUS - 4), "none", palette.mark, 2.4)
        for tile in changed_tiles(before, after, board)
    )


def changed_tiles(before: State, after: State, board: Board) -> list[Tile]:
    def facts(state: State) -> dict[Tile, list[object]]:
        found: dict[Tile, list[object]] = {tile: [] for tile in board.tiles}
        for ground, goods in state.goods.items():
            found[tile_of(ground)].append((ground, tuple(goods.items())))
        for ground, building in state.buildings.items():
            found[tile_of(ground)].append((ground, building))
        for transporter in state.transporters.values():
            if transporter.at:
                found[tile_of(transporter.at)].append(
                    (transporter.name, transporter.at, tuple(transporter.load.items()))
                )
        for name in (*state.roads, *state.bridges):
            for end in ends(name):
                found[tile_of(end)].append(name)
        for name, wall in state.walls.items():
            for end in ends(name):
                found[end].append((name, wall))
        return found

    old, new = facts(before), facts(after)
    differ = [tile for tile in board.tiles if old[tile] != new[tile]]  # others need not be looked at
    return [tile for tile in differ if sorted(map(repr, old[tile])) != sorted(map(repr, new[tile]))]
