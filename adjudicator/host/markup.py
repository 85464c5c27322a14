"""HTML mail read as text: what it shows, line by line, without fetching or running anything."""

from __future__ import annotations

from html.parser import HTMLParser

_BREAKS = {"br", "p", "div", "tr", "li", "pre", "blockquote", "h1", "h2", "h3", "table", "ul", "ol"}
_SILENT = {"script", "style", "head", "title"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self._silent = 0
        self._quoted = 0
        self._kept_spaces = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent += 1
        if tag in _BREAKS:
            self._break(always=tag == "br")
        if tag == "blockquote":
            self._quoted += 1
        if tag == "pre":
            self._kept_spaces += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        if tag in _BREAKS:
            self._break()
        if tag == "blockquote":
            self._quoted = max(0, self._quoted - 1)
        if tag == "pre":
            self._kept_spaces = max(0, self._kept_spaces - 1)

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._kept_spaces:
            first, *others = data.split("\n")
            self._add(first)
            for line in others:
                self._break(always=True)
                self._add(line)
        else:
            joined = data.replace("\r", " ").replace("\n", " ")
            self._add(joined if self._has_text() else joined.lstrip(" "))

    def _add(self, text: str) -> None:
        if text and not self._has_text() and self._quoted:
            self.lines[-1] = "> " * self._quoted
        self.lines[-1] += text

    def _break(self, always: bool = False) -> None:
        if always or self._has_text():
            self.lines.append("")

    def _has_text(self) -> bool:
        return bool(self.lines[-1])


def as_text(html: str) -> str:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return "\n".join(line.rstrip() for line in reader.lines)
