"""A raw mail taken apart: who says he wrote it, which mail it is, and the texts in which orders may stand.

Nothing here trusts the sender. Sizes are bounded before anything is looked at; charsets are those of an allow list; no
attachment's name is used for anything but its ending; archives are never opened.
"""

from __future__ import annotations

import email.header
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32

from adjudicator.host import authenticity, markup

MAX_BYTES = 256 * 1024
MAX_HEADER_BYTES = 100 * 1024
MAX_PARTS = 100
MAX_NESTING = 20
MAX_FIELD = 998

CHARSETS = re.compile(
    r"(us-ascii|ascii|utf-?8|utf-?16(le|be)?|iso-?8859-?\d{1,2}|latin-?\d|windows-?125\d|cp-?125\d|koi8-[ru]|macintosh"
    r"|gb2312|gbk|gb18030|big5|shift[-_]jis|euc-(jp|kr)|iso-2022-jp)\Z"
)
_TRACE = ("received", "return-path", "delivered-to", "x-original-to", "envelope-to", "authentication-results")
_ADDRESS = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?"
_FROM = re.compile(
    rf'\s*(?:(?:"(?:[^"\\\r\n]|\\.)*"|[^"<>@,;:()]*)\s*<(?P<inner>{_ADDRESS})>|(?P<bare>{_ADDRESS}))\s*\Z'
)
_YAML_TYPES = {"text/yaml", "application/yaml", "text/x-yaml", "application/x-yaml", "text/vnd.yaml"}
_YAML_NAME = re.compile(r"\.ya?ml\Z", re.IGNORECASE)
_DAEMONS = re.compile(r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply|.*-bounces|.*-owner)(\+.*)?@", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Text:
    """A part of a mail in which orders may stand."""

    source: str  # attachment, plain or html
    content: str


@dataclass(frozen=True, slots=True)
class Mail:
    key: str
    """What makes it this mail and no other: its Message-ID, or the hash of its content where it has none."""
    content: str
    """The hash of everything but what servers wrote on it under way."""
    message_id: str | None
    sender: str | None
    """The one address of the one From header; None where that cannot be said."""
    recipients: str
    """All headers that may hold our address with a token."""
    subject: str
    texts: tuple[Text, ...]
    automatic: str
    """Why nobody should be answered (RFC 3834); empty if a person may have written it."""
    report: bool
    """A notice about one of our letters that could not be delivered."""
    authentication: tuple[str, ...] = ()
    """The Authentication-Results of all servers on the way, the last one's first. Anybody may have written them."""

    @property
    def content_key(self) -> str:
        return f"sha256:{self.content}"


class TooStrange(Exception):
    """A mail that is not taken apart: too large, too many parts, nested too deep."""


def take_apart(raw: bytes) -> Mail:
    if len(raw) > MAX_BYTES:
        raise TooStrange("too-large")
    head = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0]
    if len(head) > MAX_HEADER_BYTES:
        raise TooStrange("headers-too-large")
    message = BytesParser(policy=compat32).parsebytes(raw)
    parts = list(_leaves(message))
    content = content_hash(raw)
    message_id = _message_id(message)
    sender = sender_of(message)
    return Mail(
        key=message_id or f"sha256:{content}",
        content=content,
        message_id=message_id,
        sender=sender,
        recipients=" ".join(
            _field(value)
            for name in ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "Resent-To")
            for value in message.get_all(name, [])
        ),
        subject=clean_line(_decoded(_field(message.get("Subject", "")))),
        texts=tuple(_texts(parts)),
        automatic=_automatic(message, sender),
        report=message.get_content_type() == "multipart/report",
        authentication=tuple(
            str(value)[: authenticity.LONGEST]
            for value in message.get_all("Authentication-Results", [])[: authenticity.MOST_HEADERS]
        ),
    )


def content_hash(raw: bytes) -> str:
    """The same for two deliveries of one mail: the lines that servers add under way are left out."""
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    kept, keeping = [], True
    for line in head.split(b"\n"):
        if not line[:1].isspace():
            keeping = line.partition(b":")[0].strip().lower().decode("ascii", "replace") not in _TRACE
        if keeping:
            kept.append(line)
    return hashlib.sha256(b"\n".join(kept) + b"\n\n" + body.rstrip()).hexdigest()


