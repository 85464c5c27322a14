"""The wheel, in an empty environment and outside the checkout: everything that the program needs is in it."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import adjudicator

ROOT = Path(adjudicator.__file__).parent.parent


def _do(*command: object, cwd: Path) -> str:
    clean = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "ADJUDICATOR"))
    }
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_runs_from_the_wheel_alone(tmp_path: Path) -> None:
    _do(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path / "dist", cwd=ROOT)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    _do(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=tmp_path)
    where = _do(python, "-c", "import adjudicator; print(adjudicator.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(tmp_path / "empty")

    program = tmp_path / "empty" / "bin" / "adjudicator"
    said = _do(program, "demo", "games", "--phase", cwd=tmp_path)
    assert "T01/picking resolved" in said
    assert len(list((tmp_path / "games" / "host" / "mail" / "out" / "new").iterdir())) == 6
    installed = Path(where.strip()).parent
    for part in (
        "py.typed",
        "_data/orders_schema/orchard/picking.schema.json",
        "rulesets/orchard/RULES.md",
        "shell/fonts/LICENSE",
    ):
        assert (installed / part).is_file()
