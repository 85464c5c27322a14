"""The unattended host: looks when mail comes and when the clock says so, and stops when it is asked to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adjudicator.host.waking import next_moment
from adjudicator.shell import serving
from tests.host.table import HandClock, Table
from tests.host.test_by_the_clock import THREE, at, begin
from tests.mail.servers import wait_until


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Table, subprocess.Popen[str]]]:
    """A game by the real clock, and the command in a process of its own."""
    table = Table(tmp_path / "games", HandClock(datetime.now(UTC).replace(microsecond=0)))
    table.begin()
    command = [sys.executable, "-m", "adjudicator", "serve", "--home", str(table.home)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        yield table, process
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def stop(process: subprocess.Popen[str], number: int) -> tuple[float, str]:
    """How long it took to end, and what it said."""
    began = time.monotonic()
    process.send_signal(number)
    said, _ = process.communicate(timeout=10)
    return time.monotonic() - began, said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_mail_is_answered_and_a_signal_ends_it(served: tuple[Table, subprocess.Popen[str]], number: int) -> None:
    table, process = served
    table.order("red", "{pick: 1, from: plum}")
    wait_until(lambda: table.last("red")["X-Adjudicator"] == "receipt", "an answer")
    status = [sys.executable, "-m", "adjudicator", "status", "--home", str(table.home)]
    assert "Anna: ready" in subprocess.run(status, capture_output=True, text=True, check=True).stdout
    table.order("blue")
    wait_until(lambda: "turn 1, picking" in table.last("blue")["Subject"], "the phase to be resolved")
    seconds, said = stop(process, number)
    assert process.returncode == 0 and seconds < 5
    assert "windfall: T01/picking resolved" in said and said.endswith("stopped\n")
    assert not (table.home / "host" / "redo.json").exists()


def test_a_game_that_must_be_mended_is_told_once_and_stops_no_other(
    served: tuple[Table, subprocess.Popen[str]],
) -> None:
    table, process = served
    letters = {seat: table.last(seat) for seat in ("red", "blue")}
    table.begin("autumn")
    (table.home / "autumn" / "state.yaml").write_text("broken: true\n")
    for seat, letter in letters.items():
        table.reply(seat, "orders: []\n", answering=letter)

    def got(part: str) -> bool:
        return any(part in letter["Subject"] for letter in table.letters("red"))

    wait_until(lambda: got("windfall: turn 1, picking"), "the phase to be resolved")
    table.reply("red", "help\n", answering=letters["red"])
    wait_until(lambda: got("what you can write"), "an answer")
    _, said = stop(process, signal.SIGTERM)
    assert said.count("changed by hand") == 1


def test_it_wakes_for_the_next_thing_that_is_due(table: Table) -> None:
    begin(table, reminders=[24], ready=30, grace=10)
    assert next_moment(table.desk) == datetime(2026, 3, 2, 20, tzinfo=UTC)
    at(table, "2026-03-02T20:00")
    table.run()
    assert next_moment(table.desk) == datetime(2026, 3, 3, 20, 10, 1, tzinfo=UTC)
    for seat in THREE:
        table.order(seat)
    table.run()
    assert next_moment(table.desk) == datetime(2026, 3, 2, 20, 30, 3, tzinfo=UTC)
    looked = table.clock.now()
    assert serving.seconds_to_wait(table.desk, looked) == serving.LONGEST  # clocks jump, so never for longer
    at(table, "2026-03-02T20:30:02")
    assert serving.seconds_to_wait(table.desk, table.clock.now()) < 2


def test_what_becomes_due_while_it_looks_is_not_slept_through(table: Table) -> None:
    begin(table, ready=30)
    for seat in THREE:
        table.order(seat)
    table.run()
    looked = table.clock.now()
    at(table, "2026-03-02T20:31")  # everybody has been ready for long enough, but the look came by before that
    assert next_moment(table.desk) is None
    assert serving.seconds_to_wait(table.desk, looked) < 1
    table.run()
    assert "turn 1, picking" in table.last("red")["Subject"]
    assert serving.seconds_to_wait(table.desk, table.clock.now()) > 1


def test_the_look_that_is_under_way_is_finished_or_cut_off(tmp_path: Path) -> None:
    """A signal while it works lets it go on; if it takes too long, it is cut off, and nothing is half done."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            serving.PATIENCE = 0.2
            with serving.Stopping() as stopping:
                os.write(writer, b"x")
                while True:  # work that never ends
                    assert stopping.asked in (True, False)
            code = 0
        finally:
            os._exit(code)
    os.read(reader, 1)
    os.kill(child, signal.SIGTERM)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    os.close(reader)
    os.close(writer)


def test_letters_that_could_not_leave_wake_it_too(table: Table) -> None:
    table.begin()
    assert next_moment(table.desk) is None
    (table.home / "host" / "retries.json").write_text(
        json.dumps(
            {"x": {"first": "2026-03-01T12:00:00+00:00", "times": 1, "due": "2026-03-01T12:01:00+00:00", "reason": ""}}
        )
    )
    assert next_moment(table.desk) == datetime(2026, 3, 1, 12, 1, tzinfo=UTC)
