"""A few soak games, and what soaking itself must get right. `make soak N=…` plays as many as one likes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.core import yamlfiles
from adjudicator.core.model import OrderSheet, Plain, Resolution, Seat
from adjudicator.host.reports import Report
from adjudicator.rulesets.roads_and_boats.game import GAME
from tests.rules.cases import cases_in

from .checks import EVERY, Phase
from .coverage import numbered, rules, unreached
from .letters import letters_keep_secrets
from .play import Failure, judged, play
from .reduce import keep, reduced
from .scenes import Scene, scene

GAMES = 15


@pytest.mark.parametrize("number", range(GAMES))
def test_a_soak_game_goes_well(number: int) -> None:
    outcome = play(scene(number))
    assert outcome.failure is None, f"{outcome.failure.check}: {outcome.failure.why}"
    assert outcome.phases


def test_the_same_number_is_the_same_game() -> None:
    one, other = scene(1), scene(1)
    assert GAME.write_state(one.position.state) == GAME.write_state(other.position.state)
    assert play(one).events == play(other).events


def test_what_need_not_be_reached_exists_and_has_a_reason() -> None:
    listed = unreached()
    assert set(listed) <= {*rules(), *GAME.events}
    assert all(len(reason) > 20 for reason in listed.values())


def test_most_rules_have_a_function_that_carries_their_number() -> None:
    carried = {number for numbers in numbered().values() for number in numbers}
    seen_where_they_refuse = {"RB-1.1", "RB-2.8", "RB-7.1", "RB-7.20"}
    assert set(rules()) - carried - set(unreached()) <= seen_where_they_refuse


def test_a_rule_is_reached_where_its_function_runs() -> None:
    reached = play(scene(2), watching=True).reached
    assert "RB-10.1" in reached and "RB-4.1" not in reached


def test_a_letter_that_tells_a_secret_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What others were refused, told to everybody, is noticed."""
    here = scene(1)
    seats = list(here.position.state.players)
    wrong = OrderSheet(seats[0], here.position.state.turn, here.position.state.phase, {"orders": [{"move": "raft-9"}]})
    resolution = GAME.resolve(here.position, {seats[0]: wrong}, here.draws)
    assert resolution.refused
    phase = Phase(here.position, {seats[0]: wrong}, here.draws, resolution)
    assert letters_keep_secrets(phase) is None
    monkeypatch.setattr(Report, "_facts", _telling_all(Report._facts))
    assert letters_keep_secrets(phase) is not None


def _telling_all(facts: Callable[..., dict[str, Plain]]) -> Callable[..., dict[str, Plain]]:
    def told(report: Report, seat: Seat | None, language: str) -> dict[str, Plain]:
        return {**facts(report, seat, language), "refused": facts(report, None, language)["refused"]}

    return told


# -- a failure is made small and kept --------------------------------------------------------------------------------


def takes_a_road(phase: Phase) -> str | None:
    """A rule of our own, so that something fails: nobody may go by road."""
    roads = [event for event in phase.resolution.events if getattr(event, "road", "")]
    return f"somebody took the road {roads[0]}" if roads else None


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Failure:
    """The first time that anybody goes by road, taken for a failure."""
    monkeypatch.setitem(EVERY, "no-roads", (takes_a_road, 1))
    failures = (play(scene(number)).failure for number in range(1, 40))
    return next(failure for failure in failures if failure is not None and failure.check == "no-roads")


def orders_in(failure: Failure) -> int:
    return sum(len(sheet.body["orders"]) for sheet in failure.sheets.values())


def test_a_failure_is_reduced_to_what_makes_it_fail(found: Failure) -> None:
    small = reduced(found)
    assert orders_in(small) == 1 <= orders_in(found)
    assert list(small.sheets) == [seat for seat, sheet in small.sheets.items() if sheet.body["orders"]]
    assert judged(small, {"no-roads": takes_a_road})[1] is not None


def test_a_failure_is_kept_as_a_case_that_can_be_played(found: Failure, tmp_path: Path) -> None:
    first, second = keep(reduced(found), tmp_path), keep(found, tmp_path)
    assert (first.name, second.name) == ("RB-X1_no_roads.yaml", "RB-X2_no_roads.yaml")
    (case,) = cases_in(first)
    position = GAME.read_state(case.given["state"], GAME.read_board(case.given["map"]))
    assert position == found.before.state
    assert yamlfiles.load(first.read_text())["orders"]


def test_a_crash_is_a_failure_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*arguments: object) -> Resolution:
        raise ZeroDivisionError

    here: Scene = scene(1)
    seat = next(iter(here.position.state.players))
    sheet = OrderSheet(seat, here.position.state.turn, here.position.state.phase, {"orders": []})
    trial = Failure("", "", here, here.position, {seat: sheet})
    monkeypatch.setattr(type(GAME), "resolve", crash)
    _, failure = judged(trial, {})
    assert failure is not None and failure.check == "crash"
    assert replace(failure, sheets={}) != failure
