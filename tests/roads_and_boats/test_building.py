"""Building and the wonder as properties: every piece is paid, from where it may be, and events tell all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.core.model import NEUTRAL, Event, OrderSheet, Plain, Position, Resolution, Seat
from adjudicator.rulesets.roads_and_boats import events as ev
from adjudicator.rulesets.roads_and_boats.apply import apply, is_transporter
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.goods import total
from adjudicator.rulesets.roads_and_boats.places import ends, tile_of
from adjudicator.rulesets.roads_and_boats.state import State
from adjudicator.rulesets.roads_and_boats.tables import TABLES
from tests.roads_and_boats.builders import builders_sheets, building_site
from tests.roads_and_boats.crowds import crowded
from tests.roads_and_boats.sheets import Writer
from tests.roads_and_boats.strategies import SAME_EVERY_TIME

SEEDS = st.integers(0, 2**32)
OFTEN = settings(SAME_EVERY_TIME, max_examples=300)


def played(seed: int, phase: str, **options: Plain) -> tuple[Position, Mapping[Seat, OrderSheet], Resolution]:
    """Mostly orders that make sense, otherwise whatever the schema lets a player write."""
    random = Random(seed)
    if random.random() < 0.7:
        position = later(building_site(random, phase, options))
        sheets = builders_sheets(random, position)
    else:
        position = later(crowded(random, phase, options=options))
        sheets = {seat: Writer(random, position, seat).sheet() for seat in position.state.players}
    return position, sheets, GAME.resolve(position, sheets, None)


def later(position: Position) -> Position:
    """A turn later, so that this turn's neutral brick is still to come."""
    return replace(position, state=replace(position.state, turn=position.state.turn + 1))


def paid(event: Event) -> dict[str, int]:
    """What an event should have cost, worked out a second time."""
    match event:
        case ev.BuildingBuilt():
            return dict(TABLES.buildings[event.building].cost)
        case ev.RoadBuilt() | ev.BridgeBuilt():
            return {"stone": 1}
        case ev.ShaftSunk():
            return {"fuel": 1, "iron": 1}
        case ev.WallRaised():
            return {"stone": event.strength}
        case ev.WallDemolished():
            return {"boards": event.strength + 1}
    return {}


def test_these_orders_bring_everything_about() -> None:
    """Properties of what never happens would hold too."""
    happened: Counter[type[Event]] = Counter()
    for seed in range(300):
        for phase in ("building", "wonder"):
            happened.update(type(event) for event in played(seed, phase)[2].events)
    assert {kind: happened[kind] for kind in WHAT_HAPPENS if happened[kind] < 3} == {}


WHAT_HAPPENS = (
    ev.BuildingBuilt,
    ev.MineFilled,
    ev.ShaftSunk,
    ev.RoadBuilt,
    ev.BridgeBuilt,
    ev.WallRaised,
    ev.WallDemolished,
    ev.BoatPushedOut,
    ev.PermissionUsed,
    ev.BrickBought,
    ev.NeutralBrickPlaced,
)


# -- whatever was ordered ----------------------------------------------------------------------------------------------


@OFTEN
@given(SEEDS, st.sampled_from(("building", "wonder")))
def test_everything_is_accounted_for(seed: int, phase: str) -> None:
    """Goods add up, the position is sound, and the events make the state again."""
    position, _, resolution = played(seed, phase)
    assert not GAME.audit(position, resolution)
    assert GAME.replay(position, resolution.events) == resolution.state


@OFTEN
@given(SEEDS)
def test_the_order_in_which_sheets_arrive_does_not_matter(seed: int) -> None:
    for phase in ("building", "wonder"):
        position, sheets, resolution = played(seed, phase)
        turned = dict(reversed(list(sheets.items())))
        assert GAME.resolve(position, turned, None) == resolution


@OFTEN
@given(SEEDS)
def test_what_is_built_is_paid_for_by_those_who_are_there(seed: int) -> None:
    """RB-7.1, RB-7.2, RB-7.17, RB-7.18  The price of the table, from one tile where the builder has a transporter."""
    position, _, resolution = played(seed, "building")
    state: State = position.state
    for event in resolution.events:
        if paid(event):
            used = ev_used(event)
            places = {_tile(state, source) for source in used}
            assert len(places) == 1, event
            (tile,) = places
            own = [each for each in state.transporters.values() if each.owner == event.seat and each.at]
            assert any(tile_of(each.at) == tile for each in own), event
            extra = 0
            if isinstance(event, ev.WallRaised | ev.WallDemolished):
                assert tile in ends(event.wall)
                extra = 2 if position.board.is_sea(tile) else 0
            assert dict(total(used)) == {good: number + extra for good, number in paid(event).items()}, event
        state = apply(state, event)


def ev_used(event: Event) -> ev.Spread:
    used: ev.Spread = event.used  # type: ignore[attr-defined]  # every event that is paid for says with what
    return used


def _tile(state: State, source: str) -> str:
    return tile_of(state.transporters[source].at) if is_transporter(source) else tile_of(source)


@OFTEN
@given(SEEDS)
def test_others_goods_are_only_used_as_far_as_they_allow(seed: int) -> None:
    """RB-10.7  By owner, player and good: never more than all his permissions together."""
    _, sheets, resolution = played(seed, "building")
    used: Counter[tuple[Seat, Seat, str]] = Counter()
    for event in resolution.events:
        spent = ev_used(event) if paid(event) else {}
        if isinstance(event, ev.GoodsHandedOver) and event.seat != event.source.partition("-")[0]:
            spent = {event.source: event.goods}
        for source, goods in spent.items():
            owner = source.partition("-")[0]
            if is_transporter(source) and owner != event.seat:
                used.update({(owner, str(event.seat), good): number for good, number in goods.items()})
    for (owner, seat, good), number in used.items():
        permissions = [
            allow
            for allow in sheets[owner].body.get("allow", ())
            if allow and allow["may"] == "take" and allow["player"] in (seat, "any")
        ]
        assert number <= sum(allow["goods"].get(good, 0) for allow in permissions)


