"""One mail of the corpus and what is expected of it."""

from __future__ import annotations

import base64
import quopri
from dataclasses import dataclass

from adjudicator.core.model import Plain
from adjudicator.host.tokens import token

SECRET = bytes(32)
RED, BLUE, FORMER = (token(SECRET, "windfall", *who) for who in (("red", 1), ("blue", 0), ("red", 0)))
OTHER_RED = token(SECRET, "other", "red", 0)
US = f"games+{RED}@localhost"
PLUM = "orders:\n- {pick: 1, from: plum}\n"


@dataclass(frozen=True)
class Case:
    name: str
    raw: bytes
    verdict: str
    """As it stands in the journal; `aside` for mails that are not even taken apart."""
    answers: tuple[str, ...] = ()
    """Every letter that follows: to whom, and of what kind."""
    held: str | None = None
    """A part of red's orders for the awaited phase; None where nothing is held."""
    says: str = ""
    """A part of the last letter."""
    phase: str = "T01-picking"
    before: tuple[str, ...] = ()
    """Mails of the corpus that came before it."""

    def expected(self) -> Plain:
        found = {"verdict": self.verdict, "answers": list(self.answers), "held": self.held, "says": self.says}
        if self.phase != "T01-picking":
            found["phase"] = self.phase
        if self.before:
            found["before"] = list(self.before)
        return {key: value for key, value in found.items() if value}


def mail(
    body: str | bytes = PLUM,
    *more: str,
    sender: str | None = "red@example.org",
    to: str | None = US,
    number: str | None = "1",
    kind: str = "text/plain; charset=utf-8",
    encoding: str = "8bit",
    charset: str = "utf-8",
    end: str = "\n",
) -> bytes:
    """A mail with the usual headers, and more of them. None leaves one out."""
    head = [
        f"From: {sender}" if sender is not None else "",
        f"To: {to}" if to is not None else "",
        "Subject: Re: windfall",
        f"Message-ID: <{number}@example.org>" if number is not None else "",
        "MIME-Version: 1.0",
        f"Content-Type: {kind}" if kind else "",
        f"Content-Transfer-Encoding: {encoding}" if encoding else "",
        *more,
    ]
    content = body if isinstance(body, bytes) else body.encode(charset)
    if encoding == "base64":
        content = base64.encodebytes(content)
    elif encoding == "quoted-printable":
        content = quopri.encodestring(content)
    text = "\n".join(line for line in head if line).encode("utf-8", "surrogateescape") + b"\n\n" + content
    return text if end == "\n" else text.replace(b"\n", end.encode())


def part(body: str | bytes, kind: str = "text/plain; charset=utf-8", *more: str) -> bytes:
    content = body if isinstance(body, bytes) else body.encode()
    head = "".join(f"{line}\n" for line in (f"Content-Type: {kind}" if kind else "", *more) if line)
    return head.encode() + b"\n" + content


def several(*parts: bytes, kind: str = "mixed", boundary: str = "=_b", **rest: str | None) -> bytes:
    body = b"".join(b"--" + boundary.encode() + b"\n" + one + b"\n" for one in parts)
    whole = body + b"--" + boundary.encode() + b"--\n"
    return mail(whole, kind=f'multipart/{kind}; boundary="{boundary}"', encoding="", **rest)  # type: ignore[arg-type]


def taken(name: str, raw: bytes, held: str = "plum", says: str = "", phase: str = "T01-picking") -> Case:
    return Case(name, raw, "orders", ("red:receipt",), held, says, phase)


def silent(name: str, raw: bytes, held: str = "plum") -> Case:
    """Obeyed, and nobody answered."""
    return Case(name, raw, "orders", (), held)


def refused(name: str, raw: bytes, says: str = "") -> Case:
    """Orders were looked for, and nothing could be used."""
    return Case(name, raw, "refused", ("red:receipt",), None, says)


def useless(name: str, raw: bytes, says: str = "no orders in it") -> Case:
    return Case(name, raw, "refused", ("red:refusal",), None, says)


def aside(name: str, raw: bytes, says: str = "") -> Case:
    return Case(name, raw, "aside", ("moderator:trouble",), None, says)


def unknown(name: str, raw: bytes, *answers: str) -> Case:
    return Case(name, raw, "unknown", answers)
