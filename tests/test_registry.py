"""Games are found by their entry points: anybody's, and a broken one spoils no other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.looking import options
from adjudicator.core import registry
from adjudicator.core.model import BadInput
from adjudicator.core.options import listed

ENTRY_POINTS = "[adjudicator.rulesets]\nvineyard = vineyard_by_others:GAME\nbroken = there_is_no_such_module:GAME\n"
ENTRY_POINTS += "unfinished = vineyard_by_others:UNFINISHED\nalias = vineyard_by_others:GAME\n"
MODULE = """
from pathlib import Path
from adjudicator.core.ruleset import Folders
from adjudicator.rulesets.orchard.game import OrchardGame

HERE = Path(__file__).parent

class Vineyard(OrchardGame):
    name, title = "vineyard", "Vineyard"
    folders = Folders(HERE, HERE, HERE, HERE, HERE)

GAME = Vineyard()

class Unfinished:
    # everything but what is forgotten most easily

    def __getattr__(self, name):
        if name in ("audit", "view"):
            raise AttributeError(name)
        return getattr(GAME, name)

UNFINISHED = Unfinished()
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of somebody else's, as pip would leave it."""
    about = tmp_path / "vineyard-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: vineyard\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    (tmp_path / "vineyard_by_others.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    registry.ruleset.cache_clear()
    yield tmp_path
    registry.ruleset.cache_clear()
    sys.modules.pop("vineyard_by_others", None)


def test_somebody_elses_game_is_found_and_brings_its_own_folders(installed: Path) -> None:
    assert {"broken", "orchard", "vineyard"} <= set(registry.names())
    game = registry.ruleset("vineyard")
    assert game.title == "Vineyard" and game.folders.templates == installed


def test_a_game_without_options_hides_those_of_no_other(installed: Path) -> None:
    assert listed(registry.ruleset("vineyard")) == []
    told = CliRunner().invoke(options, []).output
    assert "Vineyard (vineyard)\n\n  It has no options.\n" in told and "turns: 1 | 2 | 3 (default)" in told


def test_a_broken_game_spoils_no_other(installed: Path) -> None:
    assert registry.ruleset("orchard").name == "orchard"
    with pytest.raises(BadInput, match="broken cannot be loaded: ModuleNotFoundError: No module named 'there_is_no"):
        registry.ruleset("broken")


def test_a_game_that_is_not_whole_is_not_played(installed: Path) -> None:
    with pytest.raises(BadInput, match="the game unfinished lacks audit, view"):
        registry.ruleset("unfinished")
    with pytest.raises(BadInput, match="the game alias calls itself vineyard"):
        registry.ruleset("alias")


def test_an_unknown_game_is_named_with_what_may_be_meant() -> None:
    with pytest.raises(BadInput, match="did you mean orchard"):
        registry.ruleset("orchrad")
