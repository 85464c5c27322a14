"""A mail that kills the program or makes it hang: at the next start it is set aside, and all others are taken."""

from __future__ import annotations

import os
import signal
import threading
from functools import partial

import pytest

from adjudicator.host import mailtext
from adjudicator.host.mailtext import Mail
from adjudicator.shell import bootstrap, trial
from tests.host.table import Table
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
