"""Maps are painted while letters are written: to the same bytes as at once, and what goes wrong is not lost."""

from __future__ import annotations

import io
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from adjudicator.core.picture import CLEAR, Circle, Group, Picture, Polygon
from adjudicator.host.mistakes import Mistaken
from adjudicator.shell import painting
from adjudicator.shell.painting import STRIP, begun, png
from tests.host.table import Table
from tests.letters.test_maps import SPOKEN, four_winds
from tests.pages.positions import POSITIONS, drawn

LAND = Polygon(((20, 20), (80, 20), (80, 80), (20, 80)), "#7fb069")


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_meanwhile_or_at_once_gives_the_same_bytes(name: str) -> None:
    picture = replace(drawn(name), background=CLEAR)
    assert begun(picture)() == png(picture) == begun(picture)()


def test_a_run_leaves_nothing_behind_and_waits_for_every_language(tmp_path: Path) -> None:
    before = threading.active_count()
    table = four_winds(tmp_path, SPOKEN)
    assert threading.active_count() == before
    kept = [file.read_text() for file in (tmp_path / "host").rglob("pictures/*")]
    assert len(kept) == 3 and all(text.startswith("iVBOR") for text in kept)
    assert table.last("red")


def test_what_goes_wrong_in_painting_stops_the_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_colours(*painted: object) -> bytes:
        raise MemoryError("no room to paint in")

    before = threading.active_count()
    monkeypatch.setattr(painting, "_packed", out_of_colours)
    with pytest.raises(Mistaken, match=r"MemoryError at test_painting\.py"):
        four_winds(tmp_path, SPOKEN)
    assert threading.active_count() == before
    assert not (tmp_path / "winds" / "turns").exists() and not Table(tmp_path).letters("red")


def test_what_is_painted_over_a_hole_is_seen_and_the_rest_of_the_hole_seen_through() -> None:
    ring = Group(90, 50, (Circle(0, 0, 8, "#d43d2a", "#212121", 2),))
    image = Image.open(io.BytesIO(png(Picture(100, 100, CLEAR, (LAND,), (ring,))))).convert("RGBA")
    alpha = image.getchannel("A")
    assert alpha.getpixel((90, 50)) == alpha.getpixel((50, 50)) == 255
    assert alpha.getpixel((5, 5)) == alpha.getpixel((98, 98)) == 0


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_what_was_painted_before_changes_nothing(name: str) -> None:
    """Strips that show the same are kept; all of them painted anew come to the same bytes."""
    picture = drawn(name)
    kept = png(replace(picture, pieces=picture.pieces[::2])), png(picture)
    for function in (painting._base, painting._stamp, painting._strip, painting._palette):
        function.cache_clear()
    assert (png(replace(picture, pieces=picture.pieces[::2])), png(picture)) == kept


def test_strips_of_any_height_make_one_picture() -> None:
    """Every program that shows it reckons the check of the whole after us."""
    for height in (1, STRIP - 1, STRIP, STRIP + 1, 5 * STRIP + 7):
        picture = Picture(70, height, "#ffffff", (), (Circle(35, height / 2, 30, "#d43d2a"),))
        image = Image.open(io.BytesIO(png(picture)))
        image.verify()
        shown = Image.open(io.BytesIO(png(picture))).convert("RGB")
        assert shown.size == (70, height) and shown.getpixel((35, height // 2)) == (0xD4, 0x3D, 0x2A)


def test_a_piece_of_which_nothing_is_seen_is_painted() -> None:
    nothing = Group(50, 50, (Polygon(((0, 0), (9, 0), (9, 9)), "none"),))
    empty, plain = Picture(100, 100, CLEAR, (LAND,), (nothing,)), Picture(100, 100, CLEAR, (LAND,), ())
    assert png(empty) == png(plain)
