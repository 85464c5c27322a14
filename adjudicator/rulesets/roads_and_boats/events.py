"""What happened: one class a kind, in the past tense. Enough to make the state again (`apply`).

Goods that come from or go to several places at once are written as `{place or transporter: {good: number}}`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from adjudicator.core.model import Event, Seat

from .places import BridgeName, EdgeName, Ground, Land, LaneName, PlaceName
from .state import Good, Goods, Name

Spread: TypeAlias = Mapping[str, Goods]
"""Goods by the ground or the transporter that they come from or go to."""


# -- the start ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class FiguresDrawn(Event):
    row: tuple[Seat, ...]
    sequence: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class HomeSettled(Event):
    home: Land
    transporters: tuple[Name, ...]
    goods: Goods
    chosen: bool = False


@dataclass(frozen=True, kw_only=True)
class PuzzleSet(Event):
    """The neutral bricks that stand from the beginning of a game for one."""

    bricks: int


# -- order of play -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class OrderOfPlayAsked(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class PrayingKept(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class PrayingStopped(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class TempleRowFormed(Event):
    row: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class SlotTaken(Event):
    slot: int
    wish: str = ""
    """The wish that was granted, as it was written; empty where none could be."""


@dataclass(frozen=True, kw_only=True)
class SequenceSet(Event):
    sequence: tuple[Seat, ...]


# -- orders ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ConditionJudged(Event):
    holds: bool


@dataclass(frozen=True, kw_only=True)
class AlternativeTaken(Event):
    """Which of the orders under `first_of` was carried out, from 0."""

    alternative: int


@dataclass(frozen=True, kw_only=True)
class PermissionUsed(Event):
    """`seat` did to `owner` what `owner` had allowed."""

    owner: Seat
    may: str
    transporter: Name
    goods: Goods = field(default_factory=dict)
    permission: int = 0
    """The place in the owner's `allow`, from 0."""


# -- goods -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class GoodsLoaded(Event):
    transporter: Name
    source: Ground
    goods: Goods


@dataclass(frozen=True, kw_only=True)
class GoodsUnloaded(Event):
    transporter: Name
    target: Ground
    goods: Goods


@dataclass(frozen=True, kw_only=True)
class GoodsHandedOver(Event):
    """From transporter to transporter, given or taken."""

    source: Name
    target: Name
    goods: Goods


@dataclass(frozen=True, kw_only=True)
class GoodsFerried(Event):
    source: Ground
    target: Ground
    by: Name
    goods: Goods


# -- production --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class MineDrawn(Event):
    at: Ground
    piece: Good


@dataclass(frozen=True, kw_only=True)
class GoodsProduced(Event):
    """A primary producer's piece."""

    at: Ground
    building: str
    goods: Goods


@dataclass(frozen=True, kw_only=True)
class GeeseBred(Event):
    at: Ground
    young: int


@dataclass(frozen=True, kw_only=True)
class FactoryRan(Event):
    at: Ground
    building: str
    runs: int
    used: Spread
    made: Spread


@dataclass(frozen=True, kw_only=True)
class TransporterMade(Event):
    at: Ground
    building: str
    transporter: Name
    place: PlaceName
    used: Spread
    donkey: Name = ""
    """The donkey that became a wagon; what is left of its load goes with the wagon."""


@dataclass(frozen=True, kw_only=True)
class TransporterScrapped(Event):
    transporter: Name
    place: PlaceName
    dropped: Spread = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class SubjectResearched(Event):
    subject: str
    at: Ground
    used: Spread


@dataclass(frozen=True, kw_only=True)
class FactoryUpgraded(Event):
    at: Ground
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class DonkeyBorn(Event):
    transporter: Name
    place: PlaceName


@dataclass(frozen=True, kw_only=True)
class FactoryRanUnattended(Event):
    at: Ground
    building: str
    runs: int
    used: Spread
    made: Spread


@dataclass(frozen=True, kw_only=True)
class TransporterLost(Event):
    """Made by a factory that nobody ran: nobody's, and gone with its inputs."""

    at: Ground
    building: str
    kind_made: str
    used: Spread


@dataclass(frozen=True, kw_only=True)
class ResearchLost(Event):
    at: Ground
    used: Spread


# -- movement ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TransporterMoved(Event):
    """One step. `geese` says from which grounds how many followed, all of them to `to_ground`."""

    transporter: Name
    source: PlaceName
    target: PlaceName
    over: EdgeName
    road: LaneName = ""
    geese: Mapping[Ground, int] = field(default_factory=dict)
    to_ground: Ground = ""
    forced: bool = False
    """Some of the geese came because they could not be left alone at sea."""


@dataclass(frozen=True, kw_only=True)
class GeeseLed(Event):
    transporter: Name
    at: Ground
    geese: int


@dataclass(frozen=True, kw_only=True)
class GeeseLeft(Event):
    """Geese that followed stay behind; where the transporter reaches two banks, they may be set on the other one."""

    transporter: Name
    source: Ground
    at: Ground
    geese: int


@dataclass(frozen=True, kw_only=True)
class RouteChosen(Event):
    """The way found for a move that only named its goal."""

    transporter: Name
    way: tuple[PlaceName, ...]


@dataclass(frozen=True, kw_only=True)
class TransporterPickedUp(Event):
    transporter: Name
    carrier: Name
    place: PlaceName
    """Where it stood."""


@dataclass(frozen=True, kw_only=True)
class TransporterSetDown(Event):
    transporter: Name
    carrier: Name
    place: PlaceName


# -- building ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class BuildingBuilt(Event):
    building: str
    at: Ground
    used: Spread


@dataclass(frozen=True, kw_only=True)
class MineFilled(Event):
    """A new mine's bag, or another shaft's."""

    at: Ground
    fill: str
    gold: int
    iron: int


@dataclass(frozen=True, kw_only=True)
class ShaftSunk(Event):
    at: Ground
    used: Spread


@dataclass(frozen=True, kw_only=True)
class RoadBuilt(Event):
    road: LaneName
    used: Spread


@dataclass(frozen=True, kw_only=True)
class BridgeBuilt(Event):
    bridge: BridgeName
    used: Spread


@dataclass(frozen=True, kw_only=True)
class WallRaised(Event):
    wall: EdgeName
    strength: int
    used: Spread
    before: Seat = ""
    """Whose it was, if anybody's."""


@dataclass(frozen=True, kw_only=True)
class WallDemolished(Event):
    wall: EdgeName
    strength: int
    used: Spread
    before: Seat


@dataclass(frozen=True, kw_only=True)
class BoatPushedOut(Event):
    transporter: Name
    source: PlaceName
    target: PlaceName
    wall: EdgeName


# -- the wonder and the end --------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class BrickBought(Event):
    number: int
    """The how-manieth brick of the wonder."""
    price: int
    used: Spread


@dataclass(frozen=True, kw_only=True)
class NeutralBrickPlaced(Event):
    number: int


@dataclass(frozen=True, kw_only=True)
class DesertsIrrigated(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class PlayerLeft(Event):
    pass


@dataclass(frozen=True, kw_only=True)
class SeatTakenOver(Event):
    """Somebody plays on for a player who had left."""


@dataclass(frozen=True, kw_only=True)
class PhaseBegan(Event):
    turn: int
    phase: str


@dataclass(frozen=True, kw_only=True)
class GameEnded(Event):
    reason: str
    ranking: tuple[Seat, ...]
    scores: Mapping[Seat, int]


VOCABULARY: Mapping[str, type[Event]] = {
    cls.kind(): cls for cls in Event.__subclasses__() if cls.__module__ == __name__
}
