"""Work done meanwhile comes to the same as work done at once, and nothing of it is left running."""

from __future__ import annotations

import sys
import threading

import pytest

from adjudicator.shell.meanwhile import USUAL, Meanwhile


def nothing_is_left() -> bool:
    ours = [thread for thread in threading.enumerate() if "Meanwhile" in thread.name]
    return not ours and sys.getswitchinterval() == USUAL


def test_what_was_made_is_given_as_often_as_it_is_asked_for() -> None:
    made = Meanwhile(lambda: [1, 2])
    assert made() == made() == [1, 2]
    assert nothing_is_left()


def test_what_went_wrong_is_told_to_whoever_asks() -> None:
    def wrong() -> int:
        raise ValueError("no such colour")

    begun = Meanwhile(wrong)
    with pytest.raises(ValueError, match="no such colour"):
        begun()
    assert nothing_is_left()


def test_two_at_once() -> None:
    first, second = Meanwhile(lambda: 1), Meanwhile(lambda: 2)
    assert [second(), first()] == [2, 1]
    assert nothing_is_left()


def test_where_no_thread_is_to_be_had_it_is_done_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    made = Meanwhile(lambda: 1)
    assert made() == made() == 1
    assert nothing_is_left()
