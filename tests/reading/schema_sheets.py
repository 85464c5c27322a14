"""Sheets drawn from a schema: whatever it allows in long form, and nothing else. For property tests of every part."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

from hypothesis import strategies as st

from adjudicator.core.hexes import EDGES
from adjudicator.core.model import Plain
from adjudicator.core.reading.kinds import KINDS
from tests.reading.letters import schema_for

Schema: TypeAlias = Mapping[str, Any]
HEAD = ("game", "player", "turn", "phase", "token", "based_on", "ready")
MORE = ("if", "first_of", "all_of", "all", "any", "not")
"""What holds further orders or conditions, so that drawing might never end."""


@st.composite
def bodies(draw: st.DrawFn, phase: str, depth: int = 10) -> dict[str, Plain]:
    """The part of a sheet that is the game's own: `orders` and what else the schema of the phase allows."""
    whole = schema_for(phase)
    assert whole is not None
    drawer = _Drawer(whole, draw)
    parts = [name for name in whole["properties"] if name not in HEAD]
    return {name: drawer.value(whole["properties"][name], depth) for name in parts if draw(st.booleans())}


class _Drawer:
    def __init__(self, whole: Schema, draw: st.DrawFn) -> None:
        self.whole, self.draw = whole, draw

    def value(self, schema: Schema, depth: int) -> Plain:
        schema = self._target(schema)
        branches = [b for b in (*schema.get("oneOf", ()), *schema.get("anyOf", ())) if not b.get("x-short-form")]
        if branches and "type" not in schema:
            fitting = [b for b in branches if depth > 0 or self._target(b).get("x-verb") not in MORE]
            return self.value(self.draw(st.sampled_from(fitting)), depth)
        if "const" in schema or "enum" in schema:
            return self.draw(st.sampled_from(schema.get("enum", [schema.get("const")])))
        match schema["type"]:
            case "integer":
                return self.draw(st.integers(schema["minimum"], schema["maximum"]))
            case "boolean":
                return self.draw(st.booleans())
            case "string":
                return self.draw(_texts(schema["x-kind"], schema["pattern"]))
            case "array":
                least = schema.get("minItems", 0)
                most = min(schema.get("maxItems", 3), max(least, 3))
                return [self.value(schema["items"], depth - 1) for _ in range(self.draw(st.integers(least, most)))]
        return self._mapping(schema, depth)

    def _target(self, schema: Schema) -> Schema:
        found: Schema = self.whole["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
        return found

    def _mapping(self, schema: Schema, depth: int) -> Plain:
        short = {key for keys in schema.get("x-inline", {}).values() for key in keys}
        names = [name for name in schema["properties"] if name not in short]
        wanted = {name for name in names if name in schema.get("required", ()) or self.draw(st.integers(0, 2)) == 0}
        one_of = [name for part in schema.get("anyOf", ()) for name in part["required"] if name in names]
        if one_of and wanted.isdisjoint(one_of):
            wanted.add(self.draw(st.sampled_from(one_of)))
        if len(wanted) < schema.get("minProperties", 0):
            wanted.add(self.draw(st.sampled_from(names)))
        for name, part in schema.get("dependentSchemas", {}).items():
            if name in wanted:
                wanted -= set(part["properties"])
        return {name: self.value(schema["properties"][name], depth - 1) for name in names if name in wanted}


@cache
def _texts(kind: str, pattern: str) -> st.SearchStrategy[str]:
    """Words of a kind that a pattern allows: all on a small map, with six players."""
    tiles = [f"{column}{row}" for column in "ABCD" for row in range(1, 5)]
    lands = [*tiles, *(tile + bank for tile in tiles for bank in "abc")]
    places = [*lands, *(f"{tile}~" for tile in tiles), *(f"{land}/{edge}" for land in lands for edge in EDGES)]
    colours = ["red", "blue", "yellow", "green", "white", "black"]
    kinds = ["donkey", "wagon", "truck", "raft", "rowboat", "steamer"]
    own = [f"{name}-{number}" for name in kinds for number in range(1, 4)]
    words: dict[str, list[str]] = {
        "place": places,
        "ground": lands,
        "pair": [f"{one}-{other}" for one in lands for other in lands],
        "piece": [*own, *(f"{colour}-{name}" for colour in colours for name in own)],
        "word": [*colours, "any", "me", "others", "neutral"],
    }
    normal = [read for word in words[kind] if (read := KINDS[kind](word)) and re.search(pattern, read)]
    return st.sampled_from(sorted(set(normal)))
