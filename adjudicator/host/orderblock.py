"""The lines of a mail in which orders stand. All others are emptied, not removed: places stay those of the mail.

An order block that is not quoted wins. Otherwise the quoted form is read without its `>`, together with what was
written between its lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

_QUOTED = re.compile(r"(?:>[ \u00a0]?)+")
_SHIFTED_QUOTE = re.compile(r"[ \t\u00a0]{1,3}(?=>)")
_MARKED_START = re.compile(r"^\ufeff", re.MULTILINE)
"""Some telephones put a byte order mark before the line that says who wrote the old letter."""
_RULER = " \t-=_*#"
_FENCES = {f"{fence}{kind}" for fence in ("```", "~~~") for kind in ("", "yaml", "yml")}
_KEY = re.compile(r"[\"']?(?P<key>[A-Za-z][A-Za-z_]*)[\"']?\s*:(?:\s|\Z)")
_HEAD = {"game", "player", "turn", "phase", "orders"}
_SHEET = {*_HEAD, "token", "based_on", "ready", "sequence", "allow"}
_FIRST = _SHEET - {"ready"}
"""What an old letter's orders may begin with; `ready: yes` above it is said of it."""
_BRACKETS = set("{}[]")
_MOST_BLANK = 3
"""Lines between who is said to have written something and what he wrote."""

# Mail programs that do not mark what they quote put the old letter below a ruler, below its own headers, whatever their
# language calls these, or below a line that says who wrote it and when.
_OLD_FROM = re.compile(r"\*?(?:from|von|de|da|van|från|fra)\*? ?:\*? ?\S", re.IGNORECASE)
_OLD_DATE = re.compile(
    r"\*?(?:sent|date|gesendet|datum|envoyé|enviado|inviato|data|verzonden|skickat|sendt)\*? ?:", re.IGNORECASE
)
_BETWEEN_HEADERS = 4
_FIELD = re.compile(r"\*?[^\W\d_][^\W\d_.-]*(?:[ -][^\W\d_]+){0,2}\*? ?:\*? ?\S")
_FEWEST_FIELDS = 3
_LONGEST_HEAD = 8
"""Lines of an old letter's headers; some mail programs put an empty one between any two."""
_FIELD_BEHIND = re.compile(r"(?<!-)-{4,}[^\W\d_]+ ?: ?\S")
"""A header on the very line of the ruler: some telephones put all of them there."""
_WHOSE = re.compile(r"<[^<>@\s]+@[^<>@\s]+>")
_DATED = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d|\d{1,2}[./-]\d{1,2}[./-]\d\d|\d{1,2}:\d\d)(?!\d)"
    r"|\d\.? [^\W\d_]{3}|[^\W\d_]{3} \d"
)
"""A year, a day or an hour, as it stands in a sentence that says who wrote something and when."""
_LONGEST_RULER = 200
_MOST_ATTRIBUTION = 3
"""Lines over which a mail program spreads who wrote something and when."""


KEPT = 8
"""What the parts of one mail come to is asked for several times; nobody changes the lists."""


@dataclass(frozen=True, slots=True)
class Block:
    """Orders in a text, each line at its place."""

    text: str
    quoted: bool
    """It stands in what the mail quotes."""
    words: bool
    """The writer wrote something besides."""
    above: tuple[tuple[int, str], ...] = ()
    """His own lines that stand above them, by their number."""


@lru_cache(maxsize=KEPT)
def order_block(text: str) -> Block | None:
    """The text with all but the orders emptied; None where nothing looks like orders."""
    lines = _as_marked(text)
    without = _up_to_signature(_without_quotes(lines))
    own = _without_greeting(without)
    unquoted = [_unquoted(line) for line in lines] if any(line.startswith(">") for line in lines) else []
    candidates = (
        (_marked(without), False),
        (own, False),
        (_marked(unquoted), True),
        (_without_sentences(_without_greeting(unquoted, _FIRST), lines), True),
    )
    found = next(((inside, quoted) for inside, quoted in candidates if inside and _has_head(inside)), None)
    if found is None:
        return None
    inside, quoted = found
    outside = [
        (number, line)
        for number, (line, kept) in enumerate(zip(without, inside, strict=True))
        if _is_said(line) and not kept.strip()
    ]
    first = next(number for number, kept in enumerate(inside) if kept.strip())
    above = tuple((number + 1, line) for number, line in outside if number < first)
    return Block("\n".join(inside), quoted, bool(outside), above)


