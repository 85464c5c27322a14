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
from email.errors import MessageError
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from functools import lru_cache

from adjudicator.host import authenticity, machines, markup, writtentext
from adjudicator.host.orderblock import order_block

MAX_BYTES = 256 * 1024
MAX_HEADER_BYTES = 100 * 1024
MAX_LINES = 20_000
MAX_PARTS = 100
MAX_NESTING = 20
MAX_CONTAINERS = 40
MAX_FIELD = 998
MAX_TYPE_FIELD = 2000
MAX_PARAMETERS = 30

_TRACE = re.compile(
    rb"(received|return-path|delivered-to|x-original-to|envelope-to|authentication-results|received-spf|x-received"
    rb"|arc-[a-z-]+|x-spam[a-z-]*|x-virus[a-z-]*|x-gm-[a-z-]+|x-mozilla-[a-z0-9-]+|x-uidl?|status|x-status)\Z"
)
_ADDRESS = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?"
_FROM = re.compile(
    rf'\s*(?:(?:"(?:[^"\\\r\n]|\\.)*"|[^"<>@,;:()]*)\s*<(?P<inner>{_ADDRESS})>|(?P<bare>{_ADDRESS}))\s*\Z'
)
_TYPE_FIELD = re.compile(
    rb"^content-(?:type|disposition)[ \t]*:(?P<value>.*(?:\n[ \t].*)*)", re.IGNORECASE | re.MULTILINE
)
_CONTAINER = re.compile(rb"\s*(?:multipart|message)/", re.IGNORECASE)
_YAML_TYPES = {"text/yaml", "application/yaml", "text/x-yaml", "application/x-yaml", "text/vnd.yaml"}
_YAML_NAME = re.compile(r"\.ya?ml\Z", re.IGNORECASE)
_TEXT_NAME = re.compile(r"\.te?xt\Z", re.IGNORECASE)


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
    body: str
    """What its writer says in the mail itself, whatever he attached."""
    texts: tuple[Text, ...]
    """Where orders stand, if there are any."""
    automatic: str
    """Why nobody should be answered (RFC 3834); empty if a person may have written it."""
    report: machines.Report
    """A notice about one of our letters."""
    authentication: tuple[str, ...] = ()
    """The Authentication-Results of all servers on the way, the last one's first. Anybody may have written them."""

    @property
    def content_key(self) -> str:
        return f"sha256:{self.content}"


class TooStrange(Exception):
    """A mail that is not taken apart: too large, too many parts, nested too deep."""


def take_apart(raw: bytes) -> Mail:
    message = parsed(raw)
    parts = list(_leaves(message))
    content = content_hash(raw)
    message_id = _message_id(message)
    sender = sender_of(message)
    said, texts = _texts(parts)
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
        subject=clean_line(_decoded(_subject(message))),
        body=said,
        texts=texts,
        automatic=machines.why_not_answered(message, sender),
        report=machines.report_of(message),
        authentication=tuple(
            str(value)[: authenticity.LONGEST]
            for value in message.get_all("Authentication-Results", [])[: authenticity.MOST_HEADERS]
        ),
    )


@lru_cache(maxsize=1)
def parsed(raw: bytes) -> Message:
    """The mail as the library sees it, once nothing in it can make the library slow. Raises TooStrange.

    Kept for whoever puts away the mail that has just been taken apart. Nobody changes it.
    """
    if len(raw) > MAX_BYTES:
        raise TooStrange("too-large")
    lines = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if lines.count(b"\n") > MAX_LINES:
        raise TooStrange("too-many-lines")
    if len(lines.partition(b"\n\n")[0]) > MAX_HEADER_BYTES:
        raise TooStrange("headers-too-large")
    kinds = [match["value"] for match in _TYPE_FIELD.finditer(lines)]
    if any(len(kind) > MAX_TYPE_FIELD or kind.count(b";") > MAX_PARAMETERS for kind in kinds):
        raise TooStrange("header-too-long")
    if sum(1 for kind in kinds if _CONTAINER.match(kind)) > MAX_CONTAINERS:
        raise TooStrange("nested-too-deep")
    return BytesParser(policy=compat32).parsebytes(raw)


def content_hash(raw: bytes) -> str:
    """The same for two deliveries of one mail: the lines that servers add under way are left out."""
    head, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    kept, keeping = [], True
    for line in head.split(b"\n"):
        if not line[:1].isspace():
            keeping = not _TRACE.match(line.partition(b":")[0].strip().lower())
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
    text = str(value)[:MAX_FIELD]
    return text.replace("\r", " ").replace("\n", " ")


def _subject(message: Message) -> str:
    """As it was sent; not every mail program encodes what is not ASCII."""
    found = next((str(value) for name, value in message.raw_items() if name.lower() == "subject"), "")
    return _field(found.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))


def _decoded(text: str) -> str:
    try:
        return str(email.header.make_header(email.header.decode_header(text)))
    except (LookupError, ValueError, MessageError):
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
        if part.get_content_maintype() == "multipart" and part.is_multipart():
            inside = [inner for inner in part.get_payload() if isinstance(inner, Message)]
            waiting += [(inner, depth + 1) for inner in reversed(inside)]
        elif part.get_content_maintype() != "message":
            yield part


def _texts(parts: list[Message]) -> tuple[str, tuple[Text, ...]]:
    """What the writer says, and where his orders stand.

    Order files that are attached; otherwise the first plain text, text file or page that looks like orders; otherwise
    what he says.
    """
    files = [Text("attachment", writtentext.content(part)) for part in parts if _named(part, _YAML_NAME, _YAML_TYPES)]
    shown = [part for part in parts if part.get_content_disposition() != "attachment"]
    plain = [Text("plain", writtentext.unwrapped(part)) for part in shown if part.get_content_type() == "text/plain"]
    pages = [
        Text("html", markup.as_text(writtentext.content(part)))
        for part in shown
        if part.get_content_type() == "text/html"
    ]
    attached = [Text("attachment", writtentext.content(part)) for part in parts if _named(part, _TEXT_NAME, set())]
    said = next((text for text in (*plain, *pages) if text.content.strip()), Text("plain", ""))
    ordered = tuple(text for text in files if order_block(text.content) is not None)
    if ordered:
        return said.content, ordered
    found = next((text for text in (*plain, *pages, *attached) if order_block(text.content) is not None), None)
    return said.content, tuple(files) if found is None and files else (found or said,)


def _named(part: Message, name: re.Pattern[str], kinds: set[str]) -> bool:
    return part.get_content_type() in kinds or bool(name.search(_decoded(_field(part.get_filename() or ""))))
