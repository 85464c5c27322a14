"""Mails written straight as bytes (RFC 5322, 2045 to 2047, 2387).

The standard library parses every header that it is given and copies every part several times; six letters with a
picture took it longer than resolving their phase. Here the parts are joined once, and what several letters share is
encoded once. Headers that are not plain are still left to the standard library.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Sequence
from email.headerregistry import Address
from email.policy import SMTP
from functools import lru_cache

END = b"\r\n"
LONGEST_LINE = 78
IDS = ("Message-ID", "In-Reply-To", "References")
"""Never parted over two lines: some programs then take them for others."""
LONGEST_ID = 900


def mailbox(name: str, address: str) -> str:
    """A name and an address as they stand in From and To."""
    local, _, domain = address.rpartition("@")
    return str(Address(display_name=name, username=local, domain=domain))


def head(fields: Iterable[tuple[str, str]]) -> bytes:
    return b"".join(_field(name, value) for name, value in fields)


@lru_cache(maxsize=256)
def _field(name: str, value: str) -> bytes:
    room = LONGEST_ID if name in IDS else LONGEST_LINE - len(name) - 2
    if value.isascii() and value.isprintable() and len(value) <= room:
        return f"{name}: {value}\r\n".encode("ascii")
    folded: str = SMTP.fold(*SMTP.header_store_parse(name, value))
    return folded.encode("ascii")


def text(kind: str, content: str) -> bytes:
    """A part for people: `kind` is the subtype of text/."""
    about = head([("Content-Type", f'text/{kind}; charset="utf-8"'), ("Content-Transfer-Encoding", "quoted-printable")])
    return about + END + _quoted(content)


def _quoted(content: str) -> bytes:
    lines = content.encode().replace(b"\r\n", b"\n").replace(b"\n", END)
    return binascii.b2a_qp(lines, istext=True)


def file(kind: str, name: str, content: bytes, *, cid: str = "") -> bytes:
    """A part to be kept; with a `cid`, one that a page shows in its place."""
    about = [("Content-Type", kind), ("Content-Transfer-Encoding", "base64")]
    about.append(("Content-Disposition", f'{"inline" if cid else "attachment"}; filename="{name}"'))
    if cid:
        about.append(("Content-ID", f"<{cid}>"))
    return head([*about, ("MIME-Version", "1.0")]) + END + _base64(content)


@lru_cache(maxsize=16)
def _base64(content: bytes) -> bytes:
    """Kept, because every player of a game gets the same picture and the same files."""
    return base64.encodebytes(content).replace(b"\n", END)


def several(kind: str, boundary: str, parts: Sequence[bytes]) -> bytes:
    """Parts that belong together: `kind` is the subtype of multipart/. A single part stays as it is.

    The boundary must not occur in them: no line of quoted-printable or base64 begins with `--=_`.
    """
    if len(parts) == 1:
        return parts[0]
    line = f"--{boundary}".encode("ascii")
    about = head([("Content-Type", f'multipart/{kind}; boundary="{boundary}"')])
    return b"".join((about, *(b"\r\n%b\r\n%b" % (line, part) for part in parts), b"\r\n", line, b"--\r\n"))