def own_lines(text: str) -> list[str]:
    """What the writer himself wrote, line by line, up to his signature; what he quotes is emptied."""
    return _up_to_signature(_without_quotes(_as_marked(text)))


@lru_cache(maxsize=KEPT)
def _as_marked(text: str) -> list[str]:
    return _marked_quotes(_lines(text))


def _lines(text: str) -> list[str]:
    plain = _MARKED_START.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return [_SHIFTED_QUOTE.sub("", line, count=1) if line[:1].isspace() else line for line in plain.split("\n")]


def signature_above_orders(text: str) -> int | None:
    """The line of a signature below which the writer's own orders stand, unread."""
    lines = _as_marked(text)
    if _signature(lines) == len(lines):  # as in most mails, and what is quoted is dear to find
        return None
    lines = _without_quotes(lines)
    end = _signature(lines)
    below = lines[end + 1 :]
    return end + 1 if any(_is_key(line, {"orders"}) or _begins_an_order(line) for line in below) else None


def _begins_an_order(line: str) -> bool:
    return line[:1] in ("-", "–", "—") and line[1:].lstrip().startswith("{")


def _up_to_signature(lines: list[str]) -> list[str]:
    """A signature and all below it emptied."""
    end = _signature(lines)
    return lines[:end] + [""] * (len(lines) - end)


def _signature(lines: list[str]) -> int:
    return next((number for number, line in enumerate(lines) if line.rstrip() == "--"), len(lines))


def _has_head(lines: list[str]) -> bool:
    return any(_is_key(line, _HEAD) for line in lines)


def _is_begin(line: str) -> bool:
    return line.strip(_RULER).lower() == "begin orders"


def _is_end(line: str) -> bool:
    return line.strip(_RULER).lower() == "end orders"


def _is_fence(line: str) -> bool:
    return line.lstrip()[:1] in ("`", "~") and len(line) < 40 and "".join(line.split()).lower() in _FENCES


def _is_marker(line: str) -> bool:
    return _is_begin(line) or _is_end(line) or _is_fence(line)


