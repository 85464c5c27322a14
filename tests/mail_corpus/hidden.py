"""Tokens that nobody sees who reads the mail as it came: they are taken out of what is kept all the same."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from tests.mail_corpus.case import PLUM, RED, Case, mail, taken

PROVED = f"game: windfall\nplayer: red\ntoken: {RED}\n{PLUM}"
BARE = "games@localhost"
HALF = len(RED) // 2


def cases() -> Iterator[Case]:
    yield taken("token-hidden-in-base64", mail(PROVED, to=BARE, encoding="base64"))
    broken = PROVED.replace(RED, f"{RED[:HALF]}=\n{RED[HALF:]}").encode()
    head, _, _ = mail("", to=BARE, encoding="8bit").partition(b"\n\n")
    yield taken("token-hidden-in-a-broken-line", head.replace(b"8bit", b"quoted-printable") + b"\n\n" + broken)
    wide = mail(PROVED, to=BARE, kind="text/plain; charset=utf-16", charset="utf-16", encoding="base64")
    yield taken("token-hidden-in-utf-16", wide)
    word = base64.b64encode(RED.encode()).decode()
    yield useless_to_nobody("token-hidden-in-a-subject", mail("hello\n", f"X-Note: =?utf-8?b?{word}?=", to=BARE))
    letters = "".join(f"%{ord(letter):02x}" for letter in RED)
    parameter = f"Content-Disposition: inline; filename*=utf-8''{letters}.txt"
    yield useless_to_nobody("token-hidden-in-a-file-name", mail("hello\n", parameter, to=BARE))


def useless_to_nobody(name: str, raw: bytes) -> Case:
    """It proves nothing there: red is told, for it claims to be his."""
    return Case(name, raw, "unknown", ("red:unproved",))
