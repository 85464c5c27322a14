"""The map of a letter speaks its reader's language; that of the archive speaks English."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.core.picture import Picture
from adjudicator.host import observers
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.observers import Observer
from adjudicator.host.seats import Player
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.shell.lazypainter import LazyPainter
from tests.host.table import SEED, Table

SPOKEN = {"red": "en", "blue": "fr", "yellow": "en", "green": "fr"}


def four_winds(home: Path, spoken: dict[str, str]) -> Table:
    table = Table(home)
    players = {
        seat: Player(f"{seat}@example.org", seat.title(), language, word=seat) for seat, language in spoken.items()
    }
    with table.desk.step("setting up") as draft:
        found(draft, "winds", "roads-and-boats", read_scenario(GAME, "four-winds"), players, {}, SEED, table.deadlines)
        observers.add(draft, "winds", Observer("olive@example.org", "Olive", "it"))
    table.run()
    return table


def map_of(table: Table, reader: str) -> bytes:
    (image,) = [part for part in table.last(reader).walk() if part.get_content_type() == "image/png"]
    content: bytes = image.get_content()
    return content


def test_readers_of_one_language_see_one_map(tmp_path: Path) -> None:
    table = four_winds(tmp_path, SPOKEN)
    seen = {reader: map_of(table, reader) for reader in (*SPOKEN, "olive")}
    assert seen["red"] == seen["yellow"] and seen["blue"] == seen["green"]
    assert len(set(seen.values())) == 3


def test_the_archive_keeps_it_in_english(tmp_path: Path) -> None:
    four_winds(tmp_path, dict.fromkeys(SPOKEN, "it"))
    (kept,) = (tmp_path / "winds").rglob("map.svg")
    text = kept.read_text(encoding="utf-8")
    assert ">steamer-factory<" in text and ">nearest first<" in text and "battell" not in text


@pytest.mark.parametrize(("spoken", "times"), [(dict.fromkeys(SPOKEN, "en"), 1), (SPOKEN, 2)])
def test_a_map_is_painted_once_for_each_language_of_the_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoken: dict[str, str], times: int
) -> None:
    painted: list[Picture] = []

    def paint(self: LazyPainter, picture: Picture) -> Callable[[], bytes]:
        painted.append(picture)
        return lambda: b"PNG"

    monkeypatch.setattr(LazyPainter, "png", paint)
    four_winds(tmp_path, spoken)
    assert len(painted) == times + 1  # and once for the observer
