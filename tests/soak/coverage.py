"""Which rules play has reached: a rule is reached where a function that carries its number ran, or an order was refused
by it. That a rule's function ran does not prove that it decided anything, but what never ran was never tried."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType

from adjudicator.core import yamlfiles
from adjudicator.rulesets import roads_and_boats
from adjudicator.rulesets.roads_and_boats.game import GAME

UNREACHED = Path(__file__).parent / "unreached.yaml"
NUMBER = re.compile(r"RB-[0-9]+\.[0-9]+")
HEAD = re.compile(r"(?:RB-[Q0-9.]+(?:, |\s+| to ))+")
"""The numbers at the beginning of a docstring."""
NO_RULES = ("bots", "picture", "mapmaking")
"""Parts of the package in which nothing is decided."""


def rules() -> tuple[str, ...]:
    """Every rule's number, in the order of the rule book."""
    text = (GAME.folders.rules / "RULES.md").read_text(encoding="utf-8")
    return tuple(re.findall(r"^\*\*(RB-[0-9]+\.[0-9]+)\*\*", text, re.MULTILINE))


def unreached() -> dict[str, str]:
    """The rules and events that no game need reach, each with its reason."""
    found: dict[str, str] = yamlfiles.load(UNREACHED.read_text(encoding="utf-8"), str(UNREACHED))
    return found


@cache
def numbered() -> dict[CodeType, tuple[str, ...]]:
    """Every function that carries numbers of rules, by its code."""
    found: dict[CodeType, tuple[str, ...]] = {}
    for module in pkgutil.walk_packages(roads_and_boats.__path__, f"{roads_and_boats.__name__}."):
        if module.name.split(".")[3] in NO_RULES:
            continue
        for function in _functions(importlib.import_module(module.name)):
            head = HEAD.match(inspect.getdoc(function) or "")
            if head is not None and (numbers := NUMBER.findall(head.group())):
                found[function.__code__] = tuple(numbers)
    return found


def _functions(holder: object) -> Iterator[FunctionType]:
    """The functions of a module and of its classes, properties and what is kept once computed included."""
    for entry in vars(holder).values():
        inner = getattr(entry, "fget", None) or getattr(entry, "func", None) or getattr(entry, "__wrapped__", entry)
        if isinstance(inner, FunctionType):
            yield inner
        elif inspect.isclass(entry) and entry.__module__ == getattr(holder, "__name__", None):
            yield from _functions(entry)


@contextmanager
def watched(reached: set[str]) -> Iterator[None]:
    """Notes the numbers of all rules whose functions run meanwhile."""
    codes = numbered()

    def saw(frame: FrameType, event: str, argument: object) -> None:
        numbers = codes.get(frame.f_code)
        if numbers is not None:
            reached.update(numbers)

    before = sys.gettrace()
    sys.settrace(saw)
    try:
        yield
    finally:
        sys.settrace(before)
