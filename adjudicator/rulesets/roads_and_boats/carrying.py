"""Transporters that carry transporters: picking up and setting down (RB-6.12 to RB-6.14)."""

from __future__ import annotations

from adjudicator.core.hexes import EDGES
from adjudicator.core.model import Seat

from .consent import Wish, permitted, refusal, use
from .events import TransporterPickedUp, TransporterSetDown
from .facts import left
from .look import Look
from .naming import grounds_meant, nearest_first, own_transporter, somebodys_transporter
from .orders import PickUp, SetDown
from .places import PlaceName, dock, pair, parse_place, river, tile_of
from .state import Transporter
from .table import No, Table

RIVER = "river"


# -- picking up --------------------------------------------------------------------------------------------------------


def pick_up(table: Table, order: PickUp) -> bool:
    """RB-6.12  The mover takes another transporter aboard, its own player's or one whose owner allows it."""
    carrier = own_transporter(table, "")
    if isinstance(carrier, No):
        return table.refuse(carrier)
    other = somebodys_transporter(table, order.transporter)
    if isinstance(other, No):
        return table.refuse(other)
    look, wish = table.look, Wish(carrier.owner, "carry", other, table.look.tile(carrier))
    no = _unfit_carrier(look, carrier) or _unfit_cargo(look, carrier, other) or _apart(look, carrier, other)
    if no is None and not permitted(look, wish):
        no = refusal(look, wish)
    if no is not None:
        return table.refuse(no)
    use(table, wish, {})
    table.happen(TransporterPickedUp(transporter=other.name, carrier=carrier.name, place=other.at))
    return True


def _unfit_carrier(look: Look, carrier: Transporter) -> No | None:
    """RB-6.12  A carrier carries one transporter and nothing else."""
    if look.load(carrier):
        return No("carrier-loaded", "RB-6.12", {"transporter": carrier.name})
    cargo = look.cargo(carrier)
    return None if cargo is None else No("carries-one", "RB-6.12", {"transporter": carrier.name, "cargo": cargo.name})


def _unfit_cargo(look: Look, carrier: Transporter, other: Transporter) -> No | None:
    """RB-6.12, RB-6.13  What is carried is empty, carries nothing itself, and has not moved in this phase."""
    facts = {"transporter": other.name, "carrier": carrier.name}
    about = (("where", other.name),)
    if other.name == carrier.name:
        return No("carry-itself", "RB-6.12", facts)
    if other.aboard:
        return No("carried", "RB-2.8", {**facts, "carrier": other.aboard}, about)
    if look.load(other):
        return No("cargo-loaded", "RB-6.12", facts, (("load", other.name),))
    if look.cargo(other) is not None:
        return No("cargo-carries", "RB-6.12", facts, (("cargo", other.name),))
    if other.name in look.memory.moved:
        return No("cargo-moved", "RB-6.13", facts, about)
    return None


def _apart(look: Look, carrier: Transporter, other: Transporter) -> No | None:
    """RB-6.12  They reach each other; two boats lie in the same river, at the same dock or on the same sea tile."""
    together = look.meet(carrier, other)
    if together and look.kind(carrier).water and look.kind(other).water:
        together = carrier.at.partition("/")[2] == other.at.partition("/")[2]
    facts = {"one": carrier.name, "other": other.name}
    return None if together else No("not-together", "RB-6.12", facts, (left(other.name, carrier.at),))


# -- setting down ------------------------------------------------------------------------------------------------------


def set_down(table: Table, order: SetDown) -> bool:
    """RB-6.14  At the beginning of a later movement phase, by the owner of either of the two (RB-Q42)."""
    other = somebodys_transporter(table, order.transporter)
    if isinstance(other, No):
        return table.refuse(other)
    if not other.aboard:
        return table.refuse(No("not-carried", "RB-6.14", {"transporter": other.name}))
    look, carrier = table.look, table.look.transporter(other.aboard)
    assert table.seat is not None and carrier is not None
    if table.seat not in (other.owner, carrier.owner):
        return table.refuse(No("not-yours", "RB-10.9", {"transporter": other.name, "owner": other.owner}))
    if no := _too_late(look, table.seat, other, carrier):
        return table.refuse(no)
    place = _place_for(look, carrier, other, order.at)
    if isinstance(place, No):
        return table.refuse(place)
    table.happen(TransporterSetDown(transporter=other.name, carrier=carrier.name, place=place))
    return True


