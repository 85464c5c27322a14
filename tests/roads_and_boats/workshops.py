"""Small crowded places for tests of production, and orders that come to something there more often than not.

Drawn from a seed instead of piece by piece: a position in which donkeys, factories and goods meet by chance is so rare
that nearly every order would be refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

from adjudicator.core.hexes import EDGES
from adjudicator.core.model import OrderSheet, Plain, Position, Seat
from adjudicator.rulesets.roads_and_boats.goods import ordered
from adjudicator.rulesets.roads_and_boats.mapfile import read_map
from adjudicator.rulesets.roads_and_boats.places import tile_of
from adjudicator.rulesets.roads_and_boats.state import Goods, Player, State, Transporter, Wall
from adjudicator.rulesets.roads_and_boats.tables import TABLES

Produced: TypeAlias = tuple[Position, Mapping[Seat, OrderSheet]]
"""A position before production, and everybody's orders."""

FACTORIES = [kind.kind for kind in TABLES.buildings.values() if kind.inputs]
NEEDED = [good for kind in TABLES.buildings.values() for each in kind.inputs for good in each.goods]
"""What factories take, each as often as it is taken."""
SEATS = ("blue", "red")

BOARD = read_map(
    {
        "name": "workshops",
        "tiles": {
            "A1": "sea",
            "A2": "pasture",
            "A3": "sea",
            "B1": "pasture",
            "B2": {"terrain": "pasture", "river": ["NE", "SW"]},
            "B3": "sea",
            "C1": "pasture",
            "C2": {"terrain": "woods", "river": ["SW"]},
        },
    }
)
PADDOCK = "C1"
"""Nothing but donkeys comes here."""
LANDS = sorted(BOARD.all_lands - {PADDOCK})


def produced(seed: int) -> Produced:
    """A position and both players' sheets."""
    draw = Random(seed)
    state = _state(draw)
    sheets = {}
    for seat in SEATS:
        orders = [_any_order(draw, state, seat) for _ in range(draw.randrange(12))]
        allow = [_permission(draw, state, seat) for _ in range(draw.randrange(4))]
        sheets[seat] = OrderSheet(seat, state.turn, "production", {"orders": orders, "allow": allow})
    return Position(BOARD, state), sheets


# -- the place ---------------------------------------------------------------------------------------------------------


def _state(draw: Random) -> State:
    buildings = _buildings(draw)
    return State(
        turn=3,
        phase="production",
        temple=SEATS,
        sequence=tuple(draw.sample(SEATS, len(SEATS))),
        players={seat: Player(research=_some(draw, TABLES.research, 3)) for seat in SEATS},
        buildings=buildings,
        bridges=frozenset(BOARD.bridge_sites if draw.random() < 0.5 else ()),
        walls={edge: Wall(draw.choice((*SEATS, "neutral")), 1) for edge in _some(draw, BOARD.wall_sites, 4)},
        goods=_heaps(draw, buildings),
        transporters=_crews(draw, buildings),
    )


def _some(draw: Random, of: Sequence[str] | frozenset[str], most: int) -> tuple[str, ...]:
    chosen = draw.sample(sorted(of), draw.randint(0, min(most, len(of))))
    return tuple(each for each in (of if isinstance(of, tuple) else sorted(of)) if each in chosen)


def _buildings(draw: Random) -> dict[str, str]:
    found = {}
    for tile in [tile for tile in BOARD.tiles if tile != PADDOCK]:
        if BOARD.is_sea(tile):
            kinds = ["oil-rig"]
        else:
            kinds = [*FACTORIES, "woodcutter"] if BOARD.tiles[tile].terrain == "woods" else FACTORIES
        if draw.random() < 0.6:
            found[draw.choice(BOARD.lands[tile] or (tile,))] = draw.choice(kinds)
    return found


def _heaps(draw: Random, buildings: Mapping[str, str]) -> dict[str, Goods]:
    """Some of what the building there takes; elsewhere anything, often just two geese."""
    heaps = {}
    for land in LANDS:
        if draw.random() < 0.4:
            continue
        building = TABLES.buildings[buildings[land]] if land in buildings else None
        if building is not None and building.inputs and draw.random() < 0.7:
            heaps[land] = _pieces(draw, _taken_by(building.kind), draw.randint(3, 10))
        else:
            heaps[land] = draw.choice(({"geese": 2}, {"paper": 2, "geese": 4}, _pieces(draw, [*NEEDED, "geese"], 6)))
    return heaps


def _taken_by(factory: str) -> list[str]:
    return [good for each in TABLES.buildings[factory].inputs for good in each.goods]


def _pieces(draw: Random, of: Sequence[str], number: int) -> Goods:
    return ordered(Counter(draw.choice(of) for _ in range(number)))


