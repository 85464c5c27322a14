"""MIME trees, plain and hostile."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mail_corpus.case import PLUM, US, Case, aside, mail, part, refused, several, taken, useless


def nested(depth: int, inner: bytes) -> bytes:
    head = b"".join(b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(depth))
    return head + inner


def bare(rest: bytes) -> bytes:
    return f"From: red@example.org\nTo: {US}\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n".encode() + rest


def cases() -> Iterator[Case]:
    page = part("<p>orders: see below</p>", "text/html; charset=utf-8")
    yield taken("alternative-text-and-page", several(part(PLUM), page, kind="alternative"))
    yield taken("alternative-page-first", several(page, part(PLUM), kind="alternative"))
    yield taken(
        "alternative-text-is-a-stub",
        several(part("This mail is in HTML.\n"), part(f"<pre>{PLUM}</pre>", "text/html"), kind="alternative"),
    )
    yield taken(
        "alternative-text-is-empty", several(part(""), part(f"<pre>{PLUM}</pre>", "text/html"), kind="alternative")
    )
    yield taken(
        "related-in-alternative-in-mixed",
        several(part(several_inner(part(PLUM), page), 'multipart/alternative; boundary="in"'), part("x", "image/png")),
    )
    yield taken("orders-in-the-second-text", several(part("Hi,\n"), part("x", "image/png"), part(PLUM)))
    yield taken("list-footer-as-a-part", several(part(PLUM), part("___\nfooter: of a list\n")))
    yield useless("multipart-without-boundary", mail(PLUM, kind="multipart/mixed", encoding=""))
    yield useless(
        "multipart-boundary-never-used", mail("nothing: here\n", kind="multipart/mixed; boundary=x", encoding="")
    )
    yield taken("multipart-never-closed", several(part(PLUM)).replace(b"--=_b--\n", b""))
    yield taken("multipart-closed-twice", several(part(PLUM)) + b"--=_b--\n--=_b--\n")
    yield taken(
        "multipart-preamble-and-epilogue",
        several(part(PLUM)).replace(b"\n\n--=_b", b"\n\norders: in the preamble\n--=_b", 1)
        + b"orders: in the epilogue\n",
    )
    yield taken("multipart-empty-parts", several(b"", b"", part(PLUM)))
    yield useless("multipart-no-parts", mail("--x--\n", kind="multipart/mixed; boundary=x", encoding=""))
    yield taken("boundary-with-specials", several(part(PLUM), boundary="'()+_,-./:=?"))
    yield taken("boundary-of-200-letters", several(part(PLUM), boundary="b" * 200))
    yield taken("type-without-subtype", mail(PLUM, kind="text"))
    yield taken("type-missing", mail(PLUM, kind=""))
    yield taken("type-twice", mail(PLUM, "Content-Type: application/zip"))
    yield useless("type-unknown", mail(PLUM, kind="application/x-own"))
    yield taken("nested-10", bare(nested(10, part(PLUM))))
    yield aside("nested-30", bare(nested(30, part(PLUM))), "nested-too-deep")
    yield aside("nested-200", bare(nested(200, part(PLUM))), "nested-too-deep")
    yield aside("nested-4000", bare(nested(4000, part(PLUM))), "nested-too-deep")
    yield aside(
        "nested-messages-2000", bare(b"Content-Type: message/rfc822\n\n" * 2000 + PLUM.encode()), "nested-too-deep"
    )
    yield aside("parts-101", several(*[part("x")] * 101), "too-many-parts")
    yield aside("parts-20000", several(*[b""] * 20_000), "too-many-lines")
    yield aside("lines-25000", mail("\n" * 25_000 + PLUM), "too-many-lines")
    yield aside("type-of-20000-letters", mail(PLUM, kind="text/plain; x=" + "y" * 20_000), "header-too-long")
    yield aside("type-of-5000-parameters", mail(PLUM, kind="text/plain" + "; a=b" * 300), "header-too-long")
    yield aside("type-of-semicolons", mail(PLUM, kind='text/plain; name="' + ";" * 1500), "header-too-long")
    yield aside(
        "headers-of-110000-bytes", mail(PLUM, *[f"X-{n}: {'y' * 900}" for n in range(120)]), "headers-too-large"
    )
    yield Case("mail-of-270000-bytes", mail(PLUM + "#" * 270_000), "refused", ("red:refusal",), None, "256")
    yield Case("mail-of-270000-bytes-from-nobody", mail(PLUM + "#" * 270_000, to="games@localhost"), "refused")
    yield refused("orders-of-70000-bytes", mail(PLUM + "# " + "x" * 70_000), "64")
    yield useless("html-of-60000-brackets", mail("<" * 60_000, kind="text/html"))
    yield useless("html-of-unclosed-tags", mail("<a b='" * 10_000, kind="text/html"))
    yield useless("html-of-comments", mail("<!--" * 15_000, kind="text/html"))
    yield useless("html-of-blockquotes", mail("<blockquote>" * 5000 + "x", kind="text/html"))
    yield useless("spaces-60000", mail(" " * 60_000 + "x\n"))
    yield useless("quotes-8000", mail(">\n\n" * 8000))
    yield useless("one-line-of-60000-quotes", mail("> " * 30_000))
    yield useless("one-line-of-60000-keys", mail("token: " * 9000))


def several_inner(*parts: bytes) -> bytes:
    return b"".join(b"--in\n" + one + b"\n" for one in parts) + b"--in--\n"
