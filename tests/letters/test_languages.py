"""Every sentence in every language, with the same gaps to fill; and letters in which nothing English is left."""

from __future__ import annotations

import re
import string
from datetime import UTC, datetime

import pytest
from babel.messages.catalog import Message

from adjudicator.host import moments
from adjudicator.host.languages import LANGUAGES, catalogue
from tests.host.table import text_of
from tests.letters.samples import page_of, samples
from tools.messages import PARTS, catalogue_file, messages

OTHERS = [language for language in LANGUAGES if language != "en"]
EVERY = [(part, language) for part in PARTS for language in OTHERS]


@pytest.mark.parametrize(("part", "language"), EVERY)
def test_every_sentence_is_translated(part: str, language: str) -> None:
    """`python tools/messages.py` adds what is new; the words are yours to find."""
    known = {entry.id: entry for entry in catalogue(catalogue_file(part, language)) if entry.id}
    said = set(messages(part))
    assert said - set(known) == set(), "not in the catalogue"
    assert set(known) - said == set(), "no longer said"
    assert [key for key, entry in known.items() if not all(_strings(entry)) or entry.fuzzy] == []


@pytest.mark.parametrize(("part", "language"), EVERY)
def test_gaps_are_the_same(part: str, language: str) -> None:
    for entry in catalogue(catalogue_file(part, language)):
        original = entry.id if isinstance(entry.id, str) else entry.id[0]
        for said in _strings(entry) if entry.id else ():
            assert _gaps(said) == _gaps(original), original


def _strings(entry: Message) -> tuple[str, ...]:
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())


def _gaps(text: str) -> list[str]:
    """What is filled in, and what is written as code: neither may be lost."""
    named = re.findall(r"%\([a-z_]+\)s", text)
    if not named:
        named = [name for _, name, _, _ in string.Formatter().parse(text) if name]
    return sorted(named + re.findall(r"`[a-z]+`", text) + re.findall(r"</?b>", text))


@pytest.mark.parametrize("language", OTHERS)
def test_letters_are_written_in_the_language(language: str) -> None:
    english = [str(message) for message in messages("host") if isinstance(message, str) and len(message) > 25]
    told = samples(language)
    for kind in ("status", "receipt", "invitation", "refusal", "over"):
        flat = " ".join(text_of(told[kind]).split())
        assert [sentence for sentence in english if sentence in flat] == [], kind
        assert f'lang="{language}"' in page_of(told[kind])


@pytest.mark.parametrize("language", OTHERS)
def test_order_forms_keep_english_words_and_their_width(language: str) -> None:
    form = text_of(samples(language)["begins"]).partition("BEGIN ORDERS")[2].partition("END ORDERS")[0]
    assert "\nphase: production\n" in form and "\norders: []\n" in form
    assert max(map(len, form.splitlines())) <= 68


def test_french_sets_a_space_before_a_colon() -> None:
    told = samples("fr")
    for kind in ("status-crowded", "receipt-in-part"):
        letter, _, _ = text_of(told[kind]).partition("BEGIN ORDERS" if kind == "status-crowded" else "game: twin")
        assert re.findall(r"^(?!- {).*\w: .*", letter, re.MULTILINE) == [], kind
        assert "\u00a0: " in letter
    assert 'attr(data-head) "\u00a0: "' in page_of(told["status-crowded"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("zone", "name"),
    [("Europe/Rome", "CET"), ("America/New_York", "EST"), ("Asia/Tokyo", "JST"), ("America/Sao_Paulo", "UTC-03:00")],
)
def test_a_zone_is_named_alike_in_every_language(language: str, zone: str, name: str) -> None:
    told = moments.told(datetime(2026, 1, 20, 14, 0, tzinfo=UTC), language, zone)
    assert told.endswith(f" {name} (14:00 UTC)")
