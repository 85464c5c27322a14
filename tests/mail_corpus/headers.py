"""Headers that are missing, doubled, hostile, or meant to get into our letters."""

from __future__ import annotations

from collections.abc import Iterator

from tests.mail_corpus.case import OTHER_RED, PLUM, RED, US, Case, mail, taken, unknown, useless


def cases() -> Iterator[Case]:
    yield from _senders()
    yield from _message_ids()
    yield from _recipients()
    yield from _injections()


def _senders() -> Iterator[Case]:
    odd = "cannot be read"
    yield taken("from-missing", mail(sender=None), says=odd)
    yield taken("from-empty", mail(sender=""), says=odd)
    yield taken("from-twice", mail(PLUM, "From: evil@example.net"), says=odd)
    yield taken("from-two-addresses", mail(sender="red@example.org, evil@example.net"), says=odd)
    yield taken("from-address-as-name", mail(sender="red@example.org <evil@example.net>"), says=odd)
    yield taken("from-5000-brackets", mail(sender="(" * 5000), says=odd)
    yield taken("from-group", mail(sender="friends: red@example.org;"), says=odd)
    yield taken("from-comment", mail(sender="red@example.org (Anna)"), says=odd)
    yield taken("from-quoted-name", mail(sender='"Anna, \\"the red\\"" <red@example.org>'))
    yield taken("from-encoded-name", mail(sender="=?utf-8?q?Anna_=C3=84?= <red@example.org>"))
    yield taken("from-capitals", mail(sender="RED@Example.ORG"))
    yield taken("from-raw-8-bit-name", mail(sender="Änna <red@example.org>"))
    yield taken("from-elsewhere", mail(sender="anna@work.example.net"), says="anna@work.example.net")
    yield taken("from-with-our-token-in-it", mail(sender=f"anna+{RED}@example.net"), says="[token]")
    yield taken("from-without-domain", mail(sender="anna"), says=odd)
    yield taken("from-with-angle-brackets-open", mail(sender="<red@example.org"), says=odd)
    yield taken("from-idn", mail(sender="anna@bücher.example"), says=odd)
    yield taken("from-newline-folded", mail(sender="Anna\n <red@example.org>"))


def _message_ids() -> Iterator[Case]:
    yield taken("message-id-missing", mail(number=None))
    yield taken("message-id-bracket", mail(PLUM, "Message-ID: <[abc@x>", number=None))
    yield taken("message-id-empty", mail(PLUM, "Message-ID:", number=None))
    yield taken("message-id-twice", mail(PLUM, "Message-ID: <2@example.org>"))
    yield taken("message-id-of-5000-letters", mail(PLUM, f"Message-ID: <{'x' * 5000}@y>", number=None))
    yield taken("message-id-8-bit", mail(PLUM, "Message-ID: <ä@example.org>", number=None))
    yield taken("message-id-with-spaces", mail(PLUM, "Message-ID: <a b@example.org> c", number=None))
    yield taken("message-id-with-a-token", mail(PLUM, f"Message-ID: <{RED}@example.org>", number=None))
    yield taken("message-id-injection", mail(PLUM, "Message-ID: <a@b>\n Bcc: evil@example.net", number=None))


def _recipients() -> Iterator[Case]:
    both = f"{US}, games+{OTHER_RED}@localhost"
    yield useless("to-two-games", mail("status\n", to=both), "several games at once: other and windfall")
    yield useless("to-two-games-from-elsewhere", mail("status\n", to=both, sender="x@example.net"), "several games")
    yield taken("to-two-games-with-a-token", mail(f"token: {RED}\n{PLUM}", to=both))
    yield taken("to-with-name", mail(to=f'"The adjudicator" <{US}>'))
    yield taken("to-in-capitals", mail(to=US.upper()))
    yield taken("to-and-others", mail(to=f"blue@example.org, {US}, evil@example.net"))
    yield taken("cc-instead-of-to", mail(PLUM, f"Cc: {US}", to="blue@example.org"))
    yield taken("delivered-to-only", mail(PLUM, f"Delivered-To: {US}", to=None))
    yield taken("token-in-the-orders-only", mail(f"token: {RED}\n{PLUM}", to="games@localhost"))
    yield taken("token-in-capitals", mail(f"Token: {RED.upper()}\n{PLUM}", to="games@localhost"))
    yield taken("token-in-quotes", mail(f'token: "{RED}"\n{PLUM}', to="games@localhost"))
    yield taken("to-twice", mail(PLUM, "To: blue@example.org"))
    yield unknown("to-of-nobody", mail(to="games@localhost"), "red:unproved")
    yield unknown("to-missing", mail(to=None), "red:unproved")
    yield unknown("to-of-nobody-from-nobody", mail(sender="who@example.net", to="games@localhost"))
    yield taken("to-with-a-wrong-token-beside", mail(to=f"{US}, games+aaaaaaaaaaaaaaaa@localhost"))


def _injections() -> Iterator[Case]:
    subject = b"Subject: Re: windfall"
    hello = mail("hello\n")
    for number, line in enumerate(
        (
            b"Subject: x\n Bcc: evil@example.net",
            b"Subject: =?utf-8?q?x=0D=0ABcc:_evil@example.net?=",
            b"Subject: =?utf-8?b?eA0KQmNjOiBldmlsQGV4YW1wbGUubmV0?=",
            b"Subject: {{ 7*7 }} {% for x in ().__class__.__mro__ %}",
            b"Subject: \x1b[2J\x1b]0;owned\x07",
            b"Subject: \xe2\x80\xaetxet",
            b"Subject: <script>alert(1)</script>",
            b"Subject: =?x-martian?q?abc?=",
            b"Subject: =?utf-8?b?!!!?=",
            b"Subject: " + b"=?utf-8?q?a?= " * 6000,
            b"Subject: " + b"x" * 90_000,
            b"Subject: \xff\xfe\x00bad",
            b"Subject: a\x00b",
        )
    ):
        yield useless(f"subject-{number:02}", hello.replace(subject, line))
    yield useless("subject-missing", hello.replace(subject + b"\n", b""))
    yield useless("subject-twice", hello.replace(subject, b"Subject: a\nSubject: b"))
    yield taken("orders-with-template-code", mail("orders:\n- {pick: 1, from: plum} # {{ ''.__class__ }} {% raw %}\n"))
    yield Case(
        "press-with-html-and-escapes",
        mail("press blue\n<b>bold</b> {{ 7*7 }} \x1b[2J \u202etxet\n"),
        "press",
        ("blue:press", "red:carried"),
    )
    yield Case("join-again", mail("join {{ 7*7 }}\n"), "refused", ("red:refusal",), None, "joined already")
    yield taken("header-of-no-name", mail(PLUM, ": no name"))
    yield taken("header-with-spaces-before-colon", mail(PLUM, "X-Odd : value"))
    yield taken("date-in-the-future", mail(PLUM, "Date: Fri, 31 Dec 2099 23:59:59 +0000"))
    yield taken("date-that-is-none", mail(PLUM, "Date: yesterday, 99:99"))
    yield taken("header-8-bit-many", mail(PLUM, *["X-Ä: ä"] * 800))
    yield taken("header-2000-times", mail(PLUM, *["X-Again: x"] * 2000))
    yield taken("reply-to-elsewhere", mail(PLUM, "Reply-To: evil@example.net", "Return-Path: <evil@example.net>"))
    yield taken("disposition-notification-to", mail(PLUM, "Disposition-Notification-To: evil@example.net"))
