"""Who is named to a player whose order could not be carried out: only who really stood in the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.core.changing import changed
from adjudicator.core.model import OrderSheet, Plain, Position, Seat
from adjudicator.host.telling import sentences
from tests.roads_and_boats.small import GAME, resolve, sheet_of, small_position, two_at_one_heap


def test_who_took_the_last_piece_is_named_with_his_order() -> None:
    position = two_at_one_heap({"gold": 1})
    load = {"load": {"gold": 1}, "onto": "donkey-1"}
    sheets = {
        "blue": sheet_of("blue", [{"load": {"iron": 1}, "onto": "donkey-1"}, {"all_of": [load]}]),
        "red": sheet_of("red", [load]),
    }
    last = resolve(position, sheets).refused[-1]
    assert (last.seat, last.code) == ("red", "too-few")
    assert (last.facts["taken_by"], last.facts["by_order"]) == ("blue", "1.all_of.0")
    assert "blue" in sentences(GAME).reason(last)


def test_who_only_put_something_there_is_not_blamed() -> None:
    position = two_at_one_heap({}, load={"gold": 1})
    sheets = {
        "blue": sheet_of("blue", [{"unload": {"gold": 1}, "from": "donkey-1"}]),
        "red": sheet_of("red", [{"load": {"gold": 2}, "onto": "donkey-1"}]),
    }
    (problem,) = resolve(position, sheets).refused
    assert (problem.kind, problem.code) == ("partial", "too-few")
    assert not {"taken_by", "own_order"} & problem.facts.keys()


def test_where_only_oneself_was_in_the_way_that_is_said() -> None:
    load = {"load": {"gold": 1}, "onto": "donkey-1"}
    (problem,) = resolve(two_at_one_heap({"gold": 1}), {"red": sheet_of("red", [load, load])}).refused
    assert (problem.place, problem.facts["own_order"], "taken_by" in problem.facts) == ("1", "0", False)


def test_who_used_up_a_permission_is_named_only_to_those_whom_it_would_have_covered() -> None:
    allow = {"player": "blue", "may": "take", "from": "truck-1", "goods": {"gold": 1}}
    take = {"take": {"gold": 1}, "from": "green-truck-1", "onto": "donkey-1"}
    takes_iron = {**take, "take": {"iron": 1}}

    def refused(player: Seat) -> list[Plain]:
        green = OrderSheet("green", 1, "production", {"allow": [{**allow, "player": player}], "orders": []})
        sheets = {"blue": sheet_of("blue", [take]), "red": sheet_of("red", [take, takes_iron]), "green": green}
        problems = resolve(three_together({"gold": 2, "iron": 1}), sheets).refused
        return [(problem.code, problem.facts.get("taken_by")) for problem in problems]

    assert refused("blue") == [("not-allowed", None), ("not-allowed", None)]
    assert refused("any") == [("not-allowed", "blue"), ("not-allowed", None)]


def test_who_took_nothing_from_a_transporter_is_not_blamed_for_what_it_lacks() -> None:
    load, unload = {"load": {"gold": 1}, "onto": "donkey-1"}, {"unload": {"iron": 1}, "from": "donkey-1"}
    (problem,) = resolve(two_at_one_heap({"gold": 1}), {"red": sheet_of("red", [load, unload])}).refused
    assert problem.code == "too-few" and "taken_by" not in problem.facts


def test_of_those_who_cannot_pay_the_one_that_has_what_is_missing_is_named() -> None:
    """RB-Q103  Who has none of it would not have helped, and then whoever took it is named."""
    position = small_position(
        phase="building",
        goods={"C5": {"boards": 2, "stone": 1}},
        transporters={
            "blue-donkey-1": {"at": "C5"},
            "red-donkey-1": {"at": "C5"},
            "red-donkey-2": {"at": "C6", "load": {"clay": 1}},
            "red-donkey-3": {"at": "D4", "load": {"stone": 1}},
        },
    )

    def told(*pay: str) -> str:
        blue = sheet_of("blue", [{"build": "road", "from": "C5", "to": "C6"}], "building")
        red = sheet_of("red", [{"build": "sawmill", "at": "C5", "pay": ["tile", *pay]}], "building")
        (problem,) = resolve(position, {"blue": blue, "red": red}).refused
        return sentences(GAME).reason(problem)

    assert told("donkey-2", "donkey-3") == "red-donkey-3 and red-donkey-1 do not reach each other."
    assert told("donkey-2") == "Missing at C5: 1 stone. blue was there first (order 1)."


def test_who_only_made_room_on_a_transporter_is_not_blamed_for_the_lack_of_it() -> None:
    allow = [{"player": "blue", "may": "take", "from": "donkey-1", "goods": {"gold": 1}}]
    take = {"take": {"gold": 1}, "from": "red-donkey-1", "onto": "donkey-1"}
    load = {"load": {"iron": 2}, "onto": "donkey-1"}
    state = two_at_one_heap({"iron": 2}).state
    laden = changed(state.transporters["red-donkey-1"], load={"gold": 2})
    position = replace(
        two_at_one_heap({}), state=changed(state, transporters={**state.transporters, laden.name: laden})
    )
    red = OrderSheet("red", 1, "production", {"allow": allow, "orders": [load]})
    (problem,) = resolve(position, {"blue": sheet_of("blue", [take]), "red": red}).refused
    assert problem.code == "no-room" and not {"taken_by", "own_order"} & problem.facts.keys()


@pytest.mark.parametrize(("start", "blamed"), [("E6", None), ("E7", "blue")])
def test_who_was_never_there_did_not_stand_in_the_way_of_a_meeting(start: str, blamed: Seat | None) -> None:
    """Blue moves his donkey off, from beside red's or from elsewhere."""
    state = two_at_one_heap({"gold": 1}).state
    donkey = changed(state.transporters["blue-donkey-1"], at=start)
    state = changed(state, phase="movement", transporters={**state.transporters, donkey.name: donkey})
    move = {"move": "donkey-1", "go": "F5" if start == "E6" else "E6"}
    give = {"move": "donkey-1", "steps": [{"load": {"gold": 1}}, {"give": {"gold": 1}, "to": "blue-donkey-1"}]}
    sheets = {"blue": sheet_of("blue", [move], "movement"), "red": sheet_of("red", [give], "movement")}
    (problem,) = resolve(replace(two_at_one_heap({}), state=state), sheets).refused
    assert (problem.code, problem.facts.get("taken_by")) == ("not-together", blamed)


