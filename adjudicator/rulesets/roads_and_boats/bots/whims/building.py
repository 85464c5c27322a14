"""Whims of the building and wonder phases: all that can be built or demolished, and bricks paid in odd ways."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.hexes import EDGES, Tile
from adjudicator.core.model import Plain

from ...goods import add
from ...places import Ground, tile_of
from ...state import Goods
from ...tables import TABLES
from .scene import Scene


def raising_buildings(scene: Scene) -> Iterator[Plain]:
    """Every kind that the goods at hand would pay for, on the ground of every own transporter."""
    for ground in _grounds(scene):
        tile = tile_of(ground)
        if scene.look.building_at(tile) is not None:
            continue
        terrain = scene.look.terrain(tile)
        fit = {terrain, "shore" if scene.look.board.is_shore(tile) else "", "" if terrain == "sea" else "land"}
        for kind in TABLES.buildings.values():
            if kind.ground in fit and _affordable(scene, tile, kind.cost):
                yield {"build": kind.kind, "at": ground, **_paying(scene, tile), **_filling(scene, kind.kind)}


def sinking_shafts(scene: Scene) -> Iterator[Plain]:
    for ground in _grounds(scene):
        if scene.look.state.buildings.get(ground) == "mine" and _affordable(scene, tile_of(ground), TABLES.costs.shaft):
            yield {"build": "shaft", "at": ground, **_filling(scene, "mine"), **_paying(scene, tile_of(ground))}


def laying_roads(scene: Scene) -> Iterator[Plain]:
    for ground in _grounds(scene):
        if ground in scene.look.board.all_lands and _affordable(scene, tile_of(ground), TABLES.costs.road):
            for lane in scene.look.board.lanes_from[ground]:
                if lane.name not in scene.look.state.roads:
                    there = lane.beyond(ground)
                    yield {"build": "road", "from": ground, "to": there, **_paying(scene, tile_of(ground))}


def bridging(scene: Scene) -> Iterator[Plain]:
    for ground in _grounds(scene):
        tile = tile_of(ground)
        banks = scene.look.board.lands[tile]
        if len(banks) > 1 and _affordable(scene, tile, TABLES.costs.bridge):
            between = scene.luck.shuffled(banks)[:2]
            letters = [bank.removeprefix(tile) for bank in between]
            yield {"build": "bridge", "at": tile, **({"between": letters} if len(banks) > 2 else {})}


def walling(scene: Scene) -> Iterator[Plain]:
    for ground in _grounds(scene):
        tile = tile_of(ground)
        if not _affordable(scene, tile, {TABLES.costs.wall_good: 1}):
            continue
        for edge in _edges(scene, tile):
            strength = scene.maybe(40, strength=1 + scene.luck.below(3))
            yield {"build": "wall", "edge": edge, **scene.maybe(60, side=ground), **strength}


def demolishing(scene: Scene) -> Iterator[Plain]:
    for ground in _grounds(scene):
        for edge in _edges(scene, tile_of(ground)):
            if edge in scene.look.state.walls:
                yield {"demolish": "wall", "edge": edge, **scene.maybe(50, side=ground)}


def buying_bricks(scene: Scene) -> Iterator[Plain]:
    home = scene.look.player(scene.seat).home
    if home is None or not scene.look.own_on_tile(scene.seat, tile_of(home)):
        return
    goods = scene.luck.shuffled(TABLES.goods)
    yield {
        "bricks": 1 + scene.luck.below(3),
        **scene.maybe(40, pay=goods[: 1 + scene.luck.below(5)]),
        **scene.maybe(30, keep={goods[-1]: 1}),
        **scene.maybe(30, leave_last=True),
        **scene.maybe(20, exactly=True),
    }


# -- small parts -----------------------------------------------------------------------------------------------------


def _grounds(scene: Scene) -> list[Ground]:
    """Everything in reach of somebody of ours."""
    return sorted({ground for each in scene.crew for ground in scene.look.reach(each)})


def _edges(scene: Scene, tile: Tile) -> list[str]:
    edges = [scene.look.board.edge(tile, edge) for edge in EDGES]
    return [edge for edge in edges if edge is not None and edge in scene.look.board.wall_sites]


def _affordable(scene: Scene, tile: Tile, cost: Goods) -> bool:
    """Roughly: whatever lies on the tile or is loaded there counts."""
    there: Goods = {}
    for ground in scene.look.board.lands[tile] or (tile,):
        there = add(there, scene.heap(ground))
    for each in scene.look.on_tile(tile):
        there = add(there, each.load)
    return all(there.get(good, 0) >= number for good, number in cost.items())


def _paying(scene: Scene, tile: Tile) -> dict[str, Plain]:
    near = [scene.written(each) for each in scene.look.on_tile(tile)]
    return scene.maybe(40, pay=scene.luck.shuffled(["tile", *near]))


def _filling(scene: Scene, kind: str) -> dict[str, Plain]:
    return scene.maybe(80, fill=scene.luck.pick(sorted(TABLES.mixtures))) if kind == "mine" else {}
