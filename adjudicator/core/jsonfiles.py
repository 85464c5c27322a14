"""The host's own JSON files: one key a line, so that a person finds what he looks for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from json import JSONEncoder
from typing import TypeVar

from adjudicator.core.model import BadInput, Plain

Made = TypeVar("Made")

_ENCODE = JSONEncoder(ensure_ascii=False).encode
"""Without json's own `indent`: that is done in Python, and leaves behind what only a search for garbage finds."""


def dump(value: Mapping[str, Plain]) -> str:
    lines = ",\n".join(f" {_ENCODE(key)}: {_ENCODE(entry)}" for key, entry in value.items())
    return f"{{\n{lines}\n}}\n" if lines else "{}\n"


def load(
    text: str, where: str, make: Callable[[Plain], Made], mending: str = "put it back from a backup, or remove it"
) -> Made:
    """What is made of a file. One that a disk or a hand has damaged is no mistake of ours, nor of a mail that asks."""
    try:
        return make(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise BadInput(f"the file is damaged; {mending}", f"host/{where}") from None
