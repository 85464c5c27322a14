"""Beside the map: temple row, sequence, the wonder with its rows, and the legend."""

from __future__ import annotations

from adjudicator.core.picture import Circle, Group, Rect, Shape, Text

from ..state import State
from ..tables import TABLES
from . import icons
from .palette import PLAYERS, Palette

WIDTH = 250.0
LINE = 19.0


def draw_panel(state: State, left: float, palette: Palette) -> tuple[Shape, ...]:
    """What changes from phase to phase: turn and phase, temple row, sequence, wonder."""
    x, y = left + 14, 26.0
    shapes: list[Shape] = [Text(x, y, f"Turn {state.turn} · {state.phase}", 17, palette.ink, "start", True)]
    y += 30
    shapes += _row("Temple", "nearest first", state.temple, x, y, palette)
    y += 44
    shapes += _row("Sequence", "slot 1 first", state.sequence, x, y, palette)
    y += 48
    shapes += _wonder(state, x, y, palette)
    return tuple(shapes)


def _row(name: str, hint: str, seats: tuple[str, ...], x: float, y: float, palette: Palette) -> list[Shape]:
    shapes: list[Shape] = [
        Text(x, y, name, 13, palette.ink, "start", True),
        Text(x + WIDTH - 28, y, hint, 11, palette.faint, "end"),
    ]
    for place, seat in enumerate(seats):
        fill, ink, letter = PLAYERS[seat]
        disc = (Circle(0, 0, 10, fill, icons.INK, 1.2), Text(0, 0, letter, 12, ink, bold=True))
        shapes.append(Group(x + 11 + place * 26, y + 20, disc, f"{name.lower()} {place + 1}: {seat}"))
    return shapes


def _wonder(state: State, x: float, y: float, palette: Palette) -> list[Shape]:
    """The rows from the bottom up, a brick each, with a ring around the marks."""
    rows, brick, gap = TABLES.wonder.rows, 19.0, 3.0
    end = TABLES.wonder.ends.get(len(state.players))
    marks = {TABLES.wonder.price_mark + 1: "price", TABLES.wonder.irrigation: "water", end: "end"}
    shapes: list[Shape] = [
        Text(x, y, "Wonder", 13, palette.ink, "start", True),
        Text(x + WIDTH - 28, y, f"{len(state.wonder)} bricks", 11, palette.faint, "end"),
    ]
    bottom, number = y + 14 + len(rows) * (brick * 0.62 + gap), 0
    for level, slots in enumerate(rows):
        for slot in range(slots):
            number += 1
            shapes.append(
                _brick(state, number, x + slot * (brick + gap), bottom - (level + 1) * (brick * 0.62 + gap), palette)
            )
            if number in marks:
                label = marks[number]
                at_y = bottom - (level + 1) * (brick * 0.62 + gap) + brick * 0.31
                shapes.append(Text(x + 7 * (brick + gap) + 4, at_y, f"{label} {number}", 10, palette.faint, "start"))
    return shapes


def _brick(state: State, number: int, x: float, y: float, palette: Palette) -> Shape:
    width, height = 19.0, 19.0 * 0.62
    if number > len(state.wonder):
        return Group(x, y, (Rect(0, 0, width, height, "none", palette.faint, 0.8, 2),))
    fill, ink, letter = PLAYERS[state.wonder[number - 1]]
    shapes = (
        Rect(0, 0, width, height, fill, icons.INK, 0.8, 2),
        Text(width / 2, height / 2, letter, 9, ink, bold=True),
    )
    return Group(x, y, shapes)


def draw_legend(left: float, top: float, palette: Palette) -> tuple[Shape, ...]:
    """Goods and the two letters of buildings; it never changes."""
    x, y = left + 14, top
    shapes: list[Shape] = [Text(x, y, "Goods", 13, palette.ink, "start", True)]
    for place, good in enumerate(TABLES.goods):
        column, row = place % 3, place // 3
        at_x, at_y = x + 9 + column * 76, y + LINE * (row + 1)
        shapes.append(Group(at_x, at_y, icons.good(good, 14)))
        shapes.append(Text(at_x + 13, at_y, good, 11, palette.ink, "start"))
    y += LINE * 5.3
    shapes.append(Text(x, y, "Buildings", 13, palette.ink, "start", True))
    for place, (kind, building) in enumerate(TABLES.buildings.items()):
        column, row = place % 2, place // 2
        at_x, at_y = x + 10 + column * 116, y + LINE * 1.05 * (row + 1) + 2
        shapes.append(Group(at_x, at_y, icons.building(kind, building.group, 18)))
        shapes.append(Text(at_x + 14, at_y, kind.replace("-", " "), 11, palette.ink, "start"))
    y += LINE * 1.05 * 9.2
    shapes.append(Text(x, y, "Transporters", 13, palette.ink, "start", True))
    for place, kind in enumerate(TABLES.transporters):
        column, row = place % 3, place // 3
        at_x, at_y = x + 11 + column * 76, y + 24 * (row + 1)
        shapes.append(Group(at_x, at_y, icons.transporter(kind, "neutral", 1, 19)))
        shapes.append(Text(at_x + 15, at_y, kind, 11, palette.ink, "start"))
    return tuple(shapes)


LEGEND_HEIGHT = LINE * 5.3 + LINE * 1.05 * 9.2 + 24 * 2 + 20
TOP_HEIGHT = 26 + 30 + 44 + 48 + 14 + 15 * (19 * 0.62 + 3) + 16
