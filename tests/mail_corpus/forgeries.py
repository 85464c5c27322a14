"""Mails that claim what they cannot prove. None of them may be taken for red's."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from tests.mail_corpus.case import BLUE, FORMER, OTHER_RED, PLUM, RED, US, Case, mail, part, several, unknown

NAMED = f"game: windfall\nplayer: red\nturn: 1\nphase: picking\n{PLUM}"
PLAIN = "games@localhost"
TOLD = "red:unproved"


def cases() -> Iterator[Case]:
    yield from _tokens()
    yield from _senders()
    yield from _others()


def forged(name: str, raw: bytes, *answers: str) -> Case:
    return unknown(f"forged-{name}", raw, *answers)


def _tokens() -> Iterator[Case]:
    wrong = {
        "no-token": PLAIN,
        "token-of-nobody": "games+aaaaaaaaaaaaaaaa@localhost",
        "token-cut-short": f"games+{RED[:-1]}@localhost",
        "token-too-long": f"games+{RED}a@localhost",
        "token-reversed": f"games+{RED[::-1]}@localhost",
        "token-with-one-letter-changed": f"games+{'b' if RED[0] == 'a' else 'a'}{RED[1:]}@localhost",
        "token-parted": f"games+{RED[:8]}.{RED[8:]}@localhost",
        "former-token": f"games+{FORMER}@localhost",
        "seat-instead-of-token": "games+red@localhost",
        "game-and-seat": "games+windfall.red@localhost",
        "star": "games+*@localhost",
        "empty-tag": "games+@localhost",
        "two-tokens": f"games+{RED}@localhost, games+{BLUE}@localhost",
        "percent-encoded": f"games+%{ord(RED[0]):x}{RED[1:]}@localhost",
    }
    for name, to in wrong.items():
        yield forged(name, mail(NAMED, to=to), TOLD)
    in_orders = {
        "token-in-orders-wrong": "aaaaaaaaaaaaaaaa",
        "token-in-orders-former": FORMER,
        "token-in-orders-true": "true",
        "token-in-orders-a-star": '"*"',
        "token-in-orders-a-list": f"[{RED}, {BLUE}]",
        "token-in-orders-with-more": f"{RED}{RED}",
    }
    for name, value in in_orders.items():
        yield forged(name, mail(f"token: {value}\n{NAMED}", to=PLAIN), TOLD)
    yield forged("token-wrong-in-orders-right-in-address", mail(f"token: aaaaaaaaaaaaaaaa\n{NAMED}", to=US), TOLD)
    yield forged("token-former-in-orders-right-in-address", mail(f"token: {FORMER}\n{NAMED}", to=US), TOLD)
    elsewhere = {
        "subject": f"Subject: {RED}",
        "in-reply-to": f"In-Reply-To: <{RED}@localhost>",
        "references": f"References: <{RED}@localhost>",
        "own-header": f"X-Token: {RED}",
        "bcc": f"Bcc: {US}",
        "reply-to": f"Reply-To: {US}",
        "comments": f"Comments: token: {RED}",
    }
    for name, header in elsewhere.items():
        raw = mail(NAMED, header, to=PLAIN)
        yield forged(
            f"token-only-in-{name}", raw.replace(b"Subject: Re: windfall\n", b"") if name == "subject" else raw, TOLD
        )
    yield forged("token-in-a-comment", mail(f"# token: {RED}\n{NAMED}", to=PLAIN), TOLD)
    yield forged("token-in-a-sentence", mail(f"{NAMED}end\nmy token is {RED}\n", to=PLAIN), TOLD)
    yield forged("token-in-base64", mail(f"token: {base64.b64encode(RED.encode()).decode()}\n{NAMED}", to=PLAIN), TOLD)
    yield forged(
        "token-in-an-attachment-name",
        several(
            part(NAMED),
            part("x", "application/zip", f'Content-Disposition: attachment; filename="{RED}.zip"'),
            to=PLAIN,
        ),
        TOLD,
    )


def _senders() -> Iterator[Case]:
    claims = {
        "with-name": ("Anna <red@example.org>", (TOLD,)),
        "address-as-name": ("red@example.org <evil@example.net>", ()),
        "two-senders": ("red@example.org, evil@example.net", ()),
        "sender-and-comment": ("evil@example.net (red@example.org)", ()),
        "look-alike": ("red@exаmple.org", ()),
        "subdomain": ("red@example.org.example.net", ()),
        "of-the-moderator": ("moderator@localhost", ()),
        "of-another-player": ("blue@example.org", ("blue:unproved",)),
    }
    for name, (sender, answers) in claims.items():
        yield forged(f"from-{name}", mail(NAMED, sender=sender, to=PLAIN), *answers)
    for name, header in {
        "authentication-results": "Authentication-Results: localhost; dkim=pass header.d=example.org; spf=pass",
        "authentication-results-of-ours": "Authentication-Results: mx.localhost; auth=pass smtp.auth=red@example.org",
        "arc": "ARC-Authentication-Results: i=1; localhost; dkim=pass",
        "sender-header": "Sender: red@example.org",
        "dkim-signature": "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=x; h=from; bh=x; b=x",
        "x-adjudicator": "X-Adjudicator: moderator",
        "received": "Received: from localhost (localhost [127.0.0.1]) by localhost",
    }.items():
        yield forged(f"by-{name}", mail(NAMED, header, to=PLAIN), TOLD)
    yield forged("second-from", mail(NAMED, "From: evil@example.net", to=PLAIN))
    yield forged("command", mail("resign windfall\n", to=PLAIN), TOLD)
    yield forged("address", mail("address evil@example.net\n", to=PLAIN), TOLD)
    yield forged("from-a-machine", mail(NAMED, "Auto-Submitted: auto-generated", to=PLAIN))


def _others() -> Iterator[Case]:
    """A right token, but of somebody else: what it proves is answered to whom it proves."""
    blue = f"games+{BLUE}@localhost"
    yield Case("forged-another-players-token", mail(NAMED, to=blue), "refused", ("blue:receipt",))
    yield Case(
        "forged-another-players-token-in-orders",
        mail(f"token: {BLUE}\n{NAMED}", to=PLAIN),
        "refused",
        ("blue:receipt",),
    )
    yield Case(
        "forged-another-players-token-in-orders-mine-in-address",
        mail(f"token: {BLUE}\n{NAMED}", to=US),
        "refused",
        ("blue:receipt",),
    )
    yield Case(
        "forged-another-games-token", mail(NAMED, to=f"games+{OTHER_RED}@localhost"), "refused", ("red:receipt",)
    )
    yield Case(
        "forged-two-documents-second-of-red",
        mail(f"player: blue\nphase: market\norders: []\n---\nplayer: red\nphase: picking\n{PLUM}", to=blue),
        "orders",
        ("blue:receipt",),
    )
    yield Case(
        "forged-second-document-with-another-token",
        mail(f"phase: market\norders: []\n---\ntoken: {BLUE}\nphase: picking\n{PLUM}"),
        "orders",
        ("red:receipt",),
    )
    yield Case(
        "forged-two-attachments-two-tokens",
        several(
            part(f"token: {BLUE}\nphase: market\norders: []\n", "text/yaml"),
            part(f"token: aaaaaaaaaaaaaaaa\n{NAMED}", "text/yaml"),
            to=PLAIN,
        ),
        "orders",
        ("blue:receipt",),
    )
    yield Case(
        "stolen-token-from-elsewhere",
        mail(NAMED, sender="thief@example.net"),
        "orders",
        ("red:receipt",),
        "plum",
        "thief@example.net",
    )
    yield Case(
        "stolen-token-resign",
        mail("resign\n", sender="thief@example.net"),
        "refused",
        ("red:refusal",),
        None,
        "resign windfall",
    )
    yield Case(
        "stolen-token-address",
        mail("address thief@example.net\n", sender="thief@example.net"),
        "address asked",
        ("red:moving",),
    )
    yield Case("stolen-token-resend", mail("resend\n", sender="thief@example.net"), "resent", ("red:status",))
