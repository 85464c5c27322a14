"""The state file: one fact a line, sorted, nothing derived, so that a difference reads as what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from adjudicator.core.model import BadInput, Plain

from .board import Board
from .goods import ordered
from .invariants import broken
from .places import LaneName, ends, pair, parse_place, place_order, tile_of
from .state import Goods, Mine, Over, Player, State, Transporter, Wall, transporter_order
from .tables import TABLES

RULESET = "roads-and-boats"
V = TypeVar("V")

_PARTS = (
    "ruleset", "turn", "phase", "temple", "sequence", "irrigated", "players", "buildings", "mines", "roads", "bridges",
    "walls", "goods", "transporters", "wonder", "over",
)  # fmt: skip


# -- writing -----------------------------------------------------------------------------------------------------------


def write_state(state: State) -> Plain:
    """The plain value of a position: keys in the order in which they are written, what is empty left out."""
    names = sorted(state.transporters, key=transporter_order)
    whole: dict[str, Plain] = {
        "ruleset": RULESET,
        "turn": state.turn,
        "phase": state.phase,
        "temple": list(state.temple),
        "sequence": list(state.sequence),
        "irrigated": state.irrigated,
        "players": {seat: _write_player(state.players[seat]) for seat in sorted(state.players)},
        "buildings": {ground: state.buildings[ground] for ground in sorted(state.buildings, key=place_order)},
        "mines": {ground: _write_mine(state.mines[ground]) for ground in sorted(state.mines, key=place_order)},
        "roads": sorted(state.roads, key=place_order),
        "bridges": sorted(state.bridges, key=place_order),
        "walls": {edge: _write_wall(state.walls[edge]) for edge in sorted(state.walls, key=place_order)},
        "goods": {ground: dict(state.goods[ground]) for ground in sorted(state.goods, key=place_order)},
        "transporters": {name: _write_transporter(state.transporters[name]) for name in names},
        "wonder": list(state.wonder),
    }
    written = {key: value for key, value in whole.items() if value not in ({}, [])}
    if state.over is not None:
        scores = {seat: state.over.scores[seat] for seat in sorted(state.over.scores)}
        written["over"] = {"reason": state.over.reason, "ranking": list(state.over.ranking), "scores": scores}
    return written


def _write_player(player: Player) -> Plain:
    written: dict[str, Plain] = {} if player.home is None else {"home": player.home}
    written["research"] = list(player.research)
    if player.left:
        written["left"] = True
    return written


def _write_mine(mine: Mine) -> Plain:
    written: dict[str, Plain] = {"gold": mine.gold, "iron": mine.iron}
    if mine.drawn is not None:
        written["drawn"] = mine.drawn
    return written


def _write_wall(wall: Wall) -> Plain:
    return {"owner": wall.owner, "strength": wall.strength}


def _write_transporter(transporter: Transporter) -> Plain:
    written: dict[str, Plain] = {"aboard": transporter.aboard} if transporter.aboard else {"at": transporter.at}
    if transporter.load:
        written["load"] = dict(transporter.load)
    return written


# -- reading -----------------------------------------------------------------------------------------------------------


def read_state(raw: Plain, board: Board) -> State:
    """A position from what a state file says, or BadInput with the place at fault."""
    whole = _mapping(raw, "")
    _known_keys(whole, _PARTS, "")
    if whole.get("ruleset", RULESET) != RULESET:
        raise BadInput(f"`{whole['ruleset']}` is another game than {RULESET}", "ruleset")
    buildings = {ground: _text(kind, f"buildings, {ground}") for ground, kind in _part(whole, "buildings").items()}
    state = State(
        turn=_number(whole.get("turn"), "turn"),
        phase=_text(whole.get("phase"), "phase"),
        temple=_texts(whole.get("temple", []), "temple"),
        sequence=_texts(whole.get("sequence", []), "sequence"),
        players=_each(_part(whole, "players"), _read_player, "players"),
        irrigated=_flag(whole.get("irrigated", False), "irrigated"),
        buildings=buildings,
        mines=_read_mines(_part(whole, "mines"), buildings),
        roads=frozenset(_once((_lane(road, board) for road in _texts(whole.get("roads", []), "roads")), "roads")),
        bridges=frozenset(_once(map(_in_order, _texts(whole.get("bridges", []), "bridges")), "bridges")),
        walls=_read_walls(_part(whole, "walls")),
        goods=_read_goods(_part(whole, "goods")),
        transporters=_read_transporters(_part(whole, "transporters")),
        wonder=_texts(whole.get("wonder", []), "wonder"),
        over=_read_over(whole["over"]) if "over" in whole else None,
    )
    faults = broken(state, board)
    if faults:
        raise BadInput(faults[0])
    return state


def _read_player(raw: Plain, where: str) -> Player:
    raw = _mapping(raw or {}, where)
    _known_keys(raw, ("home", "research", "left"), where)
    home = raw.get("home")
    research = _texts(raw.get("research", []), where)
    return Player(
        home=None if home is None else _text(home, where),
        research=tuple(sorted(research, key=_subject_order)),
        left=_flag(raw.get("left", False), where),
    )


def _subject_order(subject: str) -> int:
    return TABLES.research.index(subject) if subject in TABLES.research else len(TABLES.research)


def _read_mines(raw: Mapping[str, Plain], buildings: Mapping[str, str]) -> dict[str, Mine]:
    """Bags by the ground of their mine; a bare tile will do, since it has one at most. What is not named is empty."""
    grounds = {_bare(ground): ground for ground, kind in buildings.items() if kind == "mine"}
    found: dict[str, Mine] = {}
    for name, entry in raw.items():
        ground = grounds.get(name, name)
        if ground in found:
            raise BadInput(f"the mine at {ground} is named twice", "mines")
        found[ground] = _read_mine(entry, f"mines, {name}")
    return {**found, **{ground: Mine() for ground in grounds.values() if ground not in found}}


def _bare(ground: str) -> str:
    place = parse_place(ground)
    return ground if place is None else place.tile


def _read_mine(raw: Plain, where: str) -> Mine:
    raw = _mapping(raw, where)
    _known_keys(raw, ("gold", "iron", "drawn"), where)
    drawn = raw.get("drawn")
    return Mine(
        gold=_number(raw.get("gold", 0), where),
        iron=_number(raw.get("iron", 0), where),
        drawn=None if drawn is None else _text(drawn, where),
    )


def _read_walls(raw: Mapping[str, Plain]) -> dict[str, Wall]:
    walls: dict[str, Wall] = {}
    for name, entry in raw.items():
        where = f"walls, {name}"
        wall = _mapping(entry, where)
        _known_keys(wall, ("owner", "strength"), where)
        edge = _in_order(name)
        if edge in walls:
            raise BadInput(f"{edge} is named twice", "walls")
        walls[edge] = Wall(_text(wall.get("owner"), where), _number(wall.get("strength"), where))
    return walls


def _read_goods(raw: Mapping[str, Plain]) -> dict[str, Goods]:
    heaps = {ground: _some_goods(entry, f"goods, {ground}") for ground, entry in raw.items()}
    return {ground: goods for ground, goods in heaps.items() if goods}


def _read_transporters(raw: Mapping[str, Plain]) -> dict[str, Transporter]:
    found: dict[str, Transporter] = {}
    for name in sorted(raw, key=transporter_order):
        where = f"transporters, {name}"
        entry = _mapping(raw[name], where)
        _known_keys(entry, ("at", "aboard", "load"), where)
        found[name] = Transporter(
            name,
            at=_text(entry.get("at", ""), where),
            aboard=_text(entry.get("aboard", ""), where),
            load=_some_goods(entry.get("load", {}), where),
        )
    return found


def _read_over(raw: Plain) -> Over:
    raw = _mapping(raw, "over")
    _known_keys(raw, ("reason", "ranking", "scores"), "over")
    scores = _mapping(raw.get("scores", {}), "over, scores")
    return Over(
        reason=_text(raw.get("reason"), "over"),
        ranking=_texts(raw.get("ranking", []), "over, ranking"),
        scores={seat: _number(score, "over, scores") for seat, score in sorted(scores.items())},
    )


def _some_goods(raw: Plain, where: str) -> Goods:
    """What is none is left out; what is no good stays in, for the invariants to name."""
    pieces = {good: _number(count, where) for good, count in _mapping(raw, where).items()}
    known = dict(ordered(pieces))
    if len(known) < len(pieces):
        known.update({good: number for good, number in pieces.items() if number})
    return known


# -- pairs -------------------------------------------------------------------------------------------------------------


def _in_order(name: str) -> str:
    """An edge, lane or bridge with its smaller end first; what is none stays as it is, for the invariants to name."""
    one, other = ends(name)
    return name if parse_place(one) is None or parse_place(other) is None else pair(one, other)


def _lane(name: str, board: Board) -> LaneName:
    """A road's lane. A bare tile will do where only one of its banks can be meant."""
    name = _in_order(name)
    one, other = ends(name)
    if name in board.lanes or parse_place(one) is None or parse_place(other) is None:
        return name
    crossing = pair(tile_of(one), tile_of(other))
    meant = [lane.name for lane in board.lanes.values() if lane.edge == crossing and _fits(lane.name, one, other)]
    if len(meant) > 1:
        raise BadInput(f"{name} could be {' or '.join(meant)}", "roads")
    return meant[0] if meant else name


