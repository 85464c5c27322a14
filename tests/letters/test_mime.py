"""Mails as we write them are read by the standard library's parser as what was meant, whatever people are called."""

from __future__ import annotations

import email
from email.message import EmailMessage
from email.policy import default

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.host.letters import Attachment, Correspondents, Letter, message, one_line

WORDS = st.text(max_size=90)
PAGE = '<p>“{}” — naïve</p><img src="cid:map">\n.\nFrom here on = everything ends in spaces   \n'


def sent(text: str = "hello\n", subject: str = "T01", name: str = "Red", answers: str | None = None) -> EmailMessage:
    letter = Letter(
        game="windfall",
        seat="red",
        kind="status",
        about="T01/picking",
        subject=subject,
        text=text,
        written="2031-05-01T12:00:00+00:00",
        answers=answers,
        html=PAGE.format(text),
        pictures={"map": "abc"},
        files=(
            Attachment("windfall.position", "application/octet-stream", text),
            Attachment("d.ics", "calendar", text),
        ),
    )
    between = Correspondents(name, "gm@example.org", "gm+t@example.org", name, "red@example.org", token="t")
    raw = message(letter, between, {"map": b"\x89PNG" + bytes(range(256))})
    assert all(len(line) <= 998 for line in raw.split(b"\r\n")) and b"\n" not in raw.replace(b"\r\n", b"")
    assert raw.isascii()
    return email.message_from_bytes(raw, policy=default)


def parts(mail: EmailMessage) -> dict[str, EmailMessage]:
    return {part.get_content_type(): part for part in mail.walk()}


def lines(part: EmailMessage) -> str:
    content: str = part.get_content()
    return content.replace("\r\n", "\n")


@given(text=WORDS, subject=WORDS, name=WORDS)
def test_everything_arrives_as_it_was_meant(text: str, subject: str, name: str) -> None:
    text = one_line(text, 90) + "\nand a line that is longer than any line of a mail should ever be: " + "é" * 80 + "\n"
    mail = sent(text, subject, name)
    assert mail["Subject"] == one_line(subject, 200)
    (reader,) = mail["To"].addresses
    assert reader.addr_spec == "red@example.org"
    assert "".join(reader.display_name.split()) == "".join(one_line(name, 60).split())  # folds may stand for spaces
    found = parts(mail)
    assert lines(found["text/plain"]) == text
    assert lines(found["text/html"]) == PAGE.format(text).replace('"cid:map"', '"cid:map@example.org"')
    assert found["application/octet-stream"].get_content() == text.encode()
    assert found["image/png"].get_content() == b"\x89PNG" + bytes(range(256))
    assert found["image/png"]["Content-ID"] == "<map@example.org>"
    assert not mail.defects and not any(part.defects for part in mail.walk())


def test_the_shape_of_a_letter() -> None:
    mail = sent(answers="<a@b>")
    shape = [part.get_content_type() for part in mail.walk()]
    assert shape == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "application/octet-stream",
        "text/calendar",
    ]
    assert mail["In-Reply-To"] == mail["References"] == "<a@b>"
    assert [part.get_filename() for part in mail.iter_attachments()] == ["windfall.position", "d.ics"]


def test_an_id_is_never_parted() -> None:
    long = f"<{'a' * 300}@example.org>"
    assert sent(answers=long)["In-Reply-To"] == long
