"""Names in a sheet that no schema can know: places of this map, players and slots of this game.

What is wrong here can never come right, so the order, the wish or the permission is set aside before anything is
played. Whether a transporter exists is asked of permissions alone, once none can come any more: an order tells it
when it is reached, and until then the transporter may be made.
"""

from __future__ import annotations

import difflib
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from adjudicator.core.hexes import edge_between
from adjudicator.core.model import NEUTRAL, OrderSheet, Plain, Position, Problem, Seat
from adjudicator.core.sheets import mark_at

from .board import Board
from .naming import transporters_like
from .places import Place, ends, pair, parse_place, tile_of
from .sequence import PRAY, PREFER, REQUEST
from .state import State, name_parts

DEEPEST = 6
"""So many conditions, or orders, may stand inside one another."""

_CONDITIONS = frozenset(("all", "any", "not"))
_NESTED = frozenset(("then", "else", "first_of", "all_of"))


_faultless: deque[tuple[Position, OrderSheet]] = deque(maxlen=12)
"""The latest sheets with nothing wrong in them: whoever reads one asks, and so do the rules when they play it."""


def check(position: Position, sheet: OrderSheet) -> tuple[Problem, ...]:
    """Every part of a sheet that names what this game does not have, with its place."""
    if any(known is sheet and at is position for at, known in _faultless):
        return ()
    problems = _problems(position, sheet)
    if not problems:
        _faultless.append((position, sheet))
    return problems


def _problems(position: Position, sheet: OrderSheet) -> tuple[Problem, ...]:
    names = _Names(position.board, position.state, sheet)
    if sequence := sheet.body.get("sequence"):
        names.sequence(sequence)
    for number, permission in enumerate(sheet.body.get("allow") or ()):
        if permission is not None:
            names.permission(permission, f"allow.{number}", position.options.get("trading") == "no")
    for number, order in enumerate(sheet.body.get("orders") or ()):
        if order is not None:
            names.order(order, str(number), 1)
    return tuple(names.problems)


@dataclass(slots=True)
class _Names:
    board: Board
    state: State
    sheet: OrderSheet
    problems: list[Problem] = field(default_factory=list)

    def wrong(self, code: str, rule: str, at: str, facts: Mapping[str, Plain], part: str = "") -> None:
        """A problem at a place; `part` is what falls with it, where that is more than the place."""
        mark = mark_at(self.sheet, at)
        self.problems.append(Problem("invalid", code, rule, facts, part or at, self.sheet.seat, mark))

    # -- the parts of a sheet ------------------------------------------------------------------------------------

    def sequence(self, sequence: Mapping[str, Plain]) -> None:
        """RB-9  What is wrong with a request or with a prayer spoils it whole, a wish only itself."""
        request, prayer = sequence.get("request"), sequence.get("pray")
        if isinstance(request, Mapping):
            self.condition(request, REQUEST, 1, REQUEST)
        if isinstance(prayer, Mapping):
            for way, players in prayer.items():
                for number, player in enumerate(players if isinstance(players, list | tuple) else (players,)):
                    self.rival(player, f"{PRAY}.{way}.{number}", "RB-9.2", PRAY)
        wishes = sequence.get("prefer")
        for number, wish in enumerate(wishes if isinstance(wishes, list | tuple) else [wishes]):
            at = f"{PREFER}.{number}"
            if isinstance(wish, Mapping):
                for word, player in wish.items():
                    self.rival(player, f"{at}.{word}", "RB-9.4", at)
            elif isinstance(wish, int):
                self.slot(wish, at, "RB-9.4", at)

    def permission(self, permission: Mapping[str, Plain], at: str, no_trading: bool) -> None:
        """RB-10.7  A permission names another player, or any, and a transporter of one's own."""
        if no_trading:
            self.wrong("no-trading", "RB-10.7", at, {})
            return
        if permission["player"] != "any":
            self.rival(permission["player"], f"{at}.player", "RB-10.7", at)
        if "at" in permission:
            self.place(permission["at"], f"{at}.at", at)
        for key in ("from", "to", "by", "transporter"):
            parts = name_parts(permission.get(key, ""))
            if parts is None:
                continue
            if parts.owner not in ("", self.sheet.seat):
                self.wrong("allow-only-yours", "RB-10.7", f"{at}.{key}", {"transporter": permission[key]}, at)
                continue
            name = f"{self.sheet.seat}-{parts.kind}-{parts.number}"
            if self.none_comes() and name not in self.state.transporters:
                facts = {"transporter": permission[key], "known": transporters_like(self.state, self.sheet.seat, name)}
                self.wrong("no-such-transporter", "RB-10.9", f"{at}.{key}", facts, at)

    def none_comes(self) -> bool:
        """Whether these orders are for the phase at hand, and it is one in which no transporter is made or born."""
        awaited = (self.state.turn, self.state.phase) == (self.sheet.turn, self.sheet.phase)
        return awaited and self.sheet.phase != "production"

    def order(self, order: Mapping[str, Plain], at: str, depth: int) -> None:
        """An order with all that stands inside it. Wishes for a home are each judged when they are reached."""
        if depth > DEEPEST:
            self.wrong("nested-too-deep", "RB-10.6", at, {"most": DEEPEST})
            return
        for key, value in order.items():
            here = f"{at}.{key}"
            if key == "if":
                self.condition(value, here, 1, "")
            elif key in _NESTED or key == "steps":
                for number, each in enumerate(value):
                    self.order(each, f"{here}.{number}", depth + (key in _NESTED))
            elif key != "home":
                self.words(key, value, here, "")

    def condition(self, condition: Plain, at: str, depth: int, part: str) -> None:
        """RB-10.6  A condition with all that stands inside it."""
        if depth > DEEPEST:
            self.wrong("nested-too-deep", "RB-10.6", at, {"most": DEEPEST}, part)
            return
        for key, value in condition.items():
            here = f"{at}.{key}"
            if key in _CONDITIONS:
                several = value if isinstance(value, list | tuple) else [value]
                for number, each in enumerate(several):
                    self.condition(each, here if each is value else f"{here}.{number}", depth + 1, part)
            elif key in ("before", "after"):
                self.rival(value, here, "RB-10.6", part)
            elif key == "slot":
                self.slot(value, here, "RB-10.6", part)
            elif key == "present" and name_parts(value) is None:
                self.player(value, here, ("me", "others"), part)
            elif key == "owner":
                self.player(value, here, ("me", "others", NEUTRAL), part)
            else:
                self.words(key, value, here, part)

    # -- words ---------------------------------------------------------------------------------------------------

    def words(self, key: str, value: Plain, at: str, part: str) -> None:
        """Places and transporters wherever they are named; all other words the schema knows."""
        if isinstance(value, list | tuple):
            for number, each in enumerate(value):
                self.words(key, each, f"{at}.{number}", part)
        elif isinstance(value, str):
            if (parts := name_parts(value)) is not None:
                if parts.owner:
                    self.player(parts.owner, at, (), part, "RB-10.9")
            elif parse_place(value) is not None:
                self.place(value, at, part)
            elif key in _PAIRS:
                self.pair(key, value, at, part)

    def player(self, word: str, at: str, also: tuple[str, ...], part: str, rule: str = "RB-10.6") -> bool:
        if word in self.state.players or word in also:
            return True
        players = [*sorted(self.state.players), *also]
        self.wrong("unknown-player", rule, at, {"got": word, "players": players, "meant": _meant(word, players)}, part)
        return False

    def rival(self, word: str, at: str, rule: str, part: str) -> None:
        """Another player: who names himself means something else."""
        if self.player(word, at, (), part, rule) and word == self.sheet.seat:
            others = [seat for seat in sorted(self.state.players) if seat != word]
            self.wrong("names-oneself", rule, at, {"players": others}, part)

    def slot(self, slot: int, at: str, rule: str, part: str) -> None:
        most = len(self.state.players)
        if slot > most:
            self.wrong("no-such-slot", rule, at, {"slot": slot, "most": most}, part)

    def place(self, text: str, at: str, part: str) -> bool:
        """A place of this map: a tile, a bank, a river, a coast."""
        place = parse_place(text)
        assert place is not None
        code, rule, facts = _unknown(self.board, place)
        if code:
            self.wrong(code, rule, at, {"place": text, "tile": place.tile, **facts}, part)
        return not code

    def pair(self, key: str, text: str, at: str, part: str) -> None:
        """An edge, a lane or a bridge of this map."""
        if not all(self.place(end, at, part) for end in ends(text)):
            return
        code, rule, exists = _PAIRS[key]
        if not exists(self.board, text):
            self.wrong(code, rule, at, {"place": text}, part)


