"""Growth as a picture: points against time, from nought, so that what is flat looks flat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.picture import Line, Picture, Rect, Shape, Text, svg

WIDTH, HEIGHT = 460, 300
LEFT, TOP, RIGHT, BOTTOM = 60, 44, 20, 44


def plot(series: Mapping[str, Sequence[Sequence[float]]]) -> str:
    """One plot beside the other, as an SVG file. A series is pairs of a number and seconds."""
    shapes: list[Shape] = []
    for place, (title, points) in enumerate(series.items()):
        shapes += _one(title, points, place * WIDTH)
    return svg(Picture(WIDTH * len(series), HEIGHT, "#ffffff", (), tuple(shapes), "Growth"))


def _one(title: str, points: Sequence[Sequence[float]], left: float) -> list[Shape]:
    most_x, step = max(x for x, _ in points), _step(max(y for _, y in points) * 1000)
    most_y = 4 * step / 1000
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at(x: float, y: float) -> tuple[float, float]:
        return left + LEFT + x / most_x * wide, TOP + high - y / most_y * high

    found: list[Shape] = [
        Rect(left + LEFT, TOP, wide, high, "#f6f6f2"),
        Text(left + WIDTH / 2, 22, title, 14, "#222222", "middle", bold=True),
    ]
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = at(0, part * most_y)
        x, _ = at(part * most_x, 0)
        found.append(Line(((left + LEFT, y), (left + LEFT + wide, y)), "#dddddd", 1))
        found.append(Text(left + LEFT - 6, y, f"{part * 4 * step:g} ms", 11, "#444444", "end"))
        found.append(Text(x, TOP + high + 16, f"{part * most_x:.0f}", 11, "#444444", "middle"))
    found.append(Line(tuple(at(x, y) for x, y in points), "#2060a0", 2))
    return found


def _step(most: float) -> float:
    """The least round number of which four reach as high."""
    return next(
        digit * 10.0**power for power in range(-1, 9) for digit in (1, 2, 2.5, 5) if 4 * digit * 10**power >= most
    )
