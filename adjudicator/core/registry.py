"""The games that are installed, found under the entry point group `adjudicator.rulesets`, loaded when asked for."""

from __future__ import annotations

import difflib
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from adjudicator.core.model import BadInput
from adjudicator.core.ruleset import Ruleset

GROUP = "adjudicator.rulesets"


def names() -> tuple[str, ...]:
    return tuple(sorted(_installed()))


@cache
def ruleset(name: str) -> Ruleset:
    """The game of that name. Only its own code is loaded, so a broken game spoils no other."""
    found = _installed().get(name)
    if found is None:
        near = difflib.get_close_matches(name, names(), n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise BadInput(f"no game called {name} is installed, only {', '.join(names())}{hint}")
    return cast(Ruleset, found.load())


def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
