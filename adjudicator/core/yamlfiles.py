"""Our own YAML files (maps, states, games, events): read safely, written one fact a line, exact both ways.

Reading knows text, decimal numbers, `true`, `false` and `null`, and nothing else of YAML 1.1: `no`, `on`, `1:30` and
dates stay text. No anchors, aliases or tags, no key twice, bounded depth. Writing quotes whatever this reader or any
other would take for something else than text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

import yaml

from adjudicator.core.model import BadInput, Plain

MAX_CHARACTERS = 16_000_000
MAX_DEPTH = 60
MAX_KEY = 200

_INT = re.compile(r"(?:0|-?[1-9][0-9]{0,17})\Z")
_MOST = 10**18
_WORDS: dict[str, Plain] = {"true": True, "false": False, "null": None, "~": None, "": None}


# -- reading -----------------------------------------------------------------------------------------------------------


def load(text: str, where: str = "") -> Plain:
    """The one document of a text. Raises BadInput with file, line and column, and nothing else."""
    if len(text) > MAX_CHARACTERS:
        raise BadInput(f"the file is larger than {MAX_CHARACTERS // 1_000_000} MB", where)
    try:
        return _load(text, where)
    except yaml.MarkedYAMLError as error:
        opened = any(word in str(error.context) for word in ("flow", "quoted"))  # what is never closed is told there
        mark = error.context_mark if opened else error.problem_mark or error.context_mark
        raise BadInput(f"this is no YAML: {error.problem or error.context}", _place(where, mark)) from None
    except yaml.YAMLError as error:
        raise BadInput(f"this is no YAML: {' '.join(str(error).split())}", where) from None
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise BadInput("a character here is no text", f"{where}, line {line}" if where else f"line {line}") from None


def _load(text: str, where: str) -> Plain:
    """Builds values straight from the parser's events: no loader that nested text could bring down."""
    loader = yaml.CSafeLoader(text)
    get: Callable[[], Any] = loader.get_event
    root: list[Plain] = []
    holders: list[Any] = [root]
    keys: list[str | None] = [None]
    holder: Any = root
    key: str | None = None
    try:
        while loader.check_event():
            event = get()
            kind = type(event)
            if kind is yaml.ScalarEvent:
                value: Plain = event.value
                if event.anchor is not None or event.tag is not None:
                    raise BadInput("anchors and tags are not read", _place(where, event.start_mark))
                if holder.__class__ is dict and key is None:
                    if value in holder:
                        short = " ".join(value[:60].split())
                        raise BadInput(f"the key {short} stands here a second time", _place(where, event.start_mark))
                    key = value
                    continue
                if not event.style:
                    if value in _WORDS:
                        value = _WORDS[value]
                    elif _INT.match(value):
                        value = int(value)
            elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
                if holder.__class__ is dict and key is None:
                    raise BadInput("a key must be text", _place(where, event.start_mark))
                if event.anchor is not None or event.tag is not None:
                    raise BadInput("anchors and tags are not read", _place(where, event.start_mark))
                if len(holders) > MAX_DEPTH:
                    raise BadInput(f"nested more than {MAX_DEPTH} deep", _place(where, event.start_mark))
                holders.append(holder)
                keys.append(key)
                holder, key = {} if kind is yaml.MappingStartEvent else [], None
                continue
            elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
                value = holder
                holder, key = holders.pop(), keys.pop()
            elif kind is yaml.AliasEvent:
                raise BadInput("aliases are not read", _place(where, event.start_mark))
            else:
                if kind is yaml.DocumentStartEvent and root:
                    raise BadInput("a second document begins here; only one is read", _place(where, event.start_mark))
                continue
            if holder.__class__ is dict:
                holder[key] = value
                key = None
            else:
                holder.append(value)
    finally:
        loader.dispose()
    return root[0] if root else None


def _place(where: str, mark: Any) -> str:
    if mark is None:
        return where
    place = f"line {mark.line + 1}, column {mark.column + 1}"
    return f"{where}, {place}" if where else place


# -- writing -----------------------------------------------------------------------------------------------------------

