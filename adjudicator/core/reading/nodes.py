"""Guarded YAML: a document as nodes that know where they stand. Every scalar stays text; nothing is resolved.

Built from the parser's events and never by a loader: a nested text of 30 KB ends the process inside the C loader,
and events alone take quadratic time in the depth, so both depth and number are bounded here. What is wrong with one
node is kept as a fault of that node, so that the order around it can be set aside and all others stand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from adjudicator.core.model import Plain

Kind: TypeAlias = Literal["text", "map", "list"]
MAX_DEPTH = 24
HOPELESS_DEPTH = 100
MAX_EVENTS = 5000
MAX_SCALAR = 2000


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the text at one place; line and column from 0, in the text as it was repaired."""

    code: str
    rule: str
    line: int
    column: int
    facts: dict[str, Plain] = field(default_factory=dict)


_NONE: list[Any] = []
"""What a node of another kind has of pairs or items; nothing is ever added to it."""


class Node:
    """A scalar, a mapping (pairs of folded key, key and value) or a list, and where it begins."""

    __slots__ = ("column", "fault", "items", "kind", "line", "pairs", "plain", "text")

    def __init__(self, kind: Kind, line: int, column: int, text: str = "", plain: bool = True) -> None:
        self.kind = kind
        self.line = line
        self.column = column
        self.text = text
        self.plain = plain
        self.pairs: list[tuple[str, Node, Node]] = [] if kind == "map" else _NONE
        self.items: list[Node] = [] if kind == "list" else _NONE
        self.fault: Fault | None = None

    @property
    def empty(self) -> bool:
        """Nothing was written: no text, or one of YAML's words for nothing."""
        return (
            self.kind == "text" and self.plain and self.fault is None and self.text in ("", "~", "null", "Null", "NULL")
        )


class NotYaml(Exception):
    """The document as a whole cannot be read."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


@lru_cache(maxsize=1024)
def fold_key(text: str) -> str:
    """Keys are compared without regard to case, and a space or hyphen counts as an underscore."""
    return text.strip().lower().replace("-", "_").replace(" ", "_")


def compose(text: str) -> Node | None:
    """The one document in a text; None if there is nothing in it. Raises NotYaml, and nothing else."""
    loader = yaml.CSafeLoader(text)
    try:
        return _composed(loader.get_event)
    except yaml.MarkedYAMLError as error:
        raise NotYaml(_syntax_fault(error)) from None
    except yaml.YAMLError as error:
        raise NotYaml(Fault("yaml-other", "OF-6", 0, 0, {"detail": _one_line(str(error))})) from None
    finally:
        loader.dispose()


def _composed(next_event: Callable[[], Any]) -> Node | None:
    """One loop over the parser's events: a call for each of them would cost more than all that is done with it."""
    root: Node | None = None
    above: list[tuple[Node | None, Node | None]] = []
    parent: Node | None = None
    key: Node | None = None  # in a mapping: what waits for its value
    skipped = 0  # depth below a node that is nested too deep to be kept
    events = 0
    while (event := next_event()) is not None:
        events += 1
        if events > MAX_EVENTS:
            raise NotYaml(_fault_at("too-many-items", event.start_mark, {"most": MAX_EVENTS}, "OF-4"))
        kind = type(event)
        if kind is MappingEndEvent or kind is SequenceEndEvent:
            if skipped:
                skipped -= 1
            else:
                assert parent is not None
                if len(parent.pairs) > 1 and parent.fault is None:
                    parent.fault = _twice(parent)
                parent, key = above.pop()
            continue
        if skipped:
            skipped = _deeper(event, skipped)
            continue
        mark = event.start_mark
        if kind is ScalarEvent:
            node = Node("text", mark.line, mark.column, event.value, not event.style)
            if event.anchor is not None or event.tag is not None:
                node.fault = _decoration(event)
            elif len(event.value) > MAX_SCALAR:
                node.fault = _fault_at("too-long", mark, {"most": MAX_SCALAR}, "OF-4")
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            node = Node("map" if kind is MappingStartEvent else "list", mark.line, mark.column)
            if event.anchor is not None or event.tag is not None:
                node.fault = _decoration(event)
        elif kind is AliasEvent:
            node = Node("text", mark.line, mark.column)
            node.fault = _fault_at("no-aliases", mark, {"name": event.anchor[:60]}, "OF-9")
        elif kind is DocumentStartEvent and root is not None:
            raise NotYaml(_fault_at("yaml-other", mark, {"detail": "a second document"}))
        else:
            continue
        if parent is None:
            root = node
        elif parent.kind == "list":
            parent.items.append(node)
        elif key is None:
            key = node
            if node.kind != "text":
                parent.fault = _fault_at("key-not-text", mark, {}, "OF-9")
            elif node.fault is not None:
                parent.fault = node.fault
        else:
            parent.pairs.append((fold_key(key.text), key, node))
            key = None
        if node.kind == "text":
            continue
        if len(above) >= MAX_DEPTH:
            node.fault = _fault_at("too-deep", mark, {"most": MAX_DEPTH}, "OF-4")
            skipped = 1
        else:
            above.append((parent, key))
            parent, key = node, None
    return root


