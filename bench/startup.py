"""Starting the program, against starting Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench.measure import Row, alternating

ADJUDICATOR = str(Path(sys.executable).with_name("adjudicator"))


def rows(home: Path) -> list[Row]:
    def python() -> None:
        subprocess.run([sys.executable, "-c", "pass"], check=True)

    def help_() -> None:
        subprocess.run([ADJUDICATOR, "--help"], check=True, stdout=subprocess.DEVNULL)

    def status() -> None:
        subprocess.run([ADJUDICATOR, "status", "--home", str(home)], check=True, stdout=subprocess.DEVNULL)

    goal = "at most 5x `python -c pass`"
    return [
        alternating("adjudicator --help", goal, help_, python, least=1 / 5, rounds=11),
        alternating("adjudicator status, one game", goal, status, python, least=1 / 5, rounds=11),
    ]
