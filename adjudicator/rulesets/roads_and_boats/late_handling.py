"""Handling goods after movement: in building and wonder phases only where the game allows it (RB-7.20)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import handling
from .orders import Give, Load, Take, Unload
from .play import Verbs
from .table import No, Table


def _only_if_allowed(verb: Callable[[Table, Any], bool]) -> Callable[[Table, Any], bool]:
    def handle(table: Table, order: Any) -> bool:
        """RB-7.20  Not in these phases, unless the option `handling_in_build_and_wonder` says so (RB-Q35)."""
        if table.look.options.get("handling_in_build_and_wonder") != "yes":
            return table.refuse(No("no-handling-now", "RB-7.20", {"phase": table.look.state.phase}))
        return verb(table, order)

    return handle


LATE_HANDLING: Verbs = {
    Load: _only_if_allowed(handling.load),
    Unload: _only_if_allowed(handling.unload),
    Give: _only_if_allowed(handling.give),
    Take: _only_if_allowed(handling.take),
}
