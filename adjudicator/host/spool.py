"""Mails as they are kept: whole, but with every token taken out, however it was encoded."""

from __future__ import annotations

from email.message import Message
from email.parser import BytesParser
from email.policy import compat32

from adjudicator.host.tokens import KeyRing


def without_tokens(raw: bytes, keys: KeyRing) -> str:
    """The mail as text. What was encoded is decoded only where a token hides in it."""
    message = BytesParser(policy=compat32).parsebytes(raw)
    for part in message.walk():
        _clean_headers(part, keys)
        if not part.is_multipart():
            _clean_content(part, keys)
    text = message.as_bytes(policy=compat32.clone(max_line_length=None)).decode("utf-8", "replace")
    return keys.taken_out(text)


def _clean_headers(part: Message, keys: KeyRing) -> None:
    for name, value in part.items():
        cleaned = keys.taken_out(str(value))
        if cleaned != str(value):
            del part[name]
            part[name] = cleaned


def _clean_content(part: Message, keys: KeyRing) -> None:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return
    # UTF-16 puts a zero byte beside every letter; without them a token reads the same in any charset.
    seen = content.replace(b"\0", b"").decode("utf-8", "replace")
    if keys.found_in(seen):
        del part["Content-Transfer-Encoding"]
        part["Content-Transfer-Encoding"] = "8bit"
        part.set_payload(keys.taken_out(seen).encode().decode("ascii", "surrogateescape"))
