"""Pictures as PNG. The base of a map is painted once and kept; pieces are pasted on it from painted stamps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from pathlib import Path

from PIL import Image, ImageColor, ImageDraw, ImageFont

from adjudicator.core.picture import CLEAR, Circle, Group, Line, Picture, Polygon, Rect, Shape, Text
from adjudicator.shell.meanwhile import Meanwhile
from adjudicator.shell.pngfile import packed

SHARP = 3
"""Shapes are painted so many times larger and scaled down, which smooths their edges."""
COLOURS = 127
"""And one more, through which the page is seen; so many fit a byte's lower half."""
RIM = "#d8d4ca"
"""What edges at a hole are mixed with: fits light pages and dark ones."""
HALF = 128
COVERS = [0] * HALF + [255] * HALF
"""Of how much is painted, whether a hole below it is still seen through."""
REACH = 8
"""Room around a stamp for strokes that stick out."""
FONTS = Path(__file__).parent / "fonts"
"""Brought along: the one in Pillow has no accents, and one of the machine would paint otherwise on the next."""
ANCHORS = {"start": "lm", "middle": "mm", "end": "rm"}


def png(picture: Picture) -> bytes:
    """The picture as a PNG file with a palette: a map has few colours, so it stays small."""
    return _packed(_painted(picture))


def begun(picture: Picture) -> Callable[[], bytes]:
    """The same, with half of the work done meanwhile. Pieces are many small pastes, which would wait for turns."""
    painted = _painted(picture)
    return Meanwhile(lambda: _packed(painted))


@dataclass(frozen=True, slots=True)
class _Painted:
    image: Image.Image
    holes: Image.Image
    clear: bool


def _painted(picture: Picture) -> _Painted:
    image, holes = (layer.copy() for layer in _base(picture.width, picture.height, picture.background, picture.base))
    for shape in picture.pieces:
        x, y, inner = (shape.x, shape.y, shape.shapes) if isinstance(shape, Group) else (0.0, 0.0, (shape,))
        stamp, cover, left, top = _stamp(inner)
        corner = round(x) + left, round(y) + top
        image.paste(stamp, corner, stamp)
        holes.paste(0, corner, cover)
    return _Painted(image, holes, picture.background == CLEAR)


def _packed(painted: _Painted) -> bytes:
    flat = painted.image.quantize(palette=_palette(painted.image), dither=Image.Dither.NONE)
    if around := painted.holes.getbbox():
        flat.paste(COLOURS, around, painted.holes.crop(around))
    listed = bytes(flat.getpalette() or ())[: 3 * COLOURS].ljust(3 * COLOURS, b"\0")
    colours = listed + bytes(ImageColor.getrgb(RIM))  # a hole whose colour is not listed is seen in any colour
    rows = flat.tobytes("raw", "P", flat.width + 1)
    return packed(flat.width, flat.height, colours, rows, COLOURS if painted.clear else None)


