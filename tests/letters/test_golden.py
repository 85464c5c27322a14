"""Letters as they were when somebody read them and found them good: look at a difference before writing it anew.

`ADJUDICATOR_GOLDEN=write pytest tests/letters/test_golden.py` writes them.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from adjudicator.core import folders
from tests.host.table import text_of
from tests.letters.desk_samples import NOTICES
from tests.letters.samples import KINDS, page_of, samples

GOLDEN = Path(__file__).parent / "golden"
NO_LETTERS = {
    # parts of letters, and pages that are no letters
    "layout", "happened", "problems", "due", "form", "forecast", "foot", "stands", "gathered", "checked", "history",
    "position", "left_out", "last_today", "held", "agreed", "outlooks",
}  # fmt: skip


def as_kept(subject: str, content: str) -> str:
    return f"{subject}\n\n{content}"


@pytest.mark.parametrize("kind", KINDS)
def test_the_letter_is_as_it_was(kind: str) -> None:
    letter = samples()[kind]
    for ending, content in (("txt", text_of(letter)), ("html", page_of(letter))):
        file = GOLDEN / f"{kind}.{ending}"
        now = as_kept(letter["Subject"], content)
        if os.environ.get("ADJUDICATOR_GOLDEN") == "write":
            file.write_text(now, encoding="utf-8")
        assert now == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_page_and_text_say_the_same(kind: str) -> None:
    """Every word of the text stands in the page, but for the map of letters that stands for the picture."""
    letter = samples()[kind]
    shown = _words(re.sub(r"<[^>]+>", " ", page_of(letter).partition("<main>")[2]))
    text = text_of(letter)
    drawn = text.partition("HOW IT STANDS")[2].partition("Your transporters")[0]
    told = _words(text.replace(drawn, " ") if drawn else text)
    assert told - shown == set()


def _words(text: str) -> set[str]:
    import html

    return {word.lower() for word in re.findall(r"[^\W_]{2,}", html.unescape(text))}


@pytest.mark.parametrize("kind", KINDS)
def test_a_players_words_only_ever_stand_there(kind: str) -> None:
    letter = samples()[kind]
    assert "<script" not in page_of(letter) and "\u202e" not in page_of(letter) + text_of(letter)
    assert "<b>I have" not in page_of(letter) and "<b>holiday" not in page_of(letter)
    assert "\x02" not in letter.as_string()


def test_status_letter_carries_picture_position_report_and_deadline() -> None:
    status = samples()["status"]
    assert [part.get_filename() for part in status.iter_attachments()] == [
        "deadline.ics",
        "twin-T01-production.position",
        "twin-T01-production.report.json",
    ]
    (image,) = [part for part in status.walk() if part.get_content_type() == "image/png"]
    cid = image["Content-ID"].strip("<>")
    assert f'src="cid:{cid}"' in page_of(status) and image.get_content().startswith(b"\x89PNG")


def test_a_moved_deadline_replaces_the_entry_in_the_calendar() -> None:
    first, again = (
        next(part.get_content() for part in samples()[kind].iter_attachments() if part.get_filename() == "deadline.ics")
        for kind in ("status", "deadline")
    )
    told = [dict(line.split(":", 1) for line in text.splitlines() if ":" in line) for text in (first, again)]
    assert told[0]["UID"] == told[1]["UID"] and int(told[0]["SEQUENCE"]) <= int(told[1]["SEQUENCE"])
    assert first.startswith("BEGIN:VCALENDAR") and all(len(line.encode()) <= 75 for line in first.splitlines())


def test_every_letter_has_a_golden_one() -> None:
    written = {file.name.removesuffix(".html.j2") for file in (folders.templates("host") / "letters").glob("*.html.j2")}
    assert written - NO_LETTERS == {samples()[name]["X-Adjudicator"] for name in KINDS}
    assert sorted(samples()) == sorted(KINDS) == sorted(file.stem for file in GOLDEN.glob("*.txt"))


def test_every_notice_has_a_golden_one() -> None:
    source = (folders.templates("host") / "letters" / "notice.html.j2").read_text(encoding="utf-8")
    said = set(re.findall(r'"([a-z-]+)"', " ".join(re.findall(r"{% (?:el)?if what[^%]*%}", source))))
    assert said == set(NOTICES)