def _too_late(look: Look, seat: Seat, other: Transporter, carrier: Transporter) -> No | None:
    """RB-6.14  Not in the phase in which it was picked up, nor once the carrier or anything of the player has moved."""
    facts = {"transporter": other.name, "carrier": carrier.name}
    if other.name in look.memory.picked_up:
        return No("picked-up-now", "RB-6.14", facts)
    if carrier.name in look.memory.moved:
        return No("carrier-moved", "RB-6.14", facts, (("where", carrier.name),))
    look.note("moved", seat)
    if any(name.startswith(f"{seat}-") for name in look.memory.moved):
        return No("set-down-first", "RB-6.14", facts)
    return None


def _place_for(look: Look, carrier: Transporter, other: Transporter, written: str) -> PlaceName | No:
    """RB-6.14  Where it is set down: as written, otherwise the carrier's bank, the river, the first open dock."""
    facts = {"transporter": other.name, "carrier": carrier.name, "place": written or tile_of(carrier.at)}
    if not look.kind(other).water:
        grounds = grounds_meant(look, carrier, written)
        if isinstance(grounds, No):
            return grounds
        return grounds[0] if grounds[0] in look.board.all_lands else No("no-land-here", "RB-6.14", facts)
    waters = _waters(look, carrier)
    if not waters:
        return No("set-down-at-sea" if look.at_sea(carrier.at) else "no-water-here", "RB-6.14", facts)
    meant = [place for place in waters if _is_meant(place, written)] or _beside(look, waters, written)
    if not meant:
        return No("not-set-down-there", "RB-6.14", facts)
    closed = [place for place in meant if _walled(look, other, place)]
    if closed == meant:
        edge = _coast_edge(look, closed[0])
        return No("wall", "RB-6.8", {**facts, "wall": edge, "owner": look.state.walls[edge].owner}, (("wall", edge),))
    return next(place for place in meant if place not in closed)


def _waters(look: Look, carrier: Transporter) -> list[PlaceName]:
    """RB-6.14  From a boat its own river or dock, never the open sea (RB-Q7); from land all that the banks touch."""
    if look.kind(carrier).water:
        return [] if look.at_sea(carrier.at) else [carrier.at]
    tile = tile_of(carrier.at)
    docks = [
        dock(bank, edge)
        for edge in EDGES
        for bank in nearest_first(look.joined(carrier.at), carrier)
        if any(edge == coast for coast, _ in look.board.docks[bank])
    ]
    return [river(tile), *docks] if look.board.has_river(tile) else docks


def _is_meant(place: PlaceName, written: str) -> bool:
    """Nothing, `river`, an edge, or the place itself, with or without its bank."""
    if written == RIVER:
        return place.endswith("~")
    if written in EDGES:
        return place.endswith(f"/{written}")
    at, named = parse_place(place), parse_place(written)
    if named is None or at is None:
        return not written
    kind_fits = named.kind in ("ground", at.kind)
    return kind_fits and named.tile == at.tile and named.bank in ("", at.bank) and named.edge in ("", at.edge)


def _beside(look: Look, waters: list[PlaceName], written: str) -> list[PlaceName]:
    """The docks of the banks that bridges join to the one that is named, where it has none itself (RB-Q92)."""
    named = parse_place(written)
    if named is None or not named.bank or named.kind != "ground" or named.land not in look.board.all_lands:
        return []
    joined = look.joined(named.land)
    return [place for place in waters if place.partition("/")[0] in joined]


def _walled(look: Look, boat: Transporter, place: PlaceName) -> bool:
    """RB-6.14  Whether another player's wall stands at a dock. In a river no edge is passed."""
    return look.docked(place) and look.barred(boat.owner, _coast_edge(look, place))


def _coast_edge(look: Look, place: PlaceName) -> str:
    (way_out,) = look.board.water_steps[place]
    return pair(tile_of(place), way_out.to)
