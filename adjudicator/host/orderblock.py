"""The lines of a mail in which orders stand. All others are emptied, not removed: places stay those of the mail.

An order block that is not quoted wins. Otherwise the quoted form is read without its `>`, together with what was
written between its lines.
"""

from __future__ import annotations

import re

_QUOTED = re.compile(r"(?:> ?)+")
_BEGIN = re.compile(r"\s*[-=_*# ]*begin orders[-=_*# ]*\Z", re.IGNORECASE)
_END = re.compile(r"\s*[-=_*# ]*end orders[-=_*# ]*\Z", re.IGNORECASE)
_FENCE = re.compile(r"\s*(?:```|~~~)\s*(?:ya?ml)?\s*\Z", re.IGNORECASE)
_KEY = re.compile(r"[\"']?(?P<key>[A-Za-z][A-Za-z_]*)[\"']?\s*:(?:\s|\Z)")
_HEAD = {"game", "player", "turn", "phase", "orders"}


def order_block(text: str) -> str | None:
    """The text with all but the orders emptied; None where nothing looks like orders."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    own = _without_greeting(_without_quotes(lines))
    for candidate in (own, [_unquoted(line) for line in lines]):
        inside = _marked(candidate)
        if inside is not None and _has_head(inside):
            return "\n".join(inside)
    return "\n".join(own) if _has_head(own) else _quoted_only(lines)


def own_words(text: str) -> list[str]:
    """What the writer himself wrote, line by line, up to his signature."""
    words = []
    for line in _without_quotes(text.replace("\r\n", "\n").split("\n")):
        if line.rstrip() == "--":
            break
        if line.strip():
            words.append(line.strip())
    return words


def _has_head(lines: list[str]) -> bool:
    found = (_KEY.match(line) for line in lines)
    return any(match is not None and match["key"].lower() in _HEAD for match in found)


def _quoted_only(lines: list[str]) -> str | None:
    merged = _without_greeting([_unquoted(line) for line in lines])
    return "\n".join(merged) if _has_head(merged) else None


def _marked(lines: list[str]) -> list[str] | None:
    """What stands between lines BEGIN ORDERS and END ORDERS, or inside a fence; None where there is neither."""
    for begin, end in ((_BEGIN, _END), (_FENCE, _FENCE)):
        inside, kept, any_found = False, [], False
        for line in lines:
            if (end if inside else begin).match(line):
                inside, any_found = not inside, True
                kept.append("")
            else:
                kept.append(line if inside else "")
        if any_found:
            return kept
    return None


def _without_quotes(lines: list[str]) -> list[str]:
    """Quoted lines emptied, and the line above them that says who wrote them."""
    kept = ["" if line.startswith(">") else line for line in lines]
    for number, line in enumerate(lines):
        if line.startswith(">") and (number == 0 or not lines[number - 1].startswith(">")):
            _empty_attribution(kept, number)
    return kept


def _without_greeting(lines: list[str]) -> list[str]:
    """Whatever stands before the first key."""
    first = next((number for number, line in enumerate(lines) if _KEY.match(line)), 0)
    return [""] * first + lines[first:]


def _empty_attribution(kept: list[str], quote: int) -> None:
    last = quote - 1
    while last >= 0 and not kept[last].strip():
        last -= 1
    if last < 0 or not kept[last].rstrip().endswith(":") or _KEY.match(kept[last]):
        return
    first = last
    while first > 0 and kept[first - 1].strip() and not _KEY.match(kept[first - 1]) and last - first < 2:
        first -= 1
    kept[first : last + 1] = [""] * (last + 1 - first)


def _unquoted(line: str) -> str:
    return _QUOTED.sub("", line, count=1) if line.startswith(">") else line
