"""Shapes: what a schema asks of a node, and how the node becomes a typed value.

A shape says what may stand at a place as text, as a mapping and as a list. Reading returns the value, or BAD after
noting what is wrong at the innermost place; whoever holds a list that sets aside puts None there and goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from adjudicator.core.model import Plain

from .findings import Findings
from .kinds import fold_word
from .matchers import Matcher
from .nodes import Node
from .shorts import goods_from_list, goods_from_text, list_from_text, with_list_inlined


class _Bad:
    def __repr__(self) -> str:
        return "BAD"


BAD: Final = _Bad()
"""What stands for a value that could not be read; never leaves the reading."""


# -- mappings ----------------------------------------------------------------------------------------------------------


class MapReader(Protocol):
    def read(self, node: Node, path: str, findings: Findings) -> Any: ...


@dataclass(slots=True)
class Field:
    name: str
    shape: Shape


@dataclass(slots=True)
class Fields:
    """A mapping with known keys."""

    fields: dict[str, Field] = field(default_factory=dict)
    also: dict[str, str] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    """At least one of these must be there."""
    apart: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Which keys cannot stand beside a key."""
    others: Shape | None = None
    """For mappings whose keys are free."""
    inline: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """`steps: (go, dock)`: these keys beside the others stand for that list with a step each."""
    sets_aside: bool = False
    as_written: bool = False
    """The keys keep the player's order: the first is wanted first."""
    least: int = 0

    def find(self, folded: str) -> Field | None:
        found = self.fields.get(folded)
        return self.fields.get(self.also.get(folded, "")) if found is None else found

    def read(self, node: Node, path: str, findings: Findings) -> Any:
        pairs = with_list_inlined(node, self.inline) if self.inline else node.pairs
        values: dict[str, Plain] = {}
        bad = False
        for folded, key, value in pairs:
            entry = self.find(folded)
            if entry is None:
                if self.others is None:
                    self._unknown(key, value, folded, path, findings)
                    bad = bad or not self.sets_aside
                    continue
                entry = Field(key.text.strip(), self.others)
            below = f"{path}.{entry.name}"
            if entry.name in values:
                findings.wrong("key-twice", "OF-7", key, below, {"key": entry.name, "first": key.line + 1})
                bad = bad or not self.sets_aside
                continue
            read = entry.shape.read(value, below, findings)
            if read is not BAD:
                values[entry.name] = read
            elif not self.sets_aside:
                bad = True
        if not bad:
            bad = self._incomplete(node, values, path, findings)
        if bad:
            return BAD
        if self.others is not None or self.as_written:
            return values
        return {entry.name: values[entry.name] for entry in self.fields.values() if entry.name in values}

    def _unknown(self, key: Node, value: Node, folded: str, path: str, findings: Findings) -> None:
        """OF-8  Only known keys; what may have been meant is said."""
        for target, keys in self.inline.items():
            if folded in keys:
                findings.wrong("keys-apart", "OF-14", key, path, {"key": key.text, "other": target})
                return
        names = [entry.name for entry in self.fields.values()]
        meant = findings.meant(folded, names)
        facts = {"key": key.text[:60], "expected": names, "meant": meant}
        alone = value.empty and not meant  # `{between: a, b}`, `{load: 2 boards, 1 gold}`
        findings.wrong("loose-word" if alone else "key-unknown", "OF-8", key, f"{path}.{folded[:60]}", facts)

    def _incomplete(self, node: Node, values: Mapping[str, Plain], path: str, findings: Findings) -> bool:
        """OF-14  What an order needs is there, and nothing that contradicts it."""
        missing = [name for name in self.required if name not in values]
        if missing and not self.sets_aside:
            findings.wrong("key-missing", "OF-14", node, path, {"expected": missing})
            return True
        if self.one_of and not any(name in values for name in self.one_of):
            findings.wrong("key-of-several-missing", "OF-14", node, path, {"expected": list(self.one_of)})
            return True
        if len(values) < self.least:
            findings.wrong("nothing-named", "OF-14", node, path, {"expected": [f.name for f in self.fields.values()]})
            return True
        for name, others in self.apart.items():
            if name in values and not others.isdisjoint(values):
                findings.wrong("keys-apart", "OF-14", node, path, {"key": name, "other": self._written(node, others)})
                return True
        return False

    def _written(self, node: Node, names: frozenset[str]) -> str:
        """Which of these the player wrote, himself or by keys that stand for it."""
        short = {key: name for name, keys in self.inline.items() if name in names for key in keys}
        return next(key.text for folded, key, _ in node.pairs if folded in names or folded in short)


