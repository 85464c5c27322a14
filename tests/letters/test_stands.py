"""How it stands, in letters of games that have more or less to say of that."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.host.telling import Teller
from adjudicator.rulesets.orchard.game import GAME, OrchardGame

FACTS = {"game": "windfall", "title": "Orchard", "phase": None, "awaited": None, "position": "abc"}


@pytest.mark.parametrize(("tables", "picture"), [(None, ""), ("", ""), ("<p>Two trees.</p>", ""), (None, "map")])
def test_no_heading_stands_above_nothing(tables: str | None, picture: str, tmp_path: Path) -> None:
    folder = tmp_path / "templates"
    shutil.copytree(GAME.folders.templates, folder)
    (folder / "tables.html.j2").unlink()
    if tables is not None:
        (folder / "tables.html.j2").write_text(tables)

    class Vineyard(OrchardGame):
        folders = replace(GAME.folders, templates=folder)

    page = Teller(Vineyard(), str).page("position", **FACTS, picture=picture, state={}, tables={})
    assert ("<h2>How it stands</h2>" in page.html) == bool(tables or picture)
    assert tables is None or tables in page.html
