"""The numbers of the game, from tables.yaml."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

from adjudicator.core.model import Plain


@cache
def table(name: str) -> Plain:
    return _tables()[name]


@cache
def _tables() -> dict[str, Plain]:
    numbers: dict[str, Plain] = yaml.safe_load(Path(__file__).with_name("tables.yaml").read_text())
    return numbers
