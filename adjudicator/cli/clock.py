"""Commands about a game's time: put off, pause, resume, remind, change what was agreed on; and the unattended host."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from adjudicator.cli.desk import agreements
from adjudicator.cli.options import at_home, with_agreements
from adjudicator.core.model import BadInput, Seat

LETTERS = "`adjudicator run` sends the letters"
_reason = click.option("--reason", default="", help="Why; everybody is told.")


@click.command()
@click.argument("game")
@click.argument("hours", type=click.IntRange(1, 10_000), required=False)
@click.option("--until", metavar="MOMENT", help="2026-03-01T20:00, in the game's time zone; instead of HOURS.")
@_reason
@at_home
def extend(game: str, hours: int | None, until: str | None, reason: str, home: Path) -> None:
    """Put the deadline of GAME off by HOURS, or to a moment.

    Where it has passed already, the hours count from now. Everybody is told.
    """
    from adjudicator.host import acts, standing
    from adjudicator.shell.bootstrap import open_desk

    if (hours is None) == (until is None):
        raise BadInput("say HOURS, or --until")
    with open_desk(home).step(f"extending {game}") as draft:
        found = draft.game(_known(draft.archives.names(), game))
        if until is not None:
            moment = acts.put_off(draft, found, _moment(until, found.schedule.zone), reason=reason)
        else:
            moment = acts.extend(draft, found, hours or 0, reason=reason)
    click.echo(f"{game}: due {standing.shown(moment, found.schedule)}; {LETTERS}")


@click.command()
@click.argument("game")
@_reason
@at_home
def pause(game: str, reason: str, home: Path) -> None:
    """Pause GAME: nothing is due until it is resumed. Orders are taken all the same. Everybody is told."""
    from adjudicator.host import acts
    from adjudicator.shell.bootstrap import open_desk

    with open_desk(home).step(f"pausing {game}") as draft:
        acts.pause(draft, draft.game(_known(draft.archives.names(), game)), reason)
    click.echo(f"{game} is paused; {LETTERS}")


@click.command()
@click.argument("game")
@at_home
def resume(game: str, home: Path) -> None:
    """Let GAME go on, with as much time as was left when it was paused, and a day at least. Everybody is told."""
    from adjudicator.host import acts, standing
    from adjudicator.shell.bootstrap import open_desk

    with open_desk(home).step(f"resuming {game}") as draft:
        found = draft.game(_known(draft.archives.names(), game))
        due = acts.resume(draft, found)
    click.echo(f"{game} goes on{'' if due is None else f', due {standing.shown(due, found.schedule)}'}; {LETTERS}")


@click.command()
@click.argument("game")
@click.option("--player", "players", multiple=True, metavar="COLOUR", help="Only these; otherwise all not yet ready.")
@at_home
def remind(game: str, players: tuple[Seat, ...], home: Path) -> None:
    """Remind those of GAME who are not ready, with a letter and the order form."""
    from adjudicator.host import acts, judging, people, tending
    from adjudicator.shell.bootstrap import open_desk

    with open_desk(home).step(f"reminding players of {game}") as draft:
        found = draft.game(_known(draft.archives.names(), game))
        awaited = acts.awaiting(found)
        unready = judging.judge(draft, found, awaited).unready
        readers = [people.seated(found, seat) for seat in players] or unready
        readers = [seat for seat in readers if seat in awaited.owed]
        tending.remind(draft, found, awaited, readers)
    click.echo(f"{game}: reminded: {', '.join(readers) or 'nobody'}; {LETTERS}")


@click.command()
@click.argument("game")
@with_agreements
@at_home
def change(
    game: str,
    deadlines: tuple[tuple[str, str], ...],
    agreed: tuple[tuple[str, str], ...],
    press: str | None,
    home: Path,
) -> None:
    """Change what GAME agreed on about deadlines and press.

    A deadline that was announced stays as it is. Everybody is told, and it is committed to the game's folder.
    """
    from adjudicator.host import acts
    from adjudicator.shell.bootstrap import open_desk

    changed = {**agreements(deadlines, agreed), **({} if press is None else {"press": press})}
    if not changed:
        raise BadInput("say what to change, with --deadline, --set or --press")
    with open_desk(home).step(f"changing {game}") as draft:
        for line in acts.change(draft, draft.game(_known(draft.archives.names(), game)), changed):
            click.echo(f"{game}: {line}")
    click.echo(LETTERS)


@click.command()
@at_home
def serve(home: Path) -> None:
    """Look after every game of the folder, unattended, until stopped (SIGTERM or Ctrl-C).

    Looks whenever mail comes and whenever something is due. Other commands work while it runs.
    """
    from adjudicator.shell.serving import serve as serve_folder

    click.echo(f"serving {home.resolve()}")
    serve_folder(home, click.echo)
    click.echo("stopped")


def _known(names: list[str], game: str) -> str:
    if game not in names:
        raise BadInput(f"there is no game {game} here, only {', '.join(names) or 'none'}")
    return game


def _moment(text: str, zone: str) -> datetime:
    from zoneinfo import ZoneInfo

    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BadInput("a moment is written 2026-03-01T20:00", "--until") from None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=ZoneInfo(zone))