def _unknown(board: Board, place: Place) -> tuple[str, str, Mapping[str, Plain]]:
    """What is wrong with a place, the rule and what there is instead; nothing where it exists."""
    if place.tile not in board.tiles:
        return "unknown-tile", "RB-1.1", {"meant": _meant(place.tile, board.tiles)}
    lands = board.lands[place.tile]
    if place.bank and place.land not in lands:
        if len(lands) > 1:
            return "unknown-bank", "RB-1.4", {"banks": list(lands)}
        return "not-divided", "RB-1.4", {"meant": place.tile}
    if place.kind == "river" and not board.has_river(place.tile):
        return "tile-without-river", "RB-1.2", {}
    if place.kind == "dock":
        banks = (place.land,) if place.bank else lands
        coast = list(dict.fromkeys(edge for bank in banks for edge, _ in board.docks[bank]))
        if place.edge not in coast:
            return (
                ("edge-without-coast", "RB-6.6", {"edge": place.edge, "coast": coast})
                if coast
                else ("tile-without-coast", "RB-6.6", {})
            )
    return "", "", {}


def _meant(word: str, known: Iterable[Seat]) -> str:
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return near[0] if near else ""


# -- pairs of places ---------------------------------------------------------------------------------------------------


def _is_edge(board: Board, text: str) -> bool:
    return edge_between(*ends(text)) is not None


def _is_lane(board: Board, text: str) -> bool:
    """A lane by its banks, or by a tile where any bank will do."""
    one, other = (_lands(board, end) for end in ends(text))
    return any(lane.beyond(land) in other for land in one for lane in board.lanes_from[land])


def _lands(board: Board, text: str) -> tuple[str, ...]:
    return (text,) if text in board.all_lands else board.lands[tile_of(text)]


def _is_bridge(board: Board, text: str) -> bool:
    return pair(*ends(text)) in board.bridge_sites


_PAIRS: Mapping[str, tuple[str, str, Callable[[Board, str], bool]]] = {
    "edge": ("not-neighbours", "RB-7.14", _is_edge),
    "wall": ("not-neighbours", "RB-7.14", _is_edge),
    "road": ("no-such-lane", "RB-1.6", _is_lane),
    "bridge": ("not-two-banks", "RB-1.8", _is_bridge),
}
