"""`make bench`: the table of speed, ours beside a peer in one run, kept as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from adjudicator.host.run import run
from adjudicator.host.verifying import verify
from adjudicator.shell.git import GitArchive
from bench import games, startup
from bench.measure import Row, row, table, timed
from bench.usual import Usual

SIX = ("red", "blue", "yellow", "green", "black", "white")
RESULTS = Path("bench/results.json")


def whole_phase(scratch: Path, rounds: int = 16) -> Row:
    """Six order files held, resolved, state written, six letters with picture, committed; the peer does the same."""
    desk = games.begin(scratch / "ours", "great-river", SIX)
    folder = scratch / "ours" / games.NAME
    mine, theirs = [], []
    for number in range(rounds):
        texts = games.order_files(desk)
        assert texts is not None
        usual = Usual(
            scratch / f"usual-{number}", (folder / "map.yaml").read_text(), (folder / "state.yaml").read_text()
        )
        theirs.append(timed(partial(usual.phase, texts)))
        games.hand_in(desk, texts)
        mine.append(timed(lambda: list(run(desk, [games.NAME]))))
    warm = slice(4, None)  # the first turn compiles templates and schemas on both sides
    return row("a whole phase for six", "at least 5x", mine[warm], theirs[warm], least=5)


def verifying(scratch: Path, peer: Path | None) -> Row | None:
    """A finished game of 132 phases verified, against 132 phases of another adjudicator."""
    if peer is None:
        return None
    desk = games.begin(scratch / "verified", "twin-fords", ("red", "blue"))
    games.play(desk, 140)
    folder = GitArchive(scratch / "verified" / games.NAME)
    mine, theirs = [], []
    for _ in range(5):
        mine.append(timed(lambda: list(verify(folder, games.NAME))))
        told = subprocess.run([str(peer), "bench/diplomacy_peer.py"], check=True, capture_output=True, text=True)
        theirs.append(float(told.stdout))
    return row("verify a finished game", "at least 3x", mine, theirs, least=3)


def main() -> None:
    peer = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        rows = [whole_phase(scratch)]
        checked = verifying(scratch, peer)
        rows += [checked] if checked else []
        rows += startup.rows(scratch / "ours")
    print(table(rows))
    RESULTS.write_text(json.dumps([each.plain() for each in rows], indent=1) + "\n")


if __name__ == "__main__":
    main()
