"""Sheets for movement that make some sense: transporters that go next door, load what lies there, lead geese about."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from adjudicator.core.hexes import EDGES, neighbour
from adjudicator.core.model import NEUTRAL, OrderSheet, Plain, Position, Seat
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.goods import ordered
from adjudicator.rulesets.roads_and_boats.mapfile import read_map
from adjudicator.rulesets.roads_and_boats.places import tile_of
from adjudicator.rulesets.roads_and_boats.state import Goods, Player, State, Transporter, Wall
from adjudicator.rulesets.roads_and_boats.tables import TABLES

BUSY = read_map(
    {
        "name": "busy",
        "tiles": {
            "A1": "sea",
            "A2": "pasture",
            "A3": "sea",
            "B1": {"terrain": "woods", "river": ["SE", "NW"]},
            "B2": "pasture",
            "B3": "sea",
            "C1": "rock",
            "C2": {"terrain": "pasture", "river": ["NE", "S", "NW"]},
            "C3": {"terrain": "woods", "river": ["N", "SW"]},
            "D1": {"terrain": "mountain", "river": ["SW"]},
            "D2": "woods",
        },
    }
)


def busy_position(random: Random) -> tuple[Board, State]:
    """Two players crowded on a small map with a bit of everything, so that much can happen."""
    lands, waters = sorted(BUSY.all_lands), sorted(BUSY.water_steps)
    standing: dict[str, Transporter] = {}
    for seat in ("blue", "red"):
        for number in range(1, random.randint(3, 8) + 1):
            boat = number % 2 == 0  # half of them, so that all limits hold
            kind = random.choice([kind for kind, figures in TABLES.transporters.items() if figures.water == boat])
            name = f"{seat}-{kind}-{number}"
            load = random_goods(random, TABLES.transporters[kind].carries) if random.random() < 0.4 else {}
            standing[name] = Transporter(name, at=random.choice(waters if boat else lands), load=load)
    empty = [name for name, each in standing.items() if not each.load]
    for carried, carrier in zip(empty[: random.randint(0, 2)], reversed(empty), strict=False):
        if carried != carrier and not standing[carrier].aboard:
            standing[carried] = Transporter(carried, aboard=carrier)
    rigs = {"A1": "oil-rig"} if random.random() < 0.5 else {}
    boats = [each.at for each in standing.values() if each.at in BUSY.tiles and BUSY.is_sea(each.at)]
    goods = {land: random_goods(random, 6) for land in (*lands, *rigs) if random.random() < 0.7}
    goods |= {sea: {"geese": random.randint(1, 3)} for sea in boats if sea not in rigs and random.random() < 0.8}
    state = State(
        turn=2,
        phase="movement",
        temple=("blue", "red"),
        sequence=tuple(random.sample(("blue", "red"), 2)),
        players={"blue": Player(), "red": Player()},
        buildings=rigs,
        roads=frozenset(lane for lane in BUSY.lanes if random.random() < 0.6),
        bridges=frozenset(bridge for bridge in ("B1a-B1b", "C2a-C2b", "C3a-C3b") if random.random() < 0.3),
        walls={
            edge: Wall(random.choice(("blue", "red", NEUTRAL)), 1)
            for edge in sorted(BUSY.wall_sites)
            if random.random() < 0.1
        },
        goods={ground: pieces for ground, pieces in goods.items() if pieces},
        transporters=standing,
    )
    return BUSY, state


def random_goods(random: Random, most: int) -> Goods:
    """A few pieces, geese and stone more often than others."""
    kinds = (*TABLES.goods, "geese", "geese", "stone", "stone")
    return ordered(Counter(random.choice(kinds) for _ in range(random.randint(0, most))))


@dataclass
class Walker:
    """Writes one player's sheet for a position."""

    random: Random
    position: Position
    seat: Seat
    greedy: bool = False
    """Whether goods are all that counts, one of everything."""

    @property
    def board(self) -> Board:
        return self.position.board  # type: ignore[no-any-return]

    @property
    def state(self) -> State:
        return self.position.state  # type: ignore[no-any-return]

    def sheet(self) -> OrderSheet:
        body: dict[str, Plain] = {"orders": self.orders()}
        if self.random.random() < 0.7:
            body["allow"] = [self.permission() for _ in range(self.random.randint(1, 12)) if self.own()]
        return OrderSheet(self.seat, self.state.turn, "movement", body)

    def own(self) -> list[Transporter]:
        return [each for each in self.state.transporters.values() if each.owner == self.seat]

    def permission(self) -> Plain:
        may, key = self.random.choice((("take", "from"), ("give", "to"), ("ferry", "by"), ("carry", "transporter")))
        permission: dict[str, Plain] = {"player": "any", "may": may}
        permission[key] = self.random.choice(self.own()).name.partition("-")[2]
        if may in ("take", "give"):
            permission["goods"] = dict.fromkeys(TABLES.goods, self.random.randint(1, 9))
        return permission

    def orders(self) -> list[Plain]:
        own = self.own()
        self.random.shuffle(own)
        orders = [self.order(each) for each in own]
        return [*orders, self.order(own[0])] if own and self.random.random() < 0.2 else orders

    def order(self, transporter: Transporter) -> Plain:
        name = transporter.name.partition("-")[2]
        if transporter.aboard:
            down: dict[str, Plain] = {"set_down": name}
            if self.random.random() < 0.5:
                down["at"] = self.random.choice(("river", *EDGES, *self.board.all_lands, *self.board.tiles))
            return down if self.random.random() < 0.8 else {"if": {"slot": 1}, "then": [down]}
        if self.random.random() < 0.2 and not self.greedy:
            return {"move": name, "to": self.random.choice((*self.board.tiles, *self.board.all_lands))}
        self.place = transporter.at
        return {"move": name, "steps": [self.step(2) for _ in range(self.random.randint(1, 8))]}

    # -- steps ---------------------------------------------------------------------------------------------------

    def step(self, depth: int) -> Plain:
        choices = [self.go] * 6 + [self.load] * 4
        if self.greedy:
            choices += [self.unload] * 4 + [self.give, self.take]
        else:
            choices += [self.unload, self.lead, self.lead, self.leave, self.dock, self.lift, self.give, self.take]
            choices += [self.ferry] * 2
        if depth and self.random.random() < 0.15:
            return self.nested(depth - 1)
        return self.random.choice(choices)()

    def nested(self, depth: int) -> Plain:
        steps = [self.step(depth) for _ in range(self.random.randint(1, 3))]
        word = self.random.choice(("first_of", "all_of", "if"))
        if word != "if":
            return {word: steps}
        condition = {"goods": {self.random.choice(TABLES.goods): 1}, "at": self.random.choice(tuple(self.board.tiles))}
        return {"if": condition, "then": steps, "else": [self.step(depth)]}

    @property
    def tile(self) -> str:
        return tile_of(self.place)

    def beside(self) -> str:
        tiles = [str(other) for edge in EDGES if (other := neighbour(self.tile, edge)) in self.board.tiles]
        return self.random.choice(tiles or [self.tile])

    def bank(self, tile: str) -> str:
        return self.random.choice((tile, *self.board.lands[tile]))

    def go(self) -> Plain:
        """Mostly to where a step could lead, roads and walls not considered."""
        afloat = [step.to for step in self.board.water_steps.get(self.place, ())]
        ashore = [lane.beyond(self.place) for lane in self.board.lanes_from.get(self.place, ())]
        if self.random.random() < 0.1 or not afloat + ashore:
            return {"go": [self.bank(self.beside())]}
        self.place = self.random.choice(afloat + ashore)
        return {"dock": self.place} if "/" in self.place else {"go": [self.place]}

    def dock(self) -> Plain:
        return {"dock": self.bank(self.beside())}

    def goods(self) -> Plain:
        if self.greedy:
            return dict.fromkeys(TABLES.goods, 1)
        there = [good for land in (self.tile, *self.board.lands[self.tile]) for good in self.state.goods.get(land, {})]
        return {self.random.choice(there or TABLES.goods): self.random.randint(1, 3)}

    def load(self) -> Plain:
        return self.placed({"load": self.goods()})

    def unload(self) -> Plain:
        return self.placed({"unload": self.random.choice(("all", self.goods()))})

    def lead(self) -> Plain:
        return self.placed({"lead": self.random.choice(("all", {"geese": self.random.randint(1, 3)}))})

    def leave(self) -> Plain:
        return self.placed({"leave": self.random.choice(("all", {"geese": self.random.randint(1, 2)}))})

    def placed(self, step: dict[str, Plain]) -> Plain:
        if self.random.random() < 0.3:
            step["at"] = self.bank(self.tile)
        if self.random.random() < 0.1:
            step["exactly"] = True
        return step

    def somebody(self) -> str:
        near = [each.name for each in self.state.transporters.values() if each.at and tile_of(each.at) == self.tile]
        name = self.random.choice(near or list(self.state.transporters))
        return name.partition("-")[2] if name.startswith(f"{self.seat}-") else name

    def lift(self) -> Plain:
        return {"pick_up": self.somebody()}

    def give(self) -> Plain:
        return {"give": self.random.choice(("all", "all", self.goods())), "to": self.somebody()}

    def take(self) -> Plain:
        name = self.somebody()
        full = name if name in self.state.transporters else f"{self.seat}-{name}"
        return {"take": dict(self.state.transporters[full].load) or self.goods(), "from": name}

    def ferry(self) -> Plain:
        lands = self.board.lands[self.tile] or (self.tile,)
        boats = [each.name for each in self.state.transporters.values() if each.at == f"{self.tile}~"]
        by = self.random.choice(boats).removeprefix(f"{self.seat}-") if boats else self.somebody()
        return {"give": self.goods(), "from": self.random.choice(lands), "to": self.random.choice(lands), "by": by}


def walkers(random: Random, position: Position, greedy: bool = False) -> dict[Seat, OrderSheet]:
    """A sheet for every player."""
    return {seat: Walker(random, position, seat, greedy).sheet() for seat in sorted(position.state.players)}
