"""`make bench`: the table of speed, ours beside a peer in one run, kept as JSON; and what grows, as a picture."""

from __future__ import annotations

import json
import os
import platform
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from bench import growth, mail_rows, phase_rows, startup, verify_rows
from bench.measure import MEMORY, Row, line, table
from bench.plot import plot

RESULTS = Path("bench/results.json")
PICTURE = Path("bench/growth.svg")


def main() -> None:
    rows: list[Row] = []
    series: dict[str, growth.Series] = {}

    def keep(*made: Row) -> None:
        for each in made:
            print(line(each), flush=True)
        rows.extend(made)

    with tempfile.TemporaryDirectory(dir=MEMORY) as memory, tempfile.TemporaryDirectory(dir=".") as disk:
        scratch = Path(memory)
        keep(phase_rows.whole_phase(scratch / "phase", "in memory"))
        keep(phase_rows.whole_phase(Path(disk), "on this disk"))
        keep(verify_rows.verifying(scratch, Path(sys.argv[1])))
        keep(*startup.rows(scratch / "phase" / "ours"))
        keep(phase_rows.check_warm(scratch))
        for title, made in (("A phase, by its number", growth.phases), ("A run, by games", growth.many_games)):
            series[title], each = made(scratch)
            keep(each)
        keep(*mail_rows.rows())
    print("\n" + table(rows))
    machine = {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.platform()}
    kept = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine,
        "rows": [each.plain() for each in rows],
        "growth": series,
    }
    RESULTS.write_text(json.dumps(kept, indent=1) + "\n")
    PICTURE.write_text(plot(series))
    print(f"\nkept in {RESULTS}, what grows drawn in {PICTURE}")


if __name__ == "__main__":
    main()
