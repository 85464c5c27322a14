"""Writes the corpus: bad and odd mails as files, and what is expected of each in index.yaml.

    python -m tests.mail_corpus.write

The mails are kept as files, so that what was once a trouble stays one; this script is how they were made. Tokens are
those of a host whose secret is 32 zero bytes.
"""

from __future__ import annotations

from pathlib import Path

from adjudicator.core import yamlfiles
from tests.mail_corpus import (
    asked,
    attachments,
    duplicates,
    forgeries,
    headers,
    hidden,
    machines,
    people,
    structure,
    unmarked,
    yamls,
)
from tests.mail_corpus.case import Case

HERE = Path(__file__).parent
CHAPTERS = (people, unmarked, asked, attachments, structure, headers, machines, duplicates, yamls, forgeries, hidden)


def all_cases() -> list[Case]:
    return [case for chapter in CHAPTERS for case in chapter.cases()]


def main() -> None:
    cases = all_cases()
    names = [case.name for case in cases]
    assert len(set(names)) == len(names), sorted(name for name in names if names.count(name) > 1)
    for old in HERE.glob("*.eml"):
        old.unlink()
    for case in cases:
        (HERE / f"{case.name}.eml").write_bytes(case.raw)
    index = {case.name: case.expected() for case in cases}
    (HERE / "index.yaml").write_text(yamlfiles.dump(index), encoding="utf-8")


if __name__ == "__main__":
    main()
