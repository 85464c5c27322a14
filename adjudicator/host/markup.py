"""HTML mail read as text: what it shows, line by line, without fetching or running anything.

A reader of its own instead of the library's: whatever somebody sends, it takes time in proportion to its length.
"""

from __future__ import annotations

import re
from html import unescape

_BREAKS = {"br", "p", "div", "tr", "li", "pre", "blockquote", "h1", "h2", "h3", "table", "ul", "ol", "hr"}
_SILENT = {"script", "style", "head", "title"}
_MOST_QUOTED = 10
# No alternative can match what another does, and none reaches past a `<`: no text makes it look at a letter twice.
_TAG = re.compile(r"""<(?P<end>/?)(?P<name>[a-zA-Z][a-zA-Z0-9]*)(?:[^<>"']|"[^"<]*"|'[^'<]*')*>""")
_BEYOND_UNICODE = re.compile(r"&#[xX]?[0-9a-fA-F]{8,};?")


def as_text(html: str) -> str:
    reader = _Reader()
    reader.read(html)
    return "\n".join("".join(line).rstrip() for line in reader.lines)


class _Reader:
    def __init__(self) -> None:
        self.lines: list[list[str]] = [[]]
        """Each in pieces: adding to a long string again and again would take its length each time."""
        self._last = -1
        """Where the last tag may end. Looked for once: from every `<` on, it would take the length each time."""
        self._silent = 0
        self._quoted = 0
        self._kept_spaces = 0
        self._bullet = False
        """An entry of a list has begun, and nothing of it is written yet: mail programs make lists of `- `."""

    def read(self, html: str) -> None:
        at = 0
        self._last = html.rfind(">")
        while (opened := html.find("<", at)) >= 0:
            self._text(html[at:opened])
            at = self._markup(html, opened)
        self._text(html[at:])

    def _markup(self, html: str, opened: int) -> int:
        """A tag, a comment or a declaration, or a bare `<`; returns where the text goes on."""
        if html.startswith(("<!", "<?"), opened):
            closing = "-->" if html.startswith("<!--", opened) else ">"
            closed = html.find(closing, opened)
            return len(html) if closed < 0 else closed + len(closing)
        tag = _TAG.match(html, opened)
        if tag is None and self._last < opened:
            return len(html)  # cut off in the middle of a tag
        if tag is None:
            self._text("<")
            return opened + 1
        name = tag["name"].lower()
        if tag["end"]:
            self._end(name)
        else:
            self._start(name)
        return tag.end()

    def _start(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent += 1
        if tag in _BREAKS:
            self._break(always=tag == "br")
        if tag == "blockquote":
            self._quoted += 1
        if tag == "pre":
            self._kept_spaces += 1
        if tag == "li":
            self._bullet = True

    def _end(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        if tag in _BREAKS:
            self._break()
        if tag == "blockquote":
            self._quoted = max(0, self._quoted - 1)
        if tag == "pre":
            self._kept_spaces = max(0, self._kept_spaces - 1)

    def _text(self, text: str) -> None:
        if self._silent or not text:
            return
        shown = unescape(_BEYOND_UNICODE.sub("\ufffd", text)) if "&" in text else text
        if self._kept_spaces:
            first, *others = shown.replace("\r\n", "\n").split("\n")
            self._add(first)
            for line in others:
                self._break(always=True)
                self._add(line)
        else:
            joined = shown.replace("\r", " ").replace("\n", " ")
            self._add(joined if self.lines[-1] else joined.lstrip(" "))

    def _add(self, text: str) -> None:
        if text and not self.lines[-1] and self._quoted:
            self.lines[-1].append("> " * min(self._quoted, _MOST_QUOTED))
        if self._bullet and text.strip():
            self.lines[-1].append("- ")
            self._bullet = False
        if text:
            self.lines[-1].append(text)

    def _break(self, always: bool = False) -> None:
        if always or self.lines[-1]:
            self.lines.append([])
