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
    try:
        game = found.load()
    except Exception as error:
        raise BadInput(f"the game {name} cannot be loaded: {type(error).__name__}: {error}", found.value) from error
    lacking = sorted(part for part in _REQUIRED if not hasattr(game, part))
    if lacking:
        raise BadInput(f"the game {name} lacks {', '.join(lacking)}: see core/ruleset.py", found.value)
    if game.name != name:
        raise BadInput(f"the game {name} calls itself {game.name}: its entry point must have its name", found.value)
    return cast(Ruleset, game)


_REQUIRED = {*Ruleset.__annotations__, *Ruleset.__abstractmethods__} - {
    part for part in Ruleset.__annotations__ if hasattr(Ruleset, part)
}


def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
