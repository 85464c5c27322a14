"""Mails as people and their mail programs write them."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mail_corpus.case import PLUM, RED, Case, mail, refused, taken, useless

FORM = f"""BEGIN ORDERS
# yaml-language-server: $schema=picking.schema.json
game: windfall
player: red
turn: 1
phase: picking
token: {RED}
ready: true
orders: []
# - {{pick: 3, from: apple}}
END ORDERS
"""
FILLED = FORM.replace("orders: []", "orders:\n- {pick: 1, from: plum}")
LETTER = f"Dear Anna,\n\nyour orders are awaited.\n\n{FORM}\nThe adjudicator\n"


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in text.splitlines())


def wrote(text: str, above: str = "", below: str = "") -> str:
    return f"{above}\nOn Sun, 1 Mar 2026 at 12:00, adjudicator <games@localhost> wrote:\n\n{text}{below}"


def cases() -> Iterator[Case]:
    yield from _posting()
    yield from _signatures()
    yield from _phones()
    yield from _charsets()
    yield from _flowed()
    yield from _pages()
    yield from _documents()


def _posting() -> Iterator[Case]:
    edited = quoted(FILLED)
    yield taken("form-filled-in", mail(FILLED))
    yield taken("form-edited-under-quotes", mail(wrote(edited, "Here you are!\n")))
    yield taken("form-edited-under-double-quotes", mail(wrote(quoted(FILLED, "> > "), "Again:\n")))
    yield taken("form-edited-under-tight-quotes", mail(wrote(quoted(FILLED, ">"))))
    between = quoted(FORM).replace("> orders: []\n", "> orders:\n- {pick: 1, from: plum}\n")
    yield taken("orders-between-quoted-lines", mail(wrote(between)))
    yield taken("top-posting-over-quoted-form", mail(wrote(quoted(LETTER), PLUM)))
    yield taken("bottom-posting-under-quoted-form", mail(wrote(quoted(LETTER), below=f"\n{PLUM}")))
    old = quoted("orders:\n- {pick: 4, from: apple}\n")
    yield taken("new-orders-over-quoted-old-ones", mail(wrote(old, PLUM)))
    yield useless("thanks-over-a-quoted-form", mail(wrote(quoted(LETTER), "Thanks, more tomorrow!\n")))
    yield taken("quoted-form-sent-back-without-a-word", mail(wrote(quoted(LETTER))), held="orders: []")
    yield Case("status-over-a-quoted-form", mail(wrote(quoted(LETTER), "status\n")), "standing", ("red:standing",))
    yield Case("help-over-a-quoted-form", mail(wrote(quoted(LETTER), "Help!\n")), "help", ("red:help",))
    yield Case(
        "check-over-an-edited-form", mail(wrote(edited, "check\n")), "check", ("red:check",), None, "nothing was taken"
    )
    ruler = f"-----Original Message-----\nFrom: adjudicator\nSent: Sunday\nTo: Anna\nSubject: windfall\n\n{LETTER}"
    yield taken("outlook-new-orders-above", mail(f"{PLUM}\n{ruler}"))
    yield useless("outlook-thanks-above", mail(f"Thanks!\n\n{ruler}"))
    yield taken("outlook-form-edited-below", mail(f"See below.\n\n{ruler.replace(FORM, FILLED)}"))
    headed = (
        f"________________________________\nFrom: adjudicator <games@localhost>\nSent: Sunday\nTo: Anna\n\n{LETTER}"
    )
    yield taken("outlook-headers-without-ruler", mail(f"{PLUM}\n{headed}"))
    german = f"Von: adjudicator\nGesendet: Sonntag, 1. März 2026\nAn: Anna\nBetreff: windfall\n\n{LETTER}"
    yield taken("outlook-in-german", mail(f"{PLUM}\n{german}"))
    yield taken("forwarded-message-ruler", mail(f"{PLUM}\n---------- Forwarded message ---------\n{LETTER}"))
    yield taken("greeting-before-orders", mail(f"Hello all,\n\nhere are mine:\n\n{PLUM}"))
    yield taken("orders-in-a-fence", mail(f"Dear host,\n\n```yaml\n{PLUM}```\n\nBest regards: Anna\n"))
    yield taken("orders-in-tildes", mail(f"~~~\n{PLUM}~~~\ncheers\n"))
    yield taken("rulers-around-markers", mail(f"==== BEGIN ORDERS ====\n{PLUM}==== END ORDERS ====\nbye: now\n"))
    yield taken("marker-in-small-letters", mail(f"begin orders\n{PLUM}end orders\n"))
    yield useless("empty-mail", mail(""))
    yield useless("only-blank-lines", mail("\n \n\t\n"))
    yield useless("no-body-at-all", mail(b"").rstrip(b"\n"))
    yield useless("small-talk", mail("How are you? It rains here.\n"))
    yield Case(
        "press-that-looks-like-orders",
        mail(f"press blue\n\nShall we? You could send:\n{PLUM}"),
        "press",
        ("blue:press", "red:carried"),
    )


def _signatures() -> Iterator[Case]:
    yield taken("signature", mail(f"{PLUM}\n-- \nAnna\nphone: 12345\norders: none\n"))
    yield taken("signature-without-its-space", mail(f"{PLUM}\n--\nAnna\nphone: 12345\n"))
    yield taken("end-then-chatter", mail(f"{PLUM}end\nP.S. see you: soon\n"))
    yield refused("chatter-below-without-end", mail("orders: [{pick: 1, from: plum}\n\nSee you soon, Anna\n"))
    yield taken("words-below", mail(f"{PLUM}\nSee you soon,\nAnna\n"), says="Line 4 and what stands below it")
    yield taken("words-below-a-quoted-letter", mail(wrote(quoted(LETTER), f"{PLUM}\nCheers, Anna\n")))
    contact = "Cheers,\nAnna\nMobile: +39 02 12345\nE-mail: anna@example.org\nHome page: https://example.org/anna\n"
    yield taken("words-below-with-a-number", mail(f"{PLUM}\n{contact}"), says="Line 4 and what stands below it")
    yield refused("words-below-that-order", mail(f"{PLUM}\nor else\npick: 1\nfrom: pear\n"))
    yield refused("words-below-with-a-turn", mail(f"{PLUM}\nor else\nturn: 123456\n"))
    yield refused("words-between-orders", mail(f"{PLUM}\nor else\n\n- {{pick: 1, from: pear}}\n"))
    yield useless("only-a-signature", mail("-- \nAnna\ngame: chess\n"))
    yield taken(
        "pgp-signed-in-the-clear",
        mail(
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\norders:\n- - {pick: 1, from: plum}\n"
            "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCgAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n"
        ),
    )


def _phones() -> Iterator[Case]:
    yield taken("curly-quotes", mail("orders:\n- {“pick”: “1”, ‘from’: ‘plum’}\n"), says="curly quotation marks")
    yield taken("non-breaking-spaces", mail(PLUM.replace(" ", "\u00a0")))
    yield taken("indented-by-non-breaking-spaces", mail("orders:\n\u00a0\u00a0- {pick: 1, from: plum}\n"))
    yield taken("long-dashes-as-bullets", mail(PLUM.replace("- ", "– ")))
    yield taken("capitals", mail("Orders:\n- {Pick: 1, From: Plum}\n"), held="Plum")
    yield taken("shouting", mail("ORDERS:\n- {PICK: 1, FROM: PLUM}\n"), held="PLUM")
    yield taken("tabs", mail("orders:\n\t- {pick: 1,\tfrom: plum}\n"))
    yield taken("zero-width-spaces", mail("orders:\n- {pick: 1, from: \u200bplum\u200b}\n"))
    yield taken("byte-order-mark", mail("\ufeff" + PLUM))
    yield taken("sent-from-my-phone", mail(f"{PLUM}\nend\n\nSent from my phone\n"))
    yield taken("sent-from-my-phone-without-end", mail(f"{PLUM}\nSent from my phone\n"), says="come after the orders")
    yield taken(
        "sent-from-my-phone-as-a-page",
        mail(
            "<div>Orders:</div><div>–&nbsp;{Pick: 1, From: plum}</div><div><br></div><div>Sent from my phone</div>",
            kind="text/html",
        ),
    )
    yield taken("bidi-marks", mail("orders:\n- {pick: 1, from: \u202eplum\u202c}\n"))
    yield taken("ellipsis-divider", mail(f"{PLUM}...\n"))
    yield taken("autocorrected-verb", mail("orders:\n- {pock: 1, from: plum}\n"), held="pock", says="pick")
    yield taken("emoji-in-a-comment", mail("orders:\n- {pick: 1, from: plum} # 🍑\n"))


def _charsets() -> Iterator[Case]:
    word = "orders:\n- {pick: 1, from: plum} # Grüße"
    for charset in ("iso-8859-1", "windows-1252", "iso-8859-15", "utf-16", "utf-16-le", "macintosh"):
        named = charset.replace("-le", "le")
        yield taken(
            f"charset-{charset}",
            mail(word, kind=f"text/plain; charset={named}", charset=charset, encoding="base64"),
        )
    yield taken(
        "charset-koi8-r",
        mail("orders:\n- {pick: 1, from: plum} # слива", kind="text/plain; charset=koi8-r", charset="koi8-r"),
    )
    yield taken("charset-shift-jis", mail(f"{PLUM}# 梅", kind="text/plain; charset=shift_jis", charset="shift_jis"))
    yield taken("charset-gb18030", mail(f"{PLUM}# 李", kind="text/plain; charset=GB18030", charset="gb18030"))
    yield taken("charset-unknown", mail(PLUM, kind="text/plain; charset=x-martian"))
    yield taken("charset-missing", mail(PLUM, kind="text/plain"))
    yield taken("charset-empty", mail(PLUM, kind='text/plain; charset=""'))
    yield taken("charset-lies", mail(f"{PLUM}# \xe9".encode("latin-1"), kind="text/plain; charset=utf-8"))
    yield useless(
        "charset-utf-7", mail("+AG8-rders:\n- +AHs-pick: 1, from: plum+AH0-\n", kind="text/plain; charset=utf-7")
    )
    yield useless(
        "charset-unicode-escape",
        mail("\\u006frders:\n- \\u007bpick: 1\\u007d\n", kind="text/plain; charset=unicode_escape"),
    )
    yield useless("charset-rot13", mail("beqref:\n- {cvpx: 1, sebz: cyhz}\n", kind="text/plain; charset=rot13"))
    yield useless(
        "charset-that-is-a-compression", mail(b"x\x9cKMLJN", kind="text/plain; charset=zlib", encoding="base64")
    )
    yield taken("charset-in-rfc-2231", mail(PLUM, kind="text/plain; charset*=us-ascii'en'utf-8"))
    yield taken("quoted-printable", mail(word, encoding="quoted-printable"))
    yield taken(
        "quoted-printable-soft-breaks",
        mail(PLUM.replace("from", "fr=\nom"), encoding="").replace(
            b"MIME-Version", b"Content-Transfer-Encoding: quoted-printable\nMIME-Version"
        ),
    )
    yield taken(
        "quoted-printable-broken",
        mail(b"orders:\n- {pick: 1, from: plum} # =ZZ =", encoding="").replace(
            b"MIME-Version", b"Content-Transfer-Encoding: quoted-printable\nMIME-Version"
        ),
    )
    yield taken("base64", mail(PLUM, encoding="base64"))
    yield useless("base64-broken", mail(b"!!!!====b3", "Content-Transfer-Encoding: base64", encoding=""))
    yield taken("encoding-unknown", mail(PLUM, encoding="x-own"))
    yield taken("crlf", mail(FILLED, end="\r\n"))
    yield taken("cr-only", mail(PLUM, end="\r"))
    yield taken("nul-in-a-comment", mail(f"{PLUM}# a\0b\n"))
    yield refused("nul-in-an-order", mail("orders: \0\n"))
    yield taken("invalid-utf-8-in-a-comment", mail(PLUM.encode() + b"# \xff\xfe\n"))


def _flowed() -> Iterator[Case]:
    flowed = "text/plain; charset=utf-8; format=flowed"
    long = "orders:\n- {pick: 1, \nfrom: plum}\n"
    yield taken("flowed", mail(long, kind=flowed))
    yield taken("flowed-delsp", mail("orders:\n- {pick: 1, from: pl \num}\n", kind=f"{flowed}; delsp=yes"))
    yield taken("flowed-stuffed", mail("orders:\n   - {pick: 1,\n     from: plum}\n", kind=flowed))
    yield taken("flowed-and-quoted", mail(wrote(quoted(FILLED).replace("1, from", "1, \n> from")), kind=flowed))
    yield taken("flowed-signature", mail(f"{PLUM}-- \nAnna\nphone: 1\n", kind=flowed))
    yield taken("flowed-but-not-written-so", mail("orders:\n  - {pick: 1, from: plum}\n", kind=flowed))
    yield taken("flowed-in-capitals", mail(long, kind="TEXT/PLAIN; CHARSET=UTF-8; FORMAT=Flowed"))


def _pages() -> Iterator[Case]:
    page = "text/html; charset=utf-8"
    yield taken("html-only", mail(f"<html><body><pre>{PLUM}</pre></body></html>", kind=page))
    yield taken("html-divs", mail("<div>orders:</div><div>-&nbsp;{pick: 1, from: plum}</div>", kind=page))
    yield taken("html-breaks", mail("Hi<br>orders:<br>- {pick: 1, from: plum}<br>", kind=page))
    yield taken(
        "html-script-and-style",
        mail(f"<style>orders: no</style><script>orders: never</script><pre>{PLUM}</pre>", kind=page),
    )
    yield taken("html-comment", mail(f"<!-- orders:\n- {{pick: 9, from: apple}} --><pre>{PLUM}</pre>", kind=page))
    yield taken("html-entities", mail("<p>orders:</p><p>- &#123;pick: 1, from: plum&#x7d;</p>", kind=page))
    yield taken(
        "html-blockquote-under-new",
        mail(f"<pre>{PLUM}</pre><blockquote><pre>orders:\n- {{pick: 4, from: apple}}</pre></blockquote>", kind=page),
    )
    yield useless("html-picture-only", mail('<img src="http://example.net/track.gif">', kind=page))
    yield taken("html-unclosed", mail(f"<pre>{PLUM}<div", kind=page), held="plum")
    yield useless("html-entity-of-5000-digits", mail(f"<p>&#{'9' * 5000};</p>", kind=page))
    yield useless(
        "html-form-unchanged-below-thanks", mail(f"<p>Thanks!</p><blockquote><pre>{FORM}</pre></blockquote>", kind=page)
    )


def _documents() -> Iterator[Case]:
    market = "phase: market\norders:\n- {sell: 1, fruit: plum}\n"
    yield taken("two-phases", mail(f"phase: picking\n{PLUM}---\n{market}"))
    yield taken("two-phases-the-second", mail(f"phase: picking\n{PLUM}---\n{market}"), held="sell", phase="T01-market")
    yield taken(
        "two-documents-one-broken",
        mail(f"phase: picking\norders: [{{pick\n---\n{market}"),
        held="sell",
        phase="T01-market",
    )
    yield taken(
        "two-documents-for-one-phase",
        mail(f"phase: picking\norders:\n- {{pick: 1, from: apple}}\n---\nphase: picking\n{PLUM}"),
        held="apple",
        says="already ordered in line 1",
    )
    yield taken("phone-dash-divider", mail(f"phase: picking\n{PLUM}—-\n{market}"))
    yield taken("divider-first", mail(f"---\n{PLUM}"))
    yield refused("a-phase-that-is-over", mail("turn: 0\nphase: market\norders: []\n"), says="That phase is over")
    yield refused(
        "a-phase-too-far", mail("turn: 9\nphase: market\norders: []\n"), says="up to the end of the next turn"
    )
    yield refused("a-phase-that-is-none", mail("turn: 1\nphase: harvest\norders: []\n"), says="harvest")
    yield refused("another-game", mail(f"game: other\n{PLUM}"))
    yield refused("another-player", mail(f"player: blue\n{PLUM}"))
    yield taken("standing-orders", mail(f"turn: any\nphase: picking\n{PLUM}"), phase="any-picking")
    yield taken("fifty-documents", mail("---\n".join(["phase: picking\n" + PLUM] * 50)))
    yield taken("not-ready", mail(f"ready: no\n{PLUM}"), says="not count as ready")
    yield taken("ready-in-words", mail(f"ready: YES\n{PLUM}"))
    yield taken("another-position", mail(f"based_on: q0000000\n{PLUM}"), says="another position")