@OFTEN
@given(SEEDS)
def test_one_building_a_tile_and_no_bridge_too_many(seed: int) -> None:
    """RB-7.4, RB-7.13"""
    _, _, resolution = played(seed, "building")
    state: State = resolution.state
    tiles = Counter(tile_of(ground) for ground in state.buildings)
    assert max(tiles.values(), default=0) <= 1
    built = [event.at for event in resolution.events if isinstance(event, ev.BuildingBuilt)]
    filled = [event.at for event in resolution.events if isinstance(event, ev.MineFilled)]
    mines = [at for at in built if state.buildings[at] == "mine"]
    shafts = [event.at for event in resolution.events if isinstance(event, ev.ShaftSunk)]
    assert Counter(filled) == Counter([*mines, *shafts])


@OFTEN
@given(SEEDS)
def test_nobody_else_lies_at_a_wall_that_has_just_become_somebodys(seed: int) -> None:
    """RB-7.19  At the moment a wall is taken, others' boats are at sea; nobody else's place changes in building."""
    position, _, resolution = played(seed, "building", handling_in_build_and_wonder="no")
    before: State = position.state
    pushed = {event.transporter: event for event in resolution.events if isinstance(event, ev.BoatPushedOut)}
    for name, each in resolution.state.transporters.items():
        assert (each.at == before.transporters[name].at) == (name not in pushed)
    for name, event in pushed.items():
        owner = next(e.seat for e in resolution.events if isinstance(e, ev.WallRaised) and e.wall == event.wall)
        assert "/" in event.source and position.board.is_sea(event.target)
        assert name.partition("-")[0] != event.seat and owner is not None
    for edge, wall in resolution.state.walls.items():
        for each in resolution.state.transporters.values():
            changed = before.walls.get(edge) is None or before.walls[edge].owner != wall.owner
            if changed and wall.owner != NEUTRAL and "/" in each.at and _edge(position, each.at) == edge:
                assert each.owner == wall.owner


def _edge(position: Position, dock: str) -> str | None:
    land, _, way = dock.partition("/")
    found: str | None = position.board.edge(tile_of(land), way)
    return found


# -- bricks ------------------------------------------------------------------------------------------------------------


@OFTEN
@given(SEEDS, st.sampled_from(("block", "one_each_in_turn")))
def test_every_brick_has_its_price_and_its_place(seed: int, rounds: str) -> None:
    """RB-8.1 to RB-8.6  The k-th brick of a turn costs k, or k+1 once seventeen stand; own goods at home pay for it."""
    position, _, resolution = played(seed, "wonder", brick_rounds=rounds)
    state: State = position.state
    bought: Counter[Seat] = Counter()
    for event in resolution.events:
        if isinstance(event, ev.BrickBought):
            seat = str(event.seat)
            bought[seat] += 1
            assert event.number == len(state.wonder) + 1
            assert event.price == bought[seat] + (len(state.wonder) >= 17)
            assert sum(total(event.used).values()) == event.price
            home = state.players[seat].home
            assert home is not None
            assert all(_tile(state, source) == tile_of(home) for source in event.used)
            assert all(source.startswith(f"{seat}-") for source in event.used if is_transporter(source))
        state = apply(state, event)
    ended = [event.seat for event in resolution.events if isinstance(event, ev.GameEnded)]
    neutral = sum(isinstance(event, ev.NeutralBrickPlaced) for event in resolution.events)
    assert neutral == (0 if ended and ended != [None] else 1), "a player's last brick leaves no room for a neutral one"


@OFTEN
@given(SEEDS)
def test_one_each_in_turn(seed: int) -> None:
    """RB-Q69  Between two bricks of one player, everybody who buys another one later has bought one too."""
    _, _, resolution = played(seed, "wonder", brick_rounds="one_each_in_turn")
    order = [str(event.seat) for event in resolution.events if isinstance(event, ev.BrickBought)]
    rounds: Counter[Seat] = Counter()
    for place, seat in enumerate(order):
        rounds[seat] += 1
        for other in set(order[place + 1 :]):
            assert rounds[other] >= rounds[seat] - 1


@pytest.mark.parametrize("rounds", ["block", "one_each_in_turn"])
def test_every_order_for_bricks_is_answered_once(rounds: str) -> None:
    """Bought in full, or reported in one line with what was bought."""
    for seed in range(150):
        random = Random(seed)
        position = crowded(random, "wonder", options={"brick_rounds": rounds})
        orders = {seat: [{"bricks": random.randint(1, 4)} for _ in range(3)] for seat in position.state.players}
        sheets = {seat: OrderSheet(seat, position.state.turn, "wonder", {"orders": orders[seat]}) for seat in orders}
        resolution = GAME.resolve(position, sheets, None)
        for seat, wanted in orders.items():
            for number, order in enumerate(wanted):
                mine = [e for e in resolution.events if isinstance(e, ev.BrickBought)]
                bought = sum(e.seat == seat and e.order == str(number) for e in mine)
                reports = [p for p in resolution.refused if p.seat == seat and p.place == str(number)]
                assert len(reports) == (bought < order["bricks"]), (seed, seat, number)
                assert all((p.kind == "partial") == (bought > 0) for p in reports)
