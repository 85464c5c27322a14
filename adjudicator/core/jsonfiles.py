"""The host's own JSON files: one key a line, so that a person finds what he looks for."""

from __future__ import annotations

from collections.abc import Mapping
from json import JSONEncoder

from adjudicator.core.model import Plain

_ENCODE = JSONEncoder(ensure_ascii=False).encode
"""Without json's own `indent`: that is done in Python, and leaves behind what only a search for garbage finds."""


def dump(value: Mapping[str, Plain]) -> str:
    lines = ",\n".join(f" {_ENCODE(key)}: {_ENCODE(entry)}" for key, entry in value.items())
    return f"{{\n{lines}\n}}\n" if lines else "{}\n"