def _deeper(event: Any, skipped: int) -> int:
    """The depth below what is too deep to be kept, after another event; no parser need go on for ever."""
    if type(event) is MappingStartEvent or type(event) is SequenceStartEvent:
        skipped += 1
        if skipped > HOPELESS_DEPTH:
            raise NotYaml(_fault_at("too-deep", event.start_mark, {"most": MAX_DEPTH}, "OF-4"))
    return skipped


def _decoration(event: Any) -> Fault:
    mark = event.start_mark
    if event.anchor is not None:
        return Fault("no-anchors", "OF-9", mark.line, mark.column, {"name": event.anchor[:60]})
    written = event.tag.replace("tag:yaml.org,2002:", "!!", 1)
    return Fault("no-tags", "OF-9", mark.line, mark.column, {"name": written[:60]})


def _twice(node: Node) -> Fault | None:
    """OF-7  A key may stand only once; the usual reason is a forgotten line `---`."""
    if len({pair[0] for pair in node.pairs}) == len(node.pairs):
        return None
    seen: dict[str, Node] = {}
    for folded, key, _ in node.pairs:
        if folded in seen:
            facts = {"key": key.text, "first": seen[folded].line}
            return Fault("key-twice", "OF-7", key.line, key.column, facts)
        seen[folded] = key
    raise AssertionError("no key stands twice")


# What libyaml says, and what a player can do about it. `True`: the place to show is where the thing was opened.
_SYNTAX: tuple[tuple[str, str, bool], ...] = (
    ("mapping values are not allowed", "yaml-colon", False),
    ("did not find expected ',' or ']'", "yaml-bracket", True),
    ("did not find expected ',' or '}'", "yaml-bracket", True),
    ("did not find expected node content", "yaml-bracket", False),
    ("found unexpected end of stream", "yaml-quote", True),
    ("found unexpected document indicator", "yaml-quote", True),
    ("could not find expected ':'", "yaml-no-colon", True),
    ("did not find expected key", "yaml-indent", False),
    ("did not find expected '-' indicator", "yaml-indent", False),
    ("did not find expected <document start>", "yaml-indent", False),
    ("block sequence entries are not allowed", "yaml-indent", False),
    ("found character that cannot start any token", "yaml-character", False),
    ("found unknown escape character", "yaml-escape", False),
)


def _syntax_fault(error: yaml.MarkedYAMLError) -> Fault:
    problem = str(error.problem or "")
    for said, code, where_opened in _SYNTAX:
        if said in problem:
            mark = error.context_mark if where_opened and error.context_mark else error.problem_mark
            return _fault_at(code, mark, {})
    return _fault_at("yaml-other", error.problem_mark or error.context_mark, {"detail": _one_line(problem)})


def _fault_at(code: str, mark: Any, facts: dict[str, Plain], rule: str = "OF-6") -> Fault:
    return Fault(code, rule, mark.line if mark else 0, mark.column if mark else 0, facts)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200]
