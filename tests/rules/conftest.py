"""Rule cases are collected from the YAML files beside this one: `pytest -k RB-6.4` runs those of one rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rules.cases import Case, CaseFailed, cases_in, is_case_file


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if is_case_file(file_path):
        collector: pytest.Collector = CaseFile.from_parent(parent, path=file_path)
        return collector
    return None


class CaseFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        for case in cases_in(self.path):
            yield CaseItem.from_parent(self, name=case.title, case=case)


class CaseItem(pytest.Item):
    def __init__(self, *, case: Case, **arguments: object) -> None:
        super().__init__(**arguments)  # type: ignore[arg-type]
        self._case = case

    def runtest(self) -> None:
        self._case.run()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if isinstance(excinfo.value, CaseFailed):
            return f"{self.path}: {self.name}\n{excinfo.value}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, 0, f"{self.path.stem}: {self.name}"
