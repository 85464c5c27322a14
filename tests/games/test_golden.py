"""Finished games are played again: orders give events, events give state, each asserted apart."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from adjudicator.core import registry
from adjudicator.core.model import Position

from .golden import MOST_BYTES, Played, events_hash, golden_folders, played_again, read_golden, state_hash
from .story import STORY, TOLD, story

FOLDERS = golden_folders()
EVERY = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@cache
def whole_game(folder: Path) -> tuple[Played, ...]:
    return tuple(played_again(read_golden(folder)))


@EVERY
def test_the_orders_give_the_events(folder: Path) -> None:
    for played in whole_game(folder):
        assert events_hash(played.resolution) == played.kept["events"], played.name


@EVERY
def test_the_events_give_the_state(folder: Path) -> None:
    rules = read_golden(folder).rules
    for played in whole_game(folder):
        if played.before is not None:
            assert rules.replay(played.before, played.resolution.events) == played.after.state, played.name
        assert state_hash(rules, played.resolution) == played.kept["state"], played.name


@EVERY
def test_everything_is_accounted_for_after_each_phase(folder: Path) -> None:
    rules = read_golden(folder).rules
    for played in whole_game(folder):
        if played.before is not None:
            assert rules.audit(played.before, played.resolution) == (), played.name


@EVERY
def test_each_phase_is_the_one_that_was_awaited_until_the_game_is_over(folder: Path) -> None:
    rules = read_golden(folder).rules
    game = whole_game(folder)
    for played in game[1:]:
        assert played.before is not None
        awaited = rules.awaited(played.before)
        assert awaited is not None and str(awaited.phase) == played.name
    assert rules.awaited(game[-1].after) is None


@EVERY
def test_a_game_is_kept_small(folder: Path) -> None:
    assert sum(file.stat().st_size for file in folder.iterdir()) < MOST_BYTES
    assert all(file.suffix == ".yaml" for file in folder.iterdir())


def over(folder: Path) -> tuple[int, str]:
    position: Position = whole_game(folder)[-1].after
    return len(position.state.players), position.state.over.reason


def test_there_is_a_game_for_every_number_of_players_and_every_end() -> None:
    found = {over(folder) for folder in FOLDERS if folder.parent.name == "roads_and_boats"}
    assert {players for players, _ in found} == set(registry.ruleset("roads-and-boats").players)
    assert {reason for _, reason in found} == {"turns", "wonder", "neutral-bricks"}


def test_the_game_that_is_told_was_so() -> None:
    assert STORY.read_text(encoding="utf-8") == story(read_golden(TOLD)), "docs/a_game_told.md: run `make golden`"
