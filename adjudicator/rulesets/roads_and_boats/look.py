"""Looking at a position without changing it, in the words of the rules. Checks get a `Look` and nothing else.

Every question that another player's doings could answer differently is noted in `seen`, if somebody listens: that is
how a forecast knows what an order depends on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from adjudicator.core.hexes import Tile
from adjudicator.core.model import Plain, Seat

from .board import Board
from .facts import WHOLE_HEAP, Fact
from .memory import Memory
from .orders import Allow
from .places import BridgeName, EdgeName, Ground, Land, LaneName, PlaceName, ends, parse_place, tile_of
from .state import Good, Goods, Name, Player, State, Transporter, Wall, name_parts, transporter_order
from .tables import TABLES, BuildingKind, TransporterKind
from .tags import Tag


class Look:
    """Read-only. `state` and `memory` are those of the table that lends it out."""

    def __init__(self, board: Board, state: State, memory: Memory, options: Mapping[str, Plain]) -> None:
        self.board, self.state, self.memory, self.options = board, state, memory, options
        self.allow: Mapping[Seat, tuple[Allow | None, ...]] = {}
        """What each player allows the others in this phase."""
        self.seen: set[Fact] | None = None

    def aside(self) -> Look:
        """The same position for thinking ahead: what is remembered on the side changes nothing at the table."""
        copy = Look(self.board, self.state, self.memory, self.options)
        copy.seen, copy.allow = self.seen, self.allow
        return copy

    def note(self, *fact: str) -> None:
        if self.seen is not None:
            self.seen.add(fact)

    # -- players and transporters --------------------------------------------------------------------------------

    def player(self, seat: Seat) -> Player:
        self.note("player", seat)
        return self.state.players[seat]

    def name(self, seat: Seat, written: str) -> Name:
        """The full name of what a player writes: his own without the colour."""
        parts = name_parts(written)
        return f"{seat}-{written}" if parts is not None and not parts.owner else written

    def transporter(self, name: Name) -> Transporter | None:
        self.note("where", name)
        return self.state.transporters.get(name)

    def kind(self, transporter: Transporter) -> TransporterKind:
        return TABLES.transporters[transporter.kind]

    def load(self, transporter: Transporter) -> Goods:
        self.note("load", transporter.name)
        return self.state.transporters[transporter.name].load

    def tags(self, transporter: Transporter) -> Mapping[Good, tuple[Tag, ...]]:
        """RB-6.11  Of the pieces aboard, those that were carried in this phase. What others load here was not, by any
        transporter of this player: he has not acted yet when they do, or does so no more."""
        self.note("bound", transporter.name)
        return self.memory.tags.get(transporter.name, {})

    def room(self, transporter: Transporter) -> int:
        """RB-3.2  What it can still load; a carrier and what it carries load nothing (RB-2.8)."""
        if transporter.aboard or self.cargo(transporter) is not None:
            return 0
        return self.kind(transporter).carries - sum(self.load(transporter).values())

    def cargo(self, carrier: Transporter) -> Transporter | None:
        """The transporter that it carries."""
        self.note("cargo", carrier.name)
        for each in self.state.transporters.values():
            if each.aboard == carrier.name:
                return each
        return None

    def place(self, transporter: Transporter) -> PlaceName:
        """Where it is; carried, where its carrier is (RB-2.1)."""
        if transporter.aboard:
            self.note("where", transporter.aboard)
            return self.state.transporters[transporter.aboard].at
        return transporter.at

    def tile(self, transporter: Transporter) -> Tile:
        return tile_of(self.place(transporter))

    def on_tile(self, tile: Tile) -> list[Transporter]:
        """All that stand, float or are docked on a tile, in the order of their names; carried ones are not there."""
        self.note("transporters", tile)
        found = [each for each in self.state.transporters.values() if each.at and tile_of(each.at) == tile]
        return sorted(found, key=lambda each: transporter_order(each.name))

    def own_on_tile(self, seat: Seat, tile: Tile) -> list[Transporter]:
        """Own ones there. Others change the answer only by carrying them off or by pushing boats out."""
        self.note("own", seat, tile)
        found = [
            each
            for each in self.state.transporters.values()
            if each.owner == seat and each.at and tile_of(each.at) == tile
        ]
        return sorted(found, key=lambda each: transporter_order(each.name))

    def owned(self, seat: Seat) -> list[Transporter]:
        self.note("owned", seat)
        return [each for each in self.state.transporters.values() if each.owner == seat]

    # -- banks and reach -----------------------------------------------------------------------------------------

    def joined(self, land: Land) -> tuple[Land, ...]:
        """RB-1.8  The land and every bank of its tile that bridges join to it, in order."""
        tile = tile_of(land)
        banks = self.board.lands[tile]
        if len(banks) == 1:
            return banks
        self.note("bridges", tile)
        return _bank_groups(banks, frozenset(b for b in self.state.bridges if tile_of(ends(b)[0]) == tile))[land]

    def at_sea(self, place: PlaceName) -> bool:
        return place in self.board.tiles and self.board.is_sea(place)

    def in_river(self, place: PlaceName) -> bool:
        return place.endswith("~")

    def docked(self, place: PlaceName) -> bool:
        return "/" in place

    def grounds(self, place: PlaceName) -> tuple[Ground, ...]:
        """RB-2.2, RB-2.3, RB-2.4  The grounds in reach from a place: banks, or at sea the tile with its geese and rig.

        Being in reach is not being fit to put something down on: see `bears`.
        """
        parsed = parse_place(place)
        assert parsed is not None, place
        if parsed.kind == "river":
            return self.board.lands[parsed.tile]
        return (place,) if self.at_sea(place) else self.joined(parsed.land)

    def bears(self, ground: Ground) -> bool:
        """RB-6.10  Whether goods can be put down there: on land and on an oil rig, never on the plain sea."""
        return ground in self.board.all_lands or self.building_at(ground) is not None

    def reach(self, transporter: Transporter) -> tuple[Ground, ...]:
        """The grounds in reach of a transporter; none while it is carried (RB-2.8)."""
        return () if transporter.aboard else self.grounds(transporter.at)

    def reaches(self, transporter: Transporter, ground: Ground) -> bool:
        return ground in self.reach(transporter)

    def meet(self, one: Transporter, other: Transporter) -> bool:
        """RB-2.5  Whether two transporters reach each other."""
        if one.aboard or other.aboard or self.tile(one) != self.tile(other):
            return False
        if self.at_sea(one.at) or self.at_sea(other.at):
            return one.at == other.at
        return bool(set(self.reach(one)) & set(self.reach(other)))

    def own_reaching(self, seat: Seat, ground: Ground) -> list[Transporter]:
        """Own transporters that reach a ground, in the order of their names."""
        return [each for each in self.own_on_tile(seat, tile_of(ground)) if self.reaches(each, ground)]

    # -- what lies and stands ------------------------------------------------------------------------------------

    def lying(self, ground: Ground, good: Good) -> int:
        self.note("goods", ground, good)
        return self.state.goods.get(ground, {}).get(good, 0)

    def heap(self, ground: Ground) -> Goods:
        """All that lies on a ground."""
        self.note("goods", ground, WHOLE_HEAP)
        return self.state.goods.get(ground, {})

    def building_at(self, tile: Tile) -> tuple[Ground, str] | None:
        """The building of a tile with the bank that it stands on."""
        self.note("building", tile)
        for ground in (tile, *self.board.lands[tile]):
            if ground in self.state.buildings:
                return ground, self.state.buildings[ground]
        return None

    def building_kind(self, tile: Tile) -> BuildingKind | None:
        found = self.building_at(tile)
        return None if found is None else TABLES.buildings[found[1]]

    def runs_left(self, ground: Ground) -> int:
        """RB-5.7  The runs that a factory has left in this phase."""
        self.note("runs", ground)
        return TABLES.buildings[self.state.buildings[ground]].runs - self.memory.runs.get(ground, 0)

    def terrain(self, tile: Tile) -> str:
        """RB-1.9  The terrain as it is now."""
        terrain = self.board.tiles[tile].terrain
        if terrain != "desert":
            return terrain
        self.note("irrigated")
        return "pasture" if self.state.irrigated else terrain

    def wall(self, edge: EdgeName) -> Wall | None:
        self.note("wall", edge)
        return self.state.walls.get(edge)

    def barred(self, seat: Seat, edge: EdgeName) -> bool:
        """RB-6.8  Whether another player's wall keeps a player out."""
        wall = self.wall(edge)
        return wall is not None and wall.owner not in (seat, "neutral")

    def road(self, lane: LaneName) -> bool:
        self.note("road", lane)
        return lane in self.state.roads

    def bridge(self, bridge: BridgeName) -> bool:
        self.note("bridges", tile_of(ends(bridge)[0]))
        return bridge in self.state.bridges

    def bricks(self) -> int:
        self.note("wonder")
        return len(self.state.wonder)

    def over(self) -> bool:
        """RB-11.1  Whether the game has ended, perhaps by a brick of this very phase."""
        self.note("over")
        return self.state.over is not None

    def slot(self, seat: Seat) -> int:
        """The slot of a player, from 1."""
        self.note("sequence")
        return self.state.sequence.index(seat) + 1

    def others(self, seat: Seat) -> Iterator[Seat]:
        return (other for other in self.state.sequence if other != seat)


@lru_cache(maxsize=4096)
def _bank_groups(banks: tuple[Land, ...], bridges: frozenset[BridgeName]) -> Mapping[Land, tuple[Land, ...]]:
    groups = {bank: {bank} for bank in banks}
    for bridge in bridges:
        one, other = ends(bridge)
        joined = groups[one] | groups[other]
        for bank in joined:
            groups[bank] = joined
    return {bank: tuple(sorted(group)) for bank, group in groups.items()}
