"""What an order might change that is itself in doubt: whatever follows from that is in doubt too.

Taken from its words alone, and rather too much than too little, since another turn of things may take another branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.core.hexes import Tile
from adjudicator.core.model import Plain, Position, Seat

from .facts import Fact
from .influence import Influence, bricks, carriers, settled, tiles_of
from .look import Look
from .memory import Memory
from .places import parse_place, tile_of
from .state import Name, name_parts


def of_order(position: Position, seat: Seat, order: Plain) -> Influence:
    """What an order could change, should it come to something else than foretold."""
    look = Look(position.board, position.state, Memory(), position.options)
    state = look.state
    verbs, words = _keys(order), set(_words(order))
    names = {look.name(seat, word) for word in words if name_parts(word) is not None}
    tiles = {tile_of(word) for word in words if _names_tile(look, word)}
    if state.phase == "wonder" and (home := state.players[seat].home) is not None:
        tiles.add(tile_of(home))
    named = [state.transporters[name] for name in names if name in state.transporters]
    tiles |= {tile for each in named for tile in (*tiles_of(look, each), look.tile(each))}
    # A factory, a building and a brick take goods from all own transporters that are there.
    names |= {each.name for each in look.owned(seat) if look.tile(each) in tiles and state.phase != "movement"}
    makes = frozenset([seat]) if verbs & {"produce", "breed"} else frozenset()
    return Influence(
        phase=state.phase,
        tiles=frozenset(tiles),
        makers=makes,
        names=frozenset(names),
        carries=frozenset(names),
        carriers=carriers(state, names),
        goes=frozenset(names) if makes else frozenset(_docked(look, tiles) if "edge" in verbs else ()),
        known=frozenset(state.transporters),
        stands=frozenset((owner, tile) for tile in tiles for owner in state.players if state.phase != "wonder"),
        upgrades=frozenset(look.board.tiles) if "upgrade" in verbs else frozenset(),
        single=frozenset((*_own_affairs(look, seat, verbs), *(("bound", name) for name in names))),
        settled=settled(look),
    )


def _docked(look: Look, tiles: set[Tile]) -> Iterable[Name]:
    """Whose boats a wall might push out."""
    docked = (each for each in look.state.transporters.values() if look.docked(each.at))
    return (each.name for each in docked if tile_of(each.at) in tiles)


def _own_affairs(look: Look, seat: Seat, verbs: frozenset[str]) -> Iterable[Fact]:
    if verbs & {"research", "home"}:
        yield from (("player", seat), ("homes",))
    if verbs & {"produce", "breed", "home"}:
        yield ("owned", seat)
    if "move" in verbs:
        yield ("moved", seat)
    yield from (("permission", owner) for owner in look.state.players)
    if look.state.phase == "wonder":
        yield from bricks(look)


def _names_tile(look: Look, word: str) -> bool:
    place = parse_place(word)
    return place is not None and place.tile in look.board.tiles


def _keys(plain: Plain) -> frozenset[str]:
    """Every key of an order and of all that stands in it."""
    if isinstance(plain, Mapping):
        return frozenset(plain).union(*(_keys(value) for value in plain.values()))
    return frozenset().union(*(_keys(value) for value in plain)) if isinstance(plain, list | tuple) else frozenset()


def _words(plain: Plain) -> Iterable[str]:
    """Every word of an order; of an edge or a lane both its ends."""
    if isinstance(plain, str):
        yield plain
        if name_parts(plain) is None:
            yield from plain.split("-")
    elif isinstance(plain, Mapping):
        for value in plain.values():
            yield from _words(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _words(value)
