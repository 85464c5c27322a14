"""Production as properties: whatever is ordered, nothing is lost or made from nothing, and events tell all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.core.model import OrderSheet, Plain, Position, Resolution, Seat
from adjudicator.rulesets.roads_and_boats import events as ev
from adjudicator.rulesets.roads_and_boats.audit import audit
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.invariants import broken
from adjudicator.rulesets.roads_and_boats.orders import read_sheet
from adjudicator.rulesets.roads_and_boats.producing.inputs import plan_runs, players_inputs
from adjudicator.rulesets.roads_and_boats.resolve import draw_mines, play_phase, resolve
from adjudicator.rulesets.roads_and_boats.state import Mine, Player, State, Transporter
from adjudicator.rulesets.roads_and_boats.table import No, Table
from adjudicator.rulesets.roads_and_boats.tables import TABLES
from tests.roads_and_boats.strategies import SAME_EVERY_TIME
from tests.roads_and_boats.workshops import BOARD, FACTORIES, produced

SEEDS = st.integers(0, 2**32)
OFTEN = settings(SAME_EVERY_TIME, max_examples=400)

WHAT_PRODUCTION_DOES = (
    ev.GoodsProduced,
    ev.GeeseBred,
    ev.GoodsLoaded,
    ev.GoodsUnloaded,
    ev.GoodsHandedOver,
    ev.GoodsFerried,
    ev.FactoryRan,
    ev.TransporterMade,
    ev.TransporterScrapped,
    ev.SubjectResearched,
    ev.FactoryUpgraded,
    ev.DonkeyBorn,
    ev.FactoryRanUnattended,
    ev.TransporterLost,
    ev.ResearchLost,
    ev.PermissionUsed,
)


# -- what holds whatever was ordered -----------------------------------------------------------------------------------


@OFTEN
@given(SEEDS)
def test_everything_is_accounted_for_and_told(seed: int) -> None:
    """Goods and transporters add up, the events make the state again, and each order did something or was refused."""
    position, sheets = produced(seed)
    assert not broken(position.state, BOARD)
    resolution = resolve(position, sheets, None)
    assert not audit(position, resolution)
    assert GAME.replay(position, resolution.events) == resolution.state
    told = {(event.seat, event.order.partition(".")[0]) for event in resolution.events}
    told |= {(problem.seat, problem.place.partition(".")[0]) for problem in resolution.refused}
    for seat, sheet in sheets.items():
        for number, order in enumerate(sheet.body["orders"]):
            assert order is None or (seat, str(number)) in told


@OFTEN
@given(SEEDS)
def test_neither_the_order_of_mails_nor_listening_changes_anything(seed: int) -> None:
    position, sheets = produced(seed)
    tables = []
    for order, listening in ((list(sheets.items()), False), (list(sheets.items())[::-1], True)):
        table = Table(position)
        table.trace = [] if listening else None
        play_phase(table, {seat: read_sheet(sheet) for seat, sheet in order})
        tables.append((table.look.state, table.events, table.refused))
    assert tables[0] == tables[1]


@OFTEN
@given(SEEDS)
def test_nothing_of_a_player_is_touched_against_his_will(seed: int) -> None:
    """RB-10.7  Who allows nothing and orders nothing keeps what he has loaded, and all his transporters."""
    position, sheets = produced(seed)
    resolution = resolve(position, {**sheets, "red": OrderSheet("red", 3, "production", {})}, None)
    for name, transporter in position.state.transporters.items():
        if transporter.owner == "red":
            assert resolution.state.transporters[name] == transporter


@OFTEN
@given(SEEDS)
def test_what_is_all_or_none_leaves_nothing_behind(seed: int) -> None:
    """RB-10.5  Of orders that are all or none, a refusal leaves no event behind."""
    position, sheets = produced(seed)
    resolution = resolve(position, sheets, None)
    undone = {(p.seat, p.place) for p in resolution.refused if p.code == "all-or-none"}
    assert not [event for event in resolution.events if any(_within(event.seat, event.order, each) for each in undone)]


def _within(seat: Seat | None, path: str, whole: tuple[Seat | None, str]) -> bool:
    return seat == whole[0] and (path == whole[1] or path.startswith(f"{whole[1]}."))


def test_the_orders_drawn_here_do_what_production_can_do() -> None:
    """Properties of orders that are always refused would prove nothing."""
    happened: Counter[str] = Counter()
    for seed in range(800):
        happened.update(event.kind() for event in resolve(*produced(seed), None).events)
    for kind in WHAT_PRODUCTION_DOES:
        assert happened[kind.kind()] > 2, kind


def test_mines_and_factories_work_tile_by_tile_whatever_was_built_first() -> None:
    mines = {"B1": Mine(gold=2, drawn="gold"), "A2": Mine(iron=2, drawn="iron")}
    state = State(
        turn=1,
        phase="production",
        temple=("red",),
        sequence=("red",),
        players={"red": Player()},
        buildings={"C1": "sawmill", "B1": "mine", "B2a": "sawmill", "A2": "mine"},
        mines=mines,
        goods={"C1": {"trunks": 1}, "B2a": {"trunks": 1}},
    )
    table = Table(Position(BOARD, state))
    play_phase(table, {})
    assert [event.at for event in table.events if hasattr(event, "at")] == ["A2", "B1", "B2a", "C1"]
    table.events.clear()
    draw_mines(table, None)
    assert [event.at for event in table.events if isinstance(event, ev.MineDrawn)] == ["A2", "B1"]


# -- what the audit would find -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        ({"goods": {"B1": {"gold": 1}}}, "gold: 0 by the events, 1 in the position"),
        ({"transporters": {}}, "red-donkey-1: in the position and in the events differently"),
        ({"mines": {"B1": Mine(gold=9)}}, "the mine at B1: {'gold': 3, 'iron': 2} by the events"),
    ],
    ids=("goods", "transporters", "bags"),
)
def test_the_audit_finds_what_does_not_add_up(part: Mapping[str, Plain], sentence: str) -> None:
    state = State(
        turn=1,
        phase="production",
        temple=("red",),
        sequence=("red",),
        players={"red": Player()},
        mines={"B1": Mine(gold=3, iron=1, drawn="iron")},
        transporters={"red-donkey-1": Transporter("red-donkey-1", at="B1")},
    )
    assert sentence in audit(Position(BOARD, state), Resolution(replace(state, **part)))


# -- inputs ------------------------------------------------------------------------------------------------------------


@SAME_EVERY_TIME
@given(st.data(), st.sampled_from(FACTORIES))
def test_runs_use_up_whole_sets_and_no_more_can_be_made(data: st.DataObject, factory: str) -> None:
    kind = TABLES.buildings[factory]
    pieces = st.dictionaries(st.sampled_from(TABLES.goods), st.integers(1, 5))
    pool = {place: data.draw(pieces) for place in ("C4a", "red-truck-1", "red-truck-2")}
    inputs = players_inputs(kind, ())
    assert not isinstance(inputs, No)
    runs = plan_runs(pool, inputs, kind.runs)
    for each in kind.inputs:
        used = sum(goods.get(good, 0) for goods in runs.used.values() for good in each.goods)
        assert used == runs.number * each.count
    possible = min(
        sum(goods.get(good, 0) for goods in pool.values() for good in each.goods) // each.count for each in kind.inputs
    )
    assert runs.number == min(kind.runs, possible)


@pytest.mark.parametrize(
    ("factory", "use"),
    [
        ("papermill", ("boards", "clay")),
        ("papermill", ("boards", "boards", "boards")),
        ("papermill", ("clay",)),
        ("mint", ("gold", "fuel")),
    ],
)
def test_what_a_factory_does_not_take_is_refused(factory: str, use: tuple[str, ...]) -> None:
    no = players_inputs(TABLES.buildings[factory], use)
    assert isinstance(no, No)
    assert (no.code, no.rule) == ("use-does-not-fit", "RB-5.8")


def test_one_good_can_be_named_for_all_of_a_run() -> None:
    inputs = players_inputs(TABLES.buildings["papermill"], ("boards",))
    assert not isinstance(inputs, No)
    assert [(each.goods, each.count) for each in inputs] == [(("boards",), 2)]
