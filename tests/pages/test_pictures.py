"""Pictures as somebody sees them: every label whole, none upon another, early, in the middle and late in a game."""

from __future__ import annotations

import base64
import io
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page

from adjudicator.core.picture import CLEAR, Circle, Group, Picture, svg
from adjudicator.rulesets.roads_and_boats.picture import draw
from adjudicator.shell.painting import png

from .positions import POSITIONS

GOLDEN = Path(__file__).parent / "golden"
LARGEST_PNG = 200_000

# The boxes of all texts, and whether one leaves the picture. What a browser measures includes the room above and
# below the letters, so boxes are drawn in by a fifth before they are compared.
MEASURE = """() => [...document.querySelectorAll('text')].map(t => {
  const box = t.getBoundingClientRect();
  return {text: t.textContent, x: box.x, y: box.y + box.height * 0.2, w: box.width, h: box.height * 0.6};
})"""


def boxes(page: Page, text: str) -> list[dict[str, Any]]:
    page.set_content(f"<body style='margin:0'>{text}</body>")
    measured: list[dict[str, Any]] = page.evaluate(MEASURE)
    return measured


def overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    if one == other:
        return False  # a tile's name, drawn again upon a road
    across = min(one["x"] + one["w"], other["x"] + other["w"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["h"], other["y"] + other["h"]) - max(one["y"], other["y"])
    return bool(across > 1.5 and down > 1.5)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_no_label_is_cut_off_or_lies_upon_another(page: Page, name: str, theme: str) -> None:
    picture = draw(*POSITIONS[name](), theme=theme)
    found = boxes(page, svg(picture))
    assert len(found) > 40
    outside = [
        box["text"]
        for box in found
        if box["x"] < 0 or box["y"] < 0 or box["x"] + box["w"] > picture.width or box["y"] + box["h"] > picture.height
    ]
    assert outside == []
    pairs = [
        (one["text"], other["text"])
        for number, one in enumerate(found)
        for other in found[:number]
        if overlap(one, other)
    ]
    assert pairs == []


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_the_picture_is_as_it_was(name: str) -> None:
    """Golden pictures: look at the difference before writing them anew (`ADJUDICATOR_GOLDEN=write`)."""
    file, now = GOLDEN / f"{name}.svg", svg(draw(*POSITIONS[name]()))
    if os.environ.get("ADJUDICATOR_GOLDEN") == "write":
        file.write_text(now, encoding="utf-8")
    assert now == file.read_text(encoding="utf-8")


def test_a_picture_reads_alike_whatever_was_drawn_before_it() -> None:
    """Equal shapes are kept and found again; one that was reckoned as less than nothing is equal to nothing."""

    def drawn(nothing: float) -> str:
        shape = Group(7, 7, (Circle(nothing, 1.25, 2.5, "#123456"),))
        return svg(Picture(10, 10, "#ffffff", (), (shape,)))

    assert drawn(-0.0) == drawn(0.0) == drawn(-0.01)


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_a_page_is_seen_around_the_map_of_a_letter(page: Page, name: str) -> None:
    """As a browser sees it: a hole of a colour that the file does not list is painted in any colour."""
    shown = base64.b64encode(png(replace(draw(*POSITIONS[name]()), background=CLEAR))).decode()
    page.set_content(f"<body style='margin:0; background:#123456'><img src='data:image/png;base64,{shown}'></body>")
    seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    assert seen.getpixel((3, 3)) == (0x12, 0x34, 0x56)


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_a_picture_for_mails_stays_small(name: str) -> None:
    painted = png(draw(*POSITIONS[name]()))
    assert painted.startswith(b"\x89PNG")
    assert len(painted) <= LARGEST_PNG
