"""Whims of the production phase: running factories in every way, research with upgrades, foals."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.hexes import EDGES
from adjudicator.core.model import Plain

from ...places import Ground, tile_of
from ...tables import TABLES, BuildingKind
from .scene import Scene


def running(scene: Scene) -> Iterator[Plain]:
    """Every factory that somebody of ours reaches."""
    for ground, name in scene.look.state.buildings.items():
        kind = TABLES.buildings[name]
        if kind.group != "primary" and scene.look.own_reaching(scene.seat, ground):
            yield _run(scene, ground, kind)


def making_transporters(scene: Scene) -> Iterator[Plain]:
    """The same once more for those that make transporters: they are rare, and rarely have what they need."""
    for order in running(scene):
        if TABLES.buildings[order["produce"]].group == "transporter":
            yield order


def _run(scene: Scene, ground: Ground, kind: BuildingKind) -> Plain:
    luck = scene.luck
    order: dict[str, Plain] = {"produce": kind.kind, "at": scene.place_in_words(ground)}
    crew = scene.look.own_reaching(scene.seat, ground)
    near = [scene.written(each) for each in scene.look.on_tile(tile_of(ground))]
    order |= scene.maybe(40, **{"from": luck.shuffled(["tile", *near])})
    order |= scene.maybe(30, runs=1)
    if kind.group == "secondary":
        order |= scene.maybe(40, onto=luck.pick(["tile", *map(scene.written, crew)]))
        if len(kind.inputs[0].goods) > 1:
            order |= scene.maybe(40, use=luck.some(kind.inputs[0].goods, kind.inputs[0].count))
        return order
    assert kind.output is not None
    order |= scene.maybe(20, **{"as": f"{kind.output[0]}-{luck.between(1, 12)}"})
    order |= scene.maybe(30, scrap=_somebody(scene))
    if kind.donkey:
        donkeys = [scene.written(each) for each in scene.look.on_tile(tile_of(ground)) if each.kind == "donkey"]
        order |= scene.maybe(50, donkey=luck.pick(donkeys)) if donkeys else {}
    if kind.launches:
        order |= scene.maybe(50, launch=luck.pick(["river", *EDGES]))
    return order


def _somebody(scene: Scene) -> str:
    return scene.written(scene.luck.pick(scene.look.owned(scene.seat)))


def researching(scene: Scene) -> Iterator[Plain]:
    """Wherever geese and paper are together with somebody of ours."""
    known = scene.look.player(scene.seat).research
    unknown = [subject for subject in TABLES.research if subject not in known]
    for each in scene.crew if unknown else ():
        crew = [each, *scene.met(each)]
        for ground in scene.look.reach(each):
            heaps = [scene.heap(ground), *(other.load for other in crew)]
            if all(sum(heap.get(good, 0) for heap in heaps) >= n for good, n in TABLES.costs.research.items()):
                yield _research(scene, ground, unknown)


def _research(scene: Scene, ground: Ground, unknown: list[str]) -> Plain:
    subjects = scene.luck.shuffled(unknown)
    order: dict[str, Plain] = {"research": subjects[: 3 if scene.luck.chance(30) else 1], "at": ground}
    factories = [at for at, kind in scene.look.state.buildings.items() if TABLES.buildings[kind].group == "transporter"]
    reached = [at for at in factories if scene.look.own_reaching(scene.seat, at)]
    upgrade: Plain = "all" if scene.luck.chance(50) or not reached else [scene.luck.pick(reached)]
    return order | scene.maybe(70, upgrade=upgrade)


def breeding(scene: Scene) -> Iterator[Plain]:
    for tile in sorted({tile_of(each.at) for each in scene.crew if each.kind == "donkey"}):
        scrap = scene.maybe(30, scrap=_somebody(scene))
        yield {
            "breed": "donkeys",
            "at": tile,
            **scrap,
            **scene.maybe(20, **{"as": f"donkey-{scene.luck.between(1, 12)}"}),
        }
