"""Mails as they are kept: as they came, but with every token taken out, however it was encoded."""

from __future__ import annotations

import binascii
import quopri
import re
from email.message import Message
from urllib.parse import unquote_to_bytes

from adjudicator.host import mailtext
from adjudicator.host.tokens import KeyRing

_ENCODED_WORD = re.compile(r"=\?[^?\s]{1,60}\?(?P<how>[bBqQ])\?(?P<text>[^?\s]*)\?=")
_BETWEEN_WORDS = re.compile(r"(?<=\?=)\s+(?==\?)")
_DEEPEST = 10


def without_tokens(raw: bytes, keys: KeyRing) -> str:
    """The mail as text. It is written anew, with everything decoded, only where a token hides in what was encoded."""
    message = mailtext.parsed(raw)
    if any(_hides(part, keys) for part in message.walk()):
        return "\n".join(_written_anew(message, keys, 0))
    return keys.taken_out(raw.decode("utf-8", "replace"))


def _hides(part: Message, keys: KeyRing) -> bool:
    """Whether there is a token in it that nobody sees who reads the mail as it came."""
    if any(_shows(_laid_open(keys.taken_out(str(value))), keys) for _, value in part.items()):
        return True
    if part.is_multipart() or not _is_encoded(part):
        return False
    return _shows(_content(part), keys)


def _is_encoded(part: Message) -> bool:
    how = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    content = part.get_payload(decode=True)
    return how not in ("", "7bit", "8bit", "binary") or (isinstance(content, bytes) and b"\0" in content)


def _shows(text: str, keys: KeyRing) -> bool:
    return keys.taken_out(text) != text


def _content(part: Message) -> str:
    content = part.get_payload(decode=True)
    # UTF-16 puts a zero byte beside every letter; without them a token reads the same in any charset.
    return content.replace(b"\0", b"").decode("utf-8", "replace") if isinstance(content, bytes) else ""


def _laid_open(value: str) -> str:
    """A header with its encoded words (RFC 2047) and parameters (RFC 2231) decoded, as far as ASCII goes."""
    if "=?" in value:
        value = _ENCODED_WORD.sub(_word, _BETWEEN_WORDS.sub("", value))
    if "%" in value:
        value = unquote_to_bytes(value).decode("utf-8", "replace")
    return value


def _word(match: re.Match[str]) -> str:
    encoded = match["text"].encode("utf-8", "replace")
    try:
        if match["how"] in "bB":
            decoded = binascii.a2b_base64(encoded + b"=" * (-len(encoded) % 4))
        else:
            decoded = quopri.decodestring(encoded, header=True)
    except binascii.Error:
        return match.group()
    return decoded.decode("utf-8", "replace")


def _written_anew(part: Message, keys: KeyRing, depth: int) -> list[str]:
    lines = []
    for name, value in part.items():
        shown = _laid_open(str(value))
        shown = shown if _shows(shown, keys) else str(value)
        lines.append(keys.taken_out(f"{name}: {shown}").encode("utf-8", "replace").decode())
    lines.append("")
    if not part.is_multipart():
        return [*lines, keys.taken_out(_content(part))]
    for inner in part.get_payload():
        lines.append("=" * min(depth + 3, _DEEPEST))
        lines += _written_anew(inner, keys, depth + 1) if isinstance(inner, Message) else []
    return lines
