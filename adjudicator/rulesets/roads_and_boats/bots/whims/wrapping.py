"""Whims about orders: conditions, alternatives, all or none; and the rest of a sheet: order of play, permissions."""

from __future__ import annotations

from adjudicator.core.model import NEUTRAL, Plain

from ...places import tile_of
from ...tables import TABLES
from .scene import Scene

STEPS = "steps"


def condition(scene: Scene, depth: int = 2) -> Plain:
    """Any condition about what there is, whether it holds or not."""
    luck, state = scene.luck, scene.look.state
    kinds = ["wonder", "slot", "goods", "aboard", "present", "building", "road", "bridge", "wall"]
    kinds += ["before", "after"] if scene.others else []
    kinds += ["all", "any", "not"] if depth else []
    kind = luck.pick(kinds)
    match kind:
        case "before" | "after":
            return {kind: luck.pick(scene.others)}
        case "slot":
            return {"slot": 1 + luck.below(len(state.players))}
        case "wonder":
            return {"wonder": 1 + luck.below(len(state.wonder) + 2)}
        case "all" | "any":
            return {kind: [condition(scene, depth - 1), condition(scene, depth - 1)]}
        case "not":
            return {"not": condition(scene, depth - 1)}
        case "goods" | "aboard" | "present":
            return _about_pieces(scene, kind)
    return _about_the_map(scene, kind)


def _about_pieces(scene: Scene, kind: str) -> Plain:
    luck, state = scene.luck, scene.look.state
    if kind == "aboard" and state.transporters:
        each = luck.pick(list(state.transporters.values()))
        return {"goods": {luck.pick(list(each.load) or TABLES.goods): 1}, "aboard": scene.written(each)}
    if kind == "present":
        whom = [*state.players, "me", "others", *map(scene.written, state.transporters.values())]
        return {"present": luck.pick(whom), "at": _somewhere(scene)}
    heaps = {ground: goods for ground, goods in state.goods.items() if goods}
    if heaps and luck.chance(80):
        ground = luck.pick(list(heaps))
        return {"goods": {luck.pick(list(heaps[ground])): 1 + luck.below(2)}, "at": ground}
    return {"goods": {luck.pick(TABLES.goods): 1}, "at": _somewhere(scene)}


def _about_the_map(scene: Scene, kind: str) -> Plain:
    luck, state, board = scene.luck, scene.look.state, scene.look.board
    if kind == "road" and board.lanes:
        return {"road": luck.pick(sorted(state.roads) if state.roads and luck.chance(50) else list(board.lanes))}
    if kind == "bridge" and board.bridge_sites:
        return {"bridge": luck.pick(sorted(board.bridge_sites))}
    if kind == "wall" and board.wall_sites:
        edge = luck.pick(sorted(state.walls) or sorted(board.wall_sites))
        owner = scene.maybe(40, owner=luck.pick([*state.players, NEUTRAL]))
        return {"wall": edge, **owner, **scene.maybe(30, strength=1 + luck.below(3))}
    if state.buildings and luck.chance(70):
        ground = luck.pick(sorted(state.buildings))
        return {"building": state.buildings[ground] if luck.chance(70) else "any", "at": ground}
    return {"building": "any", "at": _somewhere(scene)}


def _somewhere(scene: Scene) -> str:
    """Where somebody of ours is, or anywhere."""
    near = [tile_of(each.at) for each in scene.crew]
    return scene.luck.pick(near if near and scene.luck.chance(60) else sorted(scene.look.board.tiles))


# -- around orders ---------------------------------------------------------------------------------------------------


def wrapped(scene: Scene, orders: list[Plain]) -> list[Plain]:
    """Some of the orders inside conditions and choices, with one another; the steps of moves likewise."""
    found: list[Plain] = []
    waiting = [_with_wrapped_steps(scene, order) for order in orders]
    while waiting:
        order = waiting.pop(0)
        chance = scene.luck.below(100)
        if chance < 10:
            found.append(_conditional(scene, [order]))
        elif chance < 20 and waiting:
            verb = "first_of" if chance < 15 else "all_of"
            found.append({verb: [order, waiting.pop(0)]})
        else:
            found.append(order)
    return found


def _conditional(scene: Scene, orders: list[Plain]) -> Plain:
    return {"if": condition(scene), ("then" if scene.luck.chance(60) else "else"): orders}


def _with_wrapped_steps(scene: Scene, order: Plain) -> Plain:
    steps = order.get(STEPS, ())
    doings = [number for number, step in enumerate(steps) if "go" not in step and "dock" not in step]
    if not doings or not scene.luck.chance(25):
        return order
    number = scene.luck.pick(doings)
    step = steps[number]
    around = scene.luck.pick(["if", "first_of", "all_of"])
    inner = _conditional(scene, [step]) if around == "if" else {around: [step]}
    return {**order, STEPS: [*steps[:number], inner, *steps[number + 1 :]]}


# -- the rest of a sheet ---------------------------------------------------------------------------------------------


def order_of_play(scene: Scene) -> dict[str, Plain]:
    luck, others = scene.luck, scene.others
    calls = scene.position.options.get("conflict_calls")
    late = scene.look.state.phase in ("building", "wonder")
    closed = calls == "never" or (calls == "production_and_movement_only" and late)
    if not others or closed or not luck.chance(40):
        return {}
    pray: list[Plain] = ["keep", "stop", {"stop_if": [luck.pick(others)]}, {"stop_unless": [luck.pick(others)]}]
    wishes: list[Plain] = [*range(1, len(others) + 2), "first", "last"]
    wishes += [{word: other} for word in ("before", "after") for other in others]
    return {
        "sequence": {
            "request": luck.chance(50) or condition(scene),
            **scene.maybe(70, pray=luck.pick(pray)),
            **scene.maybe(70, prefer=luck.shuffled(wishes)[:3]),
        }
    }


def permissions(scene: Scene) -> dict[str, Plain]:
    """For most transporters something that others may do with them."""
    if not scene.others or scene.position.options.get("trading") == "no" or not scene.luck.chance(70):
        return {}
    found = [permission for each in scene.crew for permission in _permissions(scene, scene.written(each))]
    return {"allow": found} if found else {}


def _permissions(scene: Scene, name: str) -> list[Plain]:
    goods = dict.fromkeys(scene.luck.shuffled(TABLES.goods)[:6], 2)
    ways: list[dict[str, Plain]] = [
        {"may": "take", "from": name, "goods": goods},
        {"may": "give", "to": name, "goods": goods},
        {"may": "ferry", "by": name, **scene.maybe(50, goods=goods)},
        {"may": "carry", "transporter": name},
    ]
    chosen = [way for way in ways if scene.luck.chance(60)]
    return [{"player": _whom(scene), **way, **scene.maybe(15, at=_somewhere(scene))} for way in chosen]


def _whom(scene: Scene) -> str:
    return scene.luck.pick(scene.others) if scene.luck.chance(30) else "any"
