"""Facts of a position: what an order can look at (`Look.note`) and what an event changes (`touched`).

Both use the same words, so that a refusal can name who stood in the way, and a forecast what an order depends on.

| fact                            | what it says                                                                     |
|---------------------------------|----------------------------------------------------------------------------------|
| `("goods", "C4a", "gold")`      | how many pieces lie there; `"any"` for the whole heap                            |
| `("load", "red-donkey-1")`      | what is loaded on it                                                             |
| `("bound", "red-donkey-1")`     | what of that may not be carried on; only its player's own orders change it       |
| `("where", "red-donkey-1")`     | whether there is one, where it is, whether it is carried, whether it has moved   |
| `("where", "red-donkey-1", "C4")` | whether it has left that tile; only refusals are about so little               |
| `("cargo", "red-donkey-1")`     | which transporter it carries                                                     |
| `("transporters", "C4")`        | who is on a tile                                                                 |
| `("own", "red", "C4")`          | which transporters of one player are on a tile                                   |
| `("building", "C4")`            | what stands on a tile                                                            |
| `("runs", "C4a")`               | how often a factory has run in this phase                                        |
| `("mine", "C4")`                | the bag of a mine                                                                |
| `("wall", "C4-C5")`             | the wall on an edge; likewise `("road", lane)`                                   |
| `("wall", "C4-C5", "raised")`   | who has raised it, or `"demolished"`; only refusals are about so little          |
| `("bridges", "C4")`             | the bridges of a tile                                                            |
| `("permission", "blue")`        | what a player allows, and what of it is used up                                  |
| `("spent", "blue", "0", "gold")` | what is left of one good of one permission; only refusals are about so little    |
| `("player", "red")`             | his home and what he has researched; only he himself changes it                  |
| `("owned", "red")`              | how many transporters he has, and which names he has given                       |
| `("moved", "red")`              | whether anything of his has moved in this phase                                  |
| `("homes",)`, `("sequence",)`, `("wonder",)`, `("irrigated",)`, `("over",)` | one of each in a game                |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from adjudicator.core.model import Event

from . import events as ev
from .events import Spread
from .places import EdgeName, PlaceName, ends, tile_of
from .state import Goods, Name

Fact: TypeAlias = tuple[str, ...]

WHOLE_HEAP = "any"
TAKEN = "taken"
"""Of a load: `("load", "red-donkey-1", TAKEN)` is touched only by what made it less."""


def touched(event: Event) -> frozenset[Fact]:
    """The facts that an event may have changed: all of them, whoever asks."""
    return taken(event) | brought(event)


def taken(event: Event) -> frozenset[Fact]:
    """The goods and loads that an event has made less."""
    return frozenset(_TAKEN[type(event)](event)) if type(event) in _TAKEN else frozenset()


def brought(event: Event) -> frozenset[Fact]:
    """The goods and loads that an event has made more, and whatever else it has changed."""
    return frozenset(CHANGES[type(event)](event))


def spent(owner: str, permission: int, good: str) -> Fact:
    """What is left of one good that one permission allows, by its place in the owner's list."""
    return ("spent", owner, str(permission), good)


# -- small parts -------------------------------------------------------------------------------------------------------


def _heap(where: str, goods: Goods) -> Iterator[Fact]:
    """Goods on a ground or on a transporter; only transporters have a hyphen in their name."""
    if "-" in where:
        yield ("load", where)
        return
    yield ("goods", where, WHOLE_HEAP)
    for good in goods:
        yield ("goods", where, good)


def _heaps(spread: Spread) -> Iterator[Fact]:
    for where, goods in spread.items():
        yield from _heap(where, goods)


def _stood(name: Name, *places: PlaceName) -> Iterator[Fact]:
    """A transporter came to or left these places."""
    yield ("where", name)
    for place in places:
        yield ("transporters", tile_of(place))
        yield ("own", name.partition("-")[0], tile_of(place))


def left(name: Name, place: PlaceName) -> Fact:
    """A transporter has gone from a tile, or from its place there; only refusals are about so little."""
    return ("where", name, tile_of(place))


def raised(edge: EdgeName) -> Fact:
    """Who has built at a wall; demolishing takes no strength from it, and only refusals are about so little."""
    return ("wall", edge, "raised")


def demolished(edge: EdgeName) -> Fact:
    """Who has made a wall neutral."""
    return ("wall", edge, "demolished")


def _came(name: Name, place: PlaceName) -> Iterator[Fact]:
    """A transporter came into the world, or went out of it."""
    yield from _stood(name, place)
    yield ("load", name)
    yield ("owned", name.partition("-")[0])


def _built(event: ev.BuildingBuilt | ev.FactoryUpgraded) -> Iterator[Fact]:
    yield ("building", tile_of(event.at))
    yield ("runs", event.at)


# -- what was made less ------------------------------------------------------------------------------------------------


def _used(event: Any) -> Iterator[Fact]:
    return _heaps(event.used)


_TAKEN: dict[type[Event], Callable[[Any], Iterator[Fact]]] = {
    ev.GoodsLoaded: lambda e: _heap(e.source, e.goods),
    ev.GoodsUnloaded: lambda e: _heap(e.transporter, e.goods),
    ev.GoodsHandedOver: lambda e: _heap(e.source, e.goods),
    ev.GoodsFerried: lambda e: _heap(e.source, e.goods),
    ev.TransporterMoved: lambda e: _heaps({ground: {"geese": number} for ground, number in e.geese.items()}),
    ev.GeeseLeft: lambda e: _heap(e.source, {"geese": e.geese}),
    **{kind: _used for kind in ev.VOCABULARY.values() if "used" in kind.__dataclass_fields__},
}


