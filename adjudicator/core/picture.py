"""Pictures as values: shapes that a game lists, and their text as SVG. Painting them as PNG is the shell's work.

A picture has a base that never changes in a game and pieces that do, so that a painter can keep the base.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

from adjudicator.core.latest import Latest

CLEAR = "none"
"""The background of a picture through which the page is seen, in whatever colour that is."""

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[Point, ...]
    fill: str
    stroke: str = ""
    width: float = 0


@dataclass(frozen=True, slots=True)
class Line:
    points: tuple[Point, ...]
    stroke: str
    width: float
    dash: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    radius: float
    fill: str
    stroke: str = ""
    width: float = 0


@dataclass(frozen=True, slots=True)
class Rect:
    x: float
    y: float
    w: float
    h: float
    fill: str
    stroke: str = ""
    width: float = 0
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; `y` is its middle, so that a text sits where a circle of the same middle would.

    Painted in the letters of European languages written in Latin script (shell/fonts).
    """

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "middle"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes around a point of their own, drawn at (x, y). Equal groups are painted once and kept."""

    x: float
    y: float
    shapes: tuple[Shape, ...]
    title: str = ""
    """What somebody who cannot see it is told."""


Shape: TypeAlias = Polygon | Line | Circle | Rect | Text | Group


@dataclass(frozen=True, slots=True)
class Picture:
    width: int
    height: int
    background: str
    base: tuple[Shape, ...]
    pieces: tuple[Shape, ...]
    title: str = ""
    font: str = "DejaVu Sans, Verdana, Arial, sans-serif"


def _svg(picture: Picture) -> str:
    """The picture as an SVG document; the same picture gives the same text."""
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width} {picture.height}" '
        f'width="{picture.width}" height="{picture.height}" role="img" font-family={quoteattr(picture.font)} '
        'text-anchor="middle" stroke-linecap="round" stroke-linejoin="round">',  # what all inherit
        f"<title>{escape(picture.title)}</title>",
        f'<rect width="{picture.width}" height="{picture.height}" fill="{picture.background}"/>',
        '<g class="base">',
        _base(picture.base),
        '</g><g class="pieces">',
        *(_shape(shape) for shape in picture.pieces),
        "</g></svg>",
    ]
    return "\n".join(out) + "\n"


svg: Latest[Picture, str] = Latest(_svg)
"""Kept, because the archive shows it and letters name it by its text."""
_base: Latest[tuple[Shape, ...], str] = Latest(lambda shapes: "\n".join(_shape(shape) for shape in shapes))


def _number(value: float) -> str:
    """Never `-0`: a kept group is found again by equality, and equal numbers must read alike."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _stroke(stroke: str, width: float) -> str:
    return f' stroke="{stroke}" stroke-width="{_number(width)}"' if stroke and width else ""


def _shape(shape: Shape) -> str:
    match shape:
        case Polygon():
            stroke = _stroke(shape.stroke, shape.width)
            return f'<polygon points="{_points(shape.points)}" fill="{shape.fill}"{stroke}/>'
        case Line():
            dash = "" if shape.dash is None else ' stroke-dasharray="{} {}"'.format(*map(_number, shape.dash))
            stroke = _stroke(shape.stroke, shape.width)
            return f'<polyline points="{_points(shape.points)}" fill="none"{stroke}{dash}/>'
        case Circle():
            middle = f'cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}"'
            return f'<circle {middle} fill="{shape.fill}"{_stroke(shape.stroke, shape.width)}/>'
        case Rect():
            box = (
                f'x="{_number(shape.x)}" y="{_number(shape.y)}" width="{_number(shape.w)}" height="{_number(shape.h)}"'
            )
            radius = f' rx="{_number(shape.radius)}"' if shape.radius else ""
            return f'<rect {box}{radius} fill="{shape.fill}"{_stroke(shape.stroke, shape.width)}/>'
        case Text():
            anchor = "" if shape.anchor == "middle" else f' text-anchor="{shape.anchor}"'
            weight = ' font-weight="bold"' if shape.bold else ""
            return (
                f'<text x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{_number(shape.size)}" '
                f'fill="{shape.fill}"{anchor} dominant-baseline="central"{weight}>'
                f"{escape(shape.text)}</text>"
            )
        case Group():
            title = f"<title>{escape(shape.title)}</title>" if shape.title else ""
            return f'<g transform="translate({_number(shape.x)} {_number(shape.y)})">{title}{_inside(shape.shapes)}</g>'


@lru_cache(maxsize=4096)
def _inside(shapes: tuple[Shape, ...]) -> str:
    """Kept, because a map shows the same few pieces again and again."""
    return "".join(_shape(shape) for shape in shapes)
