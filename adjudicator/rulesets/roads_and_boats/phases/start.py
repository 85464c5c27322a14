"""The start: each player's home, from ranked wishes in slot order."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from adjudicator.core.hexes import distance
from adjudicator.core.model import Plain, Seat

from ..board import Board
from ..events import HomeSettled
from ..goods import ordered
from ..look import Look
from ..orders import Home, Sheet
from ..places import Land, parse_place, tile_of
from ..play import play_orders
from ..state import State
from ..table import No, Table
from ..tables import TABLES


def play(table: Table, sheets: Mapping[Seat, Sheet]) -> None:
    """RB-4.2  All who are asked, in slot order. Who gets no home is asked again; the homes of the others stand."""
    for seat in asked(table.look.state, table.look.options):
        if seat in sheets:
            play_orders(table, seat, sheets[seat].orders, {Home: settle})


def asked(state: State, options: Mapping[str, Plain]) -> tuple[Seat, ...]:
    """RB-4.2  Who owes wishes: all without a home, or, with the option `sequential`, the first of them."""
    waiting = [seat for seat in state.sequence if state.players[seat].home is None and not state.players[seat].left]
    return tuple(waiting[:1] if options.get("start_tiles") == "sequential" else waiting)


def settle(table: Table, order: Home) -> bool:
    """RB-4.2  The first wish that can be had; why those before it could not is said for each."""
    assert table.seat is not None
    own, path = table.look.player(table.seat).home, table.path
    if own is not None:
        return table.refuse(No("home-settled", "RB-4.2", {"home": own}))
    for number, wish in enumerate(order.wishes):
        no = _forbidden(table.look, table.seat, wish)
        if no is None:
            table.happen(home_settled(table.seat, wish, chosen=True))
            return True
        table.refuse(no, place=f"{path}.home.{number}")
    return table.refuse(No("no-wish-left", "RB-4.2"))


def open_homes(board: Board, state: State, seat: Seat) -> Collection[Land]:
    """RB-4.2  The land that a player may wish for: any, or where the map prescribes homes the one of his slot."""
    if not board.homes:
        return board.all_lands
    return (board.homes[state.sequence.index(seat)],)  # RB-Q100


def _forbidden(look: Look, seat: Seat, wish: str) -> No | None:
    """RB-4.2  A home is on land, on one bank of a divided tile, with another tile between it and every other home."""
    place = parse_place(wish)
    if place is None or place.tile not in look.board.tiles:
        return No("home-unknown", "RB-4.2", {"home": wish})
    if look.board.is_sea(place.tile) or place.kind != "ground":
        return No("home-on-water", "RB-4.2", {"home": wish})
    if wish not in look.board.all_lands:
        banks = look.board.lands[place.tile]
        if len(banks) > 1 and not place.bank:
            return No("which-bank", "RB-4.3", {"tile": place.tile, "banks": list(banks)})
        return No("home-unknown", "RB-4.2", {"home": wish})
    if wish not in (own := open_homes(look.board, look.state, seat)):
        return No("home-prescribed", "RB-4.2", {"home": wish, "own": own})
    look.note("homes")
    for seat, player in look.state.players.items():
        if player.home is not None and distance(place.tile, tile_of(player.home)) < TABLES.start.distance:
            return No("home-too-near", "RB-4.2", {"home": wish, "owner": seat, "other": player.home})
    return None


def home_settled(seat: Seat, home: Land, *, chosen: bool) -> HomeSettled:
    """RB-4.3  The donkeys and goods that every home begins with."""
    start = TABLES.start
    names = tuple(f"{seat}-{kind}-{n}" for kind, count in start.transporters.items() for n in range(1, count + 1))
    return HomeSettled(seat=seat, home=home, transporters=names, goods=ordered(start.goods), chosen=chosen)
