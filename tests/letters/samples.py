"""A letter of every kind, from a game that is really played: twin-fords for two, and a short orchard for its end."""

from __future__ import annotations

import tempfile
from datetime import timedelta
from email.message import EmailMessage
from functools import cache
from pathlib import Path

from adjudicator.core.model import Plain, Seat
from adjudicator.host import correspondence, letters, pictures
from adjudicator.host.draft import Draft
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.gamefolder import Game
from adjudicator.host.letters import Correspondents, Letter
from adjudicator.host.receipts import form_for
from adjudicator.host.seats import Player
from adjudicator.rulesets.roads_and_boats.game import GAME
from tests.host.table import SEED, Table

NASTY = "Bob \u202e<script>alert(1)</script> & sons, of the very long name that goes on and on"
"""Somebody's idea of a name: it must be shown, and nothing else."""


@cache
def samples(language: str = "en") -> dict[str, EmailMessage]:
    """By kind."""
    with tempfile.TemporaryDirectory() as folder:
        return _played(Path(folder) / "games", language) | _ended(Path(folder) / "short", language)


def begin_twin_fords(home: Path, language: str = "en", joined: bool = True) -> Table:
    """A game of Roads & Boats with a host whose secret is known, so that tokens are the same every time."""
    table = Table(home)
    (home / "host" / "secret").write_text("11" * 32)
    players = {
        "red": Player("red@example.org", "Anna", language, "Europe/Rome", word="oak" if joined else None),
        "blue": Player("blue@example.org", NASTY[:60].replace("\u202e", ""), word="elm"),
    }
    schedule = {"ready": 0, "phases": {"other": "2 days at 20:00"}}
    with table.desk.step("setting up") as draft:
        found(draft, "twin", "roads-and-boats", read_scenario(GAME, "twin-fords"), players, {}, SEED, schedule)
    table.run()
    return table


def _played(home: Path, language: str) -> dict[str, EmailMessage]:
    table = begin_twin_fords(home, language, joined=False)
    kept = {"invitation": table.last("red")}
    table.reply("red", "join acorn & oak\n")
    table.run()
    kept["joined"] = _newest(table, "red", "joined")
    kept["begins"] = _newest(table, "red", "status")
    for words, kind in (
        ("help\n", "help"),
        ("status\n", "standing"),
        ("press blue\n\nShall we trade?\n<b>I have</b> stone.\n", "carried"),
        ("Nothing much.\n", "refusal"),
        ("address anna@example.net\n", "moving"),
        ("resign twin\n", "resigned"),
    ):
        table.reply("red", words, answering=kept["begins"])
        table.run()
        kept[kind] = _newest(table, "red", kind)
    kept["press"] = _newest(table, "blue", "press")
    table.reply("red", f"check\n\norders:\n- {LOADING}\n- {{breed: donkeys, at: D6}}\n", answering=kept["begins"])
    table.run()
    kept["check"] = _newest(table, "red", "check")
    with table.desk.step("writing") as draft:
        for kind, message in _clocked(draft, draft.game("twin"), "red").items():
            kept[kind] = message
    table.clock.forward(days=1)
    table.order("blue", "{load: 2 boards, onto: donkey-1}")
    table.order("red", LOADING, "{breed: donkeys, at: D6}", "{biuld: sawmill, at: D6}", CONDITION)
    table.run()
    kept["receipt-in-part"] = _newest(table, "red", "receipt")
    table.order("red", LOADING, "{breed: donkeys, at: D6}", CONDITION)
    table.run()
    kept["receipt"] = _newest(table, "red", "receipt")
    kept["status"] = _newest(table, "red", "status")
    return kept


LOADING = "{load: {boards: 2, stone: 1}, onto: donkey-1}"
CONDITION = "{if: {before: blue}, then: [{load: {geese: 1}, onto: donkey-3}]}"


def _clocked(draft: Draft, game: Game, seat: Seat) -> dict[str, EmailMessage]:
    """Letters that answer nothing: what the clock and the moderator bring about."""
    form = form_for(draft, game, seat)
    former = draft.now - timedelta(hours=3)
    assert game.position is not None
    seen = game.rules.view(game.position, seat)
    stands = {"tables": game.rules.tables(seen, seat), "state": game.rules.write_state(seen.state), "picture": ""}
    written: dict[str, dict[str, Plain]] = {
        "reminder": {"held": False, "form": form},
        "deadline": {"former": former, "why": "a <b>holiday</b>"},
        "replacement": {"form": form, **stands},
    }
    return {
        kind: _as_sent(draft, correspondence.write(draft, game, seat, kind, kind, facts))
        for kind, facts in written.items()
    }


def _as_sent(draft: Draft, letter: Letter) -> EmailMessage:
    import email
    from email.policy import default

    between = Correspondents("games", "games@localhost", "games+x@localhost", "Anna", "red@example.org", "x" * 16)
    shown = {cid: pictures.content(draft, letter.game, name) or b"" for cid, name in letter.pictures.items()}
    message = email.message_from_bytes(letters.message(letter, between, shown), policy=default)
    assert isinstance(message, EmailMessage)
    return message


def _ended(home: Path, language: str) -> dict[str, EmailMessage]:
    table = Table(home)
    (home / "host" / "secret").write_text("22" * 32)
    players = {
        seat: Player(f"{seat}@example.org", name, language, word=name)
        for seat, name in (("red", "Anna"), ("blue", "Bob"))
    }
    table.found_with(players, turns=1)
    table.run()
    for orders in (("{pick: 2, from: apple}",), ("{sell: 9, fruit: apple}",)):
        table.order("red", *orders)
        table.order("blue")
        table.run()
    return {"over": _newest(table, "red", "over")}


def _newest(table: Table, seat: Seat, kind: str) -> EmailMessage:
    return [letter for letter in table.letters(seat) if letter["X-Adjudicator"] == kind][-1]


def page_of(letter: EmailMessage) -> str:
    body = letter.get_body(("html",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")
