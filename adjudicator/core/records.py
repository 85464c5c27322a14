"""Immutable records (events, values) as plain mappings and back, exactly. What equals its default is left out."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from adjudicator.core.model import BadInput, Event, Plain

T = TypeVar("T")


def plain(event: Event) -> dict[str, Plain]:
    """An event as a mapping that begins with its kind: `{event: goods-loaded, seat: red, …}`."""
    return {"event": event.kind(), **value_plain(event)}


def read(vocabulary: Mapping[str, type[Event]], raw: Plain, where: str = "") -> Event:
    """The event that a mapping tells, by its kind. BadInput where nothing of the vocabulary is told like that."""
    if not isinstance(raw, Mapping) or raw.get("event") not in vocabulary:
        kind = raw.get("event") if isinstance(raw, Mapping) else raw
        raise BadInput(f"{kind!r} is no kind of event here", where)
    return value_read(vocabulary[raw["event"]], {key: entry for key, entry in raw.items() if key != "event"}, where)


def value_plain(value: Any) -> dict[str, Plain]:
    """Any dataclass as a mapping of its fields, those at their default left out."""
    told: dict[str, Plain] = {}
    for name, default in _defaults(type(value)):
        entry = getattr(value, name)
        if entry == default and entry.__class__ is default.__class__:
            continue
        told[name] = entry if entry.__class__ in _AS_THEY_ARE else _plain(entry)
    return told


def value_read(kind: type[T], raw: Plain, where: str = "") -> T:
    """A dataclass from the mapping that `value_plain` made of it."""
    if not isinstance(raw, Mapping):
        raise BadInput(f"{kind.__name__} is a mapping, not {raw!r}", where)
    readers = _readers(kind)
    unknown = [key for key in raw if key not in readers]
    if unknown:
        raise BadInput(f"{kind.__name__} has no {unknown[0]}", where)
    try:
        return kind(**{key: readers[key](entry) for key, entry in raw.items()})
    except TypeError as error:
        raise BadInput(f"{kind.__name__} cannot be read: {error}", where) from None


_AS_THEY_ARE = frozenset((str, int, bool, type(None)))


def _plain(entry: Any) -> Plain:
    if entry.__class__ in _AS_THEY_ARE:
        return entry
    if isinstance(entry, dict):  # before anything that is dearer to ask: hardly any field is something else
        return {key: _plain(part) for key, part in entry.items()}
    if isinstance(entry, (tuple, list)):
        return [_plain(part) for part in entry]
    if is_dataclass(entry) and not isinstance(entry, type):
        return value_plain(entry)
    if isinstance(entry, Mapping):
        return {key: _plain(part) for key, part in entry.items()}
    if isinstance(entry, frozenset | set):
        return sorted(_plain(part) for part in entry)
    raise TypeError(f"{entry!r} has no plain form")


_DEFAULTS: dict[type, tuple[tuple[str, Any], ...]] = {}
_READERS: dict[type, Mapping[str, Callable[[Plain], Any]]] = {}


def _defaults(kind: type) -> tuple[tuple[str, Any], ...]:
    if kind not in _DEFAULTS:
        _DEFAULTS[kind] = tuple((field.name, _default(field)) for field in fields(kind))
    return _DEFAULTS[kind]


def _default(field: Field[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else MISSING


def _readers(kind: type) -> Mapping[str, Callable[[Plain], Any]]:
    if kind not in _READERS:
        hints = get_type_hints(kind)
        _READERS[kind] = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    return _READERS[kind]


def _reader(hint: Any) -> Callable[[Plain], Any]:
    """How a field of this type is made from what YAML can hold."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return _as_it_is
    if origin in (Union, types.UnionType):
        return _union_reader(inner)
    if origin is Literal:
        return _literal_reader(inner)
    if origin is tuple:
        return _tuple_reader(inner)
    if origin in (frozenset, list):
        return _several_reader(origin, _reader(inner[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_reader(_reader(inner[1]))
    if is_dataclass(hint):
        return lambda raw: value_read(typing.cast(type, hint), raw)
    if hint in _AS_THEY_ARE:
        return _scalar_reader(hint)
    raise TypeError(f"no way to read {hint}")


def _as_it_is(raw: Plain) -> Plain:
    return raw


def _scalar_reader(kind: type) -> Callable[[Plain], Any]:
    def read_scalar(raw: Plain) -> Plain:
        if raw.__class__ is not kind:
            raise TypeError(f"{raw!r} is not {kind.__name__}")
        return raw

    return read_scalar


def _literal_reader(words: tuple[Any, ...]) -> Callable[[Plain], Any]:
    def read_word(raw: Plain) -> Plain:
        if raw not in words:
            raise TypeError(f"{raw!r} is none of {', '.join(map(str, words))}")
        return raw

    return read_word


def _several_reader(kind: type, one: Callable[[Plain], Any]) -> Callable[[Plain], Any]:
    def read_several(raw: Plain) -> Any:
        return kind(one(part) for part in _list(raw))

    return read_several


def _tuple_reader(inner: tuple[Any, ...]) -> Callable[[Plain], Any]:
    if len(inner) == 2 and inner[1] is Ellipsis:
        return _several_reader(tuple, _reader(inner[0]))
    readers = [_reader(part) for part in inner]

    def read_tuple(raw: Plain) -> tuple[Any, ...]:
        if len(_list(raw)) != len(readers):
            raise TypeError(f"{raw!r} should hold {len(readers)}")
        return tuple(one(part) for one, part in zip(readers, raw, strict=True))

    return read_tuple


def _list(raw: Plain) -> list[Plain]:
    if not isinstance(raw, list):
        raise TypeError(f"{raw!r} is no list")
    return raw


def _mapping_reader(one: Callable[[Plain], Any]) -> Callable[[Plain], Any]:
    def read_mapping(raw: Plain) -> dict[str, Any]:
        if not isinstance(raw, Mapping):
            raise TypeError(f"{raw!r} is no mapping")
        return {key: one(part) for key, part in raw.items()}

    return read_mapping


def _union_reader(inner: tuple[Any, ...]) -> Callable[[Plain], Any]:
    readers = [_reader(part) for part in inner]

    def read_one(raw: Plain) -> Any:
        for one in readers:
            try:
                return one(raw)
            except (TypeError, BadInput):
                continue
        raise TypeError(f"{raw!r} is none of what may stand here")

    return read_one
