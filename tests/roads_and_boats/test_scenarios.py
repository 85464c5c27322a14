"""The maps that come with the game: enough of them, fair, playable, and told of in the documentation."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from adjudicator.core import folders, yamlfiles
from adjudicator.core.draws import Draws
from adjudicator.core.model import Plain, Position
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.mapfile import read_map
from adjudicator.rulesets.roads_and_boats.mapreport import report

SCENARIOS = {path.stem: path for path in sorted(folders.scenarios("roads_and_boats").glob("*.yaml"))}
DOCS = Path(__file__).parents[2] / "docs"
EACH = pytest.mark.parametrize("slug", SCENARIOS)


def raw(slug: str) -> Plain:
    return yamlfiles.load(SCENARIOS[slug].read_text(encoding="utf-8"), slug)


def board(slug: str) -> Board:
    return read_map(raw(slug))


def document() -> str:
    return (DOCS / "scenarios.md").read_text(encoding="utf-8")


def test_there_are_maps_for_every_number_of_players() -> None:
    counts = Counter(count for slug in SCENARIOS for count in board(slug).players)
    assert len(SCENARIOS) >= 8
    assert counts[2] >= 3 and counts[3] >= 2 and counts[1] and counts[4] and counts[5] + counts[6]
    assert any(report(board(slug)).rivers["mouths"] for slug in SCENARIOS)
    assert any("sea" not in report(board(slug)).terrain for slug in SCENARIOS)


@EACH
def test_a_scenario_is_one_to_be_proud_of(slug: str) -> None:
    """The checker has nothing to say against it, and it is neither cramped nor endless."""
    found = report(board(slug))
    assert found.doubts == ()
    assert 16 <= found.tiles <= 61
    assert all(9 <= found.land / count <= 17 for count in found.players)
    assert found.rivers["tiles"]


@EACH
def test_a_scenario_says_what_it_is_like_in_a_sentence(slug: str) -> None:
    told = raw(slug)
    assert set(told) == {"name", "about", "players", "homes", "tiles"}
    assert re.sub(r"[^a-z]+", "-", told["name"].lower().removeprefix("the ").replace("'", "")) == slug
    assert told["about"].endswith(".") and 40 < len(told["about"]) < 160


@EACH
def test_a_file_stands_as_the_program_would_write_it(slug: str) -> None:
    text = SCENARIOS[slug].read_text(encoding="utf-8")
    assert yamlfiles.dump(raw(slug), inline=("homes",)) == text
    assert list(raw(slug)["tiles"]) == list(board(slug).tiles)


@EACH
def test_a_game_can_begin_on_it(slug: str) -> None:
    """RB-4.2, RB-4.3"""
    options = GAME.read_options({})
    for count in board(slug).players:
        begun = GAME.begin(board(slug), GAME.colours[:count], options, Draws(b"scenario"))
        awaited = GAME.awaited(Position(board(slug), begun.state, options))
        assert awaited is not None and awaited.phase.name == "production" and len(awaited.owed) == count
        assert {player.home for player in begun.state.players.values()} <= set(board(slug).homes)


# -- the documentation -------------------------------------------------------------------------------------------------


@EACH
def test_a_scenario_stands_in_the_documentation(slug: str) -> None:
    found = report(board(slug))
    sea = found.terrain.get("sea", "none")
    row = f"| [{found.name}](#{slug}) | {found.players[0]} | {found.land} | {sea} | {raw(slug)['about']} |"
    assert row in document().splitlines()
    assert f"`{slug}`, for {found.players[0]}." in document()
    assert f"![{found.name}](pictures/{slug}.svg)" in document()


def test_the_documentation_names_no_scenario_that_is_not_there() -> None:
    assert set(re.findall(r"\(pictures/(.*?)\.svg\)", document())) == SCENARIOS.keys()
    assert {path.stem for path in (DOCS / "pictures").glob("*.svg")} >= SCENARIOS.keys()


@EACH
def test_its_picture_shows_every_tile(slug: str) -> None:
    """`make pictures` draws them anew."""
    picture = (DOCS / "pictures" / f"{slug}.svg").read_text(encoding="utf-8")
    shown = set(re.findall(r">([A-Z]{1,2}[1-9][0-9]?)</text>", picture))
    assert board(slug).tiles.keys() <= shown
