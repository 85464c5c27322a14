"""Pictures as somebody sees them: every label whole, none upon another, early, in the middle and late in a game."""

from __future__ import annotations

import base64
import io
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.sax.saxutils import unescape

import pytest
from PIL import Image
from playwright.sync_api import Page

from adjudicator.core import yamlfiles
from adjudicator.core.picture import CLEAR, Circle, Group, Picture, Text, svg
from adjudicator.core.voice import Voice
from adjudicator.host.languages import LANGUAGES
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.shell.painting import png

from .positions import POSITIONS, drawn

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


@pytest.mark.parametrize(("language", "theme"), [*((language, "light") for language in LANGUAGES), ("en", "dark")])
@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_no_label_is_cut_off_or_lies_upon_another(page: Page, name: str, language: str, theme: str) -> None:
    picture = drawn(name, language, theme)
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
def test_every_word_is_said_by_the_readers_voice(name: str) -> None:
    """Whatever has three small letters is a word, and stands in words.yaml."""
    forms = yamlfiles.load((GAME.folders.templates / "words.yaml").read_text(encoding="utf-8"))
    marking = Voice(forms, "it", "<{}>".format, lambda one, many, number: f"<{one if number == 1 else many}>")
    position, before = POSITIONS[name]()
    said = re.findall(r"<text [^>]*>(.*?)</text>", svg(GAME.picture(position, marking, before)))
    assert len([text for text in said if "&lt;" in text]) > 40
    assert [text for text in said if re.search(r"[a-z]{3}", text) and not re.search(r"&lt;.*&gt;", text)] == []


def test_every_letter_of_every_word_can_be_painted() -> None:
    """A letter that the font does not know is painted as one that nobody knows."""
    texts = {
        (unescape(text), 'font-weight="bold"' in how)
        for name in POSITIONS
        for language in LANGUAGES
        for how, text in re.findall(r"<text ([^>]*)>(.*?)</text>", svg(drawn(name, language)))
    }
    letters = {(letter, bold) for text, bold in texts for letter in text if not letter.isspace()}
    assert {("é", False), ("û", False), ("ù", False), ("’", False), ("â", True)} <= letters

    def painted(letter: str, bold: bool) -> bytes:
        return png(Picture(60, 60, "#ffffff", (), (Text(30, 30, letter, 40, "#000000", bold=bold),)))

    unknown = {bold: painted("\uffff", bold) for bold in (False, True)}
    assert [letter for letter, bold in sorted(letters) if painted(letter, bold) == unknown[bold]] == []


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_the_picture_is_as_it_was(name: str) -> None:
    """Golden pictures: look at the difference before writing them anew (`ADJUDICATOR_GOLDEN=write`)."""
    file, now = GOLDEN / f"{name}.svg", svg(drawn(name))
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
    shown = base64.b64encode(png(replace(drawn(name), background=CLEAR))).decode()
    page.set_content(f"<body style='margin:0; background:#123456'><img src='data:image/png;base64,{shown}'></body>")
    seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    assert seen.getpixel((3, 3)) == (0x12, 0x34, 0x56)


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_a_picture_for_mails_stays_small(name: str) -> None:
    painted = png(drawn(name))
    assert painted.startswith(b"\x89PNG")
    assert len(painted) <= LARGEST_PNG
