"""What must be complete: a rule without a case, an event without a macro, a command without help fails here."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import jinja2
import pytest

import adjudicator
from adjudicator.cli import COMMANDS
from adjudicator.cli import adjudicator as command_group
from adjudicator.core import folders, registry, yamlfiles
from adjudicator.core.ruleset import Ruleset
from adjudicator.host import telling
from tests.rules.cases import HERE, NUMBERED, Case, cases_in, is_case_file

PACKAGE = Path(adjudicator.__file__).parent
ROOT = PACKAGE.parent
RULE = re.compile(
    r"^\*\*(?P<number>[A-Z]{2}-[0-9]+(?:\.[0-9]+)*)\*\*(?P<text>.*?)(?=^\*\*|^#|\Z)", re.MULTILINE | re.DOTALL
)
CODE = re.compile(r"[a-z]+(?:-[a-z0-9]+)+\Z")
MAKERS = {"Problem", "Fault", "refuse", "_refuse", "fall_short", "note", "wrong", "_wrong_word", "_unreadable"}
"""Whatever is called like this makes a problem, and one of its arguments is the code."""

GAMES = [name for name in registry.names() if (PACKAGE / "rulesets" / name.replace("-", "_") / "game.py").exists()]


def folder_of(game: str) -> str:
    return game.replace("-", "_")


@cache
def cases_of(game: str) -> dict[str, list[Case]]:
    """Cases by the number of the rule that their file is named after."""
    found: dict[str, list[Case]] = {}
    for path in sorted((HERE / folder_of(game)).rglob("*.yaml")):
        match = NUMBERED.match(path.name)
        if match is not None:
            found.setdefault(match["number"], []).extend(cases_in(path))
    return found


def rules_of(game: str) -> list[tuple[str, bool]]:
    """Every rule's number, and whether it is only a fact."""
    text = (registry.ruleset(game).folders.rules / "RULES.md").read_text(encoding="utf-8")
    return [(match["number"], "*(fact)*" in match["text"]) for match in RULE.finditer(text)]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_case(game: str) -> None:
    rules = rules_of(game)
    assert rules
    assert [number for number, _ in rules if number not in cases_of(game)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_can_be_broken_has_a_case_that_refuses_and_one_that_allows(game: str) -> None:
    cases = cases_of(game)
    breakable = [number for number, fact in rules_of(game) if not fact]
    assert [n for n in breakable if not any(case.refuses for case in cases.get(n, []))] == [], "no case refuses"
    assert [n for n in breakable if all(case.refuses for case in cases.get(n, []))] == [], "no case allows"


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_a_case_is_a_rule(game: str) -> None:
    numbers = {number for number, _ in rules_of(game)}
    bugs = re.compile(r"[A-Z]{2}-X[0-9]+\Z")
    assert [number for number in cases_of(game) if number not in numbers and not bugs.match(number)] == []


def test_no_case_file_is_passed_over() -> None:
    """A file that is not named like a case is a map that some case names."""
    maps = {
        case.given["map"]
        for game in GAMES
        for cases in cases_of(game).values()
        for case in cases
        if isinstance(case.given["map"], str)
    }
    stray = [path for path in HERE.rglob("*.y*ml") if not is_case_file(path) and path.stem not in maps]
    assert stray == []


@pytest.mark.parametrize("game", GAMES)
def test_every_event_has_a_macro(game: str) -> None:
    rules = registry.ruleset(game)
    source = (rules.folders.templates / "events.j2").read_text(encoding="utf-8")
    macros = {
        node.name
        for node in jinja2.Environment(extensions=["jinja2.ext.i18n"]).parse(source).find_all(jinja2.nodes.Macro)
    }
    assert {kind.replace("-", "_") for kind in rules.events} - macros == set()
    assert {name for name in macros if not name.startswith("_")} - {k.replace("-", "_") for k in rules.events} == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_code_has_a_sentence(game: str) -> None:
    rules = registry.ruleset(game)
    known = {*_catalogue(folders.templates("host")), *_catalogue(rules.folders.templates)}
    assert codes_in(PACKAGE / "rulesets" / folder_of(game)) - known == set()


@pytest.mark.parametrize("part", ["core/reading", "host"])
def test_every_code_of_reading_and_host_has_a_sentence(part: str) -> None:
    codes = codes_in(PACKAGE / part)
    assert codes
    assert codes - set(_catalogue(folders.templates("host"))) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_sheet_has_a_schema_with_verbs(game: str) -> None:
    rules = registry.ruleset(game)
    for phase in rules.phases:
        text = (rules.folders.schemas / f"{phase}.schema.json").read_text(encoding="utf-8")
        assert json.loads(text)["properties"]["phase"] == {"const": phase}
        assert "x-verb" in text, phase


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_and_is_in_the_readme(name: str) -> None:
    command = command_group.get_command(None, name)  # type: ignore[arg-type]
    assert command is not None and command.help
    for parameter in command.params:
        assert getattr(parameter, "help", "an argument") or parameter.param_type_name == "argument"
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    assert any(f"adjudicator {name}" in page.read_text(encoding="utf-8") for page in pages), (
        f"{name} is nowhere explained"
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_cited_in_the_code_exists(game: str) -> None:
    prefix = rules_of(game)[0][0].partition("-")[0]
    cited = set()
    for file in (PACKAGE / "rulesets" / folder_of(game)).rglob("*.py"):
        cited |= set(re.findall(rf"\b{prefix}-[0-9]+(?:\.[0-9]+)+\b", file.read_text(encoding="utf-8")))
    assert cited - {number for number, _ in rules_of(game)} == set()


def codes_in(folder: Path) -> set[str]:
    """The codes of all problems that are made there: what follows the kind, or goes to refuse and its like."""
    found = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                found |= _codes(node)
    return found


def _codes(call: ast.Call) -> set[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name not in MAKERS:
        return set()
    texts = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    return {text for text in texts if isinstance(text, str) and CODE.match(text)}


def _catalogue(folder: Path) -> dict[str, str]:
    catalogue: dict[str, str] = yamlfiles.load((folder / "reasons.yaml").read_text(encoding="utf-8"))
    return catalogue


@pytest.mark.parametrize("game", GAMES)
def test_no_game_says_something_else_by_a_code_of_the_host(game: str) -> None:
    ours, theirs = _catalogue(folders.templates("host")), _catalogue(folders.templates(folder_of(game)))
    assert ours.keys() & theirs.keys() == set()


def test_a_game_that_does_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "reasons.yaml").write_text("word-missing: No.\n", encoding="utf-8")
    rules = registry.ruleset("orchard")
    monkeypatch.setattr(type(rules), "folders", replace(rules.folders, templates=tmp_path))
    with pytest.raises(ValueError, match=r"reasons\.yaml: word-missing: "):
        telling.sentences(rules)


def test_rulesets_are_complete_contracts() -> None:
    for game in GAMES:
        rules: Ruleset = registry.ruleset(game)
        assert rules.name == game and rules.version and rules.title
        assert all(kind == event.kind() for kind, event in rules.events.items())
        assert sorted(path.stem for path in rules.folders.scenarios.glob("*.yaml")), f"{game} has no scenario"