def _is_said(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#") and not _is_marker(line)


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
            return None if _orders_outside(lines, kept) else kept
    return None


def _orders_outside(lines: list[str], inside: list[str]) -> bool:
    """Whether orders stand above what is marked: then that is only the form of a letter left below them."""
    above = lines[: next((number for number, line in enumerate(inside) if line), len(lines))]
    written = [line for line in above if line.strip()]
    return any(
        _is_key(line, {"orders"}) and _begins_a_list(line.partition(":")[2].strip() or below)
        for line, below in pairwise([*written, ""])
    )


def _begins_a_list(text: str) -> bool:
    return text.lstrip()[:1] in ("-", "–", "—", "[")


def _marked_quotes(lines: list[str]) -> list[str]:
    """Everything from where an old letter stands unmarked gets the mark of a quote."""
    plain = [line.replace("\u00a0", " ") for line in lines]
    for number, line in enumerate(plain):
        first: int | None
        if _is_ruler(line) or _is_old_head(plain, number):
            first = number - 1 if number and _is_underscores(plain[number - 1]) else number
        else:
            first = _introduces_unmarked(plain, number)
        if first is not None:
            return lines[:first] + [f"> {line}".rstrip() for line in lines[first:]]
    return lines


def _is_ruler(line: str) -> bool:
    """`-----Original Message-----`, in whatever language; all headers of the old letter may stand behind it."""
    bare = line.strip()
    behind = _FIELD_BEHIND.search(bare, 4) if bare.startswith("----") else None
    bare = bare if behind is None else bare[: behind.start()] + "----"
    return (
        bare.startswith("----")
        and bare.endswith("----")
        and 4 <= len(bare.strip("- ")) <= _LONGEST_RULER
        and not _is_marker(bare)
    )


def _is_underscores(line: str) -> bool:
    return len(line.strip()) > 3 and not line.strip("_ \t")


def _is_old_head(lines: list[str], number: int) -> bool:
    """Where the headers of an old letter begin."""
    if not _FIELD.match(lines[number]):
        return False
    below = lines[number + 1 : number + 1 + _BETWEEN_HEADERS]
    if _OLD_FROM.match(lines[number]) and any(_OLD_DATE.match(line) for line in below):
        return True
    fields = [line for line in lines[number : number + _LONGEST_HEAD] if line.strip()][:_FEWEST_FIELDS]
    whole = len(fields) == _FEWEST_FIELDS and all(_is_field(line) for line in fields)
    return whole and any(_WHOSE.search(line) for line in fields)


def _is_field(line: str) -> bool:
    return bool(_FIELD.match(line)) and not _is_key(line)


def _is_key(line: str, keys: set[str] = _SHEET) -> bool:
    key = _KEY.match(line)
    return key is not None and key["key"].lower() in keys


def _introduces_unmarked(lines: list[str], number: int) -> int | None:
    """`On Sunday, 1 March 2026, somebody <address> wrote:`, and what he wrote below it without any mark.

    The first line of such a sentence that ends here; None where none does.
    """
    if not lines[number].rstrip().endswith(":") or lines[number].startswith(">"):
        return None
    # Looked at first, because it is quick: a mail may have thousands of lines that end in a colon.
    near = "\n".join(lines[max(0, number - _MOST_ATTRIBUTION + 1) : number + 1])
    if "@" not in near or _DATED.search(near) is None:
        return None
    first = _first_of_attribution(lines, number, _DATED, _WHOSE)
    below = next((lines[at] for at in range(number + 1, len(lines)) if lines[at].strip()), ">")
    return None if below.startswith(">") else first


def _first_of_attribution(lines: list[str], last: int, *signs: re.Pattern[str]) -> int | None:
    """Where a sentence begins that ends by saying who wrote what follows: no more lines than hold all of these signs.

    What stands right above it may be the writer's own words, or his orders.
    """
    missing = list(signs)
    for first in range(last, max(last - _MOST_ATTRIBUTION, -1), -1):
        if not lines[first].strip() or _is_key(lines[first]) or _is_order(lines[first]):
            return None
        missing = [sign for sign in missing if sign.search(lines[first]) is None]
        if not missing:
            return first
    return None


def _is_order(line: str) -> bool:
    return line.lstrip()[:1] in ("-", "–", "—") or bool(_BRACKETS & set(line))


def _without_quotes(lines: list[str]) -> list[str]:
    """Quoted lines emptied, and the line above them that says who wrote them."""
    kept = ["" if line.startswith(">") else line for line in lines]
    for number, line in enumerate(lines):
        if line.startswith(">") and (number == 0 or not lines[number - 1].startswith(">")):
            _empty_attribution(kept, number)
    return kept


def _without_greeting(lines: list[str], keys: set[str] | None = None) -> list[str]:
    """Whatever stands before the first key, or the first of these: an old letter begins with keys of its own."""
    found = ((number, _KEY.match(line)) for number, line in enumerate(lines))
    first = next((number for number, key in found if key and (keys is None or key["key"].lower() in keys)), 0)
    return [""] * first + lines[first:]


def _without_sentences(lines: list[str], as_sent: list[str]) -> list[str]:
    """What our own letters say between and below the orders that they show; each order file stays one by itself."""
    kept, sentence = list(lines), None
    for number, line in enumerate(lines):
        if as_sent[number].startswith(">") and _is_sentence(line):
            kept[number], sentence = "", number
        elif sentence is not None and _is_key(line, {"game"}):
            kept[sentence], sentence = "---", None
    return kept


def _is_sentence(line: str) -> bool:
    return bool(line.strip()) and line[0].isalnum() and not _KEY.match(line) and not _BRACKETS & set(line)


def _empty_attribution(kept: list[str], quote: int) -> None:
    last = quote - 1
    while last >= 0 and not kept[last].strip() and quote - last <= _MOST_BLANK:
        last -= 1
    if last < 0 or not kept[last].rstrip().endswith(":") or _is_key(kept[last]):
        return
    found = _first_of_attribution(kept, last, _DATED)
    first = last if found is None else found
    kept[first : last + 1] = [""] * (last + 1 - first)


def _unquoted(line: str) -> str:
    return _QUOTED.sub("", line, count=1) if line.startswith(">") else line
