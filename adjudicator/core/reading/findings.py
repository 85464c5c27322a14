"""What reading a page found out: places of everything that was read, and problems that point into the text."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from adjudicator.core.model import Mark, Plain, Problem, Seat

from .nodes import Fault, Node
from .repair import Source, printable, shown

MAX_SUGGESTIONS = 40
"""Beyond that many problems nothing more is suggested: comparing words is dear, and nobody reads so far."""


class Marks(Mapping[str, Mark]):
    """Where everything of a sheet stands; reckoned when somebody asks, as hardly anybody does."""

    def __init__(self, source: Source, nodes: Mapping[str, Node], first: int, above: int = 0) -> None:
        """`above`: so many lines above it do not count."""
        self._source, self._nodes, self._first, self._above = source, nodes, first, above

    def by_itself(self) -> Marks:
        """The same places in the sheet's own text."""
        return Marks(self._source, self._nodes, self._first, self._first)

    def __getitem__(self, path: str) -> Mark:
        if not path:
            return Mark(self._first - self._above + 1, 1)
        node = self._nodes[path]
        line, column = self._source.mark(node.line, node.column)
        return Mark(line - self._above, column)

    def __iter__(self) -> Iterator[str]:
        return iter(("", *self._nodes))

    def __len__(self) -> int:
        return len(self._nodes) + 1


class Findings:
    def __init__(self, source: Source, shown_lines: list[str], secrets: frozenset[str] = frozenset()) -> None:
        self.source = source
        self.nodes: dict[str, Node] = {}
        """By their path in the sheet, all that was read."""
        self.problems: list[Problem] = []
        self.seat: Seat | None = None
        self.phases_of: Callable[[str], list[str]] = lambda verb: []
        """In which other phases an order begins with this verb."""
        self._shown = shown_lines
        self._secrets = secrets

    def wrong(
        self,
        code: str,
        rule: str,
        at: Node | Fault,
        path: str,
        facts: Mapping[str, Plain] | None = None,
        kind: Literal["unreadable", "invalid"] = "invalid",
    ) -> None:
        """A problem with the line it is about and a caret under the place."""
        mark = self.source.mark(at.line, at.column)
        lines = self._shown
        text, caret = shown(lines[mark.line - 1] if mark.line <= len(lines) else "", mark.column)
        told = {name: self._hidden(fact) for name, fact in (facts or {}).items()}
        told |= {"text": text, "caret": caret}
        self.problems.append(Problem(kind, code, rule, told, path.removeprefix("orders."), self.seat, mark))

    def fault(self, fault: Fault, path: str, kind: Literal["unreadable", "invalid"] = "invalid") -> None:
        facts = dict(fault.facts)
        if fault.code == "key-twice":
            facts["first"] = self.source.mark(int(facts["first"]), 0).line
        self.wrong(fault.code, fault.rule, fault, path, facts, kind)

    def _hidden(self, fact: Plain) -> Plain:
        """OF-20  What is quoted of a player's text never shows his token, nor anything that acts on a screen."""
        if not isinstance(fact, str):
            return fact
        for secret in self._secrets:
            fact = fact.replace(secret, "…")
        return printable(fact)

    def meant(self, written: str, known: Iterable[str]) -> str:
        """What may have been meant, or nothing."""
        if len(self.problems) > MAX_SUGGESTIONS or not 0 < len(written) <= 40:
            return ""
        near = difflib.get_close_matches(written.lower(), list(known), n=1, cutoff=0.6)
        return near[0] if near else ""
