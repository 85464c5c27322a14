"""Mails that machines send: robots, lists, bounces, and our own letters coming back."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mail_corpus.case import PLUM, RED, Case, mail, part, several, silent, taken
from tests.mail_corpus.people import FILLED, LETTER, quoted, wrote

NOBODY = "MAILER-DAEMON@example.org"


def cases() -> Iterator[Case]:
    marks = {
        "auto-replied": "Auto-Submitted: auto-replied",
        "auto-generated": "Auto-Submitted: AUTO-GENERATED (vacation)",
        "auto-notified": "Auto-Submitted: auto-notified; owner-email=x",
        "auto-twice": "Auto-Submitted: no\nAuto-Submitted: auto-replied",
        "precedence-bulk": "Precedence: bulk",
        "precedence-junk": "Precedence: Junk",
        "precedence-list": "Precedence: list",
        "precedence-auto-reply": "Precedence: auto_reply",
        "list-id": "List-Id: <games.example.org>",
        "list-post": "List-Post: <mailto:games@example.org>",
        "x-loop": "X-Loop: games@localhost",
        "x-autoreply": "X-Autoreply: yes",
        "null-return-path": "Return-Path: <>",
        "empty-return-path": "Return-Path:",
        "exchange-suppress": "X-Auto-Response-Suppress: All",
    }
    for name, header in marks.items():
        yield silent(f"machine-{name}", mail(PLUM, header))
    for name, sender in {
        "mailer-daemon": NOBODY,
        "postmaster": "postmaster@example.org",
        "noreply": "no-reply@example.org",
        "donotreply": "DoNotReply@example.org",
        "bounces": "games-bounces+red=example.org@example.org",
        "owner": "owner-games@example.org",
    }.items():
        yield silent(f"machine-from-{name}", mail(sender=sender))
    yield taken("auto-submitted-no", mail(PLUM, "Auto-Submitted: no"))
    robot = "Auto-Submitted: auto-replied"
    yield Case("vacation-reply", mail("I am on holiday until Monday.\n", robot), "refused")
    yield Case("vacation-reply-quoting-the-form", mail(f"I am on holiday.\n\n{LETTER}", robot), "refused")
    yield Case("vacation-reply-quoting-with-marks", mail(wrote(quoted(LETTER), "On holiday.\n"), robot), "refused")
    yield silent("a-script-sends-the-form-empty", mail("game: windfall\norders: []\n", robot), held="orders: []")
    yield silent("a-script-sends-the-form-filled", mail(FILLED, robot))
    yield Case("challenge-response", mail("Please click to prove that you are human.\n", robot), "refused")
    ours = ("X-Adjudicator: status", "X-Loop: games@localhost", "Auto-Submitted: auto-generated")
    yield Case("our-letter-comes-back", mail(LETTER, *ours, sender="adjudicator <games@localhost>"), "loop")
    yield Case("our-letter-comes-back-stripped", mail(FILLED, sender="games@localhost"), "loop")
    yield Case("from-our-reply-address", mail(FILLED, sender=f"games+{RED}@localhost"), "loop")
    yield from _reports()


def _reports() -> Iterator[Case]:
    def report(action: str, kind: str = "delivery-status", inner: str = LETTER) -> bytes:
        status = f"Reporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; red@example.org\nAction: {action}\n"
        return several(
            part("Your letter could not be delivered.\n"),
            part(status if action else "Disposition: automatic; displayed\n", f"message/{kind}"),
            part(mail(inner, number="2", sender="games@localhost"), "message/rfc822"),
            kind=f"report; report-type={kind}",
            sender=NOBODY,
        )

    yield Case("bounce-of-an-unknown-letter", report("failed"), "bounce")
    yield Case("bounce-with-orders-in-it", report("failed", inner=FILLED), "bounce")
    yield Case("bounce-only-delayed", report("delayed"), "notice")
    yield Case("bounce-delivered", report("delivered"), "notice")
    yield Case("letter-was-read", report("", "disposition-notification"), "notice")
    yield Case("abuse-report", report("", "feedback-report"), "notice")
    yield Case(
        "bounce-in-plain-words",
        mail(
            f"Hi. This is the mail program. I could not deliver your letter:\n\n--- Below is a copy.\n\n{LETTER}",
            "Return-Path: <>",
            sender=NOBODY,
        ),
        "refused",
    )
    yield Case(
        "bounce-without-parts", mail("x", kind="multipart/report; boundary=b", encoding="", sender=NOBODY), "bounce"
    )
