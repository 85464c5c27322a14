"""Order sheets: finding the place of something in a player's text, and taking out what cannot be used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from adjudicator.core.model import Mark, OrderSheet, Plain, Problem

ORDERS = "orders"


def mark_at(sheet: OrderSheet, path: str) -> Mark | None:
    """Where in the text a part of the sheet stands: its own place, or that of the nearest part around it.

    The path is written as in problems: `2.steps.1.go` for orders, `sequence.prefer.0` for the rest.
    """
    head = path.partition(".")[0]
    here = f"{ORDERS}.{path}" if head.isdigit() else path
    while here:
        if here in sheet.marks:
            return sheet.marks[here]
        here = here.rpartition(".")[0]
    return sheet.marks.get("")


def without(sheet: OrderSheet, problems: Iterable[Problem]) -> OrderSheet:
    """The sheet with every invalid part set aside and its problems on it; whoever sent it does not count as ready.

    An order falls as a whole, whatever in it is wrong; of the other parts falls what the problem names. Those that
    stand in a list leave an empty place, so that the others keep their numbers.
    """
    found = tuple(problem for problem in problems if problem.kind == "invalid")
    if not found:
        return sheet
    body: Plain = sheet.body
    for problem in found:
        path = [ORDERS, str(problem.order)] if problem.order is not None else problem.place.split(".")
        body = _taken_out(body, path)
    return replace(sheet, body=body, ready=False, problems=(*sheet.problems, *found))


def _taken_out(value: Plain, path: list[str]) -> Plain:
    """A copy without what stands at a path; what is not there need not be taken out."""
    key, rest = path[0], path[1:]
    if isinstance(value, Mapping) and key in value:
        if rest:
            return {**value, key: _taken_out(value[key], rest)}
        return {name: part for name, part in value.items() if name != key}
    if isinstance(value, list | tuple) and key.isdigit() and int(key) < len(value):
        number = int(key)
        part = _taken_out(value[number], rest) if rest else None
        return [*value[:number], part, *value[number + 1 :]]
    return value
