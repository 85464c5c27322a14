"""Made-up mails by the thousand: none stops the program, none takes long, none gets at what is not its sender's."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.host.desk import Desk
from tests.host import fuzz
from tests.host.judged import judge, prepared
from tests.host.table import Table, text_of
from tests.mail_corpus.case import BLUE, FORMER, OTHER_RED, RED
from tests.mail_corpus.write import HERE

SHORT, LONG, PARTS = 2000, 20_000, 4
FOUND = sorted((HERE / "found").glob("*.eml"))
"""Made-up mails that once made trouble, kept as they were."""
CORPUS = [raw for raw in (file.read_bytes() for file in sorted(HERE.glob("*.eml"))) if len(raw) < 20_000]
TOKENS = {"red": {RED, FORMER, OTHER_RED}, "blue": {BLUE}}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return prepared(tmp_path_factory.mktemp("fuzz") / "games")


@pytest.fixture(scope="module")
def desk(table: Table) -> Desk:
    return table.desk


def survives(number: int | str, raw: bytes, table: Table, desk: Desk) -> None:
    found = judge(table, desk, raw)
    assert not any(" at " in line.get("reason", "") for line in found.lines), (number, found.lines)
    assert found.seconds < 1, number
    assert len(found.letters) <= 3 and found.verdict.what, number
    every = {token for tokens in TOKENS.values() for token in tokens}
    for path, text in found.files.items():
        assert not any(token in text for token in every), (number, path)
        assert ".." not in path and path.isprintable(), number
    for letter in found.letters:
        reader = letter["To"].addresses[0].addr_spec.partition("@")[0]
        assert letter["To"].addresses[0].addr_spec in ADDRESSES, number
        whole = letter.as_string() + text_of(letter)
        assert not any(token in whole for token in every - TOKENS.get(reader, set())), number


ADDRESSES = {"red@example.org", "blue@example.org", "green@example.org", "moderator@localhost"}


@pytest.mark.parametrize("file", FOUND, ids=[file.stem for file in FOUND])
def test_found_before(file: Path, table: Table, desk: Desk) -> None:
    survives(file.stem, file.read_bytes(), table, desk)


@pytest.mark.parametrize("part", range(PARTS))
def test_made_up_mails(part: int, table: Table, desk: Desk) -> None:
    for number in range(part, SHORT, PARTS):
        survives(number, fuzz.mail(number, CORPUS), table, desk)


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_many_made_up_mails(part: int, table: Table, desk: Desk) -> None:
    for number in range(SHORT + part, SHORT + LONG, PARTS):
        survives(number, fuzz.mail(number, CORPUS), table, desk)
