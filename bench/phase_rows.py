"""A whole phase beside the usual pipeline, and an order file checked beside parsing and validating it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from adjudicator.host.run import run
from adjudicator.shell.checking import check_file
from bench import games
from bench.measure import Row, row, timed
from bench.usual import Usual

SIX = ("red", "blue", "yellow", "green", "black", "white")
WARM = 4
"""The first turn compiles templates and schemas on both sides."""


def whole_phase(scratch: Path, where: str, rounds: int = 24) -> Row:
    """Six order files parsed, validated, resolved, state written, six letters with picture, committed; both do it all.

    Ours syncs everything to the disk, the usual pipeline nothing: in memory that is no difference, on a disk it is.
    """
    desk = games.begin(scratch / "ours", "great-river", SIX)
    folder = scratch / "ours" / games.NAME
    mine, theirs = [], []
    for number in range(rounds):
        texts = games.order_files(desk)
        assert texts is not None
        with desk.look("reading the game") as draft:
            usual = Usual(scratch / f"usual-{number}", draft.game(games.NAME), (folder / "state.yaml").read_text())
        theirs.append(timed(partial(usual.phase, texts)))
        games.hand_in(desk, texts)
        mine.append(timed(lambda: list(run(desk, [games.NAME]))))
    return row(f"a whole phase for six, {where}", "at least 5x", mine[WARM:], theirs[WARM:], least=5)


def check_warm(scratch: Path, most: float = 0.005) -> Row:
    """`check` without starting the program: read, understood, forecast and told, all from files."""
    desk = games.begin(scratch / "check", "great-river", SIX)
    games.play(desk, 9)
    folder = scratch / "check" / games.NAME
    texts = games.order_files(desk)
    assert texts is not None
    longest = max(texts, key=lambda seat: len(texts[seat]))
    file = scratch / "orders.yaml"
    file.write_text(texts[longest])
    with desk.look("reading the game") as draft:
        usual = Usual(scratch / "usual-check", draft.game(games.NAME), (folder / "state.yaml").read_text())
    mine, theirs = [], []
    for _ in range(30):
        mine.append(timed(lambda: check_file(file, folder, longest, "en")))
        theirs.append(timed(lambda: usual.checked(longest, texts[longest])))
    made = row("check of an order file, warm", "at most 5 ms", mine[WARM:], theirs[WARM:], least=0)
    return made.judged(made.ours <= most)