def _palette(image: Image.Image) -> Image.Image:
    """Found on one pixel of sixteen, which takes a fraction of the time and misses nothing that an eye would."""
    small = image.resize((image.width // 4, image.height // 4), Image.Resampling.NEAREST)
    return small.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


@lru_cache(maxsize=32)
def _base(width: int, height: int, background: str, shapes: tuple[Shape, ...]) -> tuple[Image.Image, Image.Image]:
    """What lies below the pieces, and a mask of the holes in it through which the page is seen."""
    ground = (0, 0, 0, 0) if background == CLEAR else background
    large = Image.new("RGBA", (width * SHARP, height * SHARP), ground)
    _paint(ImageDraw.Draw(large), shapes, 0, 0)
    painted = large.resize((width, height), Image.Resampling.BOX)
    image = Image.new("RGB", painted.size, RIM)
    image.paste(painted, mask=painted)
    return image, painted.getchannel("A").point(lambda alpha: 255 if alpha < HALF else 0, "1")


@lru_cache(maxsize=4096)
def _stamp(shapes: tuple[Shape, ...]) -> tuple[Image.Image, Image.Image, int, int]:
    """Shapes painted once on a transparent ground, what of it no hole is seen through, and where its corner lies."""
    west, north, east, south = _extent(shapes)
    x, y = int(west) - REACH, int(north) - REACH
    width, height = int(east) - x + REACH, int(south) - y + REACH
    large = Image.new("RGBA", (width * SHARP, height * SHARP), (0, 0, 0, 0))
    _paint(ImageDraw.Draw(large), shapes, -x, -y)
    x0, y0, x1, y1 = (edge / SHARP for edge in large.getbbox() or (0, 0, 1, 1))
    left, top = floor(x0), floor(y0)
    stamp = large.reduce(SHARP, (left * SHARP, top * SHARP, ceil(x1) * SHARP, ceil(y1) * SHARP))
    return stamp, stamp.getchannel("A").point(COVERS, "1"), x + left, y + top


def _extent(shapes: tuple[Shape, ...]) -> tuple[float, float, float, float]:
    boxes = [_box(shape) for shape in shapes]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _box(shape: Shape) -> tuple[float, float, float, float]:
    match shape:
        case Polygon() | Line():
            xs, ys = zip(*shape.points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case Circle():
            return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
        case Rect():
            return shape.x, shape.y, shape.x + shape.w, shape.y + shape.h
        case Text():
            wide, high = _font(round(shape.size * SHARP), shape.bold).getlength(shape.text) / SHARP, shape.size
            left = shape.x - {"start": 0, "middle": wide / 2, "end": wide}[shape.anchor]
            return left, shape.y - high, left + wide, shape.y + high
        case Group():
            left, top, right, bottom = _extent(shape.shapes)
            return shape.x + left, shape.y + top, shape.x + right, shape.y + bottom


@lru_cache(maxsize=128)
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    file = FONTS / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf")
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def _colour(name: str) -> str | None:
    return None if name in ("", "none") else name


def _paint(draw: ImageDraw.ImageDraw, shapes: tuple[Shape, ...], dx: float, dy: float) -> None:
    for shape in shapes:
        _paint_one(draw, shape, dx, dy)


def _paint_one(draw: ImageDraw.ImageDraw, shape: Shape, dx: float, dy: float) -> None:
    s = SHARP
    match shape:
        case Polygon():
            points = [((x + dx) * s, (y + dy) * s) for x, y in shape.points]
            if _colour(shape.fill):
                draw.polygon(points, fill=shape.fill)
            if _colour(shape.stroke) and shape.width:
                draw.line([*points, points[0], points[1]], fill=shape.stroke, width=_wide(shape.width), joint="curve")
        case Line():
            _paint_line(draw, shape, dx, dy)
        case Circle():
            box = [(c * s) for c in (shape.x + dx - shape.radius, shape.y + dy - shape.radius)]
            box += [(c * s) for c in (shape.x + dx + shape.radius, shape.y + dy + shape.radius)]
            draw.ellipse(box, fill=_colour(shape.fill), outline=_colour(shape.stroke), width=_wide(shape.width))
        case Rect():
            box = [(shape.x + dx) * s, (shape.y + dy) * s, (shape.x + shape.w + dx) * s, (shape.y + shape.h + dy) * s]
            outline = _colour(shape.stroke) if shape.width else None
            draw.rounded_rectangle(box, shape.radius * s, _colour(shape.fill), outline, _wide(shape.width))
        case Text():
            place = ((shape.x + dx) * s, (shape.y + dy) * s)
            draw.text(place, shape.text, shape.fill, _font(round(shape.size * s), shape.bold), ANCHORS[shape.anchor])
        case Group():
            _paint(draw, shape.shapes, dx + shape.x, dy + shape.y)


def _wide(width: float) -> int:
    return max(1, round(width * SHARP))


def _paint_line(draw: ImageDraw.ImageDraw, line: Line, dx: float, dy: float) -> None:
    points = [((x + dx) * SHARP, (y + dy) * SHARP) for x, y in line.points]
    wide = _wide(line.width)
    if line.dash is None:
        draw.line(points, fill=line.stroke, width=wide, joint="curve")
        for x, y in (points[0], points[-1]):  # round ends
            draw.ellipse([x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2], fill=line.stroke)
        return
    on, off = (part * SHARP for part in line.dash)
    for (x0, y0), (x1, y1) in pairwise(points):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        at = 0.0
        while at < length:
            end = min(at + on, length)
            ends = [(x0 + (x1 - x0) * d / length, y0 + (y1 - y0) * d / length) for d in (at, end)]
            draw.line(ends, fill=line.stroke, width=wide)
            at += on + off
