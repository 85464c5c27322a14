"""Commands as people and their telephones write them."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mail_corpus.case import PLUM, Case, mail, taken
from tests.mail_corpus.people import FILLED, quoted, wrote

RECEIPT = """WHAT IS HELD OF YOU

Turn 1, picking

game: windfall
player: red
turn: 1
phase: picking
ready: true
orders:
- {pick: 1, from: plum}

Hash of these orders: 32594f1490a9; position p4c980a6808cd

Turn 1, market

game: windfall
player: red
turn: 1
phase: market
orders:
- {sell: 1, fruit: plum}

Hash of these orders: 32594f1490a9
"""
SENT = f"{PLUM}---\nphase: market\norders:\n- {{sell: 1, fruit: plum}}\n"


def cases() -> Iterator[Case]:
    for name, words in (
        ("question-mark", "Status?\n"),
        ("full-stop", "status.\n"),
        ("comma", "Status,\n\nthanks\n"),
        ("curly-quotes", "“status”\n"),
        ("in-bold", "*Status*\n"),
        ("non-breaking-space", "\u00a0status\u00a0\n"),
        ("zero-width-space", "\u200bstatus\n"),
        ("below-a-greeting", "Hello,\n\nstatus please\n"),
    ):
        yield standing(f"status-{name}", mail(words))
    page = "<p>Hi!</p><div>press&nbsp;blue</div><div><br></div><div>plums&nbsp;tomorrow?</div>"
    yield Case("press-as-a-page", mail(page, kind="text/html"), "press", ("blue:press", "red:carried"))
    yield refused("typing-mistake", mail("satus\n"), "Did you mean `status`?")
    for name, words, meant in (
        ("check", "chek\n\n", "check"),
        ("check-politely", "Chekc please\n", "check"),
        ("check-below-a-greeting", "Hello,\n\nchec\n\n", "check"),
        ("press", "Pres all\n\n", "press"),
        ("press-to-one", "presss blue\n\n", "press"),
    ):
        yield refused(f"misspelt-{name}-over-orders", mail(f"{words}{PLUM}"), f"Did you mean `{meant}`?")
    yield refused("misspelt-check-over-a-form", mail(wrote(quoted(FILLED), "chek\n")), "nothing was taken")
    for name, words in (
        ("of-check", "Chers amis,\n\n"),
        ("that-is-a-name", "Chuck\n\n"),
        ("with-a-comma", "Chek,\n\n"),
        ("of-press", "Presto!\n\n"),
        ("of-press-to-no-player", "Dress warm\n\n"),
    ):
        yield taken(f"greeting-like-the-word-{name}", mail(f"{words}{PLUM}"))
    yield taken("another-word-over-orders", mail(f"stats\n\n{PLUM}"), says="Line 1 comes before the first key")
    over = mail(wrote(quoted(FILLED), "extent 24 hours\n"))
    yield taken("another-word-over-a-form", over, says="Line 1 comes before the first key")
    yield refused("ready-without-orders", mail("ready\n"), "Nothing is held of you for turn 1, picking")
    yield refused("ready-as-a-key", mail("ready: yes\n"), "Nothing is held of you for turn 1, picking")
    for name, words in (("ready", "Ready!\n"), ("ready-as-a-key", "ready: yes\n"), ("not-ready", "not ready yet\n")):
        for where, below in (("", ""), ("-over-a-receipt", wrote(quoted(RECEIPT)))):
            yield Case(
                f"{name}-of-what-is-held{where}",
                mail(f"{words}{below}"),
                "not ready" if name == "not-ready" else "ready",
                ("red:receipt",),
                "plum",
                "You do not count as ready" if name == "not-ready" else "You count as ready",
                before=("orders-then-two-phases",),
            )
    yield Case("help-in-a-sentence", mail("Help me, I do not know at all what to do.\n"), "help", ("red:help",))
    yield refused("extend-in-words", mail("Extension: by one day.\n"), "There is no deadline")
    yield refused("resign-from-another", mail("resign from other.\n"), "resign windfall")
    yield Case("resign-from", mail("Resign from windfall.\n"), "resigned", ("moderator:trouble", "red:resigned"))
    yield Case(
        "new-address", mail("New address: <anna@example.net>\n"), "address asked", ("red:moving",), says="example.net"
    )
    yield refused("absence-without-dates", mail("absence\n"), "from when to when")
    yield Case("orders-then-two-phases", mail(SENT, number="2"), "orders", ("red:receipt",), "plum")
    yield standing("status-over-a-quoted-receipt", mail(wrote(quoted(RECEIPT), "status\n")), "orders-then-two-phases")
    outlook = f"From: adjudicator <games@localhost>\nSent: Sunday\nTo: Anna\nSubject: windfall\n\n{RECEIPT}"
    yield standing("status-over-an-unmarked-receipt", mail(f"status\n\n{outlook}"), "orders-then-two-phases")
    yield Case(
        "thanks-over-a-quoted-receipt",
        mail(wrote(quoted(RECEIPT), "Thanks, that is right.\n")),
        "refused",
        ("red:refusal",),
        "plum",
        "There are no orders in it",
        before=("orders-then-two-phases",),
    )
    yield Case(
        "receipt-edited-under-quotes",
        mail(wrote(quoted(RECEIPT.replace("from: plum", "from: pear")), "Rather this:\n")),
        "orders",
        ("red:receipt",),
        "pear",
        before=("orders-then-two-phases",),
    )
    old = quoted(RECEIPT.replace("turn: 1", "turn: 0"))
    yield standing("status-over-an-old-receipt", mail(wrote(old, "status\n")))
    broken = quoted("game: windfall\norders:\n- {pick: 1, from: plum\n")
    yield Case("status-over-what-was-edited-wrongly", mail(wrote(broken, "status\n")), "refused", ("red:receipt",))


def standing(name: str, raw: bytes, *before: str) -> Case:
    held = "plum" if before else None
    return Case(name, raw, "standing", ("red:standing",), held, before=before)


def refused(name: str, raw: bytes, says: str = "") -> Case:
    return Case(name, raw, "refused", ("red:refusal",), says=says)
