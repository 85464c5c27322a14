"""When orders are due: time zones, clocks put forward and back, leap days, days to skip, absences."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.core.model import BadInput
from adjudicator.host import deadlines
from adjudicator.host.deadlines import Absence, Schedule

PHASES = ("start", "production", "movement", "building", "wonder")


def schedule(**raw: Any) -> Schedule:
    return deadlines.read(raw, PHASES)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def due(opened: str, **raw: Any) -> str:
    """In the schedule's own zone."""
    plan = schedule(**raw)
    found = deadlines.due(plan, "movement", utc(opened))
    assert found is not None
    return f"{found.astimezone(ZoneInfo(plan.zone)):%a %Y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("opened", "raw", "expected"),
    [
        # plain days and hours
        ("2026-03-02T10:00", {"phases": {"movement": "2 days at 20:00"}}, "Wed 2026-03-04 20:00"),
        ("2026-03-02T10:00", {"phases": {"other": "36 hours"}}, "Tue 2026-03-03 22:00"),
        ("2026-03-02T10:00", {"phases": {"movement": "1 day 8:30", "other": "9 hours"}}, "Tue 2026-03-03 08:30"),
        ("2026-03-02T21:00", {"phases": {"movement": "0 days at 20:00"}}, "Tue 2026-03-03 20:00"),
        ("2026-03-02T19:00", {"phases": {"movement": "0 days at 20:00"}}, "Mon 2026-03-02 20:00"),
        # the day is that of the game's zone, not of UTC
        (
            "2026-03-02T23:30",
            {"zone": "Pacific/Auckland", "phases": {"movement": "1 day at 20:00"}},
            "Wed 2026-03-04 20:00",
        ),
        # leap days
        ("2028-02-28T10:00", {"phases": {"movement": "1 day at 20:00"}}, "Tue 2028-02-29 20:00"),
        ("2028-02-28T10:00", {"phases": {"movement": "2 days at 20:00"}}, "Wed 2028-03-01 20:00"),
        ("2027-02-28T10:00", {"phases": {"movement": "1 day at 20:00"}}, "Mon 2027-03-01 20:00"),
        # the clock is put forward on 29 March 2026 and back on 25 October, at night
        (
            "2026-03-28T10:00",
            {"zone": "Europe/Rome", "phases": {"movement": "1 day at 20:00"}},
            "Sun 2026-03-29 20:00",
        ),
        (
            "2026-03-28T10:00",
            {"zone": "Europe/Rome", "phases": {"movement": "1 day at 2:30"}},
            "Sun 2026-03-29 03:30",
        ),
        (
            "2026-10-24T10:00",
            {"zone": "Europe/Rome", "phases": {"movement": "1 day at 20:00"}},
            "Sun 2026-10-25 20:00",
        ),
        # skipped days neither count nor bear a deadline
        (
            "2026-03-06T10:00",
            {"phases": {"movement": "2 days at 20:00"}, "skip": ["saturday", "sunday"]},
            "Tue 2026-03-10 20:00",
        ),
        (
            "2026-12-23T10:00",
            {"phases": {"movement": "1 day at 20:00"}, "skip": ["2026-12-24", "2026-12-25", "saturday"]},
            "Sun 2026-12-27 20:00",
        ),
        ("2026-03-06T10:00", {"phases": {"movement": "30 hours"}, "skip": ["saturday"]}, "Sun 2026-03-08 16:00"),
    ],
)
def test_the_moment(opened: str, raw: dict[str, Any], expected: str) -> None:
    assert due(opened, **raw) == expected


def test_an_hour_that_comes_twice_is_the_later_one() -> None:
    plan = schedule(zone="Europe/Rome", phases={"movement": "1 day at 2:30"})
    assert deadlines.due(plan, "movement", utc("2026-10-24T10:00")) == utc("2026-10-25T01:30")  # 02:30 in winter time


def test_days_are_23_or_25_hours_long_where_the_clock_is_changed() -> None:
    plan = schedule(zone="Europe/Rome", phases={"movement": "1 day at 12:00"})
    spring, autumn = utc("2026-03-28T11:00"), utc("2026-10-24T10:00")
    assert deadlines.due(plan, "movement", spring) == spring + timedelta(hours=23)
    assert deadlines.due(plan, "movement", autumn) == autumn + timedelta(hours=25)


def test_hours_are_hours_whatever_the_clock_does() -> None:
    plan = schedule(zone="Europe/Rome", phases={"other": "24 hours"})
    opened = utc("2026-03-28T18:00")
    assert deadlines.due(plan, "movement", opened) == opened + timedelta(hours=24)


def test_without_phases_nothing_is_due() -> None:
    assert deadlines.due(schedule(), "movement", utc("2026-03-02T10:00")) is None
    assert deadlines.due(schedule(phases={"wonder": "1 hour"}), "movement", utc("2026-03-02T10:00")) is None


