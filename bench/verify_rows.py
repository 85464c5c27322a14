"""A finished game verified, beside another adjudicator that plays as many phases."""

from __future__ import annotations

import subprocess
from pathlib import Path

from adjudicator.shell.git import GitArchive
from adjudicator.shell.in_halves import verify
from bench import games
from bench.measure import Row, row, timed

PHASES = 132


def verifying(scratch: Path, peer: Path) -> Row:
    """The `diplomacy` package runs in an environment of its own, as a process that tells its own time."""
    desk = games.begin(scratch / "verified", "twin-fords", ("red", "blue"))
    assert games.play(desk, PHASES, long=True) == PHASES
    folder = GitArchive(scratch / "verified" / games.NAME)
    mine, theirs = [], []
    for _ in range(9):
        took = min(timed(lambda: list(verify(folder, games.NAME))) for _ in range(3))  # as the peer counts
        mine.append(took)
        told = subprocess.run([str(peer), "bench/diplomacy_peer.py"], check=True, capture_output=True, text=True)
        theirs.append(float(told.stdout))
    return row(f"verify of {PHASES} phases", "at least 3x", mine, theirs, least=3)
