"""What stands: the orchard at one moment, the map it grows on, and both as they are written in files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.core.model import BadInput, Plain, Seat

PHASES = ("picking", "market")


@dataclass(frozen=True, slots=True)
class Trees:
    """The map: what each tree bears at first, and the most it can bear."""

    at_first: Mapping[str, int]
    most: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Orchard:
    turn: int
    phase: str
    sequence: tuple[Seat, ...]
    trees: Mapping[str, int]
    baskets: Mapping[Seat, Mapping[str, int]] = field(default_factory=dict)
    coins: Mapping[Seat, int] = field(default_factory=dict)
    favourites: Mapping[Seat, str] = field(default_factory=dict)
    ranking: tuple[Seat, ...] = ()
    scores: Mapping[Seat, int] = field(default_factory=dict)

    def held(self, seat: Seat, fruit: str) -> int:
        return self.baskets.get(seat, {}).get(fruit, 0)

    @property
    def over(self) -> bool:
        return bool(self.ranking)


def read_trees(raw: Plain) -> Trees:
    """OR-1.1  What each tree bears at first, and the most it can bear."""
    trees = _mapping(raw, "the map").get("trees")
    if not isinstance(trees, dict) or not trees:
        raise BadInput("the map names no trees", "trees")
    at_first, most = {}, {}
    for fruit, bears in sorted(trees.items()):
        if not isinstance(bears, dict) or sorted(bears) != ["bears", "most"]:
            raise BadInput(f"the tree {fruit} needs two numbers: bears and most", f"trees.{fruit}")
        at_first[fruit] = _count(bears["bears"], f"trees.{fruit}.bears")
        most[fruit] = _count(bears["most"], f"trees.{fruit}.most")
        if at_first[fruit] > most[fruit]:
            raise BadInput(f"the tree {fruit} bears more than it can", f"trees.{fruit}")
    return Trees(at_first, most)


def read_orchard(raw: Plain, trees: Trees) -> Orchard:
    state = _mapping(raw, "the state")
    known = {"ruleset", "turn", "phase", "sequence", "trees", "baskets", "coins", "favourites", "over"}
    for key in state:
        if key not in known:
            raise BadInput(f"the state has no {key}", key)
    if state.get("phase") not in PHASES:
        raise BadInput(f"phase is one of {', '.join(PHASES)}", "phase")
    sequence = state.get("sequence")
    if not isinstance(sequence, list) or not sequence:
        raise BadInput("the sequence names the players, first to last", "sequence")
    fruits = _counts(state.get("trees"), "trees", trees.most)
    baskets = {
        seat: _counts(basket, f"baskets.{seat}", trees.most)
        for seat, basket in sorted(_seats(state, "baskets", sequence).items())
    }
    over = _mapping(state.get("over") or {}, "over")
    return Orchard(
        turn=_count(state.get("turn"), "turn"),
        phase=state["phase"],
        sequence=tuple(sequence),
        trees={fruit: fruits.get(fruit, 0) for fruit in trees.most},
        baskets=baskets,
        coins={seat: _count(n, f"coins.{seat}") for seat, n in sorted(_seats(state, "coins", sequence).items())},
        favourites=dict(sorted(_seats(state, "favourites", sequence).items())),
        ranking=tuple(over.get("ranking", ())),
        scores=dict(over.get("scores", {})),
    )


def write_orchard(state: Orchard) -> Plain:
    """One fact a line, sorted; what is empty is left out."""
    written: dict[str, Plain] = {
        "ruleset": "orchard",
        "turn": state.turn,
        "phase": state.phase,
        "sequence": list(state.sequence),
        "trees": dict(sorted(state.trees.items())),
        "baskets": {
            seat: {fruit: n for fruit, n in sorted(basket.items()) if n}
            for seat, basket in sorted(state.baskets.items())
            if any(basket.values())
        },
        "coins": {seat: n for seat, n in sorted(state.coins.items()) if n},
        "favourites": dict(sorted(state.favourites.items())),
    }
    if state.over:
        written["over"] = {"ranking": list(state.ranking), "scores": dict(sorted(state.scores.items()))}
    return {key: value for key, value in written.items() if value not in ({}, [])}


def _mapping(raw: Plain, what: str) -> dict[str, Plain]:
    if not isinstance(raw, dict):
        raise BadInput(f"{what} is a list of keys and values")
    return raw


def _seats(state: dict[str, Plain], key: str, sequence: list[Seat]) -> dict[Seat, Plain]:
    found = _mapping(state.get(key) or {}, key)
    for seat in found:
        if seat not in sequence:
            raise BadInput(f"{seat} is not in the sequence", f"{key}.{seat}")
    return found


def _counts(raw: Plain, where: str, fruits: Mapping[str, int]) -> dict[str, int]:
    counts = {fruit: _count(n, f"{where}.{fruit}") for fruit, n in sorted(_mapping(raw or {}, where).items())}
    for fruit in counts:
        if fruit not in fruits:
            raise BadInput(f"the map has no tree {fruit}", f"{where}.{fruit}")
    return counts


def _count(raw: Plain, where: str) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool) or raw < 0:
        raise BadInput("a number from 0 upwards stands here", where)
    return raw
