"""The lines of a mail in which orders stand. All others are emptied, not removed: places stay those of the mail.

An order block that is not quoted wins. Otherwise the quoted form is read without its `>`, together with what was
written between its lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_QUOTED = re.compile(r"(?:> ?)+")
_RULER = " \t-=_*#"
_FENCES = {f"{fence}{kind}" for fence in ("```", "~~~") for kind in ("", "yaml", "yml")}
_KEY = re.compile(r"[\"']?(?P<key>[A-Za-z][A-Za-z_]*)[\"']?\s*:(?:\s|\Z)")
_HEAD = {"game", "player", "turn", "phase", "orders"}
_MOST_BLANK = 3
"""Lines between who is said to have written something and what he wrote."""

# Mail programs that do not mark what they quote put the old letter below a ruler or below its own headers.
_OLD_FROM = re.compile(r"\*?(?:from|von|de|da|van|från|fra)\*? ?:\*? ?\S", re.IGNORECASE)
_OLD_DATE = re.compile(
    r"\*?(?:sent|date|gesendet|datum|envoyé|enviado|inviato|data|verzonden|skickat|sendt)\*? ?:", re.IGNORECASE
)
_BETWEEN_HEADERS = 4


@dataclass(frozen=True, slots=True)
class Block:
    """Orders in a text, each line at its place."""

    text: str
    quoted: bool
    """It stands in what the mail quotes."""
    words: bool
    """The writer wrote something besides."""


def order_block(text: str) -> Block | None:
    """The text with all but the orders emptied; None where nothing looks like orders."""
    lines = _marked_quotes(_lines(text))
    without = _up_to_signature(_without_quotes(lines))
    own = _without_greeting(without)
    unquoted = [_unquoted(line) for line in lines] if any(line.startswith(">") for line in lines) else []
    candidates = (
        (_marked(without), False),
        (own, False),
        (_marked(unquoted), True),
        (_without_greeting(unquoted), True),
    )
    found = next(((inside, quoted) for inside, quoted in candidates if inside and _has_head(inside)), None)
    if found is None:
        return None
    inside, quoted = found
    outside = (line for line, kept in zip(without, inside, strict=True) if not kept.strip() and not _is_marker(line))
    return Block("\n".join(inside), quoted, any(line.strip() for line in outside))


def own_words(text: str) -> list[str]:
    """What the writer himself wrote, line by line, up to his signature."""
    lines = _up_to_signature(_without_quotes(_marked_quotes(_lines(text))))
    return [line.strip() for line in lines if line.strip()]


def _lines(text: str) -> list[str]:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _up_to_signature(lines: list[str]) -> list[str]:
    """A signature and all below it emptied."""
    end = next((number for number, line in enumerate(lines) if line.rstrip() == "--"), len(lines))
    return lines[:end] + [""] * (len(lines) - end)


def _has_head(lines: list[str]) -> bool:
    found = (_KEY.match(line) for line in lines)
    return any(match is not None and match["key"].lower() in _HEAD for match in found)


def _is_begin(line: str) -> bool:
    return line.strip(_RULER).lower() == "begin orders"


def _is_end(line: str) -> bool:
    return line.strip(_RULER).lower() == "end orders"


def _is_fence(line: str) -> bool:
    return len(line) < 40 and "".join(line.split()).lower() in _FENCES


def _is_marker(line: str) -> bool:
    return _is_begin(line) or _is_end(line) or _is_fence(line)


def _marked(lines: list[str]) -> list[str] | None:
    """What stands between lines BEGIN ORDERS and END ORDERS, or inside a fence; None where there is neither."""
    for begin, end in ((_is_begin, _is_end), (_is_fence, _is_fence)):
        inside, kept, any_found = False, [], False
        for line in lines:
            if (end if inside else begin)(line):
                inside, any_found = not inside, True
                kept.append("")
            else:
                kept.append(line if inside else "")
        if any_found:
            return kept
    return None


def _marked_quotes(lines: list[str]) -> list[str]:
    """Everything from where an old letter stands unmarked gets the mark of a quote."""
    for number, line in enumerate(lines):
        if _is_ruler(line) or _is_old_head(lines, number):
            first = number - 1 if number and _is_underscores(lines[number - 1]) else number
            return lines[:first] + [f"> {line}".rstrip() for line in lines[first:]]
    return lines


def _is_ruler(line: str) -> bool:
    """`-----Original Message-----`, in whatever language."""
    bare = line.strip()
    return (
        bare.startswith("----") and bare.endswith("----") and 4 <= len(bare.strip("- ")) <= 60 and not _is_marker(bare)
    )


def _is_underscores(line: str) -> bool:
    return len(line.strip()) > 3 and not line.strip("_ \t")


def _is_old_head(lines: list[str], number: int) -> bool:
    if not _OLD_FROM.match(lines[number]):
        return False
    below = lines[number + 1 : number + 1 + _BETWEEN_HEADERS]
    return any(_OLD_DATE.match(line) for line in below)


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
    while last >= 0 and not kept[last].strip() and quote - last <= _MOST_BLANK:
        last -= 1
    if last < 0 or not kept[last].rstrip().endswith(":") or _KEY.match(kept[last]):
        return
    first = last
    while first > 0 and kept[first - 1].strip() and not _KEY.match(kept[first - 1]) and last - first < 2:
        first -= 1
    kept[first : last + 1] = [""] * (last + 1 - first)


def _unquoted(line: str) -> str:
    return _QUOTED.sub("", line, count=1) if line.startswith(">") else line
