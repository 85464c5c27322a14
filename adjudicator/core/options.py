"""The options of a game as its schema lists them: checked, and completed with the defaults."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from adjudicator.core.model import BadInput, Plain

if TYPE_CHECKING:
    from adjudicator.core.ruleset import Ruleset


def complete(schema: Mapping[str, Plain], raw: Plain) -> Mapping[str, Plain]:
    """Every option of a game: what was chosen, otherwise its default. Unknown ones and odd values are refused."""
    known: Mapping[str, Mapping[str, Plain]] = schema["properties"]
    if not isinstance(raw, Mapping):
        raise BadInput("options are a mapping of names and values")
    for name, value in raw.items():
        if name not in known:
            near = difflib.get_close_matches(str(name), known, n=1)
            raise BadInput(f"there is no option {name}" + (f"; did you mean {near[0]}?" if near else ""))
        allowed = known[name].get("enum")
        if allowed is not None and value not in allowed:
            raise BadInput(f"{name} is one of {', '.join(map(str, allowed))}, not {value}")
    return {name: raw.get(name, entry.get("default")) for name, entry in known.items()}


def listed(rules: Ruleset) -> list[dict[str, Plain]]:
    """Every option as its schema explains it: name, values, default, and what it is for. A game may have none."""
    file = rules.folders.schemas / "options.schema.json"
    if not file.is_file():
        return []
    schema = json.loads(file.read_text(encoding="utf-8"))
    return [
        {
            "name": name,
            "values": list(entry.get("enum", ())),
            "default": entry.get("default"),
            "explained": entry.get("description", ""),
        }
        for name, entry in schema["properties"].items()
    ]
