"""Bad and odd mails, each a file in tests/mail_corpus with its verdict and answers in index.yaml."""

from __future__ import annotations

import pytest

from adjudicator.core import yamlfiles
from adjudicator.core.model import Plain
from adjudicator.host.desk import Desk
from tests.host.judged import judge, prepared
from tests.host.table import Table, words_of
from tests.mail_corpus.case import BLUE, FORMER, OTHER_RED, RED
from tests.mail_corpus.write import HERE, all_cases

INDEX: dict[str, dict[str, Plain]] = yamlfiles.load((HERE / "index.yaml").read_text(encoding="utf-8"))
FORGERIES = [name for name in INDEX if name.startswith("forged-")]
LEAST, LEAST_FORGERIES = 150, 40
TOKENS = {"red": (RED, FORMER, OTHER_RED), "blue": (BLUE,), "green": (), "moderator": ()}


def raw(name: str) -> bytes:
    return (HERE / f"{name}.eml").read_bytes()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return prepared(tmp_path_factory.mktemp("corpus") / "games")


@pytest.fixture(scope="module")
def desk(table: Table) -> Desk:
    return table.desk


def test_the_files_are_those_of_the_script_and_enough() -> None:
    assert {case.name: case.expected() for case in all_cases()} == INDEX
    assert {case.name: case.raw for case in all_cases()} == {
        file.stem: file.read_bytes() for file in HERE.glob("*.eml")
    }
    assert len(INDEX) >= LEAST and len(FORGERIES) >= LEAST_FORGERIES


@pytest.mark.parametrize("name", INDEX)
def test_mail(name: str, table: Table, desk: Desk) -> None:
    expected = INDEX[name]
    found = judge(table, desk, *map(raw, expected.get("before", [])), raw(name))
    assert found.verdict.what == expected["verdict"], found.lines
    assert found.answers == sorted(expected.get("answers", []))
    held = found.held(expected.get("phase", "T01-picking"))
    assert held is None if "held" not in expected else held is not None and expected["held"] in held, held
    if "says" in expected:
        assert expected["says"].lower() in words_of(found.letters[-1]).lower()
    assert found.seconds < 1
    for path, text in found.files.items():
        assert not any(token in text for tokens in TOKENS.values() for token in tokens), path
    for letter in found.letters:
        reader = letter["To"].addresses[0].addr_spec.partition("@")[0]
        whole = letter.as_string() + words_of(letter)
        assert not any(token in whole for seat, tokens in TOKENS.items() if seat != reader for token in tokens)
        assert set(letter.keys()) <= HEADERS and letter["From"].addresses[0].addr_spec == "games@localhost"


HEADERS = {"From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Auto-Submitted"} | {
    "Precedence",
    "X-Loop",
    "X-Adjudicator",
    "MIME-Version",
    "Content-Type",
    "Content-Transfer-Encoding",
}