# -- what was changed otherwise ----------------------------------------------------------------------------------------


def _nothing(event: Event) -> Iterator[Fact]:
    """The event only tells."""
    return iter(())


def _one(*fact: str) -> Callable[[Event], Iterator[Fact]]:
    return lambda event: iter((fact,))


def _of_player(event: Event) -> Iterator[Fact]:
    assert event.seat is not None
    yield ("player", event.seat)


def _permission_used(event: ev.PermissionUsed) -> Iterator[Fact]:
    yield ("permission", event.owner)
    for good in event.goods:
        yield spent(event.owner, event.permission, good)


def _ran(event: ev.FactoryRan | ev.FactoryRanUnattended) -> Iterator[Fact]:
    yield ("runs", event.at)
    yield from _heaps(event.made)


def _home_settled(event: ev.HomeSettled) -> Iterator[Fact]:
    yield ("homes",)
    yield from _of_player(event)
    yield from _heap(event.home, event.goods)
    for name in event.transporters:
        yield from _came(name, event.home)


def _transporter_made(event: ev.TransporterMade) -> Iterator[Fact]:
    yield ("runs", event.at)
    yield from _came(event.transporter, event.place)
    if event.donkey:
        yield from _came(event.donkey, event.place)


def _transporter_scrapped(event: ev.TransporterScrapped) -> Iterator[Fact]:
    yield from _came(event.transporter, event.place)
    yield from _heaps(event.dropped)


def _transporter_moved(event: ev.TransporterMoved) -> Iterator[Fact]:
    yield from _went(event)
    yield ("moved", event.transporter.partition("-")[0])
    if event.geese:
        yield from _heap(event.to_ground, {"geese": sum(event.geese.values())})


def _went(event: ev.TransporterMoved | ev.BoatPushedOut) -> Iterator[Fact]:
    yield from _stood(event.transporter, event.source, event.target)
    yield left(event.transporter, event.source)


def _picked_up(event: ev.TransporterPickedUp) -> Iterator[Fact]:
    yield from _carried(event)
    yield left(event.transporter, event.place)


def _carried(event: ev.TransporterPickedUp | ev.TransporterSetDown) -> Iterator[Fact]:
    yield ("cargo", event.carrier)
    yield from _stood(event.transporter, event.place)


CHANGES: dict[type[Event], Callable[[Any], Iterator[Fact]]] = {
    ev.FiguresDrawn: _one("sequence"),
    ev.HomeSettled: _home_settled,
    ev.PuzzleSet: _one("wonder"),
    ev.OrderOfPlayAsked: _nothing,
    ev.PrayingKept: _nothing,
    ev.PrayingStopped: _nothing,
    ev.TempleRowFormed: _nothing,
    ev.SlotTaken: _nothing,
    ev.SequenceSet: _one("sequence"),
    ev.ConditionJudged: _nothing,
    ev.AlternativeTaken: _nothing,
    ev.PermissionUsed: _permission_used,
    ev.GoodsLoaded: lambda e: _heap(e.transporter, e.goods),
    ev.GoodsUnloaded: lambda e: _heap(e.target, e.goods),
    ev.GoodsHandedOver: lambda e: _heap(e.target, e.goods),
    ev.GoodsFerried: lambda e: _heap(e.target, e.goods),
    ev.MineDrawn: lambda e: iter((("mine", e.at),)),
    ev.GoodsProduced: lambda e: iter((("mine", e.at), *_heap(e.at, e.goods))),
    ev.GeeseBred: lambda e: _heap(e.at, {"geese": e.young}),
    ev.FactoryRan: _ran,
    ev.TransporterMade: _transporter_made,
    ev.TransporterScrapped: _transporter_scrapped,
    ev.SubjectResearched: _of_player,
    ev.FactoryUpgraded: _built,
    ev.DonkeyBorn: lambda e: _came(e.transporter, e.place),
    ev.FactoryRanUnattended: _ran,
    ev.TransporterLost: lambda e: iter((("runs", e.at),)),
    ev.ResearchLost: _nothing,
    ev.TransporterMoved: _transporter_moved,
    ev.GeeseLed: _nothing,
    ev.GeeseLeft: lambda e: _heap(e.at, {"geese": e.geese}),
    ev.RouteChosen: _nothing,
    ev.TransporterPickedUp: _picked_up,
    ev.TransporterSetDown: _carried,
    ev.BuildingBuilt: _built,
    ev.MineFilled: lambda e: iter((("mine", e.at),)),
    ev.ShaftSunk: _nothing,
    ev.RoadBuilt: lambda e: iter((("road", e.road),)),
    ev.BridgeBuilt: lambda e: iter((("bridges", tile_of(ends(e.bridge)[0])),)),
    ev.WallRaised: lambda e: iter((("wall", e.wall), raised(e.wall))),
    ev.WallDemolished: lambda e: iter((("wall", e.wall), demolished(e.wall))),
    ev.BoatPushedOut: _went,
    ev.BrickBought: _one("wonder"),
    ev.NeutralBrickPlaced: _one("wonder"),
    ev.DesertsIrrigated: _one("irrigated"),
    ev.PlayerLeft: _nothing,
    ev.SeatTakenOver: _nothing,
    ev.PhaseBegan: _nothing,
    ev.GameEnded: _one("over"),
}
