"""The one writer: an event makes a new state from the one before. Nothing else does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from adjudicator.core.changing import changed
from adjudicator.core.model import NEUTRAL, Event

from . import events as ev
from .events import Spread
from .goods import add, subtract
from .places import Ground
from .state import Goods, Mine, Name, Over, State, Transporter, Wall
from .tables import TABLES

K = TypeVar("K")
V = TypeVar("V")
F = TypeVar("F", bound=Callable[[State, Any], State])

_CHANGES: dict[type[Event], Callable[[State, Any], State]] = {}


def _on(*kinds: type[Event]) -> Callable[[F], F]:
    """Enter a function as the one that carries out these kinds of event."""

    def enter(change: F) -> F:
        _CHANGES.update(dict.fromkeys(kinds, change))
        return change

    return enter


def apply(state: State, event: Event) -> State:
    """The state after an event. Events that only tell (who kept praying, which way was chosen) change nothing."""
    change = _CHANGES.get(type(event))
    return state if change is None else change(state, event)


# -- small parts ---------------------------------------------------------------------------------------------------


def _with(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    return {**mapping, key: value}


def _without(mapping: Mapping[K, V], *keys: K) -> dict[K, V]:
    return {key: value for key, value in mapping.items() if key not in keys}


def is_transporter(where: str) -> bool:
    """Whether a key of a spread is a transporter; otherwise it is a ground."""
    return "-" in where


def _on_ground(state: State, ground: Ground, goods: Goods) -> State:
    return changed(state, goods=_with(state.goods, ground, goods) if goods else _without(state.goods, ground))


def _on_board(state: State, name: Name, goods: Goods) -> State:
    transporter = changed(state.transporters[name], load=goods)
    return changed(state, transporters=_with(state.transporters, name, transporter))


def _put(state: State, spread: Spread) -> State:
    for where, goods in spread.items():
        if is_transporter(where):
            state = _on_board(state, where, add(state.transporters[where].load, goods))
        else:
            state = _on_ground(state, where, add(state.goods.get(where, {}), goods))
    return state


def _take(state: State, spread: Spread) -> State:
    for where, goods in spread.items():
        if is_transporter(where):
            state = _on_board(state, where, subtract(state.transporters[where].load, goods))
        else:
            state = _on_ground(state, where, subtract(state.goods.get(where, {}), goods))
    return state


def _move_goods(state: State, source: str, target: str, goods: Goods) -> State:
    return _put(_take(state, {source: goods}), {target: goods})


def _place(state: State, transporter: Transporter) -> State:
    return changed(state, transporters=_with(state.transporters, transporter.name, transporter))


# -- start and order of play ------------------------------------------------------------------------------------------


@_on(ev.FiguresDrawn)
def _figures_drawn(state: State, event: ev.FiguresDrawn) -> State:
    return changed(state, temple=event.row, sequence=event.sequence)


@_on(ev.HomeSettled)
def _home_settled(state: State, event: ev.HomeSettled) -> State:
    assert event.seat is not None
    for name in event.transporters:
        state = _place(state, Transporter(name, at=event.home))
    player = changed(state.players[event.seat], home=event.home)
    return changed(_put(state, {event.home: event.goods}), players=_with(state.players, event.seat, player))


@_on(ev.PuzzleSet)
def _puzzle_set(state: State, event: ev.PuzzleSet) -> State:
    return changed(state, wonder=(NEUTRAL,) * event.bricks)


@_on(ev.TempleRowFormed)
def _temple_row_formed(state: State, event: ev.TempleRowFormed) -> State:
    return changed(state, temple=event.row)


@_on(ev.SequenceSet)
def _sequence_set(state: State, event: ev.SequenceSet) -> State:
    return changed(state, sequence=event.sequence)


# -- goods ---------------------------------------------------------------------------------------------------------


@_on(ev.GoodsLoaded)
def _goods_loaded(state: State, event: ev.GoodsLoaded) -> State:
    return _move_goods(state, event.source, event.transporter, event.goods)


@_on(ev.GoodsUnloaded)
def _goods_unloaded(state: State, event: ev.GoodsUnloaded) -> State:
    return _move_goods(state, event.transporter, event.target, event.goods)


@_on(ev.GoodsHandedOver, ev.GoodsFerried)
def _goods_handed_over(state: State, event: ev.GoodsHandedOver | ev.GoodsFerried) -> State:
    return _move_goods(state, event.source, event.target, event.goods)


# -- production ------------------------------------------------------------------------------------------------------


@_on(ev.MineDrawn)
def _mine_drawn(state: State, event: ev.MineDrawn) -> State:
    mine = state.mines[event.at]
    left = Mine(mine.gold - (event.piece == "gold"), mine.iron - (event.piece == "iron"), event.piece)
    return changed(state, mines=_with(state.mines, event.at, left))


@_on(ev.GoodsProduced)
def _goods_produced(state: State, event: ev.GoodsProduced) -> State:
    if event.at in state.mines:
        state = changed(state, mines=_with(state.mines, event.at, changed(state.mines[event.at], drawn=None)))
    return _put(state, {event.at: event.goods})


@_on(ev.GeeseBred)
def _geese_bred(state: State, event: ev.GeeseBred) -> State:
    return _put(state, {event.at: {"geese": event.young}})


@_on(ev.FactoryRan, ev.FactoryRanUnattended)
def _factory_ran(state: State, event: ev.FactoryRan | ev.FactoryRanUnattended) -> State:
    return _put(_take(state, event.used), event.made)


@_on(ev.TransporterMade)
def _transporter_made(state: State, event: ev.TransporterMade) -> State:
    state = _take(state, event.used)
    load: Goods = {}
    if event.donkey:
        load = state.transporters[event.donkey].load
        state = changed(state, transporters=_without(state.transporters, event.donkey))
    return _place(state, Transporter(event.transporter, at=event.place, load=load))


@_on(ev.TransporterScrapped)
def _transporter_scrapped(state: State, event: ev.TransporterScrapped) -> State:
    return _put(changed(state, transporters=_without(state.transporters, event.transporter)), event.dropped)


@_on(ev.SubjectResearched)
def _subject_researched(state: State, event: ev.SubjectResearched) -> State:
    assert event.seat is not None
    player = state.players[event.seat]
    known = {*player.research, event.subject}
    player = changed(player, research=tuple(subject for subject in TABLES.research if subject in known))
    return changed(_take(state, event.used), players=_with(state.players, event.seat, player))


@_on(ev.FactoryUpgraded)
def _factory_upgraded(state: State, event: ev.FactoryUpgraded) -> State:
    return changed(state, buildings=_with(state.buildings, event.at, event.after))


@_on(ev.DonkeyBorn)
def _donkey_born(state: State, event: ev.DonkeyBorn) -> State:
    return _place(state, Transporter(event.transporter, at=event.place))


@_on(ev.TransporterLost, ev.ResearchLost)
def _used_up(state: State, event: ev.TransporterLost | ev.ResearchLost) -> State:
    return _take(state, event.used)


# -- movement --------------------------------------------------------------------------------------------------------


@_on(ev.TransporterMoved)
def _transporter_moved(state: State, event: ev.TransporterMoved) -> State:
    state = _place(state, changed(state.transporters[event.transporter], at=event.target))
    for ground, geese in event.geese.items():
        state = _move_goods(state, ground, event.to_ground, {"geese": geese})
    return state


@_on(ev.GeeseLeft)
def _geese_left(state: State, event: ev.GeeseLeft) -> State:
    return _move_goods(state, event.source, event.at, {"geese": event.geese})


@_on(ev.TransporterPickedUp)
def _transporter_picked_up(state: State, event: ev.TransporterPickedUp) -> State:
    return _place(state, Transporter(event.transporter, aboard=event.carrier))


@_on(ev.TransporterSetDown)
def _transporter_set_down(state: State, event: ev.TransporterSetDown) -> State:
    return _place(state, Transporter(event.transporter, at=event.place))


# -- building --------------------------------------------------------------------------------------------------------


@_on(ev.BuildingBuilt)
def _building_built(state: State, event: ev.BuildingBuilt) -> State:
    return changed(_take(state, event.used), buildings=_with(state.buildings, event.at, event.building))


@_on(ev.MineFilled)
def _mine_filled(state: State, event: ev.MineFilled) -> State:
    mine = state.mines.get(event.at, Mine())
    filled = changed(mine, gold=mine.gold + event.gold, iron=mine.iron + event.iron)
    return changed(state, mines=_with(state.mines, event.at, filled))


@_on(ev.ShaftSunk)
def _shaft_sunk(state: State, event: ev.ShaftSunk) -> State:
    return _take(state, event.used)


@_on(ev.RoadBuilt)
def _road_built(state: State, event: ev.RoadBuilt) -> State:
    return changed(_take(state, event.used), roads=state.roads | {event.road})


@_on(ev.BridgeBuilt)
def _bridge_built(state: State, event: ev.BridgeBuilt) -> State:
    return changed(_take(state, event.used), bridges=state.bridges | {event.bridge})


@_on(ev.WallRaised)
def _wall_raised(state: State, event: ev.WallRaised) -> State:
    assert event.seat is not None
    wall = Wall(event.seat, event.strength)
    return changed(_take(state, event.used), walls=_with(state.walls, event.wall, wall))


@_on(ev.WallDemolished)
def _wall_demolished(state: State, event: ev.WallDemolished) -> State:
    wall = Wall(NEUTRAL, event.strength)
    return changed(_take(state, event.used), walls=_with(state.walls, event.wall, wall))


@_on(ev.BoatPushedOut)
def _boat_pushed_out(state: State, event: ev.BoatPushedOut) -> State:
    return _place(state, changed(state.transporters[event.transporter], at=event.target))


# -- wonder and end --------------------------------------------------------------------------------------------------


@_on(ev.BrickBought)
def _brick_bought(state: State, event: ev.BrickBought) -> State:
    assert event.seat is not None
    return changed(_take(state, event.used), wonder=(*state.wonder, event.seat))


@_on(ev.NeutralBrickPlaced)
def _neutral_brick_placed(state: State, event: ev.NeutralBrickPlaced) -> State:
    return changed(state, wonder=(*state.wonder, NEUTRAL))


@_on(ev.DesertsIrrigated)
def _deserts_irrigated(state: State, event: ev.DesertsIrrigated) -> State:
    return changed(state, irrigated=True)


@_on(ev.PlayerLeft, ev.SeatTakenOver)
def _player_left(state: State, event: ev.PlayerLeft | ev.SeatTakenOver) -> State:
    assert event.seat is not None
    player = changed(state.players[event.seat], left=isinstance(event, ev.PlayerLeft))
    return changed(state, players=_with(state.players, event.seat, player))


@_on(ev.PhaseBegan)
def _phase_began(state: State, event: ev.PhaseBegan) -> State:
    return changed(state, turn=event.turn, phase=event.phase)


@_on(ev.GameEnded)
def _game_ended(state: State, event: ev.GameEnded) -> State:
    return changed(state, over=Over(event.reason, event.ranking, dict(event.scores)))
