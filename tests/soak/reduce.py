"""A failure made small, and kept as a numbered case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from adjudicator.core import yamlfiles
from adjudicator.core.model import OrderSheet, Plain, Seat
from adjudicator.rulesets.roads_and_boats.game import GAME
from tests.rules.cases import HERE

from .checks import EVERY
from .play import CRASH, Failure, judged

CASES = HERE / "roads_and_boats" / "X_found_in_play"
NUMBERED = re.compile(r"RB-X([0-9]+)_")


def reduced(failure: Failure) -> Failure:
    """The same failure with as little ordered as possible: part after part is left out while it still fails."""
    sheets, smaller = failure.sheets, True
    while smaller:
        smaller = False
        for fewer in _fewer(sheets):
            if fails(replace(failure, sheets=fewer)):
                sheets, smaller = fewer, True
                break
    return replace(failure, sheets=sheets)


def fails(failure: Failure) -> bool:
    """Whether the same check still fails."""
    only = {name: check for name, (check, _) in EVERY.items() if name == failure.check}
    _, again = judged(failure, only)
    return again is not None and again.check == failure.check


def _fewer(sheets: Mapping[Seat, OrderSheet]) -> Iterator[dict[Seat, OrderSheet]]:
    """Everything that can be left out, the largest parts first."""
    for seat in sheets:
        yield {other: sheet for other, sheet in sheets.items() if other != seat}
    for seat, sheet in sheets.items():
        for body in _smaller(sheet.body):
            yield {**sheets, seat: replace(sheet, body=body)}


def _smaller(value: Plain) -> Iterator[Plain]:
    """The same without one of its parts, or with one of them made smaller. What a part needs is not known here: where
    too much is left out, the failure becomes another one, and the part is kept."""
    if isinstance(value, Mapping):
        for key in value:
            if isinstance(value[key], list) and value[key]:
                yield {**value, key: []}
        for key, part in value.items():
            yield from ({**value, key: smaller} for smaller in _smaller(part))
    elif isinstance(value, list):
        for number in range(len(value)):
            yield [*value[:number], *value[number + 1 :]]
        for number, part in enumerate(value):
            yield from ([*value[:number], smaller, *value[number + 1 :]] for smaller in _smaller(part))


def keep(failure: Failure, folder: Path = CASES) -> Path:
    """Writes the case. What is right instead is for whoever mends it to say: `then` tells only what was refused."""
    folder.mkdir(parents=True, exist_ok=True)
    taken = [int(match[1]) for file in folder.iterdir() if (match := NUMBERED.match(file.name))]
    path = folder / f"RB-X{max(taken, default=0) + 1}_{failure.check.replace('-', '_')}.yaml"
    state = GAME.write_state(failure.before.state)
    case = {
        "case": f"{failure.check}: {failure.why}",
        "given": {
            "map": failure.scene.map,
            "state": state,
            "options": dict(failure.scene.options),
            "seed": failure.scene.seed.hex(),
        },
        "orders": {seat: dict(sheet.body) for seat, sheet in sorted(failure.sheets.items())},
        "then": {"refused": _refused(failure)},
    }
    path.write_text(yamlfiles.dump(case, blocks=4, width=120), encoding="utf-8")
    return path


def _refused(failure: Failure) -> list[dict[str, Plain]]:
    if failure.check == CRASH:
        return []
    refused = GAME.resolve(failure.before, failure.sheets, failure.scene.draws).refused
    return [{"player": each.seat, "place": each.place, "code": each.code, "rule": each.rule} for each in refused]
