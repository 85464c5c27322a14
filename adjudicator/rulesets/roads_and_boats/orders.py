"""What is asked: orders, steps and conditions as values, read from sheets that the schema has already shaped.

Names stand as players write them (`donkey-1`, `C4`); what they mean is found out when the order is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from adjudicator.core.model import OrderSheet, Plain, Seat

from .state import Goods

All: TypeAlias = Literal["all"]
Quantity: TypeAlias = Goods | All


# -- in every phase ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class If:
    condition: Plain
    then: tuple[Order, ...]
    otherwise: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class FirstOf:
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class SetAside:
    """Stands where an order stood that could not be understood, so that the others keep their numbers."""


@dataclass(frozen=True, slots=True)
class Load:
    goods: Quantity
    onto: str = ""
    at: str = ""
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class Unload:
    goods: Quantity
    source: str = ""
    at: str = ""
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class Give:
    """From transporter to transporter; or, with `by`, ferried from bank to bank."""

    goods: Quantity
    source: str = ""
    to: str = ""
    by: str = ""
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class Take:
    goods: Quantity
    source: str
    onto: str = ""
    exactly: bool = False


# -- start, production -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Home:
    wishes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Produce:
    building: str
    at: str
    sources: tuple[str, ...] = ()
    runs: int | None = None
    onto: str = ""
    use: tuple[str, ...] = ()
    donkey: str = ""
    launch: str = ""
    name: str = ""
    scrap: str = ""
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class Research:
    subjects: tuple[str, ...]
    at: str
    upgrade: tuple[str, ...] | All = ()
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Breed:
    at: str
    scrap: str = ""
    name: str = ""


# -- movement ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    transporter: str
    steps: tuple[Order, ...] = ()
    to: str = ""


@dataclass(frozen=True, slots=True)
class SetDown:
    transporter: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Go:
    way: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dock:
    at: str


@dataclass(frozen=True, slots=True)
class Lead:
    goods: Quantity
    at: str = ""
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    goods: Quantity
    at: str = ""
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class PickUp:
    transporter: str


# -- building, wonder --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Build:
    what: str
    at: str = ""
    pay: tuple[str, ...] = ()
    fill: str = ""
    source: str = ""
    to: str = ""
    between: tuple[str, ...] = ()
    edge: str = ""
    side: str = ""
    strength: int | None = None
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class Demolish:
    edge: str
    side: str = ""
    pay: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bricks:
    count: int
    pay: tuple[str, ...] | None = None
    keep: Goods | None = None
    leave_last: bool = False
    exactly: bool = False


Order: TypeAlias = (
    If | FirstOf | AllOf | SetAside | Load | Unload | Give | Take | Home | Produce | Research | Breed
    | Move | SetDown | Go | Dock | Lead | Leave | PickUp | Build | Demolish | Bricks
)  # fmt: skip


# -- the rest of a sheet -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prayer:
    """RB-9.2  keep, stop, or stop depending on who stopped before."""

    way: Literal["keep", "stop", "stop_if", "stop_unless"] = "keep"
    players: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Allow:
    player: str
    may: str
    source: str = ""
    to: str = ""
    by: str = ""
    transporter: str = ""
    goods: Goods | None = None
    at: str = ""
    purpose: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A player's sheet for one phase, in the game's own terms."""

    orders: tuple[Order, ...] = ()
    request: Plain = False
    prayer: Prayer = Prayer()
    prefer: tuple[Plain, ...] = ()
    allow: tuple[Allow | None, ...] = ()


def read_sheet(sheet: OrderSheet) -> Sheet:
    body = sheet.body
    sequence: Mapping[str, Plain] = body.get("sequence") or {}
    return Sheet(
        orders=_several(body.get("orders")),
        request=sequence.get("request", False),
        prayer=_prayer(sequence.get("pray", "keep")),
        prefer=_tuple(sequence.get("prefer")),
        allow=tuple(_allow(entry) for entry in body.get("allow") or ()),
    )


def _prayer(plain: Plain) -> Prayer:
    if isinstance(plain, Mapping):
        ((way, players),) = plain.items()
        return Prayer(way, _tuple(players))
    return Prayer(plain or "keep")


def _allow(plain: Plain) -> Allow | None:
    if plain is None:
        return None
    text = {key: plain.get(key, "") for key in ("player", "may", "to", "by", "transporter", "at")}
    return Allow(**text, source=plain.get("from", ""), goods=plain.get("goods"), purpose=plain.get("for", ""))


