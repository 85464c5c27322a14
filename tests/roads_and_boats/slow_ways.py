"""Where transporters can go, worked out anew and slowly: nothing here uses the program's own lanes, banks or routes.

A tile has twelve half edges, counted clockwise from the western half of N. The banks of a river are found by walking
round them; steps are tried one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from adjudicator.core.hexes import EDGES, column_row, neighbour
from adjudicator.rulesets.roads_and_boats.board import Board
from adjudicator.rulesets.roads_and_boats.state import State, Transporter

Walk: TypeAlias = tuple[str, ...]

ALLOWANCE = {"donkey": 2, "wagon": 3, "truck": 4, "raft": 3, "rowboat": 4, "steamer": 6}
BOATS = ("raft", "rowboat", "steamer")


class Slow:
    """The ways of one player on one position."""

    def __init__(self, board: Board, state: State, seat: str) -> None:
        self.tiles = board.tiles
        self.walls = {
            frozenset(edge.split("-")) for edge, wall in state.walls.items() if wall.owner not in (seat, "neutral")
        }
        self.roads = {frozenset(road.split("-")) for road in state.roads}
        self.bridges = [frozenset(bridge.split("-")) for bridge in state.bridges]

    # -- the ground ----------------------------------------------------------------------------------------------

    def sea(self, tile: str) -> bool:
        return self.tiles[tile].terrain == "sea"

    def wet(self, tile: str, edge: str) -> bool:
        return edge in self.tiles[tile].river

    def bank(self, tile: str, half: int) -> str:
        """The land at a half edge: the river edge whose middle was passed last, going clockwise, gives the letter."""
        rivers = [number for number, edge in enumerate(EDGES) if self.wet(tile, edge)]
        if len(rivers) < 2:
            return tile
        passed = [letter for letter, number in zip("abc", rivers, strict=False) if 2 * number + 1 <= half]
        return tile + (passed[-1] if passed else "abc"[len(rivers) - 1])

    def joined(self, land: str) -> set[str]:
        found = {land}
        for _ in "abc":
            for bridge in self.bridges:
                if bridge & found:
                    found |= bridge
        return found

    def closed(self, tile: str, other: str) -> bool:
        return frozenset((tile, other)) in self.walls

    def neighbours(self, tile: str) -> Iterator[tuple[int, str, str]]:
        for number, edge in enumerate(EDGES):
            other = neighbour(tile, edge)
            if other in self.tiles and not self.closed(tile, str(other)):
                yield number, edge, str(other)

    # -- one step ------------------------------------------------------------------------------------------------

    def land_steps(self, land: str, by_road: bool) -> set[str]:
        """The lands beyond each half edge of the bank and of those joined to it."""
        tile = tile_at(land)
        found = set()
        for number, _, other in self.neighbours(tile):
            if self.sea(other):
                continue
            for half in (2 * number, 2 * number + 1):
                here, there = self.bank(tile, half), self.bank(other, (7 + 4 * number - half) % 12)
                if here in self.joined(land) and (not by_road or frozenset((here, there)) in self.roads):
                    found.add(there)
        return found

    def water_steps(self, place: str) -> set[str]:
        tile = tile_at(place)
        found = set()
        for number, edge, other in self.neighbours(tile):
            opposite = EDGES[(number + 3) % 6]
            if "/" in place:
                found |= {other} if edge == place.split("/")[1] else set()
            elif "~" in place:
                found |= {other if self.sea(other) else other + "~"} if self.wet(tile, edge) else set()
            elif self.sea(other):
                found.add(other)
            else:
                found |= {other + "~"} if self.wet(other, opposite) else set()
                start = 2 * ((number + 3) % 6)
                found |= {f"{self.bank(other, half)}/{opposite}" for half in (start, start + 1)}
        return found

    def steps(self, transporter: Transporter, walk: Walk, off_road: bool = False) -> set[str]:
        """Where one more step can lead after a walk that begins where the transporter is."""
        if transporter.kind in BOATS:
            return self.water_steps(walk[-1]) if len(walk) == 1 or "/" not in walk[-1] else set()
        return self.land_steps(walk[-1], by_road=not off_road)

    # -- whole walks ---------------------------------------------------------------------------------------------

    def costs(self, transporter: Transporter) -> dict[str, int]:
        """Every place in reach and the fewest steps to it, found by widening rings; the start is left out."""
        start = {transporter.at} if transporter.kind in BOATS else self.joined(transporter.at)
        costs: dict[str, int] = {}
        ring = start
        for step in range(1, ALLOWANCE[transporter.kind] + 1):
            beyond = {to for place in ring for to in self.steps(transporter, self._as_walk(transporter, place))}
            ring = self._with_joined(transporter, beyond)
            for place in ring:
                costs.setdefault(place, step)
        if transporter.kind == "donkey":
            aside = self.steps(transporter, (transporter.at,), off_road=True)
            costs.update(dict.fromkeys(self._with_joined(transporter, aside), 1))
        return {place: cost for place, cost in costs.items() if place not in start}

    def _as_walk(self, transporter: Transporter, place: str) -> Walk:
        return (place,) if place == transporter.at else (transporter.at, place)

    def _with_joined(self, transporter: Transporter, places: set[str]) -> set[str]:
        if transporter.kind in BOATS:
            return places
        return {bank for place in places for bank in self.joined(place)}

    def walks(self, transporter: Transporter, goal: str, length: int) -> Iterator[Walk]:
        """All walks of this length that end at the goal, the start left out."""
        unfinished: list[Walk] = [(transporter.at,)]
        for _ in range(length):
            unfinished = [(*walk, to) for walk in unfinished for to in self.steps(transporter, walk)]
        if transporter.kind == "donkey" and length == 1:
            unfinished += [(transporter.at, to) for to in self.steps(transporter, (transporter.at,), off_road=True)]
        for walk in unfinished:
            if goal in self._with_joined(transporter, {walk[-1]}):
                yield (*walk[1:-1], goal)


def tile_at(place: str) -> str:
    return place.split("/")[0].rstrip("abc~")


def on_the_map(walk: Walk) -> list[tuple[int, int, str]]:
    """The order in which ways of equal length are compared: column, row, and the rest of each place."""
    return [(*column_row(tile_at(place)), place[len(tile_at(place)) :]) for place in walk]
