"""Letters that answer nobody, by what the clock, the moderator and other players really do."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from adjudicator.core.model import Seat
from adjudicator.host import acts, corrected, correcting, ending, notices, observers, people, tending, undoing
from adjudicator.host.correcting import Request
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.observers import Observer
from adjudicator.host.seats import Player
from adjudicator.host.submitting import submit
from tests.host.table import Table

LOADING = "{load: {boards: 2}, onto: donkey-1}"
MOVING = "{move: donkey-1, to: C6a}"
NOTICES = (
    "away", "paused", "resumed", "late", "vacant", "left", "left-missing", "replaced", "ended", "would-end", "plays-on",
    "settings", "submitted", "observed",
)  # fmt: skip
HOLIDAY = "a <b>holiday</b>"
MISSING: dict[str, Any] = {"player": "blue", "missed": 3}


def of_the_desk(table: Table, language: str) -> dict[str, EmailMessage]:
    """From a game of which production has just been resolved. Each under the name that its golden letter has."""
    kept: dict[str, EmailMessage] = {}

    def told(name: str, seat: Seat, act: Callable[[Draft, Game], object]) -> None:
        with table.desk.step(name) as draft:
            act(draft, draft.game("twin"))
        table.run()
        kept[name] = table.last(seat)

    def watched(draft: Draft, game: Game) -> None:
        notices.tell_all(draft, game, "observed", name="Eva")
        observers.add(draft, game.name, Observer("eva@example.org", "Eva", language, "Europe/Rome"))

    def reminded(draft: Draft, game: Game) -> None:
        assert game.awaited is not None
        tending.remind(draft, game, game.awaited, ["red"])

    told("notice-observed", "red", watched)
    told("reminder", "red", reminded)
    told("deadline", "red", lambda draft, game: acts.extend(draft, game, 24, reason=HOLIDAY))
    told("notice-paused", "red", lambda draft, game: acts.pause(draft, game, HOLIDAY))
    told("notice-resumed", "red", lambda draft, game: acts.resume(draft, game))
    told("notice-settings", "red", lambda draft, game: acts.change(draft, game, {"grace": 60, "skip": ["sunday"]}))
    told("moderator", "red", lambda draft, game: acts.tell(draft, game, f"I am away.\n{HOLIDAY}", ["red", "blue"]))
    told("notice-submitted", "red", lambda draft, game: submit(draft, "orders: []\n", "blue", game.name))
    told("notice-late", "red", lambda draft, game: notices.tell_all(draft, game, "late", players=["blue"]))
    told("notice-vacant", "red", lambda draft, game: notices.tell_all(draft, game, "vacant", **MISSING))
    told("notice-left-missing", "red", lambda draft, game: notices.tell_all(draft, game, "left-missing", **MISSING))
    _asked(table, kept)
    table.order("red", MOVING)
    table.order("blue")
    table.run()
    kept["report"] = table.last("eva")
    correction = Request(
        "he had written 1", "T01/production", {"red": "orders:\n- {load: {boards: 1}, onto: donkey-1}\n"}
    )
    told(
        "corrected", "red", lambda draft, game: corrected.publish(draft, correcting.work_out(draft, "twin", correction))
    )
    told("undone", "red", lambda draft, game: undoing.undo(draft, "twin", 1, f"the map was wrong, {HOLIDAY}"))
    told("notice-left", "red", lambda draft, game: people.resign(draft, game, "blue"))
    told(
        "notice-replaced", "red", lambda draft, game: people.take_over(draft, game, "blue", _newcomer("dora", language))
    )
    told("replacement", "olga", lambda draft, game: people.take_over(draft, game, "red", _newcomer("olga", language)))
    told("notice-ended", "olga", lambda draft, game: ending.end(draft, game, "nobody has time"))
    return kept


def _asked(table: Table, kept: dict[str, EmailMessage]) -> None:
    """What another player's mail brings about."""
    for words, what in (
        ("away 2026-05-01 2026-05-03", "away"),
        ("end twin", "would-end"),
        ("end no", "plays-on"),
    ):
        table.reply("blue", f"{words}\n")
        table.run()
        kept[f"notice-{what}"] = table.last("red")
    table.arrive(b"From: red@example.org\nTo: games@localhost\nSubject: hello\nMessage-ID: <un@proved>\n\norders: []\n")
    table.run()
    kept["unproved"] = table.last("red")


def _newcomer(name: str, language: str) -> Player:
    return Player(f"{name}@example.org", name.title(), language, "Europe/Rome")


def with_fewer_letters(home: Path, language: str, begin: Callable[..., Table]) -> dict[str, EmailMessage]:
    """A status letter that brings what has waited for it, and the letter of a day on which there was none."""
    table = begin(home, language)
    table.reply("red", "digest on\n")
    table.run()
    kept = {"fewer": table.last("red")}
    table.order("red", LOADING)
    table.reply("blue", "press red\n\nShall we trade?\n<b>I have</b> stone.\n")
    table.reply("blue", "extend 24 hours\n")
    table.run()
    table.clock.forward(days=1)
    table.run()
    kept["digest"] = [letter for letter in table.letters("red") if letter["X-Adjudicator"] == "digest"][-1]
    return kept
