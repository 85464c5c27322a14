"""A forecast calls certain only what comes so, whatever the others order; and it says who could interfere with what."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.core import registry
from adjudicator.core.draws import Draws
from adjudicator.core.forecast import Forecast, Outlook, unkept
from adjudicator.core.model import OrderSheet, Plain, Position, Seat
from adjudicator.core.sentences import Sentences
from adjudicator.host.telling import sentences
from adjudicator.rulesets.roads_and_boats.events import OrderOfPlayAsked, PrayingStopped, SlotTaken
from adjudicator.rulesets.roads_and_boats.forecast import forecast
from tests.roads_and_boats.crowds import crowded, valleys
from tests.roads_and_boats.sheets import Writer, rivals_of
from tests.roads_and_boats.strategies import SAME_EVERY_TIME

GAME = registry.ruleset("roads-and-boats")
NARROW = ("B4", "B5", "C4", "C5", "C6", "D4", "D5")


# -- whatever others do ------------------------------------------------------------------------------------------------


@settings(SAME_EVERY_TIME, max_examples=250)
@given(st.integers(0, 2**32), st.booleans())
def test_what_is_certain_comes_so_whatever_the_others_order(seed: int, narrow: bool) -> None:
    random = Random(seed)
    position = crowded(random, tiles=NARROW if narrow else ())
    seat = random.choice(sorted(position.state.players))
    sheet = Writer(random, position, seat).sheet()
    foretold = forecast(position, seat, sheet)
    for _ in range(4):
        resolution = GAME.resolve(position, rivals_of(random, position, sheet), None)
        assert unkept(foretold, seat, resolution) == ()


@SAME_EVERY_TIME
@given(st.integers(0, 2**32))
def test_in_a_game_for_one_nothing_depends(seed: int) -> None:
    random = Random(seed)
    position = crowded(random, players=1)
    (seat,) = position.state.players
    sheet = Writer(random, position, seat).sheet()
    foretold = forecast(position, seat, sheet)
    assert all(outlook.verdict != "depends" for outlook in foretold.outlooks)
    assert unkept(foretold, seat, GAME.resolve(position, {seat: sheet}, None)) == ()


@SAME_EVERY_TIME
@given(st.integers(0, 2**32))
def test_every_order_has_its_outlook_and_what_is_not_understood_fails(seed: int) -> None:
    random = Random(seed)
    position = crowded(random)
    seat = random.choice(sorted(position.state.players))
    sheet = Writer(random, position, seat).sheet()
    outlooks = [outlook for outlook in forecast(position, seat, sheet).outlooks if outlook.place != "sequence"]
    assert [outlook.place for outlook in outlooks] == [str(number) for number in range(len(sheet.body["orders"]))]
    for problem in GAME.check(position, sheet):
        if problem.order is not None:
            assert (outlooks[problem.order].verdict, problem in outlooks[problem.order].problems) == ("fails", True)


@SAME_EVERY_TIME
@given(st.integers(0, 2**32))
def test_every_doubt_can_be_told_and_names_others(seed: int) -> None:
    random = Random(seed)
    position = crowded(random, tiles=NARROW)
    seat = random.choice(sorted(position.state.players))
    told: Sentences = sentences(GAME)
    for outlook in forecast(position, seat, Writer(random, position, seat).sheet()).outlooks:
        assert bool(outlook.doubts) == (outlook.verdict == "depends")
        for doubt in outlook.doubts:
            assert told.say(doubt.code, doubt.facts)
            assert seat not in doubt.who
            assert doubt.who or doubt.code == "depends-on-order"


def test_the_draws_of_the_next_turn_change_nothing() -> None:
    position = at("wonder", buildings={"E7": "mine"}, mines={"E7": {"gold": 3, "iron": 3}})
    foretold = foresee(position, [{"bricks": 1}])
    for key in (b"a", b"b"):
        resolution = GAME.resolve(position, {"red": sheet_of(position, [{"bricks": 1}])}, Draws(key * 32))
        assert unkept(foretold, "red", resolution) == ()


def test_who_carries_nothing_is_named_where_all_was_to_come_from_him() -> None:
    transporters: Plain = {"red-donkey-1": {"at": "E7"}, "red-wagon-1": {"at": "E7"}}
    orders: Plain = [{"unload": "all", "from": "donkey-1"}, {"give": "all", "from": "donkey-1", "to": "wagon-1"}]
    foretold = foresee(at("production", transporters=transporters), [*orders, {"load": "all", "onto": "wagon-1"}])
    told = [sentences(GAME).reason(problem) for outlook in foretold.outlooks for problem in outlook.problems]
    assert told == [*["There is nothing to be had. red-donkey-1 carries no goods."] * 2, "There is nothing to be had."]


# -- on what it depends ------------------------------------------------------------------------------------------------


def at(phase: str, options: Plain = None, **state: Plain) -> Position:
    given: dict[str, Plain] = {
        "ruleset": GAME.name,
        "turn": 3,
        "phase": phase,
        "temple": ["red", "blue"],
        "sequence": ["blue", "red"],
        "players": {"blue": {"home": "F5"}, "red": {"home": "B2"}},
        **state,
    }
    board = valleys()
    return Position(board, GAME.read_state(given, board), GAME.read_options(options or {}))


def sheet_of(position: Position, orders: Plain, seat: Seat = "red", **parts: Plain) -> OrderSheet:
    return OrderSheet(seat, position.state.turn, position.state.phase, {**parts, "orders": orders})


def foresee(position: Position, orders: Plain, **parts: Plain) -> Forecast:
    return forecast(position, "red", sheet_of(position, orders, **parts))


def only(position: Position, order: Plain, **parts: Plain) -> Outlook:
    (outlook,) = [each for each in foresee(position, [order], **parts).outlooks if each.place == "0"]
    return outlook


def doubts(outlook: Outlook) -> list[tuple[str, tuple[Seat, ...]]]:
    return [(doubt.code, doubt.who) for doubt in outlook.doubts]


LOAD = {"load": {"gold": 1}, "onto": "donkey-1"}
BLUE = ("blue",)


def test_goods_where_nobody_else_is_are_certain() -> None:
    position = at(
        "production",
        goods={"E7": {"gold": 1}},
        transporters={"blue-donkey-1": {"at": "E6"}, "red-donkey-1": {"at": "E7"}},
    )
    assert only(position, LOAD).verdict == "certain"


def test_goods_where_somebody_stands_depend_on_him() -> None:
    position = at(
        "production",
        goods={"E7": {"gold": 1}},
        transporters={"blue-donkey-1": {"at": "E7"}, "red-donkey-1": {"at": "E7"}},
    )
    outlook = only(position, LOAD)
    assert (outlook.verdict, doubts(outlook)) == ("depends", [("depends-on-goods", BLUE)])
    assert outlook.doubts[0].facts == {"place": "E7", "goods": ["gold"]}
    assert outlook.problems == ()


def test_in_movement_they_depend_on_who_can_get_there() -> None:
    order = {"move": "donkey-1", "steps": [LOAD]}
    near, far = (
        at(
            "movement",
            goods={"E7": {"gold": 1}},
            transporters={"blue-donkey-1": {"at": place}, "red-donkey-1": {"at": "E7"}},
        )
        for place in ("E6", "C3")
    )
    assert only(near, order).verdict == "depends"
    assert only(far, order).verdict == "certain"


@pytest.mark.parametrize(
    ("start", "expected"),
    [("E7/SW", []), ("D7", [("depends-on-goods", BLUE)])],
)
def test_a_boat_depends_on_geese_only_where_others_may_leave_it_alone_with_them(
    start: str, expected: list[tuple[str, tuple[Seat, ...]]]
) -> None:
    """RB-6.16  Where it waits others may come, leave geese and go; where it passes they would be there themselves."""
    position = at(
        "movement",
        goods={"C7": {"geese": 2}},
        transporters={"blue-raft-1": {"at": "C7"}, "red-raft-1": {"at": start}},
    )
    way = ["D6~"] if start == "D7" else ["D7", "D6~"]
    assert doubts(only(position, {"move": "raft-1", "steps": [{"go": way}]})) == expected


def test_who_is_carried_may_be_set_down_and_come_too() -> None:
    position = at(
        "movement",
        goods={"E7": {"gold": 1}},
        transporters={
            "blue-wagon-1": {"at": "E6"},
            "blue-donkey-1": {"aboard": "blue-wagon-1"},
            "red-donkey-1": {"at": "E7"},
        },
    )
    assert doubts(only(position, {"move": "donkey-1", "steps": [LOAD]})) == [("depends-on-goods", BLUE)]


def test_who_has_something_set_down_changes_what_its_carrier_carries_and_not_where_it_is() -> None:
    position = at(
        "movement",
        goods={"C4a": {"gold": 1}},
        transporters={"red-raft-1": {"at": "C4~"}, "blue-donkey-1": {"aboard": "red-raft-1"}},
    )
    load = {"load": {"gold": 1}, "at": "C4a"}
    assert ("depends-on-cargo", BLUE) in doubts(only(position, {"move": "raft-1", "steps": [load]}))
    assert only(position, {"move": "raft-1", "steps": [{"go": ["B4"]}]}).verdict == "certain"


@pytest.mark.parametrize(
    "order",
    [
        {"move": "donkey-1", "steps": [{"take": {"gold": 1}, "from": "donkey-2"}]},
        {"move": "donkey-3", "steps": [{"pick_up": "donkey-1"}]},
    ],
)
def test_what_a_carrier_can_do_follows_from_whether_its_cargo_is_set_down(order: Plain) -> None:
    position = at(
        "movement",
        transporters={
            "blue-donkey-1": {"at": "E6"},
            "red-donkey-1": {"at": "C5"},
            "red-raft-1": {"aboard": "red-donkey-1"},
            "red-donkey-2": {"at": "C5", "load": {"gold": 1}},
            "red-donkey-3": {"at": "C5"},
        },
    )
    set_down = {"if": {"present": "blue", "at": "E7"}, "then": [{"set_down": "raft-1"}]}
    outlook = foresee(position, [set_down, order]).outlooks[1]
    assert (outlook.verdict, doubts(outlook)) == ("depends", [("depends-on-order", ())])


def test_what_fails_whatever_others_do_fails_with_the_rule() -> None:
    position = at("movement", transporters={"blue-donkey-1": {"at": "E7"}, "red-wagon-1": {"at": "C5"}})
    outlook = only(position, {"move": "wagon-1", "steps": [{"go": ["C6"]}]})
    assert outlook.verdict == "fails"
    assert [(each.code, each.rule) for each in outlook.problems] == [("no-road", "RB-6.2")]


def test_what_would_fail_but_others_can_mend_depends() -> None:
    position = at("production", transporters={"blue-donkey-1": {"at": "E7"}, "red-donkey-1": {"at": "E7"}})
    outlook = only(position, LOAD)
    assert (outlook.verdict, [each.code for each in outlook.problems]) == ("depends", ["too-few"])


def test_an_order_that_follows_from_one_in_doubt_is_in_doubt() -> None:
    position = at(
        "production",
        goods={"E7": {"gold": 1}},
        transporters={
            "blue-donkey-1": {"at": "E7"},
            "red-donkey-1": {"at": "E7"},
            "red-donkey-2": {"at": "C6", "load": {"iron": 1}},
        },
    )
    unload = {"if": {"goods": {"gold": 1}, "aboard": "donkey-1"}, "then": [{"unload": "all", "from": "donkey-2"}]}
    orders = [LOAD, unload, {"unload": {"iron": 1}, "from": "donkey-2"}]
    foretold = foresee(position, orders).outlooks
    assert [each.verdict for each in foretold] == ["depends", "depends", "depends"]
    assert [doubt.facts for doubt in foretold[1].doubts if doubt.code == "depends-on-order"] == [{"order": "0"}]
    # What does not follow from it is not.
    assert [each.verdict for each in foresee(position, [LOAD, orders[2]]).outlooks] == ["depends", "certain"]


def test_a_permission_that_is_needed_is_the_owners_to_give() -> None:
    position = at(
        "production",
        transporters={"blue-donkey-1": {"at": "E7", "load": {"gold": 1}}, "red-donkey-1": {"at": "E7"}},
    )
    order = {"take": {"gold": 1}, "from": "blue-donkey-1", "onto": "donkey-1"}
    assert ("depends-on-permission", BLUE) in doubts(only(position, order))
    closed = at(
        "production",
        {"trading": "no"},
        transporters={"blue-donkey-1": {"at": "E7", "load": {"gold": 1}}, "red-donkey-1": {"at": "E7"}},
    )
    assert "depends-on-permission" not in dict(doubts(only(closed, order)))


def test_ones_own_load_depends_on_whom_one_lets_at_it() -> None:
    position = at(
        "production",
        transporters={"blue-donkey-1": {"at": "E7"}, "red-donkey-1": {"at": "E7", "load": {"gold": 1}}},
    )
    order = {"if": {"goods": {"gold": 1}, "aboard": "donkey-1"}, "then": [{"breed": "donkeys", "at": "C6"}]}
    allow = [{"player": "blue", "may": "take", "from": "donkey-1", "goods": {"gold": 1}}]
    assert only(position, order).verdict == "fails"
    assert ("depends-on-load", BLUE) in doubts(only(position, order, allow=allow))


def test_ones_own_transporter_depends_on_whom_one_lets_carry_it() -> None:
    position = at("movement", transporters={"blue-donkey-1": {"at": "E7"}, "red-donkey-1": {"at": "E7"}})
    order = {"move": "donkey-1", "steps": [{"go": ["E6"]}]}
    allow = [{"player": "any", "may": "carry", "transporter": "donkey-1"}]
    assert only(position, order).verdict == "certain"
    assert ("depends-on-where", BLUE) in doubts(only(position, order, allow=allow))


def test_who_may_only_load_or_unload_it_holds_up_nobodys_move() -> None:
    transporters = {"blue-donkey-1": {"at": "E7"}, "red-donkey-1": {"at": "E7", "load": {"gold": 1}}}
    position = at("movement", transporters=transporters)
    order = {"move": "donkey-1", "steps": [{"go": ["E6"]}]}
    for permission in ({"may": "take", "from": "donkey-1"}, {"may": "give", "to": "donkey-1"}):
        allow = [{"player": "blue", "goods": {"gold": 1}, **permission}]
        assert only(position, order, allow=allow).verdict == "certain"


def test_a_factory_depends_on_who_else_can_run_it() -> None:
    given = {"buildings": {"C5": "sawmill"}}
    order = {"produce": "sawmill", "at": "C5", "from": ["donkey-1"]}
    donkey = {"at": "C5", "load": {"trunks": 1}}
    crowd = at("production", **given, transporters={"blue-donkey-1": {"at": "C5"}, "red-donkey-1": donkey})
    alone = at("production", **given, transporters={"blue-donkey-1": {"at": "C6"}, "red-donkey-1": donkey})
    assert ("depends-on-runs", BLUE) in doubts(only(crowd, order))
    assert only(alone, order).verdict == "certain"


@pytest.mark.parametrize(
    ("order", "code"),
    [
        ({"build": "woodcutter", "at": "C5", "pay": ["donkey-1"]}, "depends-on-building"),
        ({"build": "road", "from": "C5", "to": "C6", "pay": ["donkey-1"]}, "depends-on-road"),
        ({"build": "wall", "edge": "C5-C6", "side": "C5", "pay": ["donkey-1"]}, "depends-on-wall"),
        ({"build": "woodcutter", "at": "C5", "pay": ["tile"]}, "depends-on-goods"),
    ],
)
def test_in_building_it_depends_on_who_stands_there(order: Plain, code: str) -> None:
    donkey = {"at": "C5", "load": {"boards": 1, "stone": 1}}
    goods = {"C5": {"boards": 1}}
    crowd = at("building", goods=goods, transporters={"blue-donkey-1": {"at": "C5"}, "red-donkey-1": donkey})
    alone = at("building", goods=goods, transporters={"blue-donkey-1": {"at": "E7"}, "red-donkey-1": donkey})
    assert (code, BLUE) in doubts(only(crowd, order))
    assert only(alone, order).verdict == "certain"


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ({"build": "sawmill", "at": "C4a", "pay": ["donkey-1"]}, []),
        ({"build": "road", "from": "C4a", "to": "C5", "pay": ["donkey-1"]}, []),
        ({"build": "bridge", "at": "C4", "pay": ["donkey-1"]}, []),
        ({"build": "road", "from": "C4b", "to": "C3", "pay": ["donkey-1"]}, [("depends-on-road", BLUE)]),
    ],
)
def test_what_stands_already_depends_on_nobody(order: Plain, found: list[tuple[str, tuple[str, ...]]]) -> None:
    donkey = {"at": "C4a", "load": {"boards": 1, "stone": 1}}
    position = at(
        "building",
        buildings={"C4a": "mint"},
        bridges=["C4a-C4b"],
        roads=["C4a-C5"],
        transporters={"blue-donkey-1": {"at": "C4b"}, "red-donkey-1": donkey},
    )
    outlook = only(position, order)
    assert doubts(outlook) == found
    assert outlook.verdict == ("depends" if found else "fails")


def test_a_docked_boat_may_be_pushed_out_by_a_wall() -> None:
    given = {"goods": {"C6": {"boards": 9, "stone": 9}}}
    order = {"build": "sawmill", "at": "C6"}
    boat = {"red-raft-1": {"at": "C6/S"}}
    near = at("building", **given, transporters={**boat, "blue-raft-1": {"at": "C7"}})
    far = at("building", **given, transporters={**boat, "blue-raft-1": {"at": "B4"}})
    assert ("depends-on-presence", BLUE) in doubts(only(near, order))
    assert only(far, order).verdict == "certain"


def test_a_brick_depends_on_who_else_can_pay_for_one() -> None:
    given = {"goods": {"B2": {"clay": 1}, "F5": {"clay": 1}}}
    rich = at("wonder", **given, transporters={"blue-donkey-1": {"at": "F5"}, "red-donkey-1": {"at": "B2"}})
    away = at("wonder", **given, transporters={"blue-donkey-1": {"at": "E6"}, "red-donkey-1": {"at": "B2"}})
    assert doubts(only(rich, {"bricks": 1})) == [("depends-on-wonder", BLUE)]
    assert only(away, {"bricks": 1}).verdict == "certain"


def test_the_end_is_in_doubt_only_where_it_is_in_sight() -> None:
    given = {
        "goods": {"B2": {"clay": 1}, "F5": {"clay": 3}},
        "transporters": {"blue-donkey-1": {"at": "F5"}, "red-donkey-1": {"at": "B2"}},
    }
    late = at("wonder", **given, wonder=["neutral"] * 3 + ["red"] * 57)
    assert ("depends-on-over", BLUE) in doubts(only(late, {"bricks": 1}))
    early = at("wonder", **given, wonder=["neutral"] * 3 + ["red"] * 30)
    assert "depends-on-over" not in dict(doubts(only(early, {"bricks": 1})))


@pytest.mark.parametrize(("calls", "expected"), [("each_phase", "depends"), ("never", "certain")])
def test_the_order_of_play_is_everybodys(calls: str, expected: str) -> None:
    position = at(
        "production",
        {"conflict_calls": calls},
        goods={"E7": {"gold": 1}},
        transporters={"red-donkey-1": {"at": "E7"}},
    )
    assert only(position, {"if": {"after": "blue"}, "then": [LOAD]}).verdict == expected


def test_a_condition_on_who_is_there_depends_on_who_can_come() -> None:
    order = {"move": "donkey-1", "steps": [{"if": {"present": "others", "at": "E6"}, "then": [{"go": ["E6"]}]}]}
    near = at("movement", transporters={"blue-donkey-1": {"at": "F5"}, "red-donkey-1": {"at": "E7"}})
    far = at("movement", transporters={"blue-donkey-1": {"at": "C3"}, "red-donkey-1": {"at": "E7"}})
    assert doubts(only(near, order)) == [("depends-on-presence", BLUE)]
    assert only(far, order).verdict == "certain"


def test_homes_depend_on_those_who_still_choose() -> None:
    open_homes = at("start", turn=1, players={"blue": {}, "red": {}})
    assert doubts(only(open_homes, {"home": ["B2"]})) == [("depends-on-homes", BLUE)]
    settled = at("start", turn=1, players={"blue": {"home": "F5"}, "red": {}})
    assert only(settled, {"home": ["B2"]}).verdict == "certain"


@pytest.mark.parametrize("way", ["ranked", "sequential"])
def test_nobody_in_a_later_slot_takes_a_home_away(way: str) -> None:
    asked_first = {"turn": 1, "sequence": ["red", "blue"], "players": {"blue": {}, "red": {}}}
    position = at("start", {"start_tiles": way}, **asked_first)
    assert only(position, {"home": ["B2"]}).verdict == "certain"


def test_who_has_left_interferes_no_more() -> None:
    position = at(
        "production",
        players={"blue": {"home": "F5", "left": True}, "red": {"home": "B2"}},
        goods={"E7": {"gold": 1}},
        transporters={"blue-donkey-1": {"at": "E7"}, "red-donkey-1": {"at": "E7"}},
    )
    assert only(position, LOAD).verdict == "certain"


# -- the rest of a sheet -----------------------------------------------------------------------------------------------


def test_conditions_that_would_fire_are_told() -> None:
    position = at("production", goods={"E7": {"gold": 1}}, transporters={"red-donkey-1": {"at": "E7"}})
    orders = [
        {"if": {"goods": {"gold": 1}, "at": "E7"}, "then": [LOAD]},
        {"if": {"goods": {"gold": 1}, "at": "E7"}, "then": [LOAD]},
    ]
    foretold = foresee(position, orders, sequence={"request": {"after": "blue"}})
    assert [(each.place, each.holds) for each in foretold.conditions] == [
        ("sequence.request", True),
        ("0", True),
        ("1", False),
    ]


def test_wishes_for_the_sequence_rest_with_the_others_too() -> None:
    (outlook,) = foresee(at("building"), [], sequence={"request": True, "prefer": ["first"]}).outlooks
    assert (outlook.place, outlook.verdict, doubts(outlook)) == (
        "sequence",
        "depends",
        [("depends-on-sequence", BLUE)],
    )
    closed = at("building", {"conflict_calls": "never"})
    (outlook,) = foresee(closed, [], sequence={"request": True}).outlooks
    assert (outlook.verdict, [each.code for each in outlook.problems]) == ("fails", ["no-request-now"])


@pytest.mark.parametrize("sequence", [{"pray": "stop"}, {"prefer": ["last"]}, {"pray": "stop", "prefer": ["last"]}])
def test_prayers_and_wishes_fail_where_nobody_may_ask(sequence: Plain) -> None:
    closed = at("building", {"conflict_calls": "never"})
    (outlook,) = foresee(closed, [], sequence=sequence).outlooks
    assert (outlook.verdict, [each.code for each in outlook.problems]) == ("fails", ["no-request-now"])
    assert (
        unkept(
            Forecast((outlook,)), "red", GAME.resolve(closed, {"red": sheet_of(closed, [], sequence=sequence)}, None)
        )
        == ()
    )


def test_the_sequence_is_certain_where_all_others_have_left() -> None:
    alone = at("building", players={"blue": {"left": True}, "red": {}})
    sequence: Plain = {"request": True, "pray": "stop", "prefer": ["last"]}
    foretold = foresee(alone, [], sequence=sequence)
    (outlook,) = foretold.outlooks
    assert (outlook.place, outlook.verdict) == ("sequence", "certain")
    assert [type(event) for event in outlook.events] == [OrderOfPlayAsked, PrayingStopped, SlotTaken]
    assert unkept(foretold, "red", GAME.resolve(alone, {"red": sheet_of(alone, [], sequence=sequence)}, None)) == ()


def test_nothing_is_foretold_of_a_sheet_for_another_phase() -> None:
    position = at("production")
    assert forecast(position, "red", OrderSheet("red", 3, "movement", {"orders": []})) == Forecast()
