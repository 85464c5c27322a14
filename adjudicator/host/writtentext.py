"""The text of one part of a mail, as its writer saw it: charset, flowed lines, the wrapping of a signature undone."""

from __future__ import annotations

import re
from email.message import Message

CHARSETS = re.compile(
    r"(us-ascii|ascii|utf-?8|utf-?16(le|be)?|iso-?8859-?\d{1,2}|latin-?\d|windows-?125\d|cp-?125\d|koi8-[ru]|macintosh"
    r"|gb2312|gbk|gb18030|big5|shift[-_]jis|euc-(jp|kr)|iso-2022-jp)\Z"
)
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"


def unwrapped(part: Message) -> str:
    return _unsigned(_unflowed(part, content(part)))


def content(part: Message) -> str:
    raw = part.get_payload(decode=True)
    if not isinstance(raw, bytes):
        return ""
    named = str(part.get_content_charset() or "utf-8").lower()
    for charset in (named if CHARSETS.match(named) else "utf-8", "utf-8"):
        try:
            return raw.decode(charset)
        except (UnicodeDecodeError, LookupError):
            continue
    return raw.decode("latin-1")


def _unflowed(part: Message, text: str) -> str:
    """RFC 3676: a line that ends in a space goes on in the next, unless it is the mark of a signature."""
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    drop = str(part.get_param("delsp", "")).lower() == "yes"
    lines: list[str] = []
    going_on = 0  # where the last line goes on: one more than the depth of its quotes
    for line in text.replace("\r\n", "\n").split("\n"):
        bare = line.lstrip(">")
        depth = len(line) - len(bare)
        bare = bare.removeprefix(" ")  # stuffed
        if going_on == depth + 1:
            lines[-1] += bare
        else:
            lines.append(f"{'>' * depth} {bare}" if depth else bare)
        flows = bare.endswith(" ") and bare.strip() not in ("", "--")
        going_on = depth + 1 if flows else 0
        if flows and drop:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)


def _unsigned(text: str) -> str:
    """RFC 9580: a text signed in the clear, without its wrapping; every line stays at its place."""
    if _SIGNED not in text:
        return text
    lines = text.replace("\r\n", "\n").split("\n")
    inside, head = False, False
    for number, line in enumerate(lines):
        mark = line.rstrip()
        if mark == _SIGNED:
            inside, head, lines[number] = True, True, ""
        elif inside and mark == _SIGNATURE:
            return "\n".join(lines[:number])
        elif inside and head:
            head, lines[number] = bool(mark), ""
        elif inside:
            lines[number] = line.removeprefix("- ")
    return "\n".join(lines)
