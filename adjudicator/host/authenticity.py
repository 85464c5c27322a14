"""What our own mail server found out about where a mail comes from (RFC 8601): a second sign, beside the token.

Anybody can write such a header; so only the topmost one of the one server that the settings name is believed, for a
server writes its own above all that came with the mail.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

Finding = Literal["pass", "fail", "none"]
MOST_HEADERS = 20
LONGEST = 8_000
DEEPEST_COMMENT = 10
_COMMENT = re.compile(r"\((?:[^()\\]|\\.)*\)")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_RESULT = re.compile(r"\s*([a-z0-9-]+)\s*(?:/\s*\d+\s*)?=\s*([a-z]+)", re.IGNORECASE)
_SIGNED_BY = re.compile(r"\bheader\.(?:d|i)\s*=\s*(?:[^\s;@]*@)?([a-z0-9.-]+)", re.IGNORECASE)


def found(headers: Sequence[str], server: str, sender: str | None) -> Finding:
    """DMARC's word, which is about the From line; otherwise a signature of the From line's own domain."""
    mine = next((parts for header in headers if (parts := _parts(header))[0].lower() == server.lower()), None)
    if mine is None or sender is None:
        return "none"
    finding: Finding = "none"
    for part in mine[1:]:
        match = _RESULT.match(part)
        if match is None:
            continue
        method, result = match[1].lower(), match[2].lower()
        if method == "dmarc" and result in ("pass", "fail"):
            return "pass" if result == "pass" else "fail"
        if method == "dkim" and result == "pass" and _is_signed_by(part, sender.rpartition("@")[2]):
            finding = "pass"
    return finding


def _parts(header: str) -> list[str]:
    """The name of the server, without its version, and each result. Comments may be nested and may hold anything."""
    text = " ".join(header[:LONGEST].split())
    text = _QUOTED.sub(lambda match: re.sub(r"[^A-Za-z0-9.@_+-]", "_", match[1]), text)
    for _ in range(DEEPEST_COMMENT):
        text = _COMMENT.sub(" ", text)
    if "(" in text or ")" in text:
        return [""]  # no server writes such a thing
    name, *results = text.split(";")
    return [(name.split() or [""])[0], *results]


def _is_signed_by(part: str, domain: str) -> bool:
    """By the domain of the From line, or one that it lies below."""
    return any(
        domain == signer.lower() or domain.endswith(f".{signer.lower()}")
        for signer in _SIGNED_BY.findall(part)
        if "." in signer
    )
