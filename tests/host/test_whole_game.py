"""The tiny game, played to its end through the local mailbox."""

from __future__ import annotations

import subprocess

from adjudicator.core import yamlfiles
from adjudicator.core.draws import commitment
from tests.host.table import SEED, Table, text_of


def test_players_join_order_and_finish(table: Table) -> None:
    table.found(turns=2)
    table.run()
    assert [letter["Subject"] for letter in table.letters()] == ["windfall: you are invited to play Orchard"] * 2
    table.reply("red", "join pear-tree\n")
    table.run()
    assert "begins when Bob (blue) has joined too" in text_of(table.last("red"))
    table.reply("blue", "Join: blossom\n\n-- \nBob\n")
    table.run()
    assert table.last("red")["Subject"] == "windfall: the game begins – orders for picking awaited"

    for turn in (1, 2):
        table.order("red", "{pick: 2, from: apple}", "{pick: 1, from: pear}")
        table.order("blue", "{pick: 2, from: apple}")
        assert f"windfall: T{turn:02d}/picking resolved" in table.run()
        table.order("red", "{sell: 9, fruit: apple}")
        table.order("blue", "{sell: 9, fruit: apple}")
        assert f"windfall: T{turn:02d}/market resolved" in table.run()

    game = yamlfiles.load((table.home / "windfall" / "game.yaml").read_text())
    state = yamlfiles.load((table.home / "windfall" / "state.yaml").read_text())
    assert set(state["over"]["ranking"]) == {"red", "blue"}
    assert game["words"] == {"red": "pear-tree", "blue": "blossom"}
    assert bytes.fromhex(game["seed"]) == SEED and commitment(SEED) == game["commitment"]
    assert table.last("blue")["Subject"] == "windfall: the game is over"
    assert table.run() == []


def test_archive_holds_one_commit_a_phase_and_is_clean(table: Table) -> None:
    table.begin(turns=1)
    table.order("red", "{pick: 2, from: apple}")
    table.order("blue")
    table.run()
    folder = table.home / "windfall"
    assert _git(folder, "log", "--format=%s").splitlines() == [
        "Turn 1, picking",
        "The game begins",
        "windfall: a game of Orchard",
    ]
    assert "- Anna (red) picks 2 from the apple tree." in _git(folder, "log", "-1", "--format=%b")
    assert _git(folder, "status", "--porcelain") == ""
    assert _git(folder, "fsck", "--strict", "--no-dangling") == ""
    assert _git(folder, "config", "core.fsync").strip() == "committed,reference,index"
    assert sorted(_git(folder, "ls-files").split()) == [
        "game.yaml",
        "map.yaml",
        "state.yaml",
        "turns/T00/0-begin/events.yaml",
        "turns/T00/0-begin/proof.yaml",
        "turns/T00/0-begin/report.html",
        "turns/T00/0-begin/report.txt",
        "turns/T00/0-begin/state.yaml",
        "turns/T01/0-picking/events.yaml",
        "turns/T01/0-picking/orders/blue.yaml",
        "turns/T01/0-picking/orders/red.yaml",
        "turns/T01/0-picking/proof.yaml",
        "turns/T01/0-picking/report.html",
        "turns/T01/0-picking/report.txt",
    ]


def test_orders_are_not_in_the_games_folder_before_their_phase_is_resolved(table: Table) -> None:
    table.begin()
    table.order("red", "{pick: 2, from: apple}")
    table.run()
    assert not (table.home / "windfall" / "turns" / "T01").exists()
    assert "apple" not in _git(table.home / "windfall", "log", "-p", "--", "turns/T01")


def test_letters_tell_nobody_anothers_favourite(table: Table) -> None:
    table.begin()
    state = yamlfiles.load((table.home / "windfall" / "state.yaml").read_text())
    for seat, other in (("red", "blue"), ("blue", "red")):
        letter = text_of(table.last(seat))
        assert f"favourite: {state['favourites'][seat]}" in letter
        assert letter.count("favourite") == 2 and other not in letter.partition("favourite")[0].splitlines()[-1]


def test_orders_ahead_are_held_and_played_when_their_phase_comes(table: Table) -> None:
    table.begin(turns=1)
    picking = "turn: 1\nphase: picking\norders:\n- {pick: 1, from: plum}\n"
    market = "phase: market\nready: yes\norders:\n- {sell: 1, fruit: plum}\n"
    table.reply("red", f"{picking}---\n{market}")
    table.reply("blue", "phase: picking\norders: []\n---\nphase: market\nready: yes\norders: []\n")
    assert table.run() == [
        "mail: 2 orders",
        "windfall: T01/picking resolved",
        "windfall: T01/market resolved",
        "letters: 6 sent",
    ]


def test_orders_ahead_are_not_ready_unless_they_say_so(table: Table) -> None:
    table.begin(turns=1)
    for seat in ("red", "blue"):
        table.reply(seat, "phase: picking\norders: []\n---\nphase: market\norders: []\n")
    assert "windfall: T01/market resolved" not in table.run()
    assert "windfall: T01/picking resolved" not in table.run()


def _git(folder: object, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True)
    return done.stdout
