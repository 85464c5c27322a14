"""Order sheets from a player's text: the head that every game shares, and the body as the phase's schema shapes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from adjudicator.core.model import Mark, OrderSheet, Plain, Problem, Seat

from .findings import Findings, Marks
from .kinds import fold_word
from .matchers import flag, number
from .nodes import Node
from .pages import HEAD, INHERITED, Page, Pages, open_text
from .repair import Repair, shown
from .schema import Schema, shape_of, verbs_of
from .shapes import BAD, Fields

SchemaFor: TypeAlias = Callable[[str], Schema | None]
MOST_TURNS = 999


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a mail: its sheet, or why there is none. The head stands here too where there is no sheet."""

    game: str | None
    player: str | None
    turn: int | Literal["any"] | None
    phase: str | None
    token: str | None
    sheet: OrderSheet | None
    problems: tuple[Problem, ...]
    text: str = ""

    def by_itself(self) -> Document | None:
        """What its own text comes to without what stood around it; None where that must be read to be known."""
        sheet = self.sheet
        if sheet is None or self.problems or not isinstance(sheet.marks, Marks):
            return None
        return replace(self, token=None, sheet=replace(sheet, marks=sheet.marks.by_itself()))


@dataclass(frozen=True, slots=True)
class Reading:
    """All that a text came to."""

    documents: tuple[Document, ...]
    problems: tuple[Problem, ...]
    """Everything that is wrong, in the order of the text; those of a sheet are also on the sheet."""
    repairs: tuple[Repair, ...]

    @property
    def sheets(self) -> tuple[OrderSheet, ...]:
        return tuple(document.sheet for document in self.documents if document.sheet is not None)


def read_sheets(
    text: str | Pages,
    schema_for: SchemaFor,
    *,
    phases: Sequence[str] = (),
    seats: Sequence[Seat] = (),
    defaults: Mapping[str, str] | None = None,
) -> Reading:
    """OF-1  Every document of a text as a sheet, or as problems that say why not. No exception for any text.

    `phases` and `seats`, where given, are all that may be named. `defaults` stand for head keys that the text leaves
    out (a file of a game's folder needs no `game`).
    """
    pages = open_text(text) if isinstance(text, str) else text
    lines = pages.lines_to_show()
    if pages.fault is not None:
        findings = Findings(pages.source, lines)
        findings.fault(pages.fault, "", "unreadable")
        return Reading((), tuple(findings.problems), pages.repairs)
    heads = {**(defaults or {}), **pages.head}
    seen: dict[tuple[str, str, int | str, str], int] = {}
    documents = []
    for page in pages.pages:
        reader = _PageReader(page, Findings(pages.source, lines, pages.secrets), heads, phases, seats)
        documents.append(reader.document(schema_for, lines, seen))
    problems = tuple(problem for document in documents for problem in document.problems)
    return Reading(tuple(documents), problems, pages.repairs)


