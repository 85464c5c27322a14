"""Letters: kept without address and token, which are put in only when a letter leaves.

So nothing that lies on the disk can be used to order in somebody's name, and a letter that waited goes to the address
and carries the token of the day it is sent.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from adjudicator.core.canon import canonical
from adjudicator.core.model import Seat

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


@dataclass(frozen=True, slots=True)
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

    @property
    def name(self) -> str:
        """From what it is and says, so that making it again makes the same letter."""
        said = {key: value for key, value in asdict(self).items() if key != "written"}
        digest = hashlib.sha256(canonical(said)).hexdigest()[:12]
        parts = (self.game or "host", self.about, self.seat, self.kind)
        return ".".join([*(_NAME.sub("-", part.lower()).strip("-")[:40] for part in parts), digest])

    @property
    def path(self) -> str:
        return f"{outbox_folder(self.game)}/{self.name}.json"

    def as_text(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n"


def outbox_folder(game: str) -> str:
    return f"games/{game}/outbox" if game else "outbox"


def read(text: str) -> Letter:
    raw = json.loads(text)
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
    """The complete mail: one recipient, marked as sent by a machine (RFC 3834)."""
    domain = between.our_address.rpartition("@")[2]
    mail = EmailMessage(policy=SMTP)
    mail["From"] = _mailbox(between.our_name, between.our_address)
    mail["To"] = _mailbox(between.their_name, between.their_address)
    mail["Reply-To"] = between.reply_to
    mail["Subject"] = one_line(letter.subject.replace(TOKEN, ""), MAX_SUBJECT)
    mail["Date"] = format_datetime(datetime.fromisoformat(letter.written))
    mail["Message-ID"] = f"<{letter.name}@{domain}>"
    if letter.answers:
        mail["In-Reply-To"] = mail["References"] = letter.answers
    mail["Auto-Submitted"] = "auto-replied" if letter.answers else "auto-generated"
    mail["Precedence"] = "bulk"
    mail["X-Loop"] = between.our_address
    mail["X-Adjudicator"] = letter.kind
    mail.set_content(letter.text.replace(TOKEN, between.token), cte="quoted-printable")
    if letter.html:
        _add_page(mail, letter.html.replace(TOKEN, between.token), pictures or {}, domain)
    for file in letter.files:
        kind, _, subtype = file.kind.rpartition("/")
        content = file.text.replace(TOKEN, between.token)
        mail.add_attachment(content.encode(), maintype=kind or "text", subtype=subtype, filename=file.name)
    _fix_boundaries(mail, letter.name)
    return mail.as_bytes()


def _add_page(mail: EmailMessage, page: str, pictures: Mapping[str, bytes], domain: str) -> None:
    for name in pictures:
        page = page.replace(f'"cid:{name}"', f'"cid:{name}@{domain}"')
    mail.add_alternative(page, subtype="html", cte="quoted-printable")
    body = mail.get_payload(1)
    assert isinstance(body, EmailMessage)
    for name, content in pictures.items():
        body.add_related(
            content, "image", "png", cid=f"<{name}@{domain}>", filename=f"{name}.png", disposition="inline"
        )


def _fix_boundaries(mail: EmailMessage, name: str) -> None:
    """A letter made again is the same to the byte, so what parts its pieces is not drawn by lot."""
    digest = hashlib.sha256(name.encode()).hexdigest()[:24]
    several = [part for part in mail.walk() if part.get_content_maintype() == "multipart"]
    for number, part in enumerate(several):
        part.set_boundary(f"=_{digest}_{number}")


def one_line(text: str, limit: int) -> str:
    """Somebody's words as they may stand in a header or a line of a letter."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:limit].strip()


def clean_text(text: str, limit: int) -> str:
    """Somebody's words over several lines: no control or direction marks, no more than so much."""
    lines = ("".join(letter for letter in line if letter.isprintable()) for line in text.splitlines())
    return "\n".join(lines).strip()[:limit]


def _mailbox(name: str, address: str) -> Address:
    local, _, domain = address.rpartition("@")
    return Address(display_name=one_line(name, 60), username=local, domain=domain)
