"""One run of the desk in a process of its own, by a clock that stands still: arguments are the folder and the time."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from adjudicator.shell import durable
from tests.host.table import HandClock, Table

if __name__ == "__main__":
    durable.LONG = float("inf")  # no threads: whoever counts the calls finds each again in the same place
    Table(Path(sys.argv[1]), HandClock(datetime.fromisoformat(sys.argv[2]))).run()
