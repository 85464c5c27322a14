"""Letters as somebody sees them: on a phone and on a desk, by day and by night."""

from __future__ import annotations

import base64
import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.letters.samples import KINDS, page_of, samples

WIDTHS = {"phone": 360, "desk": 1200}
LEAST_CONTRAST = 4.5

# Every text with the colour it is written in and the nearest colour behind it.
COLOURS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim();
    let at = walk.currentNode.parentElement;
    if (!text || at.closest('style')) continue;
    const ink = getComputedStyle(at).color;
    while (at && getComputedStyle(at).backgroundColor === 'rgba(0, 0, 0, 0)') at = at.parentElement;
    found.push({text, ink, paper: at ? getComputedStyle(at).backgroundColor : 'rgb(255, 255, 255)'});
  }
  return found;
}"""


def shown(browser: Browser, kind: str, width: int, theme: Any) -> Page:
    """The letter as a mail program lays it out, its picture in place."""
    letter = samples()[kind]
    text = page_of(letter)
    for part in letter.walk():
        if part.get_content_type() == "image/png":
            content = base64.b64encode(part.get_content()).decode()
            text = text.replace(f"cid:{part['Content-ID'].strip('<>')}", f"data:image/png;base64,{content}")
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=theme)
    page.set_content(text)
    if folder := os.environ.get("ADJUDICATOR_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{kind}-{width}-{theme}.png", full_page=True)
    return page


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_overflows_and_everything_can_be_read(browser: Browser, kind: str, width: str, theme: str) -> None:
    page = shown(browser, kind, WIDTHS[width], theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[width]
    colours = page.evaluate(COLOURS)
    page.close()
    assert len(colours) >= 3
    assert [each for each in colours if contrast(each["ink"], each["paper"]) < LEAST_CONTRAST] == []


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_have_words_and_nothing_is_fetched(browser: Browser, kind: str) -> None:
    text = page_of(samples()[kind])
    assert re.findall(r"<img (?![^>]*\balt=\"[^\"]{10,}\")", text) == []
    assert "http:" not in text and "https:" not in text and "<script" not in text and "<link" not in text
    assert 'lang="en"' in text and "<title>" in text


def contrast(one: str, other: str) -> float:
    """As WCAG measures it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
