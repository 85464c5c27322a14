"""Building: in slot order each player builds and demolishes what he listed, and pays for each thing by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.core.model import Seat

from ..buildings import put_up
from ..late_handling import LATE_HANDLING
from ..mines import SHAFT, sink_shaft
from ..orders import Build, Demolish, Sheet
from ..play import Verbs, play_orders
from ..roads import BRIDGE, ROAD, build_bridge, build_road
from ..table import Table
from ..walls import WALL, demolish, raise_wall


def play(table: Table, sheets: Mapping[Seat, Sheet]) -> None:
    for seat in table.look.state.sequence:
        if seat in sheets:
            play_orders(table, seat, sheets[seat].orders, VERBS)


_OTHER_THAN_BUILDINGS: Mapping[str, Callable[[Table, Build], bool]] = {
    ROAD: build_road,
    BRIDGE: build_bridge,
    WALL: raise_wall,
    SHAFT: sink_shaft,
}


def build(table: Table, order: Build) -> bool:
    """RB-7.3  What is built works at once, so the next order already counts on it."""
    return _OTHER_THAN_BUILDINGS.get(order.what, put_up)(table, order)


VERBS: Verbs = {Build: build, Demolish: demolish, **LATE_HANDLING}
