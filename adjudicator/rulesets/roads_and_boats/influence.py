"""What somebody can change in a phase, whatever he orders: by where he stands, how far he gets, what he is allowed.

Rather too much than too little: a forecast calls an order certain only where no influence touches what it looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from adjudicator.core.hexes import Tile
from adjudicator.core.model import Position, Seat

from .ending import end_mark
from .facts import Fact
from .look import Look
from .memory import Memory
from .orders import Allow
from .phases.start import asked
from .places import PlaceName, dock, ends, river, tile_of
from .routes import routes
from .state import Name, State, Transporter
from .tables import TABLES


@dataclass(frozen=True, slots=True)
class Influence:
    """What one player, or one order, could change in a phase."""

    phase: str
    tiles: frozenset[Tile] = frozenset()
    """Where he can act: load and unload, produce, build."""
    owners: frozenset[Seat] = frozenset()
    """Whose transporters he orders."""
    makers: frozenset[Seat] = frozenset()
    """Who may come to have new transporters by it."""
    names: frozenset[Name] = frozenset()
    """Single transporters that he can load or unload."""
    carries: frozenset[Name] = frozenset()
    """Those that he can order, carry or set down."""
    carriers: frozenset[Name] = frozenset()
    """Those that carry what he can set down."""
    goes: frozenset[Name] = frozenset()
    """Those that can vanish or be pushed out by his doing, though nothing moves in this phase."""
    known: frozenset[Name] = frozenset()
    """All transporters that there are."""
    stands: frozenset[tuple[Seat, Tile]] = frozenset()
    """Where he can bring about that somebody comes to stand, or stands no more."""
    upgrades: frozenset[Tile] = frozenset()
    """Tiles with factories that he could turn into others."""
    single: frozenset[Fact] = frozenset()
    """Whatever else: the wonder, the sequence, permissions."""
    settled: frozenset[Fact] = frozenset()
    """What nobody can change any more."""

    def touches(self, fact: Fact) -> bool:
        if fact in self.settled:
            return False
        return fact in self.single or _TOUCHES.get(fact[0], _never)(self, fact)


_Test: TypeAlias = Callable[[Influence, Fact], bool]


def _never(influence: Influence, fact: Fact) -> bool:
    return False


def _load(influence: Influence, fact: Fact) -> bool:
    name, owner = fact[1], fact[1].partition("-")[0]
    if name not in influence.known:
        return owner in influence.makers
    return name in influence.names or owner in influence.owners


def _where(influence: Influence, fact: Fact) -> bool:
    """In movement it goes or is carried; otherwise only what is made, scrapped or pushed out changes its place."""
    name, owner = fact[1], fact[1].partition("-")[0]
    if name not in influence.known:
        return owner in influence.makers
    if influence.phase == "movement":
        return name in influence.carries or owner in influence.owners
    return name in influence.goes


def _on_tile(influence: Influence, fact: Fact) -> bool:
    return any(tile == fact[1] for _, tile in influence.stands)


def _built_between(influence: Influence, fact: Fact) -> bool:
    return influence.phase == "building" and any(tile_of(end) in influence.tiles for end in ends(fact[1]))


_TOUCHES: Mapping[str, _Test] = {
    "goods": lambda influence, fact: tile_of(fact[1]) in influence.tiles,
    "load": _load,
    "where": _where,
    "cargo": lambda influence, fact: (
        influence.phase == "movement" and (fact[1] in influence.carriers or _where(influence, fact))
    ),
    "transporters": _on_tile,
    "own": lambda influence, fact: (fact[1], fact[2]) in influence.stands,
    "building": lambda influence, fact: (
        fact[1] in influence.upgrades or (influence.phase == "building" and fact[1] in influence.tiles)
    ),
    "runs": lambda influence, fact: (
        influence.phase == "production" and tile_of(fact[1]) in influence.tiles | influence.upgrades
    ),
    "bridges": lambda influence, fact: influence.phase == "building" and fact[1] in influence.tiles,
    "wall": _built_between,
    "road": _built_between,
}


# -- of another player -------------------------------------------------------------------------------------------------


def of_player(position: Position, other: Seat, seat: Seat, allow: tuple[Allow | None, ...]) -> Influence:
    """What another player could change of what `seat` looks at, who allows him so much."""
    look = Look(position.board, position.state, Memory(), position.options)
    state = look.state
    tiles = frozenset(tile for each in look.owned(other) for tile in tiles_of(look, each))
    allowed = [each for each in _allowed(look, other, seat, allow) if _is_met(look, each[1], tiles)]
    # Whoever stands where he can get to may be dealt with by him, if its owner likes it; mine only if I do.
    company = {each.name for each in state.transporters.values() if each.owner != seat and look.tile(each) in tiles}
    stands = {(other, tile) for tile in tiles if state.phase in ("production", "movement")}
    aboard = _to_be_set_down(state, other)
    carries = {*company, *(name for may, name in allowed if may == "carry"), *aboard}
    goes = _pushed(look, other, tiles) if state.phase == "building" else _scrapped(look, other)
    if state.phase == "movement":
        stands |= {
            (name.partition("-")[0], look.tile(each)) for name in carries if (each := state.transporters.get(name))
        }
    elif state.phase == "building":
        stands |= {stand for name in goes for stand in _pushed_between(look, name)}
    return Influence(
        phase=state.phase,
        tiles=tiles if state.phase != "wonder" or _handles(look) else _purse(look, other),
        owners=frozenset([other]),
        makers=frozenset([other]) if state.phase == "production" else frozenset(),
        names=frozenset(carries | {name for _, name in allowed}),
        carries=frozenset(carries),
        carriers=carriers(state, aboard),
        goes=frozenset(goes),
        known=frozenset(state.transporters),
        stands=frozenset(stands),
        upgrades=_upgradable(look, tiles) if state.phase == "production" else frozenset(),
        single=frozenset(_single(look, other, seat)),
        settled=settled(look),
    )


def settled(look: Look) -> frozenset[Fact]:
    """RB-7.4  What has been built stays: in this phase nobody changes that a building or a road is there, nor what
    bridges join where they join all banks."""
    if look.state.phase != "building":
        return frozenset()
    divided = (lands for lands in look.board.lands.values() if len(lands) > 1)
    return frozenset(
        (
            *(("building", tile_of(ground)) for ground in look.state.buildings),
            *(("road", lane) for lane in look.state.roads),
            *(("bridges", tile_of(lands[0])) for lands in divided if look.joined(lands[0]) == lands),
        )
    )


def tiles_of(look: Look, transporter: Transporter) -> set[Tile]:
    """The tiles on which a transporter can act in this phase."""
    here = look.tile(transporter)
    if look.state.phase != "movement":
        # A docked boat that is pushed out can go on building from the sea.
        faced = {way.to for way in look.board.water_steps[transporter.at]} if look.docked(transporter.at) else set()
        return set() if transporter.aboard else {here, *(faced if look.state.phase == "building" else ())}
    starts = _set_down_at(look, transporter) if transporter.aboard else [transporter.at]
    found = {here}
    for start in starts:
        found |= {tile_of(place) for place in routes(look, replace(transporter, at=start, aboard=""))}
    return found


def _set_down_at(look: Look, transporter: Transporter) -> list[PlaceName]:
    """RB-6.14  Where a carried transporter might be set down first, and then move from."""
    tile = look.tile(transporter)
    lands = look.board.lands[tile]
    if not look.kind(transporter).water:
        return list(lands)
    docks = [dock(land, edge) for land in lands for edge, _ in look.board.docks[land]]
    return [river(tile), *docks] if look.board.has_river(tile) else docks


def _allowed(look: Look, other: Seat, seat: Seat, allow: tuple[Allow | None, ...]) -> Iterable[tuple[str, Name]]:
    """The transporters of `seat` that his own permissions open to another player, and for what."""
    if look.options.get("trading") == "no":
        return
    for permission in allow:
        if permission is not None and permission.player in (other, "any") and permission.may != "ferry":
            yield permission.may, look.name(seat, permission.source or permission.to or permission.transporter)


def _is_met(look: Look, name: Name, tiles: frozenset[Tile]) -> bool:
    """Whether he can come to where it stands. He acts before its owner does, or after, never in between."""
    transporter = look.state.transporters.get(name)
    return transporter is not None and look.tile(transporter) in tiles


def _to_be_set_down(state: State, other: Seat) -> set[Name]:
    """RB-Q42  Of two players' transporters, one carried by the other, either owner may set down the carried one."""
    if state.phase != "movement":
        return set()
    pairs = ((each.name, each.aboard) for each in state.transporters.values() if each.aboard)
    return {name for name, carrier in pairs if any(each.startswith(f"{other}-") for each in (name, carrier))}


