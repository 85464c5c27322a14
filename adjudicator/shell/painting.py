"""Pictures as PNG. The base of a map is painted once and kept; pieces are pasted on it from painted stamps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from pathlib import Path

from PIL import Image, ImageColor, ImageDraw, ImageFont

from adjudicator.core.picture import CLEAR, Circle, Group, Line, Picture, Polygon, Rect, Shape, Text
from adjudicator.shell import pngfile
from adjudicator.shell.meanwhile import Meanwhile

SHARP = 3
"""Shapes are painted so many times larger and scaled down, which smooths their edges."""
COLOURS = 127
"""And one more, through which the page is seen; so many fit a byte's lower half."""
RIM = "#d8d4ca"
"""What edges at a hole are mixed with: fits light pages and dark ones."""
STRIP = 64
"""So many rows are packed by themselves."""
NOTHING = Image.new("RGB", (1, 1))
EDGES = ((255, 255, 255), (28, 28, 28))
"""What pieces are rimmed with, or written in; their edges are mixed with that, and with the grounds they lie on."""
COMMON = 5
"""So many of a ground's colours are looked at for that."""
WEIGHT = 2
"""Pixels along the side of a colour among those that a palette is found for."""
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
    return _packed(picture, *_painted(picture))


def begun(picture: Picture) -> Callable[[], bytes]:
    """The same, with half of the work done meanwhile. Pieces are many small pastes, which would wait for turns."""
    painted = _painted(picture)
    return Meanwhile(lambda: _packed(picture, *painted))


@dataclass(frozen=True, eq=False)
class _Ground:
    """What lies below the pieces, in strips: their image, and a mask of the holes through which the page is seen."""

    strips: tuple[tuple[Image.Image, Image.Image | None], ...]
    sample: Image.Image
    """One pixel of sixteen."""
    common: tuple[tuple[int, int, int], ...]
    """The colours that most of it has."""


@dataclass(frozen=True, eq=False, slots=True)
class _Stamp:
    """Shapes painted once on a transparent ground."""

    image: Image.Image
    cover: Image.Image
    """What of it no hole is seen through."""
    left: int
    top: int
    colours: frozenset[str]


@dataclass(frozen=True, eq=False, slots=True)
class _Palette:
    image: Image.Image

    def listed(self) -> bytes:
        found = bytes(self.image.getpalette() or ())[: 3 * COLOURS].ljust(3 * COLOURS, b"\0")
        return found + bytes(_rgb(RIM))  # a hole whose colour is not listed is seen in any colour


@dataclass(eq=False, slots=True)
class _Strip:
    """Painted, and once it has been packed nothing but that."""

    image: Image.Image
    holes: Image.Image | None
    palette: _Palette
    packed: pngfile.Strip | None = None

    def pack(self) -> pngfile.Strip:
        image, holes = self.image, self.holes  # looked up first: another picture that shows this may be packing it too
        if self.packed is None:
            flat = image.quantize(palette=self.palette.image, dither=Image.Dither.NONE)
            if holes is not None:
                flat.paste(COLOURS, mask=holes)
            self.packed = pngfile.strip(flat.tobytes("raw", "P", flat.width + 1))
            self.image, self.holes = NOTHING, None
        return self.packed


