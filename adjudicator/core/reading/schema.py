"""JSON Schemas (draft 2020-12) made into shapes. Editors complete from the same files.

Used here: type, enum, const, minimum, maximum, pattern, properties, required, additionalProperties, minProperties,
items, minItems, maxItems, anyOf, oneOf, dependentSchemas (false: cannot stand together), $ref, title.
Our own words, which editors ignore:
  x-kind       what kind of word a string is (kinds.py), so that it is read into its normal form
  x-pieces     the kinds of a piece that is named by kind and number, so that one misspelt is known again
  x-verb       the key that tells this mapping from the others in a oneOf
  x-also       other spellings of words or keys: {"goose": "geese"}
  x-short      the short form that may stand for a mapping ("goods") or a list ("list")
  x-inline     {"steps": ["go", "dock"]}: these keys beside the others stand for that list
  x-short-form this branch of an anyOf is such a short form: written out for editors, read by x-short
  x-set-aside  what is wrong in this list or mapping is set aside alone
  x-as-written the keys keep the order in which they were written: it means something
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from .matchers import Matcher, bounded_number, flag, string, words
from .nodes import fold_key
from .shapes import Choice, Field, Fields, Items, Shape

Schema: TypeAlias = Mapping[str, Any]
_KEPT: OrderedDict[int, tuple[Schema, Shape]] = OrderedDict()
_MOST_KEPT = 64


def shape_of(schema: Schema) -> Shape:
    """The shape of a schema, made once and kept for as long as the schema is in use."""
    kept = _KEPT.get(id(schema))
    if kept is None or kept[0] is not schema:
        kept = (schema, _Maker(schema).make(schema))
        _KEPT[id(schema)] = kept
        while len(_KEPT) > _MOST_KEPT:
            _KEPT.popitem(last=False)
    return kept[1]


def verbs_of(schema: Schema) -> frozenset[str]:
    """What an order of a phase may begin with."""
    fields = shape_of(schema).mapping
    assert isinstance(fields, Fields), "the schema of a phase is a mapping"
    orders = fields.fields.get("orders")
    one = None if orders is None or orders.shape.items is None else orders.shape.items.shape.mapping
    return frozenset(one.verbs) if isinstance(one, Choice) else frozenset()


def bundle(name: str, text_of: Callable[[str], str]) -> dict[str, Any]:
    """One schema with everything it refers to in the files beside it (`common.schema.json#/$defs/goods`) built in."""
    whole: dict[str, Any] = json.loads(text_of(name))
    files = {name}
    while True:
        wanted = {file for file in _files_named(whole) if file not in files}
        if not wanted:
            return dict(_local(whole))
        for file in sorted(wanted):
            files.add(file)
            for key, definition in json.loads(text_of(file)).get("$defs", {}).items():
                own = whole.setdefault("$defs", {}).setdefault(key, definition)
                if own != definition:
                    raise ValueError(f"{name} and {file} both define {key}")


def _files_named(part: Any) -> set[str]:
    if isinstance(part, list):
        return {file for entry in part for file in _files_named(entry)}
    if not isinstance(part, dict):
        return set()
    found = {file for entry in part.values() for file in _files_named(entry)}
    ref = part.get("$ref")
    return found | {ref.partition("#")[0]} if isinstance(ref, str) and not ref.startswith("#") else found


def _local(part: Any) -> Any:
    if isinstance(part, list):
        return [_local(entry) for entry in part]
    if not isinstance(part, dict):
        return part
    return {
        key: "#" + value.partition("#")[2] if key == "$ref" and isinstance(value, str) else _local(value)
        for key, value in part.items()
    }


class _Maker:
    """Makes shapes from one schema; a definition that holds itself is made once and referred to."""

    def __init__(self, whole: Schema) -> None:
        self._whole = whole
        self._made: dict[str, Shape] = {}
        self._making: set[str] = set()

    def make(self, schema: Schema) -> Shape:
        if "$ref" in schema:
            return self._referred(schema)
        shape = Shape(short=schema.get("x-short", ""), title=schema.get("title", ""))
        self._fill(shape, schema)
        return shape

    def _referred(self, schema: Schema) -> Shape:
        ref: str = schema["$ref"]
        if ref not in self._made:
            target = self._target(ref)
            shape = self._made[ref] = Shape(short=target.get("x-short", ""), title=target.get("title", ""))
            if "$ref" in target:
                raise ValueError(f"{ref} only refers to another definition")
            self._making.add(ref)
            self._fill(shape, target)
            self._making.remove(ref)
        return self._made[ref]

    def _target(self, ref: str) -> Schema:
        if not ref.startswith("#/"):
            raise ValueError(f"{ref} is in another file: bundle the schema first")
        part: Any = self._whole
        for step in ref[2:].split("/"):
            part = part[step]
        return dict(part)

    def _fill(self, shape: Shape, schema: Schema) -> None:
        branches = [] if _only_requires(schema.get("anyOf", ())) else [*schema.get("anyOf", ())]
        branches += schema.get("oneOf", ())
        choice = Choice()
        for branch in branches:
            if branch.get("x-short-form"):
                continue
            if branch.get("$ref") in self._making:
                raise ValueError(f"{branch['$ref']} is a choice within itself")
            part = self.make(branch)
            resolved = self._target(branch["$ref"]) if "$ref" in branch else branch
            if "x-verb" in resolved:
                self._add_verb(choice, part, resolved["x-verb"])
                continue
            shape.texts += part.texts
            shape.mapping = _one(shape.mapping, part.mapping)
            shape.items = _one(shape.items, part.items)
        if choice.verbs:
            shape.mapping = _one(shape.mapping, choice)
        self._fill_own(shape, schema)

    def _add_verb(self, choice: Choice, shape: Shape, verb: str) -> None:
        if not isinstance(shape.mapping, Fields):
            raise ValueError(f"x-verb {verb} is not on a mapping")
        choice.verbs.setdefault(fold_key(verb), []).append(shape.mapping)

    def _fill_own(self, shape: Shape, schema: Schema) -> None:
        kind = schema.get("type")
        if "const" in schema or "enum" in schema:
            shape.texts.append(words(schema, kind))
        elif kind == "integer":
            shape.texts.append(bounded_number(schema))
        elif kind == "boolean":
            shape.texts.append(Matcher(flag, ["yes", "no"]))
        elif kind == "string":
            shape.texts.append(string(schema))
        elif kind == "object":
            fields = Fields()
            shape.mapping = _one(shape.mapping, fields)
            self._fill_fields(fields, schema)
        elif kind == "array":
            least, most = schema.get("minItems", 0), schema.get("maxItems", 1000)
            items = Items(self.make(schema["items"]), least, most, schema.get("x-set-aside", False))
            shape.items = _one(shape.items, items)

    def _fill_fields(self, fields: Fields, schema: Schema) -> None:
        for name, part in schema.get("properties", {}).items():
            fields.fields[fold_key(name)] = Field(name, self.make(part))
        fields.also = {fold_key(also): fold_key(name) for also, name in schema.get("x-also", {}).items()}
        fields.required = tuple(schema.get("required", ()))
        if _only_requires(schema.get("anyOf", ())):
            fields.one_of = tuple(name for branch in schema["anyOf"] for name in branch["required"])
        fields.apart = {
            name: frozenset(other for other, allowed in part.get("properties", {}).items() if allowed is False)
            for name, part in schema.get("dependentSchemas", {}).items()
        }
        others = schema.get("additionalProperties", False)
        fields.others = self.make(others) if isinstance(others, Mapping) else None
        fields.inline = {target: tuple(keys) for target, keys in schema.get("x-inline", {}).items()}
        for keys in fields.inline.values():  # they are written beside the others, but read as steps
            for key in keys:
                fields.fields.pop(fold_key(key), None)
        fields.sets_aside = schema.get("x-set-aside", False)
        fields.as_written = schema.get("x-as-written", False)
        fields.least = schema.get("minProperties", 0)


def _only_requires(branches: Any) -> bool:
    """`anyOf` that only lists keys of which one must be there."""
    return bool(branches) and all(set(branch) == {"required"} for branch in branches)


def _one(old: Any, new: Any) -> Any:
    if old is not None and new is not None:
        raise ValueError("two mappings or two lists in one place, and no x-verb to tell them apart")
    return new if old is None else old
