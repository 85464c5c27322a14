"""Everything that the clock decides, with a clock in the test's hand: no test waits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adjudicator.core import yamlfiles
from adjudicator.core.model import BadInput
from adjudicator.host.ports import Unreachable
from adjudicator.host.run import run
from adjudicator.host.tending import Leave
from tests.host.table import Table, text_of, words_of

DAILY = {"phases": {"other": "2 days at 20:00"}, "reminders": [24], "missing": "hold"}
THREE = ("red", "blue", "green")


def begin(table: Table, seats: tuple[str, ...] = THREE, turns: int = 3, **deadlines: Any) -> None:
    """Sunday 1 March 2026, noon: orders are due on Tuesday at 20:00."""
    table.deadlines = {**DAILY, **deadlines}
    table.begin(seats=seats, turns=turns)


def at(table: Table, text: str) -> None:
    table.clock.time = datetime.fromisoformat(text).replace(tzinfo=UTC)


def subjects(table: Table, seat: str) -> list[str]:
    return [letter["Subject"] for letter in table.letters(seat)]


def kinds(table: Table, seat: str) -> list[str]:
    return [letter["X-Adjudicator"] for letter in table.letters(seat)]


def chronicle(table: Table) -> list[dict[str, Any]]:
    file = table.home / "windfall" / "chronicle.yaml"
    return yamlfiles.load(file.read_text()) if file.exists() else []


def resolved(lines: list[str]) -> list[str]:
    return [line for line in lines if line.endswith("resolved")]


# -- ready -------------------------------------------------------------------------------------------------------------


def test_what_all_are_ready_for_settles_before_it_is_resolved(table: Table) -> None:
    begin(table, ready=30)
    for seat in THREE:
        table.order(seat)
    assert resolved(table.run()) == []
    table.clock.forward(minutes=29)
    assert table.run() == []
    table.order("red", "{pick: 1, from: plum}")  # thought better of it: the time begins anew
    table.clock.forward(minutes=2)
    assert resolved(table.run()) == []
    table.clock.forward(minutes=29)
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]


def test_settling_ends_with_the_deadline(table: Table) -> None:
    begin(table, ready=60)
    at(table, "2026-03-03T19:50")
    for seat in THREE:
        table.order(seat)
    assert resolved(table.run()) == []
    at(table, "2026-03-03T20:00:01")
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]


# -- the deadline ------------------------------------------------------------------------------------------------------


def test_at_the_deadline_the_phase_is_resolved_with_what_came(table: Table) -> None:
    begin(table)
    table.order("red", "{pick: 1, from: plum}")
    table.order("blue")
    at(table, "2026-03-03T20:00")
    assert resolved(table.run()) == []
    at(table, "2026-03-03T20:00:01")
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]
    orders = table.home / "windfall" / "turns" / "T01" / "0-picking" / "orders"
    assert sorted(file.stem for file in orders.iterdir()) == ["blue", "red"]
    assert "No orders of yours had come" in text_of(table.last("green"))


def test_grace_is_given_and_then_the_mail_servers_clock_decides(table: Table) -> None:
    begin(table, grace=30)
    table.order("red")
    table.order("blue")
    at(table, "2026-03-03T20:29")
    on_time = table.order("green", "{pick: 1, from: plum}")
    at(table, "2026-03-04T09:00")  # nobody looked all night
    late = table.order("red", "{pick: 3, from: apple}")
    assert on_time.exists() and late.exists()
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]
    orders = table.home / "windfall" / "turns" / "T01" / "0-picking" / "orders"
    assert "plum" in (orders / "green.yaml").read_text() and "apple" not in (orders / "red.yaml").read_text()
    receipt = next(text_of(one) for one in reversed(table.letters("red")) if one["X-Adjudicator"] == "receipt")
    assert "2026-03-03 20:00 UTC" in receipt and "2026-03-04 09:00 UTC" in receipt


def test_how_often_somebody_looks_changes_nothing(tmp_path: Any) -> None:
    states = []
    for number, looks in enumerate((1, 60, 600)):
        table = Table(tmp_path / str(number))
        begin(table, missing="hold")
        for minute in range(0, 60 * 96, looks):
            table.clock.time = datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(minutes=minute)
            if minute % 600 == 0:
                for seat, day in (("red", 600), ("blue", 3000), ("green", 3600)):
                    if minute == day:
                        table.order(seat, "{pick: 1, from: plum}")
                        table.clock.time -= timedelta(seconds=1)
            if looks > 1 or minute % 600 < 3:
                table.run()
        at(table, "2026-03-05T12:00")
        table.run()
        states.append((table.home / "windfall" / "state.yaml").read_text())
    assert states[0] == states[1] == states[2]


@pytest.mark.parametrize(("policy", "goes_on"), [("wait", False), ("standing", True), ("hold", True)])
def test_what_happens_without_orders(table: Table, policy: str, goes_on: bool) -> None:
    begin(table, missing=policy)
    table.order("red")
    table.order("blue")
    at(table, "2026-03-03T21:00")
    assert bool(resolved(table.run())) is goes_on
    if not goes_on:
        assert any("waits for Carla (green)" in subject for subject in subjects(table, "red"))
        before = len(table.letters())
        assert table.run() == [] and len(table.letters()) == before  # told once
        table.order("green")
        assert resolved(table.run()) == ["windfall: T01/picking resolved"]


def test_standing_orders_fill_in_what_is_missing_and_make_nobody_ready(table: Table) -> None:
    begin(table, missing="standing")
    table.order("red")
    table.order("blue")
    table.reply("green", "turn: any\nphase: picking\norders:\n- {pick: 1, from: plum}\n")
    table.reply("green", "turn: any\nphase: market\norders: []\n")
    assert resolved(table.run()) == []
    at(table, "2026-03-03T20:01")
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]
    orders = yamlfiles.load(
        (table.home / "windfall" / "turns" / "T01" / "0-picking" / "orders" / "green.yaml").read_text()
    )
    assert orders["turn"] == 1 and orders["orders"] == [{"pick": 1, "from": "plum"}]
    assert "your standing orders were carried out" in text_of(table.last("green"))


def test_standing_orders_do_not_count_where_the_game_agreed_to_hold(table: Table) -> None:
    begin(table, missing="hold")
    table.order("red")
    table.order("blue")
    table.reply("green", "turn: any\nphase: picking\norders:\n- {pick: 1, from: plum}\n")
    table.run()
    at(table, "2026-03-03T20:01")
    table.run()
    orders = table.home / "windfall" / "turns" / "T01" / "0-picking" / "orders"
    assert sorted(file.stem for file in orders.iterdir()) == ["blue", "red"]


def test_standing_orders_fill_in_the_parts_that_are_left_out() -> None:
    from adjudicator.core.model import OrderSheet
    from adjudicator.host.readiness import Standing

    always = OrderSheet("red", 3, "movement", {"sequence": {"pray": "stop"}, "orders": [{"move": "raft-1"}]})
    sent = OrderSheet("red", 3, "movement", {"orders": []})
    played = Standing(sent, True, always=always).played
    assert played is not None and played.body == {"sequence": {"pray": "stop"}, "orders": []}
    assert Standing(None, False, always=always).played == always


def test_who_misses_too_many_deadlines_has_left(table: Table) -> None:
    begin(table, missing="leave", missed=2, turns=5)
    for _ in range(2):
        table.order("red")
        table.order("blue")
        table.run()
        table.clock.forward(days=3)
        assert resolved(table.run())
    assert "leaves the game" in subjects(table, "red")[-1]
    table.order("red")
    table.order("blue")
    table.run()
    table.clock.forward(minutes=31)
    assert resolved(table.run())  # nobody waits for green
    assert any(entry["what"] == "left-missing" and entry["player"] == "green" for entry in chronicle(table))


def test_orders_that_are_not_ready_count_at_the_deadline(table: Table) -> None:
    begin(table, missing="wait")
    table.order("red")
    table.order("blue")
    table.reply("green", "phase: picking\nready: no\norders:\n- {pick: 1, from: plum}\n")
    table.run()
    at(table, "2026-03-03T20:01")
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]


def test_reminders_go_to_those_who_are_not_ready_and_once(table: Table) -> None:
    begin(table, reminders=[24, 3])
    table.order("red")
    at(table, "2026-03-02T20:30")
    assert "windfall: reminded: blue, green" in table.run()
    assert table.run() == []
    assert "reminder" in kinds(table, "blue") and "reminder" not in kinds(table, "red")
    assert "BEGIN ORDERS" in text_of(table.last("green"))
    table.order("blue")
    at(table, "2026-03-03T17:30")
    assert "windfall: reminded: green" in table.run()


def test_a_seat_is_free_after_so_many_deadlines(table: Table) -> None:
    begin(table, missing="replace", missed=2, turns=5)
    for _ in range(2):
        table.order("red")
        table.order("blue")
        table.run()
        table.clock.forward(days=3)
        assert resolved(table.run())
    assert subjects(table, "red")[-1] == "windfall: a seat is free"
    table.clock.forward(days=30)
    table.run()
    assert table.run() == []  # paused
    assert any(entry["what"] == "vacant" and entry["player"] == "green" for entry in chronicle(table))


# -- rounds ------------------------------------------------------------------------------------------------------------


def test_a_round_is_played_from_orders_sent_ahead_at_one_deadline(table: Table) -> None:
    begin(table, round="turn")
    together = "Due together with them are those for market: they can be sent now"
    assert together in words_of(table.last("red"))
    for seat in ("red", "blue"):
        table.reply(seat, "phase: picking\norders: []\n---\nphase: market\norders: []\n")
    table.reply("green", "phase: picking\nready: no\norders: []\n---\nphase: market\norders: []\n")
    assert resolved(table.run()) == []
    assert together in words_of(table.last("red"))  # the receipt
    at(table, "2026-03-03T20:01")
    assert resolved(table.run()) == ["windfall: T01/picking resolved", "windfall: T01/market resolved"]
    assert "Due together" not in words_of(table.letters("red")[-2])
    running = json.loads((table.home / "host" / "games" / "windfall" / "deadline.json").read_text())
    assert running["phase"] == "T02/picking" and running["due"].startswith("2026-03-05T20:00")


def test_a_round_goes_on_at_once_where_everybody_sent_all_of_it(table: Table) -> None:
    begin(table, round="turn", ready=0)
    for seat in THREE:
        table.reply(seat, "phase: picking\norders: []\n---\nphase: market\norders: []\n")
    assert resolved(table.run()) == ["windfall: T01/picking resolved", "windfall: T01/market resolved"]


# -- breakers ----------------------------------------------------------------------------------------------------------


def test_too_many_missing_at_once_stops_and_asks(table: Table) -> None:
    begin(table)
    table.order("red")
    at(table, "2026-03-03T21:00")
    with pytest.raises(BadInput, match="nothing came from blue, green: is the mail broken"):
        table.run()
    with pytest.raises(BadInput):
        table.run()
    told = [letter for letter in table.letters("moderator") if "stopped" in letter["Subject"]]
    assert len(told) == 1
    late = table.order("blue", "{pick: 1, from: plum}")  # the mail works again: not his fault
    assert late.exists()
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]


def test_the_moderator_may_go_on_all_the_same(table: Table) -> None:
    begin(table)
    at(table, "2026-03-03T21:00")
    asked: list[str] = []

    def anyway(question: str) -> bool:
        asked.append(question)
        return True

    assert resolved(list(run(table.desk, leave=Leave(anyway=anyway)))) == ["windfall: T01/picking resolved"]
    assert asked == ["windfall: nothing came from blue, green, red: is the mail broken?"]


def test_a_clock_that_was_put_back_stops_and_asks(table: Table) -> None:
    begin(table, ready=0)
    at(table, "2026-02-28T12:00")
    for seat in THREE:
        table.order(seat)
    with pytest.raises(BadInput, match="the clock says 2026-02-28 12:00, but this phase began at 2026-03-01 12:00"):
        table.run()
    at(table, "2026-03-01T13:00")
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]


def test_a_clock_that_is_years_ahead_stops_and_asks(table: Table) -> None:
    begin(table)
    table.order("red")
    table.order("blue")
    at(table, "2036-03-01T12:00")
    with pytest.raises(BadInput, match=r"the deadline passed 36\d\d days ago: is the clock right"):
        table.run()


class Dead:
    """A mailbox that cannot be reached."""

    def __init__(self, *, lasting: bool = False) -> None:
        self.lasting = lasting

    def waiting(self) -> Iterator[Any]:
        raise Unreachable("the server does not answer", lasting=self.lasting)


def run_in_vain(table: Table, *, lasting: bool = False) -> None:
    desk = table.desk
    desk.mailbox = Dead(lasting=lasting)  # type: ignore[assignment]
    with pytest.raises(BadInput, match="the mail was not fetched: the server does not answer"):
        list(run(desk))


def unreachable(table: Table) -> int:
    return sum(letter["Subject"] == "The mail cannot be fetched" for letter in table.letters("moderator"))


def test_mail_that_cannot_be_fetched_for_long_is_told_once(table: Table) -> None:
    """And again when it happens again; what lasts a moment is nobody's concern."""
    begin(table)
    for moment, told in {"10:00": 0, "11:59": 0, "12:00": 1, "20:00": 1}.items():
        at(table, f"2026-03-02T{moment}")
        run_in_vain(table)
        assert unreachable(table) == told
    assert "the server does not answer" in text_of(table.last("moderator"))
    table.run()
    assert not (table.home / "host" / "unreachable.json").exists()
    for moment, told in {"21:00": 1, "23:00": 2}.items():
        at(table, f"2026-03-02T{moment}")
        run_in_vain(table)
        assert unreachable(table) == told


