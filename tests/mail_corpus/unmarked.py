"""Answers of mail programs that put the old letter below without marking its lines, or mark them in their own way."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mail_corpus.case import PLUM, Case, mail, refused, taken, useless
from tests.mail_corpus.people import FILLED, FORM, LETTER, quoted, wrote

SAID = "On Sunday, March 1, 2026 at 12:00:00 PM GMT, adjudicator <games@localhost> wrote:"
HEADS = {
    "date-first": "Gesendet: Sonntag, 1. März 2026 um 12:00 Uhr\nVon: adjudicator <games@localhost>\nAn: Anna",
    "in-polish": "Od: adjudicator <games@localhost>\nWysłano: niedziela\nDo: Anna\nTemat: windfall",
    "in-spanish": "De: adjudicator <games@localhost>\nEnviado el: domingo\nPara: Anna\nAsunto: windfall",
    "in-french": "De : adjudicator <games@localhost>\nEnvoyé : dimanche\nÀ : Anna\nObjet : windfall",
    "long-ruler": "---- On Sun, 01 Mar 2026 12:00:00 +0000 adjudicator <games@localhost> wrote ----",
    "all-on-the-ruler": "-------- Original message --------From: adjudicator <games@localhost> Date: 01/03/2026  "
    "12:00  (GMT+01:00) To: Anna Subject: windfall ",
    "in-russian-wide": "От: adjudicator <games@localhost>\n\nОтправлено: воскресенье\n\nКому: Anna\n\nТема: windfall",
    "in-japanese-wide": "差出人: adjudicator <games@localhost>\n\n送信日時: 日曜日\n\n宛先: Anna\n\n件名: windfall",
    "non-breaking-spaces": "Gesendet:\u00a0Sonntag, 1. März\nVon:\u00a0adjudicator <games@localhost>\nAn:\u00a0Anna",
    "byte-order-mark": "\ufeffFrom: adjudicator <games@localhost>\nSent: Sunday\nTo: Anna\nSubject: windfall",
    "a-sentence": f"    {SAID}  \n ",
    "a-sentence-over-lines": SAID.replace("GMT, ", "GMT,\n").replace(" wrote", "\nwrote"),
}


def cases() -> Iterator[Case]:
    for name, head in HEADS.items():
        yield taken(f"unmarked-{name}-new-orders-above", mail(f"{PLUM}\n{head}\n\n{LETTER}"))
        yield useless(f"unmarked-{name}-thanks-above", mail(f"Thanks!\n\n{head}\n\n{LETTER}"))
        edited = LETTER.replace(FORM, FILLED)
        yield taken(f"unmarked-{name}-form-edited-below", mail(f"See below.\n\n{head}\n\n{edited}"))
    yield taken("attribution-over-lines", mail(f"{PLUM}\n{HEADS['a-sentence-over-lines']}\n\n{quoted(LETTER)}"))
    yield taken("quotes-after-a-space", mail(wrote(quoted(LETTER.replace(FORM, FILLED), " > "))))
    yield taken("new-orders-over-quotes-after-a-space", mail(wrote(quoted(LETTER, " > "), PLUM)))
    # Nothing says that an old letter begins here: better no orders than its empty form.
    yield refused("unmarked-without-a-word", mail(f"{PLUM}\n{LETTER}"), "write a line `end` there")
    yield useless("unmarked-thanks-above-without-a-word", mail(f"Thanks!\n\n{LETTER}"), "a line `orders: []` above it")
    yield Case(
        "unmarked-thanks-above-replace-nothing",
        mail(f"Thanks!\n\n{LETTER}", number="second"),
        "refused",
        ("red:refusal",),
        "plum",
        before=("first",),
    )
    yield taken("nothing-ordered-above-a-form", mail(f"orders: []\n\n{HEADS['in-french']}\n\n{LETTER}"), "orders: []")
    yield taken("nothing-ordered-with-words", mail("Hi,\n\norders: []\n\nI wait this time.\n"), "orders: []")
    # A page has no empty line between what was written and the sentence below it; neither has every text.
    yield taken("unmarked-right-below-orders", mail(f"{PLUM}{SAID}\n\n{LETTER}"))
    yield useless("unmarked-right-below-thanks", mail(f"Thanks!\n{SAID}\n\n{LETTER}"))
    yield Case("unmarked-right-below-status", mail(f"status\n{SAID}\n\n{LETTER}"), "standing", ("red:standing",))
    yield taken("quotes-right-below-orders", mail(f"{PLUM}{SAID}\n{quoted(LETTER)}"))
    yield useless("quotes-right-below-thanks", mail(f"Thanks!\n{SAID}\n{quoted(LETTER)}"))
    yield refused(
        "unmarked-without-a-word-below-orders-on-one-line", mail(f"orders: [{{pick: 1, from: plum}}]\n\n{LETTER}")
    )
    wide = quoted(LETTER.replace(FORM, FILLED)).replace("> ", ">\u00a0")
    yield taken("quotes-before-non-breaking-spaces", mail(wrote(wide)))
    page = "text/html; charset=utf-8"
    yield taken("html-list", mail("<div>orders:</div><ul><li><p>{pick: 1,\n from: plum}</p></li></ul>", kind=page))
    yield taken(
        "html-unmarked-new-orders-above",
        mail(
            f"<div>orders:</div><div>- {{pick: 1, from: plum}}</div><div><br></div>"
            f"<div>{SAID.replace('<', '&lt;').replace('>', '&gt;')}</div><div><pre>{LETTER}</pre></div>",
            kind=page,
        ),
    )
