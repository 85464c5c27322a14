"""Whims of the movement phase: walks with all that can be done on the way, carriers, geese, goals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from adjudicator.core.model import Plain

from ...goods import add, subtract
from ...places import PlaceName
from ...routes import routes
from ...state import Transporter
from ...ways import Step, land_steps, water_steps
from .handling import ferry_steps, give_steps, load_steps, take_steps, unload_steps
from .scene import Scene


def setting_down(scene: Scene) -> Iterator[Plain]:
    for each in scene.look.state.transporters.values():
        carrier = scene.look.state.transporters.get(each.aboard)
        if carrier is not None and scene.seat in (each.owner, carrier.owner):
            places = ["river", "N", "SE", "S", *scene.look.grounds(carrier.at)]
            yield {"set_down": scene.written(each), **scene.maybe(50, at=scene.luck.pick(places))}


def going_to(scene: Scene) -> Iterator[Plain]:
    """Only the goal is named."""
    for each in scene.crew:
        goals = list(routes(scene.look, each))
        if goals:
            yield {"move": scene.written(each), "to": scene.luck.pick(goals)}


def walking(scene: Scene) -> Iterator[Plain]:
    for each in scene.crew:
        steps = Walk(scene, each).steps()
        if steps:
            yield {"move": scene.written(each), "steps": steps}


def picking_up(scene: Scene) -> Iterator[Plain]:
    """Whoever is empty takes somebody else along who is empty too."""
    for each in scene.crew:
        for other in scene.met(each):
            if not each.load and not other.load:
                steps = [{"pick_up": scene.written(other)}, *Walk(scene, each, bare=True).steps()]
                yield {"move": scene.written(each), "steps": steps}


class Walk:
    """One walk in the making. What was done on the way is kept in mind, roughly: the rules judge it later."""

    def __init__(self, scene: Scene, transporter: Transporter, bare: bool = False) -> None:
        self.scene, self.transporter, self.bare = scene, transporter, bare
        self.kind = scene.look.kind(transporter)
        self.led = 0

    def steps(self) -> list[Plain]:
        done: list[Plain] = []
        spent, off_road, docked = 0, False, False
        while True:
            done += self._doings()
            ways = [] if docked or off_road or spent >= self.kind.moves else self._ways(spent)
            if not ways or self.scene.luck.chance(15):
                return done
            step = self.scene.luck.pick(ways)
            done.append({"dock": step.to.partition("/")[0]} if step.docks else {"go": self._in_words(step.to)})
            self.transporter = replace(self.transporter, at=step.to)
            spent, docked = spent + 1, step.docks
            off_road = not self.kind.water and not step.road

    def _in_words(self, place: PlaceName) -> PlaceName:
        return place.removesuffix("~") if self.scene.luck.chance(50) else place

    def _ways(self, spent: int) -> list[Step]:
        look, each = self.scene.look, self.transporter
        if self.kind.water:
            return list(water_steps(look, each.owner, each.at))
        on_road_only = self.kind.needs_road or spent > 0
        return [step for step in land_steps(look, each.owner, each.at) if step.road or not on_road_only]

    def _doings(self) -> list[Plain]:
        """Up to two things that can be done where it now is."""
        done: list[Plain] = []
        while not self.bare and len(done) < 2 and self.scene.luck.chance(45):
            found = [steps for whim in DOINGS if (steps := list(whim(self)))]
            if not found:
                break
            step = self.scene.luck.pick(self.scene.luck.pick(found))
            self._keep_in_mind(step)
            done.append(step)
        return done

    def _keep_in_mind(self, step: Plain) -> None:
        load = self.transporter.load
        if "load" in step or "take" in step:
            load = add(load, step.get("load") or step["take"])
        elif "unload" in step or ("give" in step and "by" not in step):
            goods = step.get("unload") or step["give"]
            load = {} if goods == "all" else subtract(load, goods)
        elif "lead" in step:
            self.led += 1
        self.transporter = replace(self.transporter, load=load)

    def leading(self) -> Iterator[Plain]:
        for ground in self.scene.look.reach(self.transporter):
            geese = self.scene.heap(ground).get("geese", 0)
            if geese:
                yield {"lead": "all" if self.scene.luck.chance(30) else {"geese": 1 + self.scene.luck.below(geese)}}

    def leaving(self) -> Iterator[Plain]:
        if self.led:
            for ground in self.scene.look.reach(self.transporter):
                yield {
                    "leave": "all" if self.scene.luck.chance(50) else {"geese": 1},
                    **self.scene.maybe(50, at=ground),
                }

    def ferrying(self) -> Iterator[Plain]:
        if self.transporter.at.endswith("~"):
            yield from ferry_steps(self.scene, self.transporter)


DOINGS: tuple[Callable[[Walk], Iterator[Plain]], ...] = (
    lambda walk: load_steps(walk.scene, walk.transporter),
    lambda walk: unload_steps(walk.scene, walk.transporter),
    lambda walk: give_steps(walk.scene, walk.transporter),
    lambda walk: take_steps(walk.scene, walk.transporter),
    Walk.leading,
    Walk.leaving,
    Walk.ferrying,
)
