"""Texts as players send them, read with the schemas of Roads & Boats."""

from __future__ import annotations

from functools import cache
from typing import Any

from adjudicator.core import folders, reading, yamlfiles
from adjudicator.core.model import Problem
from adjudicator.core.sentences import Sentences

PHASES = ("start", "production", "movement", "building", "wonder")
DEFAULTS = {"game": "two-valleys", "player": "red", "turn": "3", "phase": "movement"}


@cache
def schema_for(phase: str) -> reading.Schema | None:
    folder = folders.schemas("roads_and_boats")
    if phase not in PHASES:
        return None
    return reading.bundle(f"{phase}.schema.json", lambda file: (folder / file).read_text(encoding="utf-8"))


@cache
def sentences() -> Sentences:
    text = (folders.templates("host") / "reasons.yaml").read_text(encoding="utf-8")
    return Sentences(yamlfiles.load(text, "reasons.yaml"))


def read(text: str | reading.Pages, **defaults: str) -> reading.Reading:
    """The text, with a head for whatever it leaves out."""
    return reading.read_sheets(text, schema_for, phases=PHASES, defaults={**DEFAULTS, **defaults})


def orders(text: str, phase: str = "movement") -> Any:
    """The orders of a text that must be right, given without their head."""
    got = read("orders:\n" + text, phase=phase)
    assert got.problems == (), [told(problem) for problem in got.problems]
    return got.sheets[0].body["orders"]


def problems_of(text: str, phase: str = "movement") -> tuple[Problem, ...]:
    return read("orders:\n" + text, phase=phase).problems


def told(problem: Problem) -> str:
    place = f"{problem.mark.line}:{problem.mark.column} " if problem.mark else ""
    return f"{place}{problem.code} at {problem.place!r}: {sentences().reason(problem)}"