def _several(plain: Plain) -> tuple[Order, ...]:
    return tuple(read_order(entry) for entry in plain or ())


def _tuple(plain: Plain) -> tuple[Plain, ...]:
    """A list, or a single thing for a list of one."""
    if plain is None:
        return ()
    return tuple(plain) if isinstance(plain, (list, tuple)) else (plain,)


def _goods(plain: Plain) -> Quantity:
    return "all" if plain == "all" else {good: int(number) for good, number in plain.items()}


def _steps(plain: Mapping[str, Plain]) -> tuple[Order, ...]:
    if "steps" in plain:
        return _several(plain["steps"])
    return (Go(_tuple(plain["go"])),) if "go" in plain else ()


_READERS: Mapping[str, Callable[[Mapping[str, Plain]], Order]] = {
    "if": lambda p: If(p["if"], _several(p.get("then")), _several(p.get("else"))),
    "first_of": lambda p: FirstOf(_several(p["first_of"])),
    "all_of": lambda p: AllOf(_several(p["all_of"])),
    "load": lambda p: Load(_goods(p["load"]), p.get("onto", ""), p.get("at", ""), p.get("exactly", False)),
    "unload": lambda p: Unload(_goods(p["unload"]), p.get("from", ""), p.get("at", ""), p.get("exactly", False)),
    "give": lambda p: Give(
        _goods(p["give"]), p.get("from", ""), p.get("to", ""), p.get("by", ""), p.get("exactly", False)
    ),
    "take": lambda p: Take(_goods(p["take"]), p.get("from", ""), p.get("onto", ""), p.get("exactly", False)),
    "home": lambda p: Home(_tuple(p["home"])),
    "produce": lambda p: Produce(
        p["produce"],
        p.get("at", ""),
        sources=_tuple(p.get("from")),
        runs=p.get("runs"),
        onto=p.get("onto", ""),
        use=_tuple(p.get("use")),
        donkey=p.get("donkey", ""),
        launch=p.get("launch", ""),
        name=p.get("as", ""),
        scrap=p.get("scrap", ""),
        exactly=p.get("exactly", False),
    ),
    "research": lambda p: Research(
        _tuple(p["research"]),
        p.get("at", ""),
        upgrade="all" if p.get("upgrade") == "all" else _tuple(p.get("upgrade")),
        sources=_tuple(p.get("from")),
    ),
    "breed": lambda p: Breed(p.get("at", ""), p.get("scrap", ""), p.get("as", "")),
    "set_down": lambda p: SetDown(p["set_down"], p.get("at", "")),
    "move": lambda p: Move(p["move"], _steps(p), p.get("to", "")),
    "go": lambda p: Go(_tuple(p["go"])),
    "dock": lambda p: Dock(p["dock"]),
    "lead": lambda p: Lead(_goods(p["lead"]), p.get("at", ""), p.get("exactly", False)),
    "leave": lambda p: Leave(_goods(p["leave"]), p.get("at", ""), p.get("exactly", False)),
    "pick_up": lambda p: PickUp(p["pick_up"]),
    "build": lambda p: Build(
        p["build"],
        p.get("at", ""),
        pay=_tuple(p.get("pay")),
        fill=p.get("fill", ""),
        source=p.get("from", ""),
        to=p.get("to", ""),
        between=_tuple(p.get("between")),
        edge=p.get("edge", ""),
        side=p.get("side", ""),
        strength=p.get("strength"),
        exactly=p.get("exactly", False),
    ),
    "demolish": lambda p: Demolish(p["edge"], p.get("side", ""), _tuple(p.get("pay"))),
    "bricks": lambda p: Bricks(
        p["bricks"],
        pay=None if p.get("pay") is None else _tuple(p["pay"]),
        keep=p.get("keep"),
        leave_last=p.get("leave_last", False),
        exactly=p.get("exactly", False),
    ),
}

VERBS = tuple(_READERS)
"""In the order in which they are looked for; no order has two."""


def read_order(plain: Plain) -> Order:
    """One order from the shape that its schema gave it."""
    if plain is None:
        return SetAside()
    for verb, read in _READERS.items():
        if verb in plain:
            return read(plain)
    raise KeyError(f"no verb among {', '.join(plain)}")
