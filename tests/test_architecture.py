"""Who may import whom: `cli → shell → host → core ← rulesets`. Any other arrow fails."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import adjudicator

PACKAGE = Path(adjudicator.__file__).parent
MAY_IMPORT = {
    "core": {"core"},
    "rulesets": {"core", "rulesets"},
    "host": {"core", "host"},
    "shell": {"core", "host", "shell"},
    "cli": {"core", "host", "shell", "cli"},
}
IMPURE = {"os", "time", "random", "secrets", "socket", "subprocess", "smtplib", "imaplib", "tempfile", "threading"}
"""What a game or the core has no use for: the world outside."""


def modules(part: str) -> list[Path]:
    return sorted((PACKAGE / part).rglob("*.py"))


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                inside = file.relative_to(PACKAGE.parent).parts[: -node.level]
                yield ".".join((*inside, node.module or ""))
            else:
                yield node.module or ""
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("part", sorted(MAY_IMPORT))
def test_arrows(part: str) -> None:
    assert modules(part)
    wrong = [
        f"{file.relative_to(PACKAGE)} imports {name}"
        for file in modules(part)
        for name in imported(file)
        if name.startswith("adjudicator.") and name.split(".")[1] not in MAY_IMPORT[part] | {"__version__"}
    ]
    assert wrong == []


def test_a_game_imports_no_other_game() -> None:
    games = [folder for folder in (PACKAGE / "rulesets").iterdir() if (folder / "__init__.py").exists()]
    assert len(games) >= 2
    wrong = [
        f"{file.relative_to(PACKAGE)} imports {name}"
        for game in games
        for file in sorted(game.rglob("*.py"))
        for name in imported(file)
        if name.startswith("adjudicator.rulesets.") and name.split(".")[2] != game.name
    ]
    assert wrong == []


def test_core_and_games_are_pure() -> None:
    wrong = [
        f"{file.relative_to(PACKAGE)} imports {name}"
        for part in ("core", "rulesets")
        for file in modules(part)
        for name in imported(file)
        if name.split(".")[0] in IMPURE
    ]
    assert wrong == []