def test_who_did_something_else_to_a_wall_is_not_blamed_for_it() -> None:
    """RB-7.15, RB-7.16  Demolishing leaves the strength, and raising makes nothing neutral."""
    position = small_position(
        phase="building",
        goods={"C5": {"boards": 9, "stone": 9}},
        walls={"C5-C6": {"owner": "red", "strength": 1}},
        transporters={"blue-donkey-1": {"at": "C5"}, "red-donkey-1": {"at": "C5"}},
    )
    raise_one = {"build": "wall", "edge": "C5-C6", "strength": 1}
    away = {"demolish": "wall", "edge": "C5-C6"}

    def blamed(blue: Plain, red: Plain) -> list[Plain]:
        sheets = {"blue": sheet_of("blue", blue, "building"), "red": sheet_of("red", red, "building")}
        facts = [problem.facts for problem in resolve(position, sheets).refused]
        return [each.get("taken_by", each.get("own_order")) for each in facts]

    assert blamed([away], [raise_one]) == [None]
    assert blamed([away], [away]) == ["blue"]
    free_edge = {"edge": "C5-D4"}
    assert blamed([{**raise_one, **free_edge}], [{**away, **free_edge}] * 2) == ["0"]


def three_together(load: Plain) -> Position:
    return small_position(
        "green",
        transporters={
            "blue-donkey-1": {"at": "E7"},
            "green-truck-1": {"at": "E7", "load": load},
            "red-donkey-1": {"at": "E7"},
        },
    )
