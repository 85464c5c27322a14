"""A letter of every kind, from a game that is really played: twin-fords for two, and a short orchard for its end."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from email.message import EmailMessage
from functools import cache
from pathlib import Path

from adjudicator.core import folders, yamlfiles
from adjudicator.core.draws import Draws
from adjudicator.core.model import PhaseId, Seat
from adjudicator.host import pictures, resolving, seats
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.gamefolder import lay_out
from adjudicator.host.reports import Report
from adjudicator.host.seats import Player
from adjudicator.rulesets.roads_and_boats.game import GAME
from tests.host.table import SEED, Table, words_of
from tests.letters.desk_samples import NOTICES, of_the_desk, with_fewer_letters

NASTY = "Bob \u202e<script>alert(1)</script> & sons, of the very long name that goes on and on"
"""Somebody's idea of a name: it must be shown, and nothing else."""


KINDS = (
    "begins", "carried", "check", "corrected", "deadline", "digest", "fewer", "help", "invitation", "joined",
    "moderator", "moved", "moving", *(f"notice-{what}" for what in NOTICES), "over", "press", "receipt",
    "receipt-in-part", "refusal", "reminder", "replacement", "report", "resigned", "standing", "status",
    "status-crowded", "undone", "unproved",
)  # fmt: skip
"""All that are kept as golden letters and looked at in a browser, each named after its template."""


@cache
def samples(language: str = "en") -> dict[str, EmailMessage]:
    """By kind."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        return (
            _played(home / "games", language)
            | _ended(home / "short", language)
            | _crowded(home / "crowded", language)
            | with_fewer_letters(home / "fewer", language, begin_twin_fords)
        )


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
    table.reply("red", f"confirm {words_of(kept['moving']).rpartition('confirm ')[2].split()[0]}\n")
    table.run()
    kept["moved"] = table.last("anna")
    _moved_back(table)
    table.clock.forward(days=1)
    table.order("blue", "{load: 2 boards, onto: donkey-1}")
    table.order("red", LOADING, "{breed: donkeys, at: D6}", "{biuld: sawmill, at: D6}", CONDITION)
    table.run()
    kept["receipt-in-part"] = _newest(table, "red", "receipt")
    table.order("red", LOADING, "{breed: donkeys, at: D6}", CONDITION)
    table.run()
    kept["receipt"] = _newest(table, "red", "receipt")
    kept["status"] = _newest(table, "red", "status")
    return kept | of_the_desk(table, language)


def _moved_back(table: Table) -> None:
    """To the address that the others of these letters go to."""
    with table.desk.step("moving back") as draft:
        players = seats.read(draft, "twin")
        seats.write(draft, "twin", {**players, "red": replace(players["red"], address="red@example.org")})


def _crowded(home: Path, language: str) -> dict[str, EmailMessage]:
    """Far into a game: mines, research, walls, a wonder; the position of the players' manual."""
    table = begin_twin_fords(home, language)
    with table.desk.step("writing") as draft:
        game = draft.game("twin")
        folder = folders.templates("host").parents[1] / "docs" / "examples" / "two-valleys"
        board = yamlfiles.load((folder / "map.yaml").read_text())
        state = yamlfiles.load((folder / "state.yaml").read_text())
        before = lay_out(game.rules, board, state, {})
        sheets = resolving.read_text(game.rules, CROWDED, ("red", "blue"), {"game": "twin", "player": "red"}).sheets
        resolution = game.rules.resolve(before, {sheet.seat: sheet for sheet in sheets}, Draws(SEED))
        later = replace(game, position=replace(before, state=resolution.state))
        report = Report(later, PhaseId(3, 2, "movement"), resolution, before=before)
        with pictures.keeping(draft, "twin") as kept:
            draft.send(letter for letter in report.letters(draft, kept) if letter.seat == "red")
    table.run()
    return {"status-crowded": table.last("red")}


LOADING = "{load: {boards: 2, stone: 1}, onto: donkey-1}"
CROWDED = """turn: 3
phase: movement
orders:
- {move: truck-1, steps: [{load: {boards: 2, stone: 1}}, {go: E4}, {unload: {boards: 1}}, {go: D4}]}
- {move: donkey-1, to: Z9}
"""
CONDITION = "{if: {before: blue}, then: [{load: {geese: 1}, onto: donkey-3}]}"


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
