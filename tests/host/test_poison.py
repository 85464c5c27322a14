"""A mail that kills the program or makes it hang: at the next start it is set aside, and all others are taken."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import signal
import threading
from functools import partial

import pytest

from adjudicator.core.model import BadInput
from adjudicator.host import mailtext, taking
from adjudicator.host.desk import believed
from adjudicator.host.mailtext import Mail
from adjudicator.host.verdict import Verdict
from adjudicator.shell import bootstrap, faults, patience, trial
from tests.host.table import Table, words_of
from tests.host.test_intake import verdicts


def _poisoned(kill: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever takes a poisoned mail apart dies of it."""
    healthy = mailtext.take_apart

    def take_apart(raw: bytes) -> Mail:
        if b"poison" in raw:
            assert callable(kill)
            kill()
        return healthy(raw)

    monkeypatch.setattr(mailtext, "take_apart", take_apart)


def _run_and_die(table: Table) -> int:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            table.run()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _segfault() -> None:
    signal.signal(signal.SIGSEGV, signal.SIG_DFL)  # without a word from the tests
    os.kill(os.getpid(), signal.SIGSEGV)


def _hang() -> None:
    """Until somebody loses his patience: nobody does in the trial, the moderator does at the first start."""
    signal.alarm(1)
    threading.Event().wait()


def _spin() -> None:
    """For ever, and whatever is raised meanwhile is swallowed once."""
    with contextlib.suppress(Exception):
        while True:
            pass
    re.match("(a+)+b", "a" * 200)


@pytest.mark.parametrize("kill", [_segfault, _hang])
def test_poison(kill: object, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "survives", partial(trial.survives, seconds=0.5))
    table.begin()
    table.order("blue", "{pick: 1, from: plum}")
    table.reply("red", "poison\n")
    table.order("red", "{pick: 1, from: pear}")
    _poisoned(kill, monkeypatch)
    assert _run_and_die(table) < 0
    assert verdicts(table) == []
    table.run()
    assert verdicts(table) == ["orders", "orders"]
    aside = list((table.home / "host" / "mail" / "in" / ".Quarantine" / "cur").iterdir())
    assert len(aside) == 1 and b"poison" in aside[0].read_bytes()
    assert not list((table.home / "host" / "mail" / "in" / "new").iterdir())
    troubles = [letter for letter in table.letters() if "A mail was set aside" in letter["Subject"]]
    assert len(troubles) == 1
    table.run()
    assert len([letter for letter in table.letters() if "A mail was set aside" in letter["Subject"]]) == 1


def test_a_mail_that_never_ends_is_set_aside_at_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to lose his patience first: the others are taken in the same run."""
    monkeypatch.setattr(bootstrap, "limited", partial(patience.limited, seconds=0.3))
    table.begin()
    table.order("blue", "{pick: 1, from: plum}")
    table.reply("red", "poison\n")
    table.order("red", "{pick: 1, from: pear}")
    _poisoned(_spin, monkeypatch)
    table.run()
    assert verdicts(table) == ["orders", "orders"]
    assert len(list((table.home / "host" / "mail" / "in" / ".Quarantine" / "cur").iterdir())) == 1
    (trouble,) = [letter for letter in table.letters() if "A mail was set aside" in letter["Subject"]]
    assert "TookTooLong" in words_of(trouble)
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


def test_stopping_the_program_again_and_again_makes_no_mail_poison(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody stops every run in the middle of a mail; whichever it was, it is taken in the end."""
    monkeypatch.setattr(bootstrap, "survives", believed)  # the trial itself is not what is stopped
    table.begin()
    for tree in ("plum", "pear", "apple"):
        table.order("red", f"{{pick: 1, from: {tree}}}")
    judge = taking.judge
    monkeypatch.setattr(taking, "judge", _stopped)
    for _ in range(1 + 3):
        with pytest.raises(KeyboardInterrupt):
            table.run()
    monkeypatch.setattr(taking, "judge", judge)
    table.run()
    assert verdicts(table) == ["orders"] * 3
    assert not list((table.home / "host" / "mail" / "in" / ".Quarantine" / "cur").iterdir())


def _stopped(*_: object) -> Verdict:
    raise KeyboardInterrupt


@pytest.mark.parametrize("refused", ["write redo.json", "append journal.jsonl", "write attempts.json", "read games/"])
def test_a_disk_that_is_full_for_long_makes_no_mail_poison(table: Table, refused: str) -> None:
    """It has room for a short note of which mails are looked at, and none for what they come to."""
    table.begin()
    for tree in ("plum", "pear"):
        table.order("red", f"{{pick: 1, from: {tree}}}")

    def refuse(point: str) -> None:
        if point.startswith(refused):
            raise OSError(errno.ENOSPC, "No space left on device")

    faults.set_hook(refuse)
    faults.set_look_hook(refuse)
    try:
        for _ in range(1 + 3):
            with pytest.raises(OSError, match="No space left"):
                table.run()
    finally:
        faults.set_hook(None)
        faults.set_look_hook(None)
    table.run()
    assert verdicts(table) == ["orders"] * 2
    assert not list((table.home / "host" / "mail" / "in" / ".Quarantine" / "cur").iterdir())


def test_a_file_that_stays_broken_for_long_makes_no_mail_poison(table: Table) -> None:
    """The moderator has mistyped something, and takes his time; mail for other games waits as well."""
    table.begin()
    table.found("orchard-2")
    table.order("red", "{pick: 1, from: plum}")
    seats = table.home / "host" / "games" / "orchard-2" / "seats.yaml"
    right = seats.read_text()
    seats.write_text(right + "{")
    for _ in range(1 + 3):
        with pytest.raises(BadInput, match=r"orchard-2/seats\.yaml"):
            table.run()
    seats.write_text(right)
    table.run()
    assert verdicts(table) == ["orders"]
    assert not list((table.home / "host" / "mail" / "in" / ".Quarantine" / "cur").iterdir())
