"""A letter's page as plain text: the same content for readers without HTML, so nothing need be written twice.

Only for our own pages, which are well formed: headings, paragraphs, lists, tables, preformatted text. What stands in
an element marked `data-only="text"` or `data-only="page"` is for one of the two alone.
"""

from __future__ import annotations

import re
import textwrap
from functools import lru_cache
from html import unescape

WIDTH = 72
GAP = 2
"""Spaces between two columns of a table."""

_HEADING = re.compile(r"(?=<h[123]>)")
_TAG = re.compile(r"<(/?)([a-z0-9]+)([^>]*)>")
_SPACE = re.compile(r"[ \t\r\n]+")
_ONLY = re.compile(r"<(?P<tag>[a-z0-9]+)(?P<attributes>[^>]* data-only=\"(?P<reader>text|page)\"[^>]*)>")
_VOID = {"img", "br", "hr", "meta"}


def for_reader(page: str, reader: str) -> str:
    """The page without what is only for the other kind of reader (`text` or `page`)."""
    kept, end = [], 0
    for match in _ONLY.finditer(page):
        if match.start() < end:
            continue  # inside what was left out
        kept.append(page[end : match.start()])
        close = match.end() if match["tag"] in _VOID else _closing(page, match["tag"], match.end())
        if match["reader"] == reader:
            kept.append(page[match.start() : close])
        end = close
    return "".join((*kept, page[end:]))


def _closing(page: str, tag: str, start: int) -> int:
    """Where the element ends that was opened before `start`."""
    depth = 1
    for match in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(page, start):
        depth += -1 if match[1] else 1
        if not depth:
            return match.end()
    raise ValueError(f"<{tag}> is never closed")


def as_text(page: str, colon: str = ":") -> str:
    """The page line by line, no line longer than it must be; `colon` as the reader's language sets it."""
    return "\n\n".join(filter(None, (_section(part, colon) for part in _HEADING.split(page)))) + "\n"


@lru_cache(maxsize=128)
def _section(page: str, colon: str) -> str:
    """From one heading to the next. Kept: most of what one player reads of a phase the others read too."""
    writer = _Writer(colon)
    end = 0
    for match in _TAG.finditer(page):
        writer.text(page[end : match.start()])
        writer.tag(match[2], bool(match[1]))
        end = match.end()
    writer.text(page[end:])
    writer.flush()
    return "\n".join(writer.lines).strip("\n")


class _Writer:
    def __init__(self, colon: str) -> None:
        self._colon = f"{colon} "
        self.lines: list[str] = []
        self._words: list[str] = []
        self._first = self._rest = ""
        self._loud = self._verbatim = self._headed = False
        self._rows: list[list[str]] | None = None
        self._heads = 0

    def text(self, text: str) -> None:
        if text:
            plain = unescape(text) if "&" in text else text
            self._words.append(plain if self._verbatim else _SPACE.sub(" ", plain))

    def tag(self, tag: str, closing: bool) -> None:
        match tag:
            case "p" | "h1" | "h2" | "h3":
                self.flush()
                self._loud = tag in ("h1", "h2") and not closing
                self._gap()
                self._headed = tag != "p" and closing
            case "ul":
                self.flush()
                if closing or not self._below_heading():
                    self._gap()
            case "li":
                self.flush()
                self._first, self._rest = ("", "") if closing else ("- ", "  ")
            case "pre":
                self.flush()
                self._verbatim = not closing
                self._gap()
            case "br":
                self._words.append("\n")
            case "table":
                self.flush()
                if closing:
                    self._table()
                else:
                    self._rows, self._heads = [], 0
                self._gap()
            case "tr" if not closing and self._rows is not None:
                self._rows.append([])
            case "td" | "th" if self._rows is not None:
                if closing:
                    self._rows[-1].append(self._taken().replace("\n", " "))
                    self._heads += tag == "th" and len(self._rows) == 1
                else:
                    self._words.clear()

    def flush(self) -> None:
        if self._verbatim:
            self.lines += "".join(self._words).strip("\n").split("\n") if any(self._words) else []
            self._words.clear()
            return
        text = self._taken()
        if not text:
            return
        text = text.upper() if self._loud else text
        self._headed = False
        first = self._first
        for part in text.split("\n"):
            self.lines += _wrapped(part.strip(), first, self._rest)
            first = self._rest

    def _taken(self) -> str:
        text = "".join(self._words).strip()
        self._words.clear()
        return text

    def _gap(self) -> None:
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def _below_heading(self) -> bool:
        """A list or table belongs to the heading right above it: the gap between them is taken back."""
        if self._headed and self.lines and not self.lines[-1]:
            self.lines.pop()
            self._headed = False
            return True
        return False

    def _table(self) -> None:
        rows, self._rows = self._rows or [], None
        if not rows:
            return
        self._below_heading()
        wide = [max(len(row[n]) for row in rows if n < len(row)) for n in range(max(map(len, rows)))]
        if sum(wide) + GAP * (len(wide) - 1) <= WIDTH:
            gap = " " * GAP
            self.lines += [gap.join(c.ljust(w) for c, w in zip(row, wide, strict=False)).rstrip() for row in rows]
        elif self._heads:
            self._records(rows[0], rows[1:])
        else:
            for row in rows:
                self.lines += _wrapped(self._colon.join(row), "", "  ")

    def _records(self, heads: list[str], rows: list[list[str]]) -> None:
        """A table too wide for a line: each row as its first cell, with the others below it under their heads."""
        for row in rows:
            self.lines += _wrapped(row[0], "", "") or [""]
            for head, cell in zip(heads[1:], row[1:], strict=False):
                if cell:
                    line = f"{head}{self._colon}{cell}" if head else cell
                    self.lines += _wrapped(line, "  ", "    ")


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    """In lines that fit; what cannot be parted, an address say, stays whole."""
    if text and len(first) + len(text) <= WIDTH:
        return [first + text]  # most do, and textwrap is slow to find that out
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