def _crews(draw: Random, buildings: Mapping[str, str]) -> dict[str, Transporter]:
    """Up to the limits, so that gains often go beyond them; some laden, some carried."""
    crews: dict[str, Transporter] = {}
    worth_a_visit = [ground for ground in buildings if ground in LANDS] or LANDS
    for seat in SEATS:
        places = [draw.choice(worth_a_visit), draw.choice(LANDS)]
        land = draw.choice((2, 3, TABLES.limits.land, TABLES.limits.land))
        water = draw.choice((0, 1, TABLES.limits.all - land if land == TABLES.limits.land else TABLES.limits.water))
        for number in range(1, 1 + land):
            kind = draw.choice(("donkey", "donkey", "donkey", "wagon", "truck"))
            crews.update(_transporter(draw, f"{seat}-{kind}-{number}", draw.choice(places), buildings))
        for name in [name for name in crews if name.startswith(f"{seat}-donkey")][: draw.choice((0, 0, 2, 2, 3))]:
            crews[name] = Transporter(name, at=PADDOCK)
        for number in range(1, 1 + water):
            crews.update(_transporter(draw, f"{seat}-raft-{number}", draw.choice(sorted(BOARD.water_steps)), buildings))
    empty = [name for name, each in crews.items() if not each.load]
    if len(empty) > 1 and draw.random() < 0.3:
        carrier, carried = draw.sample(empty, 2)
        crews[carried] = Transporter(carried, aboard=carrier)
    return crews


def _transporter(draw: Random, name: str, place: str, buildings: Mapping[str, str]) -> dict[str, Transporter]:
    """Half of them laden, most of these with what the factory there takes."""
    wanted = _taken_by(buildings[place]) if place in buildings and draw.random() < 0.8 else []
    capacity = TABLES.transporters[name.split("-")[1]].carries
    load = _pieces(draw, wanted or [*NEEDED, "geese", "geese"], draw.randint(1, capacity))
    return {name: Transporter(name, at=place, load=load if draw.random() < 0.5 else {})}


# -- orders ------------------------------------------------------------------------------------------------------------


def _any_order(draw: Random, state: State, seat: Seat) -> Plain:
    chance = draw.random()
    if chance < 0.05:
        return None  # set aside when it was read
    if chance < 0.15:
        return {draw.choice(("first_of", "all_of")): [_order(draw, state, seat) for _ in range(draw.randint(1, 3))]}
    return _order(draw, state, seat)


def _order(draw: Random, state: State, seat: Seat) -> Plain:
    """One order for a transporter of the player and the tile where it is; now and then for any other."""
    own = [name for name, each in state.transporters.items() if each.owner == seat]
    name = draw.choice(own if draw.random() < 0.95 else [*state.transporters, f"{seat}-truck-9"])
    at = state.transporters[name].at if name in state.transporters else ""
    near = [each for each in state.transporters if at and state.transporters[each].at.startswith(tile_of(at))]
    grounds = [land for land in (*LANDS, *BOARD.tiles) if at and tile_of(land) == tile_of(at)] or LANDS
    if draw.random() < 0.05:
        grounds = [draw.choice(("A1a", "B2c", "B2~", "C2/N", "Z9", *BOARD.tiles))]
    makers = [_breed, _research, _load, _unload, _hand_over, _ferry, _produce, _produce, _produce, _produce]
    plain: Plain = draw.choice(makers)(draw, state, name, near or own, grounds)
    return _as_written(plain, seat)


def _as_written(plain: Plain, seat: Seat) -> Plain:
    if isinstance(plain, dict):
        return {key: _as_written(value, seat) for key, value in plain.items()}
    if isinstance(plain, list):
        return [_as_written(value, seat) for value in plain]
    return plain.removeprefix(f"{seat}-") if isinstance(plain, str) else plain


def _maybe(draw: Random, **words: Plain) -> dict[str, Plain]:
    """Each of the words with a chance of one in three; a trailing `_` keeps Python's own words apart."""
    return {word.rstrip("_"): value for word, value in words.items() if draw.random() < 0.33}


def _goods(draw: Random) -> Goods:
    return _pieces(draw, [*NEEDED, "geese"], draw.randint(1, 3))


def _load(draw: Random, state: State, name: str, near: list[str], grounds: list[str]) -> Plain:
    lying = [good for ground in grounds for good in state.goods.get(ground, {})]
    goods = _pieces(draw, lying or NEEDED, draw.randint(1, 3))
    return {"load": goods, "onto": name, **_maybe(draw, at=draw.choice(grounds), exactly=True)}


