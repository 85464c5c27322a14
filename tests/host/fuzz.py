"""Mails made from the corpus by chance: changed, cut, spliced, wrapped, encoded anew. A number makes a mail."""

from __future__ import annotations

import base64
import contextlib
import quopri
from collections.abc import Callable, Sequence
from random import Random

from tests.mail_corpus.case import BLUE, RED

NASTY: tuple[bytes, ...] = (
    b"\0", b"\r", b"\n", b"\n\n", b"\r\n", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\xc2\xa0", b"\x1b[2J",
    b"%s%n", b"{{7*7}}", b"{%", b"../", b"'", b'"', b"`", b"<", b">", b"&", b"=", b"=?utf-8?b?", b"?=", b"\\", b"---\n",
    b"-- \n", b"...\n", b"end\n", b"> ", b">>", b"&a ", b"*a", b"!!x ", b"<<: ", b"- ", b": ", b"{", b"}", b"[", b"]",
    b"#", b"orders:\n", b"token: ", b"player: blue\n", b"game: other\n", b"turn: any\n", b"phase: market\n", b"check\n",
    b"press all\n", b"help\n", b"resend\n", b"BEGIN ORDERS\n", b"END ORDERS\n", b"```\n", b"--=_b\n", b"--=_b--\n",
    b"Content-Type: text/html\n", b"Content-Type: multipart/mixed; boundary=x\n", b"Content-Type: message/rfc822\n\n",
    b"Content-Transfer-Encoding: base64\n", b"From: x@y.zz\n", b"To: games@localhost\n", b"Message-ID: <[x>\n",
    b"Auto-Submitted: no\n", b"9" * 400, b"(" * 300, b"[" * 300, b" " * 300, b"&#" + b"9" * 50, b"<blockquote>",
    b"<pre>", b"\xf0\x9f\x8d\x91", b"+ADw-", b"0x10", b".inf", b"~", b"1e999", RED.encode(), BLUE.encode(),
)  # fmt: skip
CHARSETS = ("utf-8", "latin-1", "utf-16", "koi8-r", "utf-7", "x-none", "shift_jis", "iso-2022-jp")


def mail(number: int, corpus: Sequence[bytes]) -> bytes:
    chance = Random(number)
    raw = chance.choice(corpus)
    for _ in range(chance.randint(1, 4)):
        raw = chance.choice(CHANGES)(raw, chance, corpus)
    return raw


def _insert(raw: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    for _number in range(chance.randint(1, 6)):
        at = chance.randint(0, len(raw))
        raw = raw[:at] + chance.choice(NASTY) * chance.choice((1, 1, 1, 3, 30)) + raw[at:]
    return raw


def _flip(raw: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    changed = bytearray(raw)
    for _number in range(chance.randint(1, 12) if changed else 0):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut(raw: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    first, last = sorted(chance.randint(0, len(raw)) for _number in range(2))
    return chance.choice((raw[:last], raw[:first] + raw[last:]))


def _shuffle_lines(raw: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    lines = raw.split(b"\n")
    for _number in range(chance.randint(1, 5)):
        lines.insert(chance.randint(0, len(lines)), lines[chance.randrange(len(lines))])
        if chance.random() < 0.5:
            lines.pop(chance.randrange(len(lines)))
    return b"\n".join(lines)


def _splice(raw: bytes, chance: Random, corpus: Sequence[bytes]) -> bytes:
    other = chance.choice(corpus)
    return raw[: chance.randint(0, len(raw))] + other[chance.randint(0, len(other)) :]


def _other_head(raw: bytes, chance: Random, corpus: Sequence[bytes]) -> bytes:
    return chance.choice(corpus).partition(b"\n\n")[0] + b"\n\n" + raw.partition(b"\n\n")[2]


def _repeat(raw: bytes, chance: Random, _: Sequence[bytes]) -> bytes:
    first = chance.randint(0, len(raw))
    piece = raw[first : first + chance.randint(1, 60)]
    return raw[:first] + piece * chance.choice((2, 10, 200, 2000)) + raw[first:]


def _wrap(raw: bytes, chance: Random, corpus: Sequence[bytes]) -> bytes:
    """Into a tree of parts, beside others."""
    head, _, body = raw.partition(b"\n\n")
    kind = next((line for line in head.split(b"\n") if line.lower().startswith(b"content-type")), b"")
    inner = kind + b"\n\n" + body
    for depth in range(chance.randint(1, 5)):
        mark = b"w%d" % depth
        parts = [inner, *(chance.choice(corpus)[:2000] for _number in range(chance.randint(0, 2)))]
        chance.shuffle(parts)
        subtype = chance.choice((b"mixed", b"alternative", b"related", b"signed", b"report", b"digest"))
        inner = b"Content-Type: multipart/" + subtype + b"; boundary=" + mark + b"\n\n"
        inner += b"".join(b"--" + mark + b"\n" + part + b"\n" for part in parts) + b"--" + mark + b"--\n"
    kept = [line for line in head.split(b"\n") if not line.lower().startswith(b"content-")]
    return b"\n".join(kept) + b"\n" + inner


def _encode(raw: bytes, chance: Random, __: Sequence[bytes]) -> bytes:
    head, _, body = raw.partition(b"\n\n")
    how = chance.choice((b"base64", b"quoted-printable", b"8bit", b"x-uuencode"))
    charset = chance.choice(CHARSETS)
    with contextlib.suppress(LookupError):
        body = body.decode("utf-8", "replace").encode(charset, "replace")
    body = base64.encodebytes(body) if how == b"base64" else quopri.encodestring(body) if how[:1] == b"q" else body
    kept = [line for line in head.split(b"\n") if not line.lower().startswith(b"content-")]
    kept += [b"Content-Type: text/plain; charset=" + charset.encode(), b"Content-Transfer-Encoding: " + how]
    return b"\n".join(kept) + b"\n\n" + body


CHANGES: tuple[Callable[[bytes, Random, Sequence[bytes]], bytes], ...] = (
    _insert, _insert, _flip, _cut, _shuffle_lines, _splice, _other_head, _repeat, _wrap, _encode,
)  # fmt: skip
