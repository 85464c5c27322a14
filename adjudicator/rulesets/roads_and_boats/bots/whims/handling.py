"""Whims with goods: loading, unloading, giving, taking, ferrying. Each gives what could be ordered, right or wrong."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.model import Plain

from ...places import tile_of
from ...state import Transporter
from .scene import Scene


def loading(scene: Scene) -> Iterator[Plain]:
    for each in scene.crew:
        for step in load_steps(scene, each):
            yield {**step, "onto": scene.written(each)}


def unloading(scene: Scene) -> Iterator[Plain]:
    for each in scene.crew:
        for step in unload_steps(scene, each):
            yield {**step, "from": scene.written(each)}


def giving(scene: Scene) -> Iterator[Plain]:
    for each in scene.crew:
        for step in give_steps(scene, each):
            yield {**step, "from": scene.written(each)}


def taking(scene: Scene) -> Iterator[Plain]:
    for each in scene.crew:
        for step in take_steps(scene, each):
            yield {**step, "onto": scene.written(each)}


def ferrying(scene: Scene) -> Iterator[Plain]:
    """By any boat in a river where somebody of ours stands by."""
    tiles = {tile_of(each.at) for each in scene.crew}
    for boat in scene.look.state.transporters.values():
        if boat.at.endswith("~") and tile_of(boat.at) in tiles:
            yield from ferry_steps(scene, boat)


# -- the same as steps of a move, for a transporter as it then is ----------------------------------------------------


def load_steps(scene: Scene, transporter: Transporter) -> Iterator[Plain]:
    room = scene.look.kind(transporter).carries - transporter.laden
    for ground in scene.look.reach(transporter):
        if goods := scene.some_goods(scene.heap(ground), room):
            yield {"load": goods, **scene.maybe(60, at=scene.place_in_words(ground)), **scene.maybe(10, exactly=True)}


def unload_steps(scene: Scene, transporter: Transporter) -> Iterator[Plain]:
    if not transporter.load:
        return
    for ground in scene.look.reach(transporter):
        if scene.look.bears(ground):
            some = scene.some_goods(transporter.load, transporter.laden)
            yield {"unload": "all" if scene.luck.chance(30) else some, **scene.maybe(60, at=ground)}


def give_steps(scene: Scene, transporter: Transporter) -> Iterator[Plain]:
    for other in scene.met(transporter):
        if goods := scene.some_goods(transporter.load, scene.look.room(other)):
            yield {"give": goods, "to": scene.written(other)}


def take_steps(scene: Scene, transporter: Transporter) -> Iterator[Plain]:
    room = scene.look.kind(transporter).carries - transporter.laden
    for other in scene.met(transporter):
        if goods := scene.some_goods(other.load, room):
            yield {"take": goods, "from": scene.written(other)}


def ferry_steps(scene: Scene, boat: Transporter) -> Iterator[Plain]:
    banks = scene.look.board.lands[tile_of(boat.at)]
    for source in banks:
        for target in banks:
            goods = scene.some_goods(scene.heap(source), 5)
            if goods and source != target:
                yield {"give": goods, "from": source, "to": target, "by": scene.written(boat)}
