"""Two moderators at once: each thing is done once, whoever does it."""

from __future__ import annotations

import json
import os
import subprocess

from tests.host.table import Table


def test_two_runs_at_once_do_everything_once(table: Table) -> None:
    table.begin(turns=1)
    for number in range(1, 9):
        table.order("red", f"{{pick: {number}, from: plum}}")
    table.order("blue", "{pick: 1, from: apple}")
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                table.run()
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4
    table.run()
    lines = [json.loads(line) for line in (table.home / "host" / "journal.jsonl").read_text().splitlines()]
    assert [line["n"] for line in lines] == list(range(1, len(lines) + 1))
    assert [line["verdict"] for line in lines if line["what"] == "mail"].count("orders") == 9
    assert [line["phase"] for line in lines if line["what"] == "phase"] == ["T00/begin", "T01/picking"]
    command = ["git", "-C", str(table.home / "windfall"), "log", "--format=%s"]
    log = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert log == ["Turn 1, picking", "The game begins", "windfall: a game of Orchard"]
    assert list((table.home / "host" / "games" / "windfall" / "outbox").iterdir()) == []