def _unload(draw: Random, state: State, name: str, near: list[str], grounds: list[str]) -> Plain:
    goods = draw.choice(("all", _goods(draw)))
    laden = [each for each in near if state.transporters[each].load and each.startswith(name.split("-")[0])]
    name = draw.choice(laden or [name])
    return {"unload": goods, "from": name, **_maybe(draw, at=draw.choice(grounds), exactly=True)}


def _hand_over(draw: Random, state: State, name: str, near: list[str], grounds: list[str]) -> Plain:
    other = draw.choice(near)
    if draw.random() < 0.5:
        return {"give": draw.choice(("all", _goods(draw))), "from": name, "to": other, **_maybe(draw, exactly=True)}
    return {"take": _goods(draw), "from": other, "onto": name, **_maybe(draw, exactly=True)}


def _ferry(draw: Random, state: State, name: str, near: list[str], grounds: list[str]) -> Plain:
    banks = draw.sample(BOARD.lands["B2"], 2)
    boats = [each for each, where in state.transporters.items() if where.at == "B2~"]
    return {"give": "all", "from": banks[0], "to": banks[1], "by": draw.choice(boats or near)}


def _breed(draw: Random, state: State, name: str, near: list[str], grounds: list[str]) -> Plain:
    pastures = [tile for tile in BOARD.tiles if BOARD.tiles[tile].terrain == "pasture"]
    pairs = [tile for tile in pastures if _donkeys(state, tile, name) == TABLES.breeding.pair]
    grounds, scrap = pairs or grounds, draw.choice(list(state.transporters))
    return {"breed": "donkeys", "at": draw.choice(grounds), **_maybe(draw, scrap=scrap, as_="donkey-7")}


def _donkeys(state: State, tile: str, name: str) -> int:
    """How many donkeys of the owner of a transporter are on a tile."""
    owner = name.split("-")[0]
    here = [each for each in state.transporters.values() if each.at and tile_of(each.at) == tile]
    return sum(each.owner == owner and each.kind == "donkey" for each in here)


def _research(draw: Random, state: State, name: str, near: list[str], grounds: list[str]) -> Plain:
    subjects = draw.sample(TABLES.research, draw.randint(1, 3))
    if draw.random() < 0.6:
        subjects.insert(0, draw.choice(list(TABLES.upgrades)))
    fitting = [ground for ground, kind in state.buildings.items() if TABLES.buildings[kind].group == "transporter"]
    words = _maybe(draw, from_=["tile", *draw.sample(near, 1)])
    words["upgrade"] = draw.choice(("all", [draw.choice(fitting or LANDS), draw.choice(LANDS)]))
    lying = [ground for ground, goods in state.goods.items() if "paper" in goods and "geese" in goods]
    return {"research": subjects, "at": draw.choice(lying or grounds), **words}


def _produce(draw: Random, state: State, name: str, near: list[str], grounds: list[str]) -> Plain:
    """For the factory here, with the words that the schema allows for its kind."""
    here = [(ground, kind) for ground, kind in state.buildings.items() if ground in grounds and kind in FACTORIES]
    if not here:
        return _load(draw, state, name, near, grounds)
    ground, factory = draw.choice(here)
    ground = draw.choice((ground, tile_of(ground)))
    kind = TABLES.buildings[factory]
    some = draw.choice(near)
    words = _maybe(draw, from_=[some, draw.choice(("tile", *near))], runs=draw.randint(1, 7), exactly=True)
    if kind.group == "secondary":
        words |= _maybe(draw, onto=draw.choice(("tile", *near)))
        if len(kind.inputs[0].goods) > 1:
            words |= _maybe(draw, use=[draw.choice(kind.inputs[0].goods) for _ in range(2)])
        return {"produce": factory, "at": ground, **words}
    assert kind.output is not None
    words |= _maybe(draw, as_=f"{kind.output[0]}-7", scrap=draw.choice(list(state.transporters)))
    if kind.donkey:
        words |= _maybe(draw, donkey=some)
    if kind.launches:
        words |= _maybe(draw, launch=draw.choice(("river", *EDGES)))
    return {"produce": factory, "at": ground, **words}


def _permission(draw: Random, state: State, seat: Seat) -> Plain:
    own = [name.removeprefix(f"{seat}-") for name, each in state.transporters.items() if each.owner == seat]
    name, goods = draw.choice(own), _pieces(draw, NEEDED, 6)
    to_whom: dict[str, Plain] = {"player": draw.choice(("any", *(other for other in SEATS if other != seat)))}
    return draw.choice(
        [
            {**to_whom, "may": "take", "from": name, "goods": goods},
            {**to_whom, "may": "give", "to": name, "goods": goods},
            {**to_whom, "may": "ferry", "by": name},
        ]
    )