def _fits(lane: LaneName, one: str, other: str) -> bool:
    first, second = ends(lane)
    return one in (first, tile_of(first)) and other in (second, tile_of(second))


# -- shapes ------------------------------------------------------------------------------------------------------------


def _mapping(raw: Plain, where: str) -> Mapping[str, Plain]:
    if not isinstance(raw, Mapping):
        raise BadInput("a mapping is expected here", where)
    return raw


def _part(whole: Mapping[str, Plain], key: str) -> Mapping[str, Plain]:
    """One of the mappings of a state. A name that YAML took for something else is given back its letters."""
    found = _mapping(whole.get(key) or {}, key)
    return found if all(type(name) is str for name in found) else {str(name): entry for name, entry in found.items()}


def _each(raw: Mapping[str, Plain], read: Callable[[Plain, str], V], where: str) -> dict[str, V]:
    return {name: read(raw[name], f"{where}, {name}") for name in sorted(raw)}


def _known_keys(raw: Mapping[str, Plain], known: tuple[str, ...], where: str) -> None:
    for key in raw:
        if key not in known:
            raise BadInput(f"`{key}` does not belong here; there are {', '.join(known)}", where)


def _once(names: Iterable[str], where: str) -> list[str]:
    found: list[str] = []
    for name in names:
        if name in found:
            raise BadInput(f"{name} is named twice", where)
        found.append(name)
    return found


def _text(raw: Plain, where: str) -> str:
    if not isinstance(raw, str):
        raise BadInput("a word is expected here" if raw is not None else "something is missing here", where)
    return raw


def _texts(raw: Plain, where: str) -> tuple[str, ...]:
    if not isinstance(raw, list):
        raise BadInput("a list is expected here", where)
    return tuple(_text(item, where) for item in raw)


def _number(raw: Plain, where: str) -> int:
    if type(raw) is not int:  # True is an int too, and meant otherwise
        raise BadInput(f"a whole number is expected here, not `{raw}`", where)
    return raw


def _flag(raw: Plain, where: str) -> bool:
    if not isinstance(raw, bool):
        raise BadInput("true or false is expected here", where)
    return raw
