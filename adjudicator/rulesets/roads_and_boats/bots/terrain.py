"""What a bot knows of the land: how far it is, and where things can be built."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache

from ..board import Board
from ..look import Look
from ..places import Land, tile_of
from ..tables import TABLES

FAR = 999


def steps_from(look: Look, seat: str, start: Land) -> Mapping[Land, int]:
    """The steps over any lane from a land to every other that a donkey could walk to."""
    barred = frozenset(edge for edge in look.state.walls if look.barred(seat, edge))
    return _steps(look.board, look.state.bridges, barred, start)


@lru_cache(maxsize=4096)
def _steps(board: Board, bridges: frozenset[str], barred: frozenset[str], start: Land) -> Mapping[Land, int]:
    found = dict.fromkeys(_joined(board, bridges, start), 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for lane in board.lanes_from[here]:
            if lane.edge in barred:
                continue
            for there in _joined(board, bridges, lane.beyond(here)):
                if there not in found:
                    found[there] = found[here] + 1
                    waiting.append(there)
    return found


@lru_cache(maxsize=4096)
def _joined(board: Board, bridges: frozenset[str], land: Land) -> tuple[Land, ...]:
    look_groups = {land}
    grown = True
    while grown:
        grown = False
        for bridge in bridges:
            one, _, other = bridge.partition("-")
            if (one in look_groups) != (other in look_groups):
                look_groups |= {one, other}
                grown = True
    return tuple(sorted(look_groups))


def may_stand(look: Look, kind: str, land: Land) -> bool:
    """Whether the ground suits a building, whoever builds it (RB-7.4, RB-7.5, RB-7.6)."""
    tile = tile_of(land)
    if look.board.is_sea(tile) or look.building_at(tile) is not None or look.terrain(tile) == "desert":
        return False
    ground = TABLES.buildings[kind].ground
    if ground == "shore":
        return look.board.is_shore(tile)
    return ground == "land" or look.terrain(tile) == ground