def carriers(state: State, names: Iterable[Name]) -> frozenset[Name]:
    """What carries any of these."""
    return frozenset(each.aboard for name in names if (each := state.transporters.get(name)) and each.aboard)


def _pushed(look: Look, other: Seat, tiles: frozenset[Tile]) -> set[Name]:
    """RB-7.19  Docked boats that he could push out by a wall."""
    found = set()
    for boat in look.state.transporters.values():
        if boat.at and look.docked(boat.at) and boat.owner != other:
            sea = look.board.water_steps[boat.at][0].to
            if {tile_of(boat.at), sea} & tiles:
                found.add(boat.name)
    return found


def _pushed_between(look: Look, name: Name) -> set[tuple[Seat, Tile]]:
    boat = look.state.transporters[name]
    return {(boat.owner, look.tile(boat)), (boat.owner, look.board.water_steps[boat.at][0].to)}


def _scrapped(look: Look, other: Seat) -> set[Name]:
    """RB-5.10, RB-5.13  Donkeys that become wagons, and what is scrapped: all at a transporter factory."""
    if look.state.phase != "production":
        return set()
    own = [each for each in look.owned(other) if not each.aboard]
    return {each.name for each in own if _upgradable(look, frozenset([look.tile(each)]))}


def _upgradable(look: Look, tiles: frozenset[Tile]) -> frozenset[Tile]:
    """RB-5.15  Only transporter factories become others."""
    kinds = {tile: look.building_kind(tile) for tile in tiles}
    return frozenset(tile for tile, kind in kinds.items() if kind is not None and kind.group == "transporter")