def test_absences_move_a_deadline_to_the_day_after_them() -> None:
    plan = schedule(zone="Europe/Rome", phases={"movement": "2 days at 20:00"}, skip=["sunday"])
    away = [Absence(date(2026, 3, 3), date(2026, 3, 5)), Absence(date(2026, 3, 6), date(2026, 3, 7))]
    moved = deadlines.due(plan, "movement", utc("2026-03-02T10:00"), away)
    assert moved == utc("2026-03-09T19:00")  # Friday and Saturday away, Sunday skipped
    assert deadlines.due(plan, "movement", utc("2026-03-10T10:00"), away) == utc("2026-03-12T19:00")


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"zone": "Rome"}, "there is no time zone Rome"),
        ({"phases": {"flight": "1 day at 20:00"}}, "there is no phase flight"),
        ({"phases": {"movement": "soon"}}, "soon is no time to order in"),
        ({"phases": {"movement": "0 hours"}}, "is no time to order in"),
        ({"phases": {"movement": "1 day at 24:00"}}, "is no time to order in"),
        ({"skip": ["2026-02-29"]}, "2026-02-29 is no day"),
        ({"skip": list(deadlines.WEEKDAYS)}, "so many days are skipped"),
        ({"missing": "shrug"}, "missing is one of wait, standing, hold, replace, leave"),
        ({"ready": -1}, "a number from 0"),
        ({"ready": True}, "a number from 0"),
        ({"round": ["movement", "flight"]}, "round is phase, turn, or a list of phases"),
        ({"round": [["movement"], ["movement"]]}, "round is phase, turn, or a list of phases"),
        (
            {"round": ["production", "movement"], "phases": {"production": "1 hour", "movement": "2 hours"}},
            "have one deadline",
        ),
        ({"deadline": 3}, "there is no deadline here"),
        ([], "keys and values"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_place(raw: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        deadlines.read(raw, PHASES)


def test_a_span_is_written_as_it_is_read() -> None:
    for text in ("2 days at 20:00", "1 day at 08:05", "36 hours", "1 hour"):
        assert str(deadlines.span(text, "")) == text


def test_rounds() -> None:
    assert schedule(round="turn").together("movement") == PHASES
    assert schedule(round=["movement", "production"]).together("movement") == ("production", "movement")
    assert schedule(round=[["production", "movement"], ["building", "wonder"]]).together("wonder") == (
        "building",
        "wonder",
    )
    assert schedule(round="phase").together("movement") == ("movement",)


def test_a_games_own_options_count_where_deadlines_say_nothing() -> None:
    from adjudicator.core.registry import ruleset
    from adjudicator.host.gamefolder import read_schedule

    rules = ruleset("roads-and-boats")

    def read(raw: dict[str, Any], **options: str) -> Schedule:
        return read_schedule(rules, rules.read_options(options), raw, "deadlines")

    assert read({}).missing == "standing" and read({}).round == ()
    assert read({}, missing_orders="hold").missing == "hold"
    kicked = read({}, missing_orders="kick_after_2")
    assert (kicked.missing, kicked.missed) == ("leave", 2)
    assert read({}, round="production+movement").together("movement") == ("production", "movement")
    whole = read({}, round="whole_turn")
    assert whole.together("wonder") == PHASES[1:] and whole.together("start") == ("start",)
    assert read({"round": "turn"}).together("wonder") == PHASES[1:]
    assert read({"missing": "wait", "round": "phase"}, round="whole_turn").missing == "wait"


def test_too_many_missing() -> None:
    usual, strict = schedule(), schedule(most_missing=0)
    assert [usual.too_many(missing, 3) for missing in range(4)] == [False, False, True, True]
    assert not usual.too_many(1, 1) and usual.too_many(2, 2)
    assert strict.too_many(1, 6)


def test_reminders_come_once_and_never_for_the_time_before_the_phase() -> None:
    plan = schedule(reminders=[72, 24, 6])
    opened, end = utc("2026-03-01T12:00"), utc("2026-03-03T12:00")
    assert deadlines.reminders_due(plan, end, opened, utc("2026-03-02T11:00"), ()) == []
    assert deadlines.reminders_due(plan, end, opened, utc("2026-03-02T13:00"), ()) == [24]
    assert deadlines.reminders_due(plan, end, opened, utc("2026-03-03T10:00"), (24,)) == [6]
    assert deadlines.reminders_due(plan, end, opened, utc("2026-03-03T13:00"), ()) == []


@settings(derandomize=True, max_examples=300, deadline=None)
@given(
    hours=st.integers(0, 8 * 366 * 24),
    zone=st.sampled_from(["UTC", "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"]),
    span=st.sampled_from(["1 day at 02:30", "3 days at 20:00", "0 days at 00:00", "1 hour", "49 hours"]),
    skip=st.sets(st.sampled_from(deadlines.WEEKDAYS), max_size=6),
    first=st.integers(-3, 10),
    days=st.integers(1, 20),
)
def test_a_deadline_lies_ahead_on_a_day_that_is_played(
    hours: int, zone: str, span: str, skip: set[str], first: int, days: int
) -> None:
    plan = schedule(zone=zone, phases={"other": span}, skip=sorted(skip))
    begun = utc("2024-01-01") + timedelta(hours=hours, minutes=hours % 60)
    away = Absence(begun.date() + timedelta(days=first), begun.date() + timedelta(days=first + days))
    found = deadlines.due(plan, "movement", begun, [away])
    assert found is not None and found > begun
    day = found.astimezone(ZoneInfo(zone)).date()
    assert not plan.is_skipped(day) and not away.first <= day <= away.last