@dataclass(slots=True)
class _PageReader:
    page: Page
    findings: Findings
    heads: Mapping[str, str]
    phases: Sequence[str]
    seats: Sequence[Seat]
    nodes: dict[str, Node] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    """The head as text: this page's own, otherwise what it inherits."""

    def document(
        self, schema_for: SchemaFor, lines: list[str], seen: dict[tuple[str, str, int | str, str], int]
    ) -> Document:
        inherited = {key: self.heads[key] for key in (*INHERITED, "phase") if key in self.heads}
        self.words = {**inherited, **self.page.head}
        player, phase = self._lower("player"), self._lower("phase")
        turn = self._turn()
        self.findings.seat = player
        text = "\n".join(lines[self.page.first : self.page.end]).rstrip() + "\n"
        sheet = self._sheet(schema_for, player, turn, phase, text, seen)
        return Document(
            self._lower("game"),
            player,
            turn,
            phase,
            self.words.get("token"),
            sheet,
            tuple(self.findings.problems),
            text,
        )

    def _lower(self, key: str) -> str | None:
        return fold_word(self.words[key]) if key in self.words else None

    def _turn(self) -> int | Literal["any"] | None:
        written = self.words.get("turn", "")
        if written.lower() == "any":
            return "any"
        turn = number(written)
        return turn if turn is not None and 0 <= turn <= MOST_TURNS else None

    def _sheet(
        self,
        schema_for: SchemaFor,
        player: Seat | None,
        turn: int | Literal["any"] | None,
        phase: str | None,
        text: str,
        seen: dict[tuple[str, str, int | str, str], int],
    ) -> OrderSheet | None:
        root = self.page.root
        if self.page.fault is not None:
            self.findings.fault(self.page.fault, "", "unreadable")
            return None
        assert root is not None
        if root.fault is not None:
            self.findings.fault(root.fault, "", "unreadable")
            return None
        if root.kind != "map":
            self._unreadable("not-a-sheet", "OF-1", root, {"expected": list(HEAD[:4])})
            return None
        self.nodes = {folded: value for folded, _, value in root.pairs}
        if not self._head_stands(root, player, turn, phase):
            return None
        assert player is not None and turn is not None and phase is not None
        schema = schema_for(phase)
        if schema is None:
            self._wrong_word("phase", "phase-unknown", root, self.phases)
            return None
        first = seen.setdefault((self.words.get("game", ""), player, turn, phase), root.line)
        if first != root.line:
            facts = {"phase": phase, "turn": turn, "first": self.findings.source.mark(first, 0).line}
            self._unreadable("phase-twice", "OF-2", self.nodes.get("phase", root), facts)
            return None
        phases = self.phases  # and not this reader itself: what it has read can then go when nobody wants it any more
        self.findings.phases_of = lambda verb: [
            other
            for other in phases
            if other != phase and (its := schema_for(other)) is not None and verb in verbs_of(its)
        ]
        return self._filled(schema, root, player, turn, phase, text)

    def _head_stands(self, root: Node, player: str | None, turn: object, phase: str | None) -> bool:
        """OF-10  Whose orders, for which turn and phase: without that there is no sheet."""
        for key in HEAD:
            node = self.nodes.get(key)
            if node is not None and node.fault is not None:
                self.findings.fault(node.fault, key, "unreadable")
            elif node is not None and node.kind != "text":
                self._unreadable("head-not-text", "OF-10", node, {"key": key}, key)
        missing = [key for key in ("game", "player", "turn", "phase") if key not in self.words]
        if missing and not self.findings.problems:
            self._unreadable("head-missing", "OF-10", root, {"expected": missing})
        if "turn" in self.words and turn is None:
            facts = {
                "got": self.words["turn"][:60],
                "expected": [{"code": "number", "least": 0, "most": MOST_TURNS}, "any"],
            }
            self._unreadable("not-expected", "OF-10", self.nodes.get("turn", root), facts, "turn")
        if self.seats and player is not None and player not in self.seats:
            self._wrong_word("player", "player-unknown", root, self.seats)
        if "ready" in self.page.head and flag(self.page.head["ready"]) is None:
            facts = {"got": self.page.head["ready"][:60], "expected": ["yes", "no"]}
            self._unreadable("not-expected", "OF-11", self.nodes["ready"], facts, "ready")
        return not self.findings.problems

    def _filled(
        self, schema: Schema, root: Node, player: Seat, turn: int | Literal["any"], phase: str, text: str
    ) -> OrderSheet | None:
        body = self._body(schema, root)
        if body is None:
            return None
        ready = flag(self.page.head["ready"]) if "ready" in self.page.head else None
        return OrderSheet(
            seat=player,
            turn=turn,
            phase=phase,
            body=body,
            based_on=self.words["based_on"].lower() if "based_on" in self.words else None,
            ready=False if self.findings.problems else ready,
            problems=tuple(self.findings.problems),
            marks=Marks(self.findings.source, self.findings.nodes, self.page.first),
            text=text,
        )

    def _body(self, schema: Schema, root: Node) -> dict[str, Plain] | None:
        """Each part on its own. One that is not understood as a whole leaves no sheet, and so replaces nothing."""
        fields = shape_of(schema).mapping
        assert isinstance(fields, Fields), "the schema of a phase is a mapping"
        body: dict[str, Plain] = {}
        known = [entry.name for name, entry in fields.fields.items() if name not in HEAD]
        for folded, key, value in root.pairs:
            if folded in HEAD or value.empty:
                continue  # a key without a value counts as left out
            entry = fields.find(folded)
            if entry is None:
                names = [*HEAD, *known]
                facts = {"key": key.text[:60], "expected": names, "meant": self.findings.meant(folded, names)}
                self._unreadable("key-unknown", "OF-8", key, facts)
                return None
            before = len(self.findings.problems)
            read = entry.shape.read(value, entry.name, self.findings)
            if read is BAD:
                self._make_unreadable(before)
                return None
            body[entry.name] = read
        return {name: body[name] for name in known if name in body}

    def _make_unreadable(self, before: int) -> None:
        problems = self.findings.problems
        problems[before:] = [
            Problem("unreadable", p.code, p.rule, p.facts, p.place, p.seat, p.mark) for p in problems[before:]
        ]

    def _wrong_word(self, key: str, code: str, root: Node, known: Sequence[str]) -> None:
        got = self.words[key]
        facts = {"got": got[:60], "expected": list(known), "meant": self.findings.meant(fold_word(got), known)}
        self._unreadable(code, "OF-10", self.nodes.get(key, root), facts, key)

    def _unreadable(self, code: str, rule: str, at: Node, facts: Mapping[str, Plain], place: str = "") -> None:
        self.findings.wrong(code, rule, at, place, facts, "unreadable")


def line_shown(sheet: OrderSheet, mark: Mark) -> tuple[str, str]:
    """The line of a sheet's own text at a mark, and a caret under it; for problems that were found after reading."""
    lines = sheet.text.split("\n")
    number = mark.line - sheet.marks.get("", Mark(1, 1)).line
    return shown(lines[number] if 0 <= number < len(lines) else "", mark.column)
