"""Attached files, wrapped mails and what mail programs add."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Iterator

from tests.mail_corpus.case import PLUM, Case, mail, part, several, taken, useless

APPLE = "orders:\n- {pick: 1, from: apple}\n"


def named(name: str) -> str:
    return f'Content-Disposition: attachment; filename="{name}"'


def encoded(content: bytes) -> bytes:
    return base64.encodebytes(content)


def archive() -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(zipfile.ZipInfo("orders.yaml"), PLUM + "#" * 1_000_000, zipfile.ZIP_DEFLATED)
    return encoded(kept.getvalue())


def cases() -> Iterator[Case]:
    words = part("My orders are attached.\norders: none of your business\n")
    yield taken("attached-yaml", several(words, part(PLUM, "application/yaml", named("orders.yaml"))))
    yield taken(
        "attached-yml-as-octets", several(words, part(PLUM, "application/octet-stream", named("My Orders.YML")))
    )
    yield taken("attached-text-yaml-inline", several(words, part(PLUM, "text/yaml")))
    yield taken(
        "attached-yaml-in-base64",
        several(
            words, part(encoded(PLUM.encode()), "text/x-yaml", "Content-Transfer-Encoding: base64", named("o.yaml"))
        ),
    )
    yield taken(
        "attached-name-in-encoded-words",
        several(words, part(PLUM, "application/octet-stream", named("=?utf-8?b?b3JkZXJzLnlhbWw=?="))),
    )
    yield taken(
        "attached-name-in-rfc-2231",
        several(
            words,
            part(PLUM, "application/octet-stream", "Content-Disposition: attachment; filename*=utf-8''orders%2Eyaml"),
        ),
    )
    for number, name in enumerate(
        (
            "../../.git/hooks/post-commit.yaml",
            "/etc/passwd.yaml",
            "C:\\\\con.yaml",
            "a\x00b.yaml",
            "|rm -rf.yaml",
            "$(reboot).yaml",
            "x" * 900 + ".yaml",
        )
    ):
        yield taken(f"attached-name-like-a-path-{number}", several(words, part(PLUM, "text/yaml", named(name))))
    yield taken(
        "attached-two-for-two-phases",
        several(
            part(f"phase: picking\n{PLUM}", "text/yaml", named("1.yaml")),
            part("phase: market\norders:\n- {sell: 1, fruit: plum}\n", "text/yaml", named("2.yaml")),
        ),
    )
    yield taken(
        "attached-two-for-one-phase",
        several(part(PLUM, "text/yaml", named("1.yaml")), part(APPLE, "text/yaml", named("2.yaml"))),
        says="already ordered in another file of this mail",
    )
    yield taken(
        "attached-the-same-twice",
        several(part(PLUM, "text/yaml", named("1.yaml")), part(PLUM, "text/yaml", named("2.yaml"))),
        says="your orders were taken dear",
    )
    yield taken(
        "attached-yaml-that-is-none-text-has-orders",
        several(part(PLUM), part("nothing here\n", "text/yaml", named("notes.yaml"))),
    )
    yield taken("attached-text-file", several(part("See attachment.\n"), part(PLUM, "text/plain", named("orders.txt"))))
    yield taken(
        "attached-text-file-and-orders-in-the-text", several(part(PLUM), part(APPLE, "text/plain", named("old.txt")))
    )
    yield Case(
        "check-with-an-attachment",
        several(part("check\n"), part(PLUM, "text/yaml", named("orders.yaml"))),
        "check",
        ("red:check",),
        None,
        "nothing was taken",
    )
    yield useless(
        "attached-zip",
        several(
            part("Zipped!\n"),
            part(archive(), "application/zip", "Content-Transfer-Encoding: base64", named("orders.zip")),
        ),
    )
    yield useless(
        "attached-zip-called-yaml-text",
        several(
            part("Zipped!\n"),
            part(archive(), "application/zip", "Content-Transfer-Encoding: base64", named("orders.yaml.zip")),
        ),
    )
    yield useless(
        "attached-executable",
        several(
            part("Run me\n"),
            part(
                encoded(b"MZ\x90\0" * 50),
                "application/x-msdownload",
                "Content-Transfer-Encoding: base64",
                named("orders.exe"),
            ),
        ),
    )
    yield useless(
        "attached-binary-called-yaml",
        several(
            part("Here\n"),
            part(
                encoded(bytes(range(256)) * 8), "text/yaml", "Content-Transfer-Encoding: base64", named("orders.yaml")
            ),
        ),
    )
    yield useless(
        "attached-word-document",
        several(
            part("Here\n"),
            part(
                encoded(b"\xd0\xcf\x11\xe0" * 40),
                "application/msword",
                "Content-Transfer-Encoding: base64",
                named("o.doc"),
            ),
        ),
    )
    yield useless("attached-empty-yaml", several(part("Here\n"), part("", "text/yaml", named("orders.yaml"))))
    yield taken(
        "winmail-dat-beside-the-text",
        several(
            part(PLUM),
            part(
                encoded(b"\x78\x9f\x3e\x22" * 60),
                "application/ms-tnef",
                "Content-Transfer-Encoding: base64",
                named("winmail.dat"),
            ),
        ),
    )
    yield useless(
        "winmail-dat-alone",
        mail(b"\x78\x9f\x3e\x22" * 60, kind='application/ms-tnef; name="winmail.dat"', encoding="base64"),
    )
    yield useless(
        "calendar-invitation",
        several(
            part("Anna invites you\n"),
            part(
                "BEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\nSUMMARY:orders: due\nEND:VEVENT\nEND:VCALENDAR\n",
                "text/calendar; method=REQUEST; charset=utf-8",
            ),
            kind="alternative",
        ),
    )
    yield useless(
        "calendar-invitation-alone",
        mail("BEGIN:VCALENDAR\nMETHOD:REPLY\nEND:VCALENDAR\n", kind="text/calendar; method=REPLY"),
    )
    yield taken(
        "signed-by-smime",
        several(
            part(PLUM),
            part(
                encoded(b"0\x82" * 60),
                "application/pkcs7-signature",
                "Content-Transfer-Encoding: base64",
                named("smime.p7s"),
            ),
            kind='signed; protocol="application/pkcs7-signature"',
        ),
    )
    yield useless(
        "smime-opaque",
        mail(
            b"0\x82\x0b" * 80,
            kind='application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
            encoding="base64",
        ),
    )
    yield taken(
        "signed-by-pgp-mime",
        several(
            part(PLUM),
            part("-----BEGIN PGP SIGNATURE-----\nabcd\n-----END PGP SIGNATURE-----\n", "application/pgp-signature"),
            kind='signed; protocol="application/pgp-signature"',
        ),
    )
    yield useless(
        "encrypted-by-pgp-mime",
        several(
            part("Version: 1\n", "application/pgp-encrypted"),
            part("-----BEGIN PGP MESSAGE-----\nabcd\n-----END PGP MESSAGE-----\n", "application/octet-stream"),
            kind='encrypted; protocol="application/pgp-encrypted"',
        ),
    )
    yield useless(
        "encrypted-by-pgp-inline", mail("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n=ab\n-----END PGP MESSAGE-----\n")
    )
    yield useless("forwarded-as-attachment", several(part("Look:\n"), part(mail(PLUM, number="2"), "message/rfc822")))
    yield useless("vcard-only", mail("BEGIN:VCARD\nFN:Anna\nEND:VCARD\n", kind="text/vcard"))
    yield useless("picture-only", mail(b"\x89PNG" * 30, kind="image/png", encoding="base64"))