def _painted(picture: Picture) -> tuple[_Palette, list[_Strip]]:
    ground = _base(picture.width, picture.height, picture.background, picture.base)
    pieces: list[list[tuple[_Stamp, int, int]]] = [[] for _ in ground.strips]
    colours: set[str] = set()
    for shape in picture.pieces:
        x, y, inner = (shape.x, shape.y, shape.shapes) if isinstance(shape, Group) else (0.0, 0.0, (shape,))
        stamp = _stamp(inner)
        left, top = round(x) + stamp.left, round(y) + stamp.top
        colours |= stamp.colours
        for number in range(max(0, top // STRIP), min(len(pieces), -(-(top + stamp.image.height) // STRIP))):
            pieces[number].append((stamp, left, top - number * STRIP))
    palette = _palette(ground, frozenset(colours))
    return palette, [_strip(ground, number, palette, tuple(each)) for number, each in enumerate(pieces)]


@lru_cache(maxsize=1024)
def _strip(ground: _Ground, number: int, palette: _Palette, pieces: tuple[tuple[_Stamp, int, int], ...]) -> _Strip:
    """Kept, because about half of a map's strips show what they showed a phase ago."""
    image, holes = (None if layer is None else layer.copy() for layer in ground.strips[number])
    assert image is not None
    for stamp, left, top in pieces:
        image.paste(stamp.image, (left, top), stamp.image)
        if holes is not None:
            holes.paste(0, (left, top), stamp.cover)
    return _Strip(image, holes, palette)


def _packed(picture: Picture, palette: _Palette, strips: list[_Strip]) -> bytes:
    hole = COLOURS if picture.background == CLEAR else None
    return pngfile.file(picture.width, picture.height, palette.listed(), [strip.pack() for strip in strips], hole)


@lru_cache(maxsize=64)
def _palette(ground: _Ground, colours: frozenset[str]) -> _Palette:
    """For all pictures with these colours on this ground, so that what shows the same in them is painted the same.

    Beside a sample of the ground there are the colours of the pieces, and what they are mixed to at their edges.
    """
    sample, edges, rows = ground.sample, (*EDGES, *ground.common), []
    for colour in map(_rgb, sorted(colours)):
        mixed = [_between(colour, edge, part) for edge in edges for part in (1 / 3, 2 / 3)]
        rows.append([colour] * len(mixed) + mixed)
    swatches = Image.new("RGB", (4 * len(edges), len(rows)))
    swatches.putdata([colour for row in rows for colour in row])
    both = Image.new("RGB", (max(sample.width, swatches.width * WEIGHT), sample.height + len(rows) * WEIGHT), RIM)
    both.paste(sample)
    if rows:
        size = swatches.width * WEIGHT, swatches.height * WEIGHT
        both.paste(swatches.resize(size, Image.Resampling.NEAREST), (0, sample.height))
    return _Palette(both.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue, *_ = ImageColor.getrgb(colour)
    return red, green, blue


def _between(one: tuple[int, ...], other: tuple[int, ...], part: float) -> tuple[int, ...]:
    return tuple(round(a + (b - a) * part) for a, b in zip(one, other, strict=True))


@lru_cache(maxsize=32)
def _base(width: int, height: int, background: str, shapes: tuple[Shape, ...]) -> _Ground:
    ground = (0, 0, 0, 0) if background == CLEAR else background
    large = Image.new("RGBA", (width * SHARP, height * SHARP), ground)
    _paint(ImageDraw.Draw(large), shapes, 0, 0)
    painted = large.resize((width, height), Image.Resampling.BOX)
    image = Image.new("RGB", painted.size, RIM)
    image.paste(painted, mask=painted)
    holes = painted.getchannel("A").point([255] * HALF + [0] * HALF, "1")
    strips = []
    for top in range(0, height, STRIP):
        box = (0, top, width, min(top + STRIP, height))
        seen_through = holes.crop(box)
        strips.append((image.crop(box), seen_through if seen_through.getbbox() else None))
    sample = image.resize((max(1, width // 4), max(1, height // 4)), Image.Resampling.NEAREST)
    found = sample.getcolors(sample.width * sample.height) or []
    most = sorted((-count, colour) for count, colour in found if isinstance(colour, tuple))[:COMMON]
    return _Ground(tuple(strips), sample, tuple((red, green, blue) for _, (red, green, blue, *_) in most))


@lru_cache(maxsize=4096)
def _stamp(shapes: tuple[Shape, ...]) -> _Stamp:
    west, north, east, south = _extent(shapes)
    x, y = int(west) - REACH, int(north) - REACH
    width, height = int(east) - x + REACH, int(south) - y + REACH
    large = Image.new("RGBA", (width * SHARP, height * SHARP), (0, 0, 0, 0))
    _paint(ImageDraw.Draw(large), shapes, -x, -y)
    x0, y0, x1, y1 = (edge / SHARP for edge in large.getbbox() or (0, 0, 1, 1))
    left, top = floor(x0), floor(y0)
    image = large.reduce(SHARP, (left * SHARP, top * SHARP, ceil(x1) * SHARP, ceil(y1) * SHARP))
    return _Stamp(image, image.getchannel("A").point(COVERS, "1"), x + left, y + top, frozenset(_colours(shapes)))


def _colours(shapes: tuple[Shape, ...]) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _colours(shape.shapes)
        else:
            named = (getattr(shape, "fill", ""), getattr(shape, "stroke", ""))
            yield from (colour for colour in named if _colour(colour))


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