def sender_of(message: Message) -> str | None:
    """Exactly one From header with exactly one address, written plainly: anything else could be read in two ways."""
    found = message.get_all("From", [])
    match = _FROM.match(_field(found[0])) if len(found) == 1 else None
    return None if match is None else (match["inner"] or match["bare"]).lower()


def clean_line(text: str, limit: int = 200) -> str:
    """A sender's words on one line, without control or direction marks."""
    return "".join(letter for letter in text if letter.isprintable())[:limit].strip()


def _field(value: object) -> str:
    text = str(value).replace("\r", " ").replace("\n", " ")
    return text[:MAX_FIELD]


def _decoded(text: str) -> str:
    try:
        return str(email.header.make_header(email.header.decode_header(text)))
    except (LookupError, ValueError):
        return text


def _message_id(message: Message) -> str | None:
    found = message.get_all("Message-ID", [])
    if len(found) != 1:
        return None
    text = _field(found[0]).strip()
    return text if re.fullmatch(r"<[!-;=?-~]{3,250}>", text) else None


def _leaves(message: Message) -> Iterator[Message]:
    """The parts that are not made of parts, in order. Mails that were forwarded inside are not looked into."""
    count = 0
    waiting: list[tuple[Message, int]] = [(message, 0)]
    while waiting:
        part, depth = waiting.pop()
        count += 1
        if count > MAX_PARTS:
            raise TooStrange("too-many-parts")
        if depth > MAX_NESTING:
            raise TooStrange("nested-too-deep")
        payload = part.get_payload()
        if part.get_content_maintype() == "multipart" and isinstance(payload, list):
            waiting += [(inner, depth + 1) for inner in reversed(payload)]
        elif part.get_content_maintype() != "message":
            yield part


def _texts(parts: list[Message]) -> Iterator[Text]:
    """Attached order files; without any, the first plain text; without that, the first page of HTML."""
    files = [part for part in parts if _is_order_file(part)]
    if files:
        yield from (Text("attachment", _content(part)) for part in files)
        return
    shown = [part for part in parts if part.get_content_disposition() != "attachment"]
    plain = next((part for part in shown if part.get_content_type() == "text/plain"), None)
    if plain is not None:
        yield Text("plain", _unflowed(plain, _content(plain)))
        return
    page = next((part for part in shown if part.get_content_type() == "text/html"), None)
    if page is not None:
        yield Text("html", markup.as_text(_content(page)))


def _is_order_file(part: Message) -> bool:
    if part.get_content_type() in _YAML_TYPES:
        return True
    return bool(_YAML_NAME.search(_decoded(_field(part.get_filename() or ""))))


def _content(part: Message) -> str:
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
    going_on = False
    for line in text.replace("\r\n", "\n").split("\n"):
        line = line[1:] if line.startswith(" ") else line  # stuffed
        depth = len(line) - len(line.lstrip(">"))
        if going_on and depth == len(lines[-1]) - len(lines[-1].lstrip(">")):
            lines[-1] += line[depth:].removeprefix(" ") if depth else line
        else:
            lines.append(line)
        going_on = line.endswith(" ") and line.lstrip(">").strip() != "--" and bool(line.strip())
        if going_on and drop:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)


def _automatic(message: Message, sender: str | None) -> str:
    """RFC 3834: what a machine sent is never answered. Yet it is read: it may be a player's script."""
    if _field(message.get("Auto-Submitted", "no")).partition(";")[0].strip().lower() != "no":
        return "auto-submitted"
    if "Return-Path" in message and _field(message["Return-Path"]).replace(" ", "") in ("<>", ""):
        return "null-sender"
    if _field(message.get("Precedence", "")).strip().lower() in ("bulk", "junk", "list"):
        return "precedence"
    if any(name in message for name in ("List-Id", "List-Post", "X-Loop", "X-Autoreply", "X-Autorespond")):
        return "list-or-loop"
    if message.get_content_type() == "multipart/report":
        return "report"
    if sender is None or _DAEMONS.match(sender):
        return "no-person"
    return ""