@dataclass(slots=True)
class Choice:
    """A mapping whose verb decides what else it may hold; verbs with several forms are told apart by their value."""

    verbs: dict[str, list[Fields]] = field(default_factory=dict)

    def read(self, node: Node, path: str, findings: Findings) -> Any:
        given = [pair for pair in node.pairs if pair[0] in self.verbs]
        if len(given) != 1:
            return self._no_single_verb(node, given, path, findings)
        verb, _, value = given[0]
        forms = self.verbs[verb]
        if len(forms) == 1:
            return forms[0].read(node, path, findings)
        matchers = [matcher for form in forms for matcher in form.fields[verb].shape.texts]
        for form in forms:
            if value.kind == "text" and any(m.match(value.text) is not None for m in form.fields[verb].shape.texts):
                return form.read(node, path, findings)
        return Shape(texts=matchers).read(value, f"{path}.{verb}", findings)

    def _no_single_verb(self, node: Node, given: list[Any], path: str, findings: Findings) -> Any:
        """OF-13  One verb an order."""
        names = [form[0].fields[verb].name for verb, form in self.verbs.items()]
        if len(names) == 1:  # told apart by the value of one key, as permissions are
            findings.wrong("key-missing", "OF-14", node, path, {"expected": names})
            return BAD
        if given:
            facts = {"key": given[0][1].text, "other": given[1][1].text}
            findings.wrong("two-verbs", "OF-13", given[1][1], path, facts)
            return BAD
        for folded, key, _ in node.pairs:
            phases = findings.phases_of(folded)
            if phases:
                findings.wrong("verb-of-another-phase", "OF-13", key, path, {"key": folded, "phases": phases})
                return BAD
            meant = findings.meant(folded, names)
            if meant:
                facts = {"key": key.text[:60], "expected": names, "meant": meant}
                findings.wrong("key-unknown", "OF-8", key, f"{path}.{folded[:60]}", facts)
                return BAD
        keys = {key for forms in self.verbs.values() for form in forms for key in (*form.fields, *form.inline)}
        strange = next(((folded, key) for folded, key, _ in node.pairs if folded not in keys), None)
        if strange is not None:
            facts = {"key": strange[1].text[:60], "expected": names}
            findings.wrong("key-unknown", "OF-8", strange[1], f"{path}.{strange[0][:60]}", facts)
            return BAD
        found = node.pairs[0][1].text[:60] if node.pairs else ""
        findings.wrong("no-verb", "OF-13", node, path, {"expected": names, "got": found})
        return BAD


# -- lists -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Items:
    shape: Shape
    least: int = 0
    most: int = 1000
    sets_aside: bool = False

    def read(self, node: Node, path: str, findings: Findings) -> Any:
        """OF-18  In a list that sets aside, None stands for what is not understood, so that numbers stay."""
        if not self.least <= len(node.items) <= self.most:
            facts = {"least": self.least, "most": self.most, "got": len(node.items)}
            code = "list-length-exact" if self.least == self.most else "list-length"
            findings.wrong(code, "OF-16", node, path, facts)
            return BAD
        values: list[Plain] = []
        bad = False
        for place, item in enumerate(node.items):
            below = f"{path}.{place}"
            if self.sets_aside and item.empty:  # nothing was written, so nothing is refused
                values.append(None)
                continue
            value = self.shape.read(item, below, findings)
            if value is not BAD:
                values.append(value)
            elif self.sets_aside:
                values.append(None)
            else:
                bad = True
        return BAD if bad else values


# -- all three ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Shape:
    """What may stand at one place. `short` names the short form that may stand for the mapping or the list."""

    texts: list[Matcher] = field(default_factory=list)
    mapping: MapReader | None = None
    items: Items | None = None
    short: str = ""
    title: str = ""

    def read(self, node: Node, path: str, findings: Findings) -> Any:
        findings.nodes[path] = node
        if node.fault is not None:
            findings.fault(node.fault, path)
            return BAD
        if node.kind == "text":
            return self._text(node, path, findings)
        if node.kind == "map" and self.mapping is not None:
            return self.mapping.read(node, path, findings)
        if node.kind == "list" and self.items is not None:
            return self.items.read(node, path, findings)
        return self._shortened(node, path, findings)

    def _text(self, node: Node, path: str, findings: Findings) -> Any:
        for matcher in self.texts:
            value = matcher.match(node.text)
            if value is not None:
                return value
        if node.empty:
            findings.wrong("no-value", "OF-11", node, path, {"expected": self.expected})
            return BAD
        return self._shortened(node, path, findings)

    def _shortened(self, node: Node, path: str, findings: Findings) -> Any:
        """OF-15, OF-16  Short forms become the long form, each part still at its own place; then read as usual."""
        if self.short == "goods" and node.kind != "map" and self.mapping is not None:
            goods = goods_from_text(node) if node.kind == "text" else goods_from_list(node)
            if goods.fault is not None:
                findings.fault(goods.fault, path)
                return BAD
            return self.mapping.read(goods, path, findings)
        if self.short == "list" and node.kind != "list" and self.items is not None:
            one = self.items.shape
            if node.kind == "map":
                fits = one.mapping is not None
            else:
                fits = "," in node.text or not self.texts or any(m.match(node.text) is not None for m in one.texts)
            if not fits:
                return self._not_expected(node, path, findings)
            return self.items.read(list_from_text(node), path, findings)
        return self._not_expected(node, path, findings)

    def _not_expected(self, node: Node, path: str, findings: Findings) -> Any:
        """OF-11  The schema gives every value its type."""
        if node.kind == "text":
            words = [word for matcher in self._all_texts for word in matcher.words]
            facts = {"got": node.text[:60], "expected": self.expected}
            if words:
                facts["meant"] = findings.meant(fold_word(node.text), words)
            pieces = (matcher.near(node.text, findings.meant) for matcher in self._all_texts if matcher.pieces)
            if piece := next(filter(None, pieces), ""):
                facts["meant"] = piece
            findings.wrong("not-expected", "OF-11", node, path, facts)
        else:
            code = "list-not-expected" if node.kind == "list" else "mapping-not-expected"
            findings.wrong(code, "OF-11", node, path, {"expected": self.expected})
        return BAD

    @property
    def expected(self) -> list[Plain]:
        if self.title:
            return [{"phrase": self.title}]
        told: list[Plain] = [part for matcher in self._all_texts for part in matcher.expected]
        if self.mapping is not None:
            told.append({"code": "goods" if self.short == "goods" else "mapping"})
        if self.items is not None:
            told.append({"code": "list"})
        return told

    @property
    def _all_texts(self) -> list[Matcher]:
        """What may be written here as text, alone or for a list of one."""
        return self.texts + self.items.shape.texts if self.short == "list" and self.items is not None else self.texts
