"""The same again, or something else under the same name."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mail_corpus.case import PLUM, Case, mail, taken

APPLE = "orders:\n- {pick: 1, from: apple}\n"


def cases() -> Iterator[Case]:
    first = mail(PLUM, number="first")
    yield taken("first", first)
    again = ("first",)

    def same(name: str, raw: bytes) -> Case:
        return Case(name, raw, "again", (), "plum", before=again)

    yield same("same-again", first)
    yield same("same-again-by-another-way", b"Received: from mx.example.net\n by localhost; today\n" + first)
    yield same("same-again-with-a-verdict-on-spam", b"X-Spam-Status: No, score=-1\nARC-Seal: i=1; x\n" + first)
    yield same("same-again-with-other-line-ends", first.replace(b"\n", b"\r\n"))
    yield same("same-again-with-blank-lines", first + b"\n\n")
    other = mail(APPLE, number="first")
    yield Case("other-mail-same-message-id", other, "aside", ("moderator:trouble",), "plum", before=again)
    yield Case(
        "stranger-with-that-message-id",
        mail(APPLE, number="first", sender="x@example.net", to="games@localhost"),
        "aside",
        ("moderator:trouble",),
        "plum",
        before=again,
    )
    yield Case("later-orders-replace", mail(APPLE, number="second"), "orders", ("red:receipt",), "apple", before=again)
    yield Case(
        "later-unreadable-replaces-nothing",
        mail("orders: [{pick: 9\n", number="third"),
        "refused",
        ("red:receipt",),
        "plum",
        before=again,
    )
    yield Case(
        "receipt-quoted-below-thanks",
        mail(
            "Thank you!\n\nOn Sunday the adjudicator wrote:\n> game: windfall\n> player: red\n> turn: 1\n"
            "> phase: picking\n> orders:\n> - {pick: 1, from: plum}\n",
            number="fourth",
        ),
        "refused",
        ("red:refusal",),
        "plum",
        before=again,
    )
    no_id = mail(PLUM, number=None)
    yield taken("without-message-id", no_id)
    yield Case("without-message-id-again", no_id, "again", (), "plum", before=("without-message-id",))
