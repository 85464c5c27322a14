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
from yaml.events import MappingEndEvent, MappingStartEvent, ScalarEvent, SequenceEndEvent, SequenceStartEvent

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


class Node:
    """A scalar, a mapping (pairs of folded key, key and value) or a list, and where it begins."""

    __slots__ = ("column", "fault", "items", "kind", "line", "pairs", "plain", "text")

    def __init__(self, kind: Kind, line: int, column: int, text: str = "", plain: bool = True) -> None:
        self.kind = kind
        self.line = line
        self.column = column
        self.text = text
        self.plain = plain
        self.pairs: list[tuple[str, Node, Node]] = []
        self.items: list[Node] = []
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
    composer = _Composer()
    try:
        _parse(text, composer.take)
    except yaml.MarkedYAMLError as error:
        raise NotYaml(_syntax_fault(error)) from None
    except yaml.YAMLError as error:
        raise NotYaml(Fault("yaml-other", "OF-6", 0, 0, {"detail": _one_line(str(error))})) from None
    return composer.root


def _parse(text: str, take: Callable[[Any], None]) -> None:
    loader = yaml.CSafeLoader(text)
    try:
        while (event := loader.get_event()) is not None:
            take(event)
    finally:
        loader.dispose()


class _Composer:
    def __init__(self) -> None:
        self.root: Node | None = None
        self._open: list[Node] = []
        self._keys: list[Node | None] = []  # for each open node, the key that waits for its value
        self._skipped = 0  # depth below a node that is nested too deep to be kept
        self._events = 0

    def take(self, event: Any) -> None:
        self._events += 1
        kind = type(event)
        if self._events > MAX_EVENTS:
            mark = event.start_mark
            raise NotYaml(Fault("too-many-items", "OF-4", mark.line, mark.column, {"most": MAX_EVENTS}))
        if kind is ScalarEvent:
            if not self._skipped:
                self._add(self._scalar(event))
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            self._begin(event, "map" if kind is MappingStartEvent else "list")
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            self._end()
        elif kind is yaml.AliasEvent:
            if not self._skipped:
                mark = event.start_mark
                node = Node("text", mark.line, mark.column)
                node.fault = Fault("no-aliases", "OF-9", mark.line, mark.column, {"name": event.anchor[:60]})
                self._add(node)
        elif kind is yaml.DocumentStartEvent and self.root is not None:
            mark = event.start_mark
            raise NotYaml(Fault("yaml-other", "OF-6", mark.line, mark.column, {"detail": "a second document"}))

    def _scalar(self, event: Any) -> Node:
        mark = event.start_mark
        node = Node("text", mark.line, mark.column, event.value, not event.style)
        if event.anchor is not None or event.tag is not None:
            node.fault = _decoration(event)
        elif len(event.value) > MAX_SCALAR:
            node.fault = Fault("too-long", "OF-4", mark.line, mark.column, {"most": MAX_SCALAR})
        return node

    def _begin(self, event: Any, kind: Kind) -> None:
        mark = event.start_mark
        if self._skipped:
            self._skipped += 1
            if self._skipped > HOPELESS_DEPTH:
                raise NotYaml(Fault("too-deep", "OF-4", mark.line, mark.column, {"most": MAX_DEPTH}))
            return
        node = Node(kind, mark.line, mark.column)
        if event.anchor is not None or event.tag is not None:
            node.fault = _decoration(event)
        self._add(node)
        if len(self._open) >= MAX_DEPTH:
            node.fault = Fault("too-deep", "OF-4", mark.line, mark.column, {"most": MAX_DEPTH})
            self._skipped = 1
        else:
            self._open.append(node)
            self._keys.append(None)

    def _end(self) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        node = self._open.pop()
        self._keys.pop()
        if node.kind == "map" and node.fault is None and len({pair[0] for pair in node.pairs}) < len(node.pairs):
            node.fault = _twice(node)

    def _add(self, node: Node) -> None:
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        if parent.kind == "list":
            parent.items.append(node)
            return
        key = self._keys[-1]
        if key is None:
            self._keys[-1] = node
            if node.kind != "text":
                parent.fault = Fault("key-not-text", "OF-9", node.line, node.column)
            elif node.fault is not None:
                parent.fault = node.fault
        else:
            self._keys[-1] = None
            parent.pairs.append((fold_key(key.text), key, node))


def _decoration(event: Any) -> Fault:
    mark = event.start_mark
    if event.anchor is not None:
        return Fault("no-anchors", "OF-9", mark.line, mark.column, {"name": event.anchor[:60]})
    written = event.tag.replace("tag:yaml.org,2002:", "!!", 1)
    return Fault("no-tags", "OF-9", mark.line, mark.column, {"name": written[:60]})


def _twice(node: Node) -> Fault:
    """OF-7  A key may stand only once; the usual reason is a forgotten line `---`."""
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


def _fault_at(code: str, mark: Any, facts: dict[str, Plain]) -> Fault:
    return Fault(code, "OF-6", mark.line if mark else 0, mark.column if mark else 0, facts)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200]
