"""Fitting many small things into little room: rows of tokens, as large as they can be and still fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SCALES = (1.0, 0.94, 0.88, 0.82, 0.77, 0.72, 0.67, 0.63, 0.59, 0.55, 0.5, 0.45)
"""From comfortable to the smallest that can still be read."""


@dataclass(frozen=True, slots=True)
class Packed:
    scale: float
    middles: tuple[tuple[float, float], ...]
    """Where the middle of each token goes, measured from the middle of the room."""


def pack(sizes: Sequence[tuple[float, float]], width: float, height: float, gap: float = 2.0) -> Packed:
    """Rows from top to bottom, each centred, at the largest scale that fits; at the smallest, as it comes."""
    for scale in SCALES:
        rows = _rows(sizes, scale, width, gap)
        if sum(row[1] for row in rows) + gap * (len(rows) - 1) <= height or scale == SCALES[-1]:
            return Packed(scale, _centred(rows, sizes, scale, gap))
    raise AssertionError("the smallest scale is always taken")


def _rows(
    sizes: Sequence[tuple[float, float]], scale: float, width: float, gap: float
) -> list[tuple[list[int], float, float]]:
    """Each row as the tokens in it, its height and its width."""
    rows: list[tuple[list[int], float, float]] = []
    for number, (w, h) in enumerate(sizes):
        w, h = w * scale, h * scale
        if rows and rows[-1][2] + gap + w <= width:
            members, tall, wide = rows[-1]
            rows[-1] = ([*members, number], max(tall, h), wide + gap + w)
        else:
            rows.append(([number], h, w))
    return rows


def _centred(
    rows: list[tuple[list[int], float, float]], sizes: Sequence[tuple[float, float]], scale: float, gap: float
) -> tuple[tuple[float, float], ...]:
    middles: dict[int, tuple[float, float]] = {}
    y = -(sum(row[1] for row in rows) + gap * (len(rows) - 1)) / 2
    for members, tall, wide in rows:
        x = -wide / 2
        for number in members:
            w = sizes[number][0] * scale
            middles[number] = (x + w / 2, y + tall / 2)
            x += w + gap
        y += tall + gap
    return tuple(middles[number] for number in range(len(sizes)))
