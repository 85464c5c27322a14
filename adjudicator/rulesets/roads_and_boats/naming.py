"""Finding out what a player means by a name: his transporters, others', and the ground or bank of a tile."""

from __future__ import annotations

from itertools import count

from adjudicator.core.model import Seat

from .look import Look
from .orders import Quantity
from .places import Ground, Place, parse_place, tile_of
from .state import Name, State, Transporter, name_parts, transporter_order
from .table import No, Table


def own_transporter(table: Table, written: str) -> Transporter | No:
    """RB-10.9  A transporter of the player himself that is not carried; among the steps of a move, the mover."""
    if not written:
        move = table.look.memory.move
        if move is None:
            return No("say-which-transporter", "RB-10.9")
        written = move.transporter
    parts = name_parts(written)
    if parts is not None and parts.owner not in ("", table.seat):  # whether it exists or not
        return No("not-yours", "RB-10.9", {"transporter": written, "owner": parts.owner})
    found = somebodys_transporter(table, written)
    if isinstance(found, No):
        return found
    if found.aboard:
        return No("carried", "RB-2.8", {"transporter": found.name, "carrier": found.aboard})
    return found


def somebodys_transporter(table: Table, written: str) -> Transporter | No:
    """RB-10.9  Any transporter: own ones without the colour."""
    assert table.seat is not None
    name = table.look.name(table.seat, written)
    found = table.look.transporter(name) if name_parts(name) else None
    if found is not None:
        return found
    facts = {"transporter": written, "known": transporters_like(table.look.state, table.seat, name)}
    return No("no-such-transporter", "RB-10.9", facts, (("where", name),))


def transporters_like(state: State, seat: Seat, name: Name) -> list[str]:
    """The transporters of the same owner, of the same kind if he has any, as the player would write them."""
    owner = name.partition("-")[0]
    names = sorted((each for each in state.transporters if each.startswith(f"{owner}-")), key=transporter_order)
    parts = name_parts(name)
    alike = [each for each in names if parts is not None and each.startswith(f"{owner}-{parts.kind}-")]
    return [each.removeprefix(f"{seat}-") for each in alike or names]


def grounds_meant(
    look: Look, transporter: Transporter, written: str, prefer: Quantity | None = None
) -> tuple[Ground, ...] | No:
    """The ground that is meant, with the banks joined to it where no bank is named; the nearest first.

    Without a bank only one can be meant if all that are in reach are joined (contract of places); where some goods
    are looked for and only one side has any of them, that side is meant.
    """
    reach = look.reach(transporter)
    if not reach:
        facts = {"transporter": transporter.name, "carrier": transporter.aboard}
        return No("carried", "RB-2.8", facts, (("where", transporter.name),))
    place = parse_place(written) if written else None
    if written and (place is None or place.kind != "ground" or place.tile != look.tile(transporter)):
        return _out_of_reach(look, transporter, written)
    if place is not None and place.bank:
        if place.land not in reach:
            return _out_of_reach(look, transporter, written)
        return (place.land,)
    groups = bank_groups(look, reach)
    if len(groups) > 1 and prefer is not None:
        goods = None if prefer == "all" else tuple(prefer)
        filled = [g for g in groups if any(look.heap(x).keys() & (goods or look.heap(x).keys()) for x in g)]
        groups = filled if len(filled) == 1 else groups
    if len(groups) > 1:
        return No("which-bank", "RB-2.3", {"banks": [group[0] for group in groups], "tile": tile_of(reach[0])})
    return nearest_first(groups[0], transporter)


def _out_of_reach(look: Look, transporter: Transporter, written: str) -> No:
    """The rule is the one that says what is in reach from where the transporter is."""
    rule = "RB-2.4" if look.at_sea(transporter.at) else "RB-2.3" if look.in_river(transporter.at) else "RB-2.2"
    return No("out-of-reach", rule, {"place": written, "transporter": transporter.name})


def bank_groups(look: Look, grounds: tuple[Ground, ...]) -> list[tuple[Ground, ...]]:
    """The grounds sorted into those that bridges join; a rig is by itself."""
    return list(dict.fromkeys(look.joined(each) if each in look.board.all_lands else (each,) for each in grounds))


def ground_meant(look: Look, seat: Seat, written: str, rule: str) -> Ground | No:
    """Where on a land tile a player means: the bank he names, or the only one that his transporters reach.

    Where all that they reach is joined, it is the bank of the first of them.
    """
    place = parse_place(written)
    if place is None or place.kind != "ground" or place.tile not in look.board.tiles:
        return No("no-such-place", rule, {"place": written})
    if place.land in look.board.all_lands:
        return place.land
    if place.bank or look.board.is_sea(place.tile):
        return No("no-such-place", rule, {"place": written})
    crew = look.own_on_tile(seat, place.tile)
    if not crew:
        return No("nobody-there", rule, {"place": written}, (("own", seat, place.tile),))
    groups = bank_groups(look, tuple(dict.fromkeys(ground for each in crew for ground in look.reach(each))))
    if len(groups) > 1:
        return No("which-bank", "RB-2.3", {"banks": [group[0] for group in groups], "tile": place.tile})
    return nearest_first(groups[0], crew[0])[0]


def building_meant(look: Look, place: Place) -> tuple[Ground, str] | None:
    """RB-Q92  The building of a tile, whatever its bank; where a bank is named, only one on it or joined to it."""
    found = look.building_at(place.tile)
    if found is None or not place.bank:
        return found
    return found if place.land in look.board.all_lands and place.land in look.joined(found[0]) else None


def new_name(look: Look, seat: Seat, kind: str, written: str) -> Name | No:
    """RB-3.6  The name in the order, or the lowest number free at the start of the phase and not given since."""
    look.note("owned", seat)
    if not written:
        numbers = (f"{seat}-{kind}-{number}" for number in count(1))
        return next(name for name in numbers if name not in look.memory.names)
    name = look.name(seat, written)
    parts = name_parts(name)
    if parts is None or parts.owner != seat or parts.kind != kind:
        return No("no-name-for-it", "RB-3.6", {"name": written, "made": kind})
    return name if name not in look.memory.names else No("name-taken", "RB-3.6", {"name": name})


def nearest_first(group: tuple[Ground, ...], transporter: Transporter) -> tuple[Ground, ...]:
    if len(group) == 1:
        return group
    own = parse_place(transporter.at)
    return tuple(sorted(group, key=lambda ground: (own is None or ground != own.land, ground)))
