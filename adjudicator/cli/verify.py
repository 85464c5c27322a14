"""`adjudicator verify`: whether an archive is what was published."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.core.model import BadInput

FAULTS, UNREADABLE = 1, 2


@click.command()
@click.argument("games", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.pass_context
def verify(ctx: click.Context, games: tuple[Path, ...]) -> None:
    """Adjudicate each of GAMES again from its folder, and compare.

    A game is named by its folder, or a clone of it; nothing else is needed. Every phase is resolved again from the
    orders in it; positions, events, draws, reports and the chain of hashes must be as they were published. Whatever
    differs is named, and the exit code is 1; it is 2 if a folder cannot be read as a game. One that is wrong keeps no
    other from being looked at.
    """
    codes = []
    for game in games:
        try:
            codes.append(_verified(game))
        except BadInput as error:
            click.echo(f"adjudicator: {error}", err=True)
            codes.append(UNREADABLE)
    ctx.exit(max(codes))


def _verified(game: Path) -> int:
    from adjudicator.host.gamefolder import resolved_phases
    from adjudicator.shell.git import GitArchive
    from adjudicator.shell.in_halves import verify as verify_folder

    name, folder = game.resolve().name, GitArchive(game)
    faults = 0
    for finding in verify_folder(folder, name):
        click.echo(f"{'FAULT' if finding.fault else 'note '}  {finding}")
        faults += finding.fault
    phases = _counted(len(resolved_phases(folder)), "phase")
    if faults:
        click.echo(f"{name}: {_counted(faults, 'fault')} in {phases}")
        return FAULTS
    corrections = len(folder.names("corrections"))
    more = (
        f", {_counted(corrections, 'correction')} and what {'it' if corrections == 1 else 'they'} replaced"
        if corrections
        else ""
    )
    click.echo(f"{name}: {phases} verified{more}")
    return 0


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
