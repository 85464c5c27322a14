"""Short forms for small keyboards, rewritten as the long form node by node, so that every part keeps its place."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .nodes import Fault, Node

_PART = re.compile(r"[^+,&]+")
_AND = re.compile(r"\band\b", re.IGNORECASE)
_GOODS = re.compile(r"\s*([0-9]{1,9})\s*(?:[x×]\s+)?([^\W\d_][^\d]*)\Z")
_BARE = re.compile(r"\s*[^\W\d_][\w -]*\Z")


def goods_from_text(node: Node) -> Node:
    """OF-15  `2 boards + 1 gold` as {boards: 2, gold: 1}. A number is always needed: `boards` could mean one or all."""
    return _goods([node], node)


def goods_from_list(node: Node) -> Node:
    """OF-15  `[2 boards, 1 gold]` likewise."""
    return _goods(node.items, node)


def _goods(parts: list[Node], whole: Node) -> Node:
    goods = Node("map", whole.line, whole.column)
    if not parts:
        goods.fault = Fault("not-goods", "OF-15", whole.line, whole.column, {"got": ""})
    counted: dict[str, tuple[Node, Node]] = {}
    for part in parts:
        if part.kind != "text" or part.fault is not None:
            goods.fault = part.fault or Fault("not-goods", "OF-15", part.line, part.column, {"got": "…"})
            return goods
        text = _AND.sub(lambda found: "+".ljust(len(found[0])), part.text)
        for piece in _PART.finditer(text):
            column = part.column + piece.start() + len(piece[0]) - len(piece[0].lstrip())
            match = _GOODS.match(piece[0])
            if match is None:
                goods.fault = Fault(_fault_of(piece[0]), "OF-15", part.line, column, {"got": piece[0].strip()[:60]})
                return goods
            good = match[2].strip().lower()
            number = int(match[1])
            if good in counted:
                number += int(counted[good][1].text)
            key, value = Node("text", part.line, column, good), Node("text", part.line, column, str(number))
            counted[good] = (key, value)
    goods.pairs = [(good, key, value) for good, (key, value) in counted.items()]
    return goods


def _fault_of(piece: str) -> str:
    """Where all may be meant, the schema has understood it before it comes to this."""
    if piece.strip().lower() == "all":
        return "all-not-here"
    return "how-many" if _BARE.match(piece) else "not-goods"


def list_from_text(node: Node) -> Node:
    """OF-16  A single thing where a list may stand is a list of one; commas part a text."""
    whole = Node("list", node.line, node.column)
    if node.kind != "text" or "," not in node.text:
        whole.items = [node]
        return whole
    column = node.column
    for part in node.text.split(","):
        lead = len(part) - len(part.lstrip())
        whole.items.append(Node("text", node.line, column + lead, part.strip()))
        column += len(part) + 1
    return whole


def with_list_inlined(node: Node, inline: Mapping[str, tuple[str, ...]]) -> list[tuple[str, Node, Node]]:
    """OF-17  `{move: raft-1, go: D4}` as `{move: raft-1, steps: [{go: D4}]}`, each part still at its own place."""
    pairs = list(node.pairs)
    for target, keys in inline.items():
        beside = [pair for key in keys for pair in pairs if pair[0] == key]
        if not beside or any(pair[0] == target for pair in pairs):
            continue
        steps = Node("list", beside[0][1].line, beside[0][1].column)
        for pair in beside:
            step = Node("map", pair[1].line, pair[1].column)
            step.pairs = [pair]
            steps.items.append(step)
        pairs = [pair for pair in pairs if pair[0] not in keys]
        pairs.append((target, beside[0][1], steps))
    return pairs