def _single(look: Look, other: Seat, seat: Seat) -> Iterable[Fact]:
    if look.options.get("trading") != "no":
        yield ("permission", other)
    calls, phase = look.options.get("conflict_calls", "each_phase"), look.state.phase
    if calls in ("each_phase", "always") or (calls != "never" and phase in ("production", "movement")):
        yield ("sequence",)
    if phase == "start" and _settles_before(look, other, seat):
        yield ("homes",)
    if phase == "wonder" and _purse(look, other):
        yield from bricks(look)


def _settles_before(look: Look, other: Seat, seat: Seat) -> bool:
    """RB-4.2  Homes are settled in slot order, which nobody can ask to change."""
    waiting = asked(look.state, look.options)
    return other in waiting and seat in waiting and waiting.index(other) < waiting.index(seat)


def bricks(look: Look) -> Iterable[Fact]:
    """What bricks change: always their number, the end only where enough can be bought in this phase."""
    yield from (("wonder",), ("irrigated",))
    mark = end_mark(look.state)
    if mark is not None and look.bricks() + sum(_affordable(look, seat) for seat in look.state.players) >= mark:
        yield ("over",)


def _affordable(look: Look, seat: Seat) -> int:
    """RB-8.2  No more bricks than this can be bought with all that is at a player's home."""
    pieces = sum(
        number
        for tile in _purse(look, seat)
        for goods in (
            *(each.load for each in look.on_tile(tile)),
            *(look.heap(ground) for ground in dict.fromkeys((tile, *look.board.lands[tile]))),
        )
        for number in goods.values()
    )
    bricks, price = 0, TABLES.wonder.first_price
    while pieces >= price:
        bricks, pieces, price = bricks + 1, pieces - price, price + 1
    return bricks


def _handles(look: Look) -> bool:
    return look.options.get("handling_in_build_and_wonder") == "yes"


def _purse(look: Look, other: Seat) -> frozenset[Tile]:
    """RB-8.1  His home, if somebody of his is there and has anything to pay with."""
    home = look.state.players[other].home
    if home is None or not look.own_on_tile(other, tile_of(home)):
        return frozenset()
    tile = tile_of(home)
    payers = look.on_tile(tile) if _handles(look) else look.own_on_tile(other, tile)
    lying = any(look.heap(ground) for ground in (tile, *look.board.lands[tile]))
    return frozenset([tile]) if lying or any(each.load for each in payers) else frozenset()
