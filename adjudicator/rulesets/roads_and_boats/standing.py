"""How it stands, for the tables of a letter: what the reader has and reaches, and what concerns everybody."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.latest import Latest
from adjudicator.core.model import Plain, Position, Seat

from .bricks import price
from .ending import end_mark
from .look import Look
from .memory import Memory
from .places import Ground, place_order
from .scoring import wealth
from .state import State, Transporter, transporter_order
from .tables import TABLES
from .textmap import text_map


def tables(position: Position, seat: Seat | None) -> Mapping[str, Plain]:
    """Values for tables.html.j2; for an onlooker everybody's transporters instead of his own."""
    state: State = position.state
    look = Look(position.board, state, Memory(), position.options)
    names = sorted(state.transporters, key=transporter_order)
    shown = [state.transporters[name] for name in names if seat is None or name.startswith(f"{seat}-")]
    return {
        "public": _public(position),
        "transporters": [_transporter(look, each, seat) for each in shown],
        "grounds": [] if seat is None else _grounds(look, shown),
        "wonder": _wonder(look, seat),
        "temple": list(state.temple),
        "sequence": list(state.sequence),
    }


def _told_to_all(position: Position) -> Mapping[str, Plain]:
    """The same for every reader."""
    state: State = position.state
    return {
        "map": text_map(position, legend=False),
        "players": [_player(state, each) for each in state.sequence],
        "mines": [
            {"at": at, "gold": mine.gold, "iron": mine.iron, "drawn": mine.drawn}
            for at, mine in sorted(state.mines.items(), key=lambda each: place_order(each[0]))
        ],
        "buildings": _buildings(state),
        "walls": [
            {"edge": edge, "owner": wall.owner, "strength": wall.strength}
            for edge, wall in sorted(state.walls.items(), key=lambda each: place_order(each[0]))
        ],
    }


_public = Latest(_told_to_all)


def short(name: str, seat: Seat | None) -> str:
    """A transporter as its owner writes it: without his colour."""
    return name.removeprefix(f"{seat}-")


def _transporter(look: Look, each: Transporter, seat: Seat | None) -> dict[str, Plain]:
    cargo = look.cargo(each)
    return {
        "name": short(each.name, seat),
        "at": look.place(each),
        "load": dict(each.load),
        "room": look.room(each),
        "aboard": short(each.aboard, seat),
        "cargo": short(cargo.name, seat) if cargo else "",
    }


def _grounds(look: Look, own: list[Transporter]) -> list[dict[str, Plain]]:
    """All ground that own transporters reach, with what lies and stands there."""
    reached: dict[Ground, list[str]] = {}
    for each in own:
        for ground in look.reach(each):
            reached.setdefault(ground, []).append(short(each.name, each.owner))
    found = []
    for ground in sorted(reached, key=place_order):
        goods, building = dict(look.heap(ground)), look.state.buildings.get(ground, "")
        if goods or building:
            found.append({"at": ground, "goods": goods, "building": building, "who": reached[ground]})
    return found


def _player(state: State, seat: Seat) -> dict[str, Plain]:
    player, has = state.players[seat], wealth(state, seat)
    return {
        "seat": seat,
        "home": player.home,
        "research": list(player.research),
        "transporters": sum(each.owner == seat for each in state.transporters.values()),
        "bricks": state.wonder.count(seat),
        "goods_worth": has.of_goods,
        "bricks_worth": has.of_rows,
        "worth": has.total,
        "left": player.left,
    }


def _buildings(state: State) -> dict[str, list[Ground]]:
    """Of each kind, where it stands."""
    found: dict[str, list[Ground]] = {}
    for ground in sorted(state.buildings, key=place_order):
        found.setdefault(state.buildings[ground], []).append(ground)
    return {kind: found[kind] for kind in TABLES.buildings if kind in found}


def _wonder(look: Look, seat: Seat | None) -> dict[str, Plain]:
    """RB-8.2  The bricks, the price of the next one that a player buys, and what still lies ahead."""
    bricks, table = len(look.state.wonder), TABLES.wonder
    return {
        "bricks": bricks,
        "price": price(look, seat or look.state.sequence[0]),
        "dearer": table.price_mark if bricks < table.price_mark else None,
        "irrigation": None if look.state.irrigated else table.irrigation,
        "end": end_mark(look.state),
    }
