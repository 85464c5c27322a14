"""Letters: kept without address and token, which are put in only when a letter leaves.

So nothing that lies on the disk can be used to order in somebody's name, and a letter that waited goes to the address
and carries the token of the day it is sent.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from email.utils import format_datetime
from functools import cached_property

from adjudicator.core import jsonfiles
from adjudicator.core.canon import canonical
from adjudicator.core.model import Plain, Seat
from adjudicator.host import mime

TOKEN = "\x02token\x02"
"""Stands for the reader's token in a letter that waits. Control characters never come from a player."""

MODERATOR = "moderator"
MAX_SUBJECT = 200
_NAME = re.compile(r"[^a-z0-9-]+")


@dataclass(frozen=True, slots=True)
class Attachment:
    name: str
    kind: str
    """The subtype of text/ or, with a slash, the whole type."""
    text: str


@dataclass(frozen=True)
class Letter:
    game: str
    """Empty for letters that concern no single game."""
    seat: Seat
    """Whose; or the moderator's."""
    kind: str
    about: str
    """What it is about: a phase, or the mail it answers. Two letters of a kind about one thing are the same letter."""
    subject: str
    text: str
    written: str
    answers: str | None = None
    """The Message-ID of the mail it answers."""
    html: str = ""
    """The same as a page; pictures in it are named `cid:NAME`."""
    pictures: Mapping[str, str] = field(default_factory=dict)
    """The pictures of the page, and the name that each is kept under (host/pictures.py)."""
    files: tuple[Attachment, ...] = ()

    @cached_property
    def name(self) -> str:
        """From what it is and says, so that making it again makes the same letter."""
        said = {key: value for key, value in self._plain.items() if key != "written"}
        digest = hashlib.sha256(canonical(said)).hexdigest()[:12]
        parts = (self.game or "host", self.about, self.seat, self.kind)
        return ".".join([*(_NAME.sub("-", part.lower()).strip("-")[:40] for part in parts), digest])

    @property
    def path(self) -> str:
        return f"{outbox_folder(self.game)}/{self.name}.json"

    def as_text(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return jsonfiles.dump(self._plain)

    @cached_property
    def _plain(self) -> dict[str, Plain]:
        files = [{"name": file.name, "kind": file.kind, "text": file.text} for file in self.files]
        return {**{each.name: getattr(self, each.name) for each in fields(self)}, "files": files}


def outbox_folder(game: str) -> str:
    return f"games/{game}/outbox" if game else "outbox"


def read(text: str, where: str) -> Letter:
    return jsonfiles.load(text, where, _read)


def _read(raw: Plain) -> Letter:
    return Letter(**{**raw, "files": tuple(Attachment(**file) for file in raw.get("files", ()))})


@dataclass(frozen=True, slots=True)
class Correspondents:
    """Sender and recipient of one letter, as they are when it leaves."""

    our_name: str
    our_address: str
    reply_to: str
    their_name: str
    their_address: str
    token: str


def message(letter: Letter, between: Correspondents, pictures: Mapping[str, bytes] | None = None) -> bytes:
    """The complete mail: one recipient, marked as sent by a machine (RFC 3834).

    A letter made again is the same to the byte, so what parts its pieces is not drawn by lot.
    """
    domain = between.our_address.rpartition("@")[2]
    mark = f"=_{hashlib.sha256(letter.name.encode()).hexdigest()[:24]}"
    body = [mime.text("plain", letter.text.replace(TOKEN, between.token))]
    if letter.html:
        page = letter.html.replace(TOKEN, between.token)
        body.append(mime.several("related", f"{mark}_2", _page(page, pictures or {}, domain)))
    parts = [mime.several("alternative", f"{mark}_1", body)]
    for file in letter.files:
        kind = file.kind if "/" in file.kind else f"text/{file.kind}"
        parts.append(mime.file(kind, file.name, file.text.replace(TOKEN, between.token).encode()))
    return mime.head(_head(letter, between, domain)) + mime.several("mixed", f"{mark}_0", parts)


def _head(letter: Letter, between: Correspondents, domain: str) -> Iterator[tuple[str, str]]:
    yield "From", mime.mailbox(one_line(between.our_name, 60), between.our_address)
    yield "To", mime.mailbox(one_line(between.their_name, 60), between.their_address)
    yield "Reply-To", between.reply_to
    yield "Subject", one_line(letter.subject.replace(TOKEN, ""), MAX_SUBJECT)
    yield "Date", format_datetime(datetime.fromisoformat(letter.written))
    yield "Message-ID", f"<{letter.name}@{domain}>"
    if letter.answers:
        yield "In-Reply-To", letter.answers
        yield "References", letter.answers
    yield "Auto-Submitted", "auto-replied" if letter.answers else "auto-generated"
    yield "Precedence", "bulk"
    yield "X-Loop", between.our_address
    yield "X-Adjudicator", letter.kind
    yield "MIME-Version", "1.0"


def _page(page: str, pictures: Mapping[str, bytes], domain: str) -> list[bytes]:
    """The page and what it shows."""
    for name in pictures:
        page = page.replace(f'"cid:{name}"', f'"cid:{name}@{domain}"')
    shown = [mime.file("image/png", f"{name}.png", png, cid=f"{name}@{domain}") for name, png in pictures.items()]
    return [mime.text("html", page), *shown]


def one_line(text: str, limit: int) -> str:
    """Somebody's words as they may stand in a header or a line of a letter."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:limit].strip()


def clean_text(text: str, limit: int) -> str:
    """Somebody's words over several lines: no control or direction marks, no more than so much."""
    lines = ("".join(map(_visible, line.expandtabs(4))).rstrip() for line in text.splitlines())
    return "\n".join(lines).strip("\n")[:limit].rstrip()


def _visible(letter: str) -> str:
    """Spaces of any kind are spaces: without them words would run together."""
    return letter if letter.isprintable() else " " if letter.isspace() else ""
