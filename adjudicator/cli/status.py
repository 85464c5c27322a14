"""`adjudicator status`: what is kept of the games, as long as that is true; only else are they loaded."""

from __future__ import annotations

from collections.abc import Sequence

import click

from adjudicator.cli.options import at_home_as
from adjudicator.shell import glance

COLUMNS = ("game", "waits for", "until", "not ready")


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@at_home_as(str)
def status(games: tuple[str, ...], home: str) -> None:
    """Who owes what, until when.

    Of one game, each player; of several, a line for each game.
    """
    names = list(games) or glance.games(home)
    kept = glance.find(home, names) if names else None
    if kept is None:
        _look(home, games)
    elif len(names) == 1:
        _say(kept[0]["lines"])
    else:
        _say(in_columns([COLUMNS, *((name, *each["row"]) for name, each in zip(names, kept, strict=True))]))


def _look(home: str, games: Sequence[str]) -> None:
    from pathlib import Path

    from adjudicator.core.model import BadInput
    from adjudicator.host import standing
    from adjudicator.host.run import known
    from adjudicator.shell.bootstrap import open_desk

    desk = open_desk(Path(home))
    names = [known(desk, name) for name in games] or desk.archives.names()
    rows: list[Sequence[str]] = []
    troubles = []
    with desk.step("looking at the status") as draft:
        for name in names:
            try:
                found = standing.glance(draft, name)
            except BadInput as error:
                if len(names) == 1:
                    raise
                rows.append((name, "must be mended", "", ""))  # and hides no other game
                troubles.append(str(error))
                continue
            glance.keep(home, name, found)
            rows.append((name, *found.row))
    if len(names) == 1:
        _say(found.lines)
    else:
        _say(in_columns([COLUMNS, *rows]) if names else ["there are no games"])
    if troubles:
        raise BadInput("; ".join(troubles))


def _say(lines: Sequence[str]) -> None:
    for line in lines:
        click.echo(line)


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
