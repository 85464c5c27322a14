"""What is held of a mail is not read again: what its own text would come to is known already, to the last place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core import reading, registry
from adjudicator.core.sheets import mark_at
from adjudicator.host import mailtext, resolving
from adjudicator.host.orderblock import order_block
from tests.reading.letters import DEFAULTS, PHASES, read, schema_for

CORPUS = Path(__file__).parents[1] / "mail_corpus"
SEATS = ("blue", "green", "red", "yellow")
SEVERAL = """\
Dear judge,
game: two-valleys
player: red
turn: 3
phase: movement
token: k7qf2m9x4b
ready: no
orders:
  - move: donkey-1
    steps: [{go: D4}, {load: 2 boards}]   # as agreed
---

phase: building
based_on: 0123
orders:
  - {build: sawmill, at: C5, pay: [tile]}
  - first_of:
    - {build: road, from: C4a, to: D4}
    - {demolish: wall, edge: C4-C5, side: C4}
---
turn: 4
phase: production
sequence: {pray: {stop_if: [blue]}, prefer: last}
orders:
"""


def texts() -> Iterator[str]:
    yield SEVERAL
    yield SEVERAL.replace("\n", "\r\n")
    for file in sorted(CORPUS.glob("*.eml")):
        try:
            mail = mailtext.take_apart(file.read_bytes())
        except mailtext.TooStrange:
            continue
        yield from (block.text for text in mail.texts if (block := order_block(text.content)) is not None)


def documents() -> Iterator[reading.Document]:
    """All of a mail's documents that can do without their surroundings, as these were."""
    orchard = registry.ruleset("orchard")
    for text in texts():
        yield from read(text).documents
        defaults = {**DEFAULTS, "phase": "picking"}
        yield from resolving.read_text(orchard, reading.open_text(text), SEATS, defaults).documents


def again(document: reading.Document) -> reading.Reading:
    """Its text alone, with the words that it had from the documents around it."""
    said = {"game": document.game, "player": document.player, "turn": str(document.turn), "phase": document.phase}
    defaults = {key: word for key, word in said.items() if word is not None}
    if document.phase in PHASES:
        return reading.read_sheets(document.text, schema_for, phases=PHASES, defaults=defaults)
    orchard = registry.ruleset("orchard")
    return resolving.read_text(orchard, reading.open_text(document.text), SEATS, defaults)


def test_a_document_by_itself_is_what_its_text_comes_to() -> None:
    compared = 0
    for document in documents():
        alone = document.by_itself()
        if alone is None:
            continue
        found = again(document)
        assert (alone.player, alone.turn, alone.phase, alone.text) == (
            document.player,
            document.turn,
            document.phase,
            document.text,
        )
        assert [alone.sheet] == list(found.sheets) and found.problems == ()
        assert alone.sheet is not None
        assert dict(alone.sheet.marks) == dict(found.sheets[0].marks)
        compared += 1
    assert compared > 200


def test_places_count_from_the_first_line_of_the_document() -> None:
    building = read(SEVERAL).documents[1]
    alone = building.by_itself()
    assert alone is not None and alone.sheet is not None and building.sheet is not None
    assert mark_at(building.sheet, "0.at") == (16, 26)
    assert mark_at(alone.sheet, "0.at") == (5, 26)
    assert alone.text.splitlines()[4].index("C5") == 25


@pytest.mark.parametrize("broken", ["  - {move: donkey-1, go: Q99x}", "  - {fly: donkey-1}", "  - ["])
def test_what_is_wrong_is_read_again(broken: str) -> None:
    found = read(f"game: two-valleys\nplayer: red\nturn: 3\nphase: movement\norders:\n{broken}\n")
    assert [document.by_itself() for document in found.documents] == [None]


def test_what_was_kept_stands_for_its_text_only_where_the_same_is_left_out() -> None:
    rules = registry.ruleset("roads-and-boats")
    text = "orders:\n- {load: {boards: 1}, onto: donkey-1}  # kept for the test\n"
    defaults = {"game": "two-valleys", "player": "red", "turn": "3", "phase": "production"}
    document = resolving.read_text(rules, reading.open_text(text), SEATS, defaults).documents[0]
    resolving.will_be_read_again(rules, text, document)
    kept = resolving.read_text(rules, text, SEATS, {**defaults, "game": "-"}).sheets[0]
    assert document.sheet is not None and dict(kept.marks) == dict(document.sheet.marks)
    for other in ({"turn": "4"}, {"player": "blue"}, {"phase": "wonder"}):
        said = {**defaults, **other}
        (sheet,) = resolving.read_text(rules, text, SEATS, said).sheets
        assert (str(sheet.turn), sheet.seat, sheet.phase) == (said["turn"], said["player"], said["phase"])
    assert resolving.read_text(rules, text, ("blue", "green"), defaults).problems
