"""What phones and mail programs do to a text, undone: quotes, spaces, dashes, tabs, marks that nobody sees.

Only what has one reading is repaired, and every repair is said. Places are always those of the player's own text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.core.model import Mark, Plain

TAB_STOP = 4
_EM_DASHES = "—―"

_KINDS: dict[str, tuple[str, str]] = {
    # kind of repair: (the characters, what they are read as)
    "quotes-repaired": ("“”„‟«»″〃", '"'),
    "apostrophes-repaired": ("‘’‚‛‹›′´", "'"),
    "dashes-repaired": ("‐‑‒–—―−﹘﹣－", "-"),
    "spaces-repaired": (
        "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
        "\u2028\u2029\x85\x0b\x0c",
        " ",
    ),
    "invisible-repaired": (
        "\ufeff\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064"
        "\u2066\u2067\u2068\u2069\u00ad\u061c\ufe0e\ufe0f",
        "",
    ),
    "characters-unreadable": (
        "".join(map(chr, [*range(0x09), *range(0x0E, 0x20), *range(0x7F, 0x85), *range(0x86, 0xA0)])) + "\ufffe\uffff",
        "\ufffd",
    ),
}
_READ_AS: dict[str, tuple[str, str]] = {
    character: (kind, read_as) for kind, (characters, read_as) in _KINDS.items() for character in characters
}
_ODD = re.compile("[" + re.escape("".join(_READ_AS)) + "\t\ud800-\udfff]")
_LINE_END = re.compile("\r\n?")
_NOTHING_LISTED = re.compile(r"\[\s*\]")
_EMPTY_LIST = re.compile(r"(?P<key>[a-z_]+:)\s*\[\s*\]\s*(?:#.*)?\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Repair:
    """Something that was read as if written otherwise, or passed over. Told like a problem: code and facts."""

    code: str
    mark: Mark
    more: Mapping[str, Plain] = field(default_factory=dict)

    @property
    def facts(self) -> Mapping[str, Plain]:
        return {"line": self.mark.line, **self.more}


@dataclass(slots=True)
class Source:
    """A player's own lines, the same lines as they are read, and the way back from one to the other."""

    lines: list[str]
    read: list[str]
    columns: dict[int, list[int]] = field(default_factory=dict)
    repairs: list[Repair] = field(default_factory=list)

    def mark(self, line: int, column: int) -> Mark:
        """The place in the player's own text of a place in what was read, both of these from 0."""
        if line >= len(self.lines):
            line = max(len(self.lines) - 1, 0)
            column = len(self.lines[line]) if self.lines else 0
        elif line in self.columns:
            own = self.columns[line]
            column = own[min(column, len(own) - 1)]
        return Mark(line + 1, column + 1)


def repair(text: str) -> Source:
    """OF-5  The text line by line, with everything repaired that has only one reading."""
    lines = (_LINE_END.sub("\n", text) if "\r" in text else text).split("\n")
    if _ODD.search(text) is None:
        source = Source(lines, list(lines))
    else:
        source = Source(lines, [])
        for number, line in enumerate(lines):
            source.read.append(line if _ODD.search(line) is None else _repair_line(source, number, line))
    if _NOTHING_LISTED.search(text):
        _open_empty_lists(source)
    return source


def _open_empty_lists(source: Source) -> None:
    """`orders: []`, and below it orders all the same: the brackets of the form were left standing."""
    for number, line in enumerate(source.read):
        match = _EMPTY_LIST.match(line)
        if match is None:
            continue
        below = (after.strip() for after in source.read[number + 1 :])
        if next((after for after in below if after and not after.startswith("#")), "").startswith("- "):
            source.read[number] = match["key"]
            source.repairs.append(Repair("empty-list-repaired", Mark(number + 1, match.end("key") + 1)))


def _repair_line(source: Source, number: int, line: str) -> str:
    bar = _dash_line(line)
    if bar:
        source.repairs.append(Repair("dashes-repaired", Mark(number + 1, 1)))
        return bar
    read: list[str] = []
    own: list[int] = []
    found: dict[str, int] = {}
    leading = True
    for column, character in enumerate(line):
        if character == "\t":
            kind, as_read = "tabs-repaired", " "
            if leading:
                as_read = " " * (TAB_STOP - len(read) % TAB_STOP)
        elif "\ud800" <= character <= "\udfff":
            kind, as_read = "characters-unreadable", "\ufffd"
        elif character in _READ_AS:
            kind, as_read = _READ_AS[character]
        else:
            kind, as_read = "", character
        if kind:
            found.setdefault(kind, column)
        if as_read.strip(" -"):
            leading = False
        read.extend(as_read)
        own.extend([column] * len(as_read))
    own.append(len(line))
    if len(own) != len(line) + 1:
        source.columns[number] = own
    result = "".join(read)
    if not result.lstrip().startswith("#"):
        source.repairs += [Repair(kind, Mark(number + 1, column + 1)) for kind, column in found.items()]
    return result


def _dash_line(line: str) -> str | None:
    """Phones turn `---` into `—-`: a line of nothing but dashes, one of them long, is read as what was typed."""
    bare = line.strip()
    if not bare or any(character not in _KINDS["dashes-repaired"][0] + "-" for character in bare):
        return None
    width = sum(2 if character in _EM_DASHES else 1 for character in bare)
    return None if width < 2 or bare.isascii() else "--" if width == 2 else "---"


def as_typed(line: str) -> str:
    """A single line with all that phones and mail programs do to one undone, where nobody needs to be told."""
    return repair(line).read[0]


def printable(text: str) -> str:
    """The text, character for character, with nothing in it that could act on a terminal or hide from the eye."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else "·" for c in text)


def shown(line: str, column: int, width: int = 76) -> tuple[str, str]:
    """A line of the player's text as it may be shown to anybody, and a caret under a column (from 1)."""
    safe = printable(line)
    start = 0
    if len(safe) > width:
        start = max(0, min(column - 1 - width // 2, len(safe) - width))
        cut = safe[start : start + width]
        safe = ("…" + cut[1:] if start else cut[:-1] + "…") if len(cut) == width else cut
    return safe.rstrip(), " " * (column - 1 - start) + "^"
