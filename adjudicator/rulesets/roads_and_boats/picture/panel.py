"""Below the map, as wide as it is: turn, temple row and sequence, the wonder with its rows, and the legend.

Every word is a message of `words.yaml`, said by the reader's voice; columns are as wide as its longest word needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from adjudicator.core.picture import Circle, Group, Rect, Shape, Text
from adjudicator.core.voice import Voice

from ..state import State
from ..tables import TABLES
from . import icons
from .palette import PLAYERS, Palette

EDGE = 14.0
STRIP = 84.0
"""Turn, temple row and sequence, side by side."""
WONDER = 262.0
"""So wide is the wonder with its marks; the legend has the rest."""
ROW = 228.0
"""So wide is a row of six players with its name and what it begins with."""
BRICK, COURSE, GAP = 22.0, 14.0, 3.0
WONDER_HEIGHT = 16 + len(TABLES.wonder.rows) * (COURSE + GAP)
WORD, LETTER = 13.0, 7.4
"""The size of a word in the legend, and the room that a letter of it takes."""
LINE = 23.0


def draw_panel(state: State, top: float, width: float, palette: Palette, voice: Voice) -> tuple[Shape, ...]:
    """What changes from phase to phase: turn and phase, temple row, sequence, wonder."""
    left = EDGE + WONDER
    places = (left, left + (width - left - EDGE) / 2)
    now = voice.word("Turn %(turn)s, %(phase)s") % {"turn": state.turn, "phase": voice.word(state.phase)}
    shapes: list[Shape] = [Text(EDGE, top + 24, now, 17, palette.ink, "start", True)]
    rows = (("Temple", "nearest first", state.temple), ("Sequence", "slot 1 first", state.sequence))
    for x, (name, hint, seats) in zip(places, rows, strict=True):
        shapes += _row(voice.word(name), voice.word(hint), seats, x, top + 24, palette)
    return (*shapes, *_wonder(state, EDGE, top + STRIP, palette, voice))


def _row(name: str, hint: str, seats: tuple[str, ...], x: float, y: float, palette: Palette) -> list[Shape]:
    shapes: list[Shape] = [
        Text(x, y, name, 14, palette.ink, "start", True),
        Text(x + ROW, y, hint, 12, palette.faint, "end"),
    ]
    for place, seat in enumerate(seats):
        fill, ink, letter = PLAYERS[seat]
        disc = (Circle(0, 0, 11.5, fill, icons.INK, 1.2), Text(0, 0, letter, 14, ink, bold=True))
        shapes.append(Group(x + 12 + place * 29, y + 25, disc, f"{name.lower()} {place + 1}: {seat}"))
    return shapes


def _wonder(state: State, x: float, y: float, palette: Palette, voice: Voice) -> list[Shape]:
    """The rows from the bottom up, a brick each, with a ring around the marks."""
    rows = TABLES.wonder.rows
    end = TABLES.wonder.ends.get(len(state.players))
    marks = {TABLES.wonder.price_mark + 1: "price", TABLES.wonder.irrigation: "water", end: "end"}
    shapes: list[Shape] = [
        Text(x, y, voice.word("Wonder"), 14, palette.ink, "start", True),
        Text(x + 7 * (BRICK + GAP) - GAP, y, voice.counted(len(state.wonder), "brick"), 12, palette.faint, "end"),
    ]
    bottom, number = y + WONDER_HEIGHT, 0
    for level, slots in enumerate(rows, start=1):
        course = bottom - level * (COURSE + GAP)
        for slot in range(slots):
            number += 1
            shapes.append(_brick(state, number, x + slot * (BRICK + GAP), course, palette))
            if number in marks:
                label = f"{voice.word(marks[number])} {number}"
                shapes.append(Text(x + 7 * (BRICK + GAP) + 4, course + COURSE / 2, label, 12, palette.faint, "start"))
    return shapes


def _brick(state: State, number: int, x: float, y: float, palette: Palette) -> Shape:
    if number > len(state.wonder):
        return Group(x, y, (Rect(0, 0, BRICK, COURSE, "none", palette.faint, 0.8, 2),))
    fill, ink, letter = PLAYERS[state.wonder[number - 1]]
    shapes = (
        Rect(0, 0, BRICK, COURSE, fill, icons.INK, 0.8, 2),
        Text(BRICK / 2, COURSE / 2, letter, 10.5, ink, bold=True),
    )
    return Group(x, y, shapes)


def draw_legend(top: float, width: float, palette: Palette, voice: Voice) -> tuple[tuple[Shape, ...], float]:
    """Goods, transporters and the two letters of buildings, which never change; and how high the panel is with them."""
    parts = {
        "Goods": {good: icons.good(good, 16) for good in TABLES.goods},
        "Transporters": {kind: icons.transporter(kind, "neutral", 1, 21) for kind in TABLES.transporters},
        "Buildings": {kind: icons.building(kind, found.group, 20) for kind, found in TABLES.buildings.items()},
    }
    x, y = EDGE + WONDER, top + STRIP
    shapes: list[Shape] = []
    for name, drawn in parts.items():
        shapes.append(Text(x, y, voice.word(name), 14, palette.ink, "start", True))
        listed, lines = _listed(drawn, x, y + LINE, width - x - EDGE, palette, voice)
        shapes += listed
        y += LINE * (lines + 1) + 10
    return tuple(shapes), max(y - LINE, top + STRIP + WONDER_HEIGHT) + EDGE - top


def _listed(
    drawn: Mapping[str, tuple[Shape, ...]], x: float, y: float, room: float, palette: Palette, voice: Voice
) -> tuple[list[Shape], int]:
    """In as few lines as there is room for, and in no more columns than these lines need; how many lines there are."""
    words = [voice.word(word) for word in drawn]
    pitch = 42 + LETTER * max(map(len, words))
    lines = ceil(len(words) / max(1, room // pitch))
    columns = ceil(len(words) / lines)
    shapes: list[Shape] = []
    for place, (word, icon) in enumerate(zip(words, drawn.values(), strict=True)):
        at_x, at_y = x + 11 + place % columns * pitch, y + LINE * (place // columns)
        shapes += [Group(at_x, at_y, icon), Text(at_x + 16, at_y, word, WORD, palette.ink, "start")]
    return shapes, lines