# Text that nobody takes for anything else: begins with a letter, and every further character is harmless anywhere.
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./~+-]*(?: [A-Za-z0-9_./~+-]+)*\Z")
_RESERVED = frozenset(
    word
    for bare in ("true", "false", "null", "yes", "no", "on", "off")
    for word in (bare, bare.capitalize(), bare.upper())
)
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def dump(value: Plain, *, inline: Collection[str] = (), blocks: int = 2, width: int | None = None) -> str:
    """The text of a plain value, in the order in which it stands.

    The first `blocks` levels are written one entry a line and all below on that line; top-level keys named in
    `inline` are written on one line too. With a `width`, a line that would be longer is broken into a block.
    """
    lines: list[str] = []
    _Writer(lines, frozenset(inline), blocks, width).block(value, 0, 0, "")
    return "\n".join(lines) + "\n"


# What is nearly always there is asked for first: asking whether something is a Mapping is dear.
_SCALARS = frozenset((str, int, bool, type(None)))
_LISTS = (list, tuple)
_MAPPINGS = (dict, Mapping)
_HOLDERS = (*_LISTS, *_MAPPINGS)


class _Writer:
    def __init__(self, lines: list[str], inline: frozenset[str], blocks: int, width: int | None) -> None:
        self.lines, self.inline, self.blocks, self.width = lines, inline, blocks, width

    def block(self, value: Plain, depth: int, indent: int, lead: str) -> None:
        """Writes a value after `lead` (`key:` or `-`, already indented), on its line or as a block below it."""
        flow = None
        if value.__class__ in _SCALARS or not isinstance(value, _HOLDERS):
            flow = scalar(value)
        elif not value:
            flow = "[]" if isinstance(value, _LISTS) else "{}"
        elif depth >= self.blocks:
            flow = _flow(value)
            if self.width is not None and len(lead) + 1 + len(flow) > self.width:
                flow = None
        if flow is not None:
            self.lines.append(f"{lead} {flow}" if lead else flow)
        elif isinstance(value, _MAPPINGS):
            self._mapping(value, depth, indent, lead)
        else:
            self._list(value, depth, indent, lead)

    def _mapping(self, value: Mapping[str, Plain], depth: int, indent: int, lead: str) -> None:
        compact = lead.endswith("-")
        if lead and not compact:
            self.lines.append(lead)
        spaces = " " * indent
        for number, (key, entry) in enumerate(value.items()):
            start = f"{lead} " if compact and number == 0 else spaces
            begin = f"{start}{_key(key)}:"
            if depth == 0 and key in self.inline:
                self.lines.append(f"{begin} {_flow(entry)}")
            else:
                below = indent if isinstance(entry, _LISTS) else indent + 2
                self.block(entry, depth + 1, below, begin)

    def _list(self, value: Collection[Plain], depth: int, indent: int, lead: str) -> None:
        if lead:
            self.lines.append(lead)
        spaces = " " * indent
        for entry in value:
            if isinstance(entry, _LISTS):  # a list in a list is only ever short
                self.lines.append(f"{spaces}- {_flow(entry)}")
            else:
                self.block(entry, depth + 1, indent + 2, f"{spaces}-")


def _flow(value: Plain) -> str:
    if value.__class__ is str:
        return _text(value)
    if value.__class__ in _SCALARS or not isinstance(value, _HOLDERS):
        return scalar(value)
    if isinstance(value, _MAPPINGS):
        return "{" + ", ".join([f"{_key(key)}: {_flow(entry)}" for key, entry in value.items()]) + "}"
    return "[" + ", ".join([_flow(entry) for entry in value]) + "]"


@lru_cache(maxsize=4096)
def _key(key: str) -> str:
    """Kept, because the same few words stand in every file of a game."""
    if not isinstance(key, str):
        raise TypeError(f"a key must be text, not {key!r}")
    if len(key) > MAX_KEY:
        raise ValueError(f"a key of {len(key)} characters cannot be written")
    return _text(key)


def scalar(value: Plain) -> str:
    """One value on one line, such that it reads back as what it is."""
    if isinstance(value, str):
        return _text(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        if not -_MOST < value < _MOST:
            raise ValueError(f"{value} is too large a number to be read back")
        return str(int(value))
    raise TypeError(f"{value!r} cannot be written: only text, whole numbers, true, false, null, lists and mappings")


@lru_cache(maxsize=4096)
def _text(text: str) -> str:
    if _PLAIN.match(text) and text not in _RESERVED and len(text) < MAX_KEY:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    quoted = _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)
    quoted.encode()  # a lone surrogate is no text: better here than in the file
    return quoted
