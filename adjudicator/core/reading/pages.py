"""A mail's text as pages: one YAML document each, read on its own, so that an error in one spoils no other."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.core.model import Mark

from .nodes import Fault, Node, NotYaml, compose, fold_key
from .repair import Repair, Source, printable, repair

MAX_BYTES = 64 * 1024
MAX_PAGES = 40
HEAD = ("game", "player", "turn", "phase", "token", "based_on", "ready")
INHERITED = ("game", "player", "turn", "token")

_DIVIDER = re.compile(r"(?:-{3,}|\.\.\.)(?=\s|\Z)")
_SIGNATURE = re.compile(r"--\s*\Z")
_KEY = re.compile(r"""\s*["']?([A-Za-z][\w-]*(?: [\w-]+)?)["']?\s*:(?:\s+|\Z)(.*)\Z""")
_NO_WORDS = "-{}[]#&*!|>%@`\"'?,:"
"""What a line of orders may begin with, and a sentence seldom does."""
_REACHED_AT = re.compile(r"\+?[\d(][\d\s()/.-]{4,}\Z|\S*(?:@|://|www\.)\S*\Z")
"""The value of a line of a signature, which looks like a key: a telephone's number, an address."""
_TOKEN = re.compile(r"""(?i)(["']?\btoken["']?\s*:[ \t]*(?:\n[ \t]+(?![^\n]*:))?)("[^"\n]*"|'[^'\n]*'|[^\s,}#"']+)""")


@dataclass(slots=True)
class Page:
    """One document: the lines it stands on (from 0, the last excluded), its root if it is YAML, its fault if not."""

    first: int
    end: int
    root: Node | None = None
    fault: Fault | None = None
    head: dict[str, str] = field(default_factory=dict)
    """The head keys as written, or as far as they can be made out where the page is no YAML."""
    secrets: list[str] = field(default_factory=list)
    """What stands under `token`, or under a key that may be a misspelt one: never to be shown."""


@dataclass(slots=True)
class Pages:
    """A mail's text, parted and parsed but not yet typed. `fault` is set where the whole text is refused."""

    source: Source
    pages: list[Page] = field(default_factory=list)
    fault: Fault | None = None

    @property
    def head(self) -> Mapping[str, str]:
        """What the first page says of game, player and turn: what the others inherit; and the token of all.

        Never the player or the turn of a later one: orders for now would become another's, or standing ones.
        """
        first = next((number for number, page in enumerate(self.pages) if page.head), 0)
        inherited = INHERITED if first == 0 else ("token",)
        return {
            key: value for page in self.pages[first : first + 1] for key, value in page.head.items() if key in inherited
        }

    @property
    def secrets(self) -> frozenset[str]:
        return frozenset(secret for page in self.pages for secret in page.secrets)

    def lines_to_show(self) -> list[str]:
        """OF-20  The player's own lines with every token blotted out, each character at its place."""
        text = "\n".join(self.source.lines)
        if not self.secrets and "token" not in text.lower():
            return self.source.lines
        text = without_token(text)
        for secret in self.secrets:
            text = text.replace(secret, "…" * len(secret))
        return text.split("\n")

    @property
    def repairs(self) -> tuple[Repair, ...]:
        return tuple(self.source.repairs)


def open_text(text: str) -> Pages:
    """OF-2  The pages of a text, each parsed on its own. No exception for any text."""
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        return Pages(Source([""], [""]), fault=Fault("too-large", "OF-4", 0, 0, {"most": MAX_BYTES // 1024}))
    source = repair(text)
    pages = Pages(source)
    for first, end in _part(source):
        if all(not line.strip() or line.lstrip().startswith("#") for line in source.read[first:end]):
            continue
        if len(pages.pages) == MAX_PAGES:
            pages.pages.append(Page(first, end, fault=Fault("too-many-pages", "OF-4", first, 0, {"most": MAX_PAGES})))
            break
        page = _read_without_afterword(source, _skip_prose(source, first, end), end)
        if page.root is not None or page.fault is not None:
            pages.pages.append(page)
    if not pages.pages:
        pages.fault = Fault("nothing-written", "OF-1", 0, 0)
    return pages


def without_token(text: str) -> str:
    """OF-20  The same text, place for place, with the value of every `token` blotted out."""
    return _TOKEN.sub(lambda found: found[1] + "…" * len(found[2]), text)


def _part(source: Source) -> list[tuple[int, int]]:
    """OF-2, OF-3  Lines `---` part documents; a line `end` or a signature ends all reading."""
    parts: list[tuple[int, int]] = []
    first = 0
    for number, line in enumerate(source.read):
        if line.startswith(("--", "..")):
            if _SIGNATURE.match(line):
                if not _was_divider(source, number):
                    source.repairs.append(Repair("ended-at-signature", Mark(number + 1, 1)))
                    return [*parts, (first, number)]
            elif (divider := _DIVIDER.match(line)) is None:
                continue
            else:
                rest = line[divider.end() :]
                if rest.strip() and not rest.strip().startswith("#"):
                    source.read[number] = " " * divider.end() + rest
                    parts.append((first, number))
                    first = number
                    continue
            parts.append((first, number))
            first = number + 1
        elif len(line) < 40 and line.strip().lower() == "end":
            return [*parts, (first, number)]
    return [*parts, (first, len(source.read))]


def _was_divider(source: Source, number: int) -> bool:
    """A long dash alone may be a shortened `---`: it is one if the next line begins a document."""
    if source.lines[number].strip().startswith("--"):
        return False
    following = next((line for line in source.read[number + 1 :] if line.strip()), "")
    key = _KEY.match(following)
    return key is not None and fold_key(key[1]) in HEAD


def _skip_prose(source: Source, first: int, end: int) -> int:
    """OF-3  A greeting before the first key of the head, or before the first divider, is passed over; that is said."""
    prose = []
    begins = first == 0 and end < len(source.read)
    for number in range(first, end):
        line = source.read[number].strip()
        if not line or line.startswith("#"):
            continue
        key = _KEY.match(source.read[number])
        if key is not None or line[0] in "-{[":
            begins = key is not None and fold_key(key[1]) in HEAD
            break
        prose.append(number)
    if not prose or not begins:
        return first
    code = "prose-skipped" if len(prose) > 1 else "line-skipped"
    source.repairs.append(Repair(code, Mark(prose[0] + 1, 1), {"last": prose[-1] + 1}))
    return prose[-1] + 1


def _read_without_afterword(source: Source, first: int, end: int) -> Page:
    """OF-3  Words below the orders ("Sent from my phone") are passed over; that is said.

    Only where they spoil the page and what stands above them is whole: nothing that could be an order is left out.
    """
    page = _read_page(source, first, end)
    words = None if page.fault is None else _afterword(source, first, end)
    if words is None:
        return page
    above = _read_page(source, first, words)
    if above.root is None or above.fault is not None:
        return page
    source.repairs.append(Repair("afterword-skipped", Mark(words + 1, 1)))
    return above


def _afterword(source: Source, first: int, end: int) -> int | None:
    """Where paragraphs of plain words begin, up to the end of the page; None where there is something else below."""
    begins = None
    for number in range(end - 1, first, -1):
        line = source.read[number]
        if not line.strip():
            continue
        if line.lstrip()[0] in _NO_WORDS or _may_be_ordered(line):
            break
        if not line[0].isspace() and not source.read[number - 1].strip():
            begins = number
    return begins


def _may_be_ordered(line: str) -> bool:
    key = _KEY.match(line)
    if key is None:
        return False
    return fold_key(key[1]) in HEAD or _REACHED_AT.match(key[2].strip()) is None


def _read_page(source: Source, first: int, end: int) -> Page:
    page = Page(first, end)
    # The lines before it stay, empty, so that every mark counts from the top of the mail.
    text = "\n" * first + "\n".join(source.read[first:end])
    try:
        page.root = compose(text)
    except NotYaml as error:
        page.fault = error.fault
    root = page.root
    if root is not None and root.kind == "text" and root.empty:
        page.root = None
    elif root is not None and root.kind == "map":
        page.head = {
            folded: printable(value.text).strip()
            for folded, _, value in root.pairs
            if folded in HEAD and value.kind == "text" and not value.empty and value.fault is None
        }
        page.secrets = [value.text.strip() for folded, _, value in root.pairs if _secret(folded, value.text)]
    if page.fault is not None:
        _salvage(page, source.read[first:end])
    return page


def _secret(folded: str, written: str) -> bool:
    """Whether a key may be meant for `token`, and what stands under it is long enough to be one."""
    if len(written.strip()) < 6 or (folded in HEAD and folded != "token") or len(folded) > 12:
        return False
    return difflib.SequenceMatcher(None, "token", folded).ratio() >= 0.6


def _salvage(page: Page, lines: list[str]) -> None:
    """The head of a page that is no YAML, by its lines: the other pages may depend on it."""
    for line in lines:
        match = None if line.startswith(" ") else _KEY.match(line)
        if match is None:
            continue
        folded, value = fold_key(match[1]), re.split(r"\s+#", match[2])[0].strip().strip("\"'")
        if value and folded in HEAD:
            page.head.setdefault(folded, value)
        if _secret(folded, value):
            page.secrets.append(value)