def test_what_only_a_person_can_mend_is_told_at_once(table: Table) -> None:
    begin(table)
    for _ in range(3):
        run_in_vain(table, lasting=True)
    assert unreachable(table) == 1


def test_without_having_looked_for_mail_nothing_is_resolved(table: Table) -> None:
    begin(table)
    table.order("red")
    table.order("blue")
    at(table, "2026-03-03T21:00")
    run_in_vain(table)
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]


def test_games_at_another_phase_are_left_alone(table: Table) -> None:
    begin(table, ready=0)
    for seat in THREE:
        table.order(seat)
    assert resolved(list(run(table.desk, phase="T01/market"))) == []
    assert resolved(list(run(table.desk, phase="T01/picking"))) == ["windfall: T01/picking resolved"]


def test_the_moderator_may_resolve_before_the_deadline(table: Table) -> None:
    begin(table)
    table.order("red")
    table.order("blue")
    lines = list(run(table.desk, ["windfall"], leave=Leave(at_once=True)))
    assert resolved(lines) == ["windfall: T01/picking resolved"]
    table.run()
    assert [entry["what"] for entry in chronicle(table)] == ["resolved-early"]


# -- daylight saving, in play ------------------------------------------------------------------------------------------


def test_the_deadline_is_at_the_same_hour_across_the_change_of_clocks(table: Table) -> None:
    at(table, "2026-03-27T12:00")
    begin(table, zone="Europe/Rome", phases={"other": "3 days at 20:00"})
    table.order("red")
    table.order("blue")
    table.run()
    at(table, "2026-03-30T17:59")
    assert resolved(table.run()) == []
    at(table, "2026-03-30T18:01")  # 20:01 in summer time
    assert resolved(table.run()) == ["windfall: T01/picking resolved"]
