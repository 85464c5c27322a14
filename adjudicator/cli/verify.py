"""`adjudicator verify`: whether an archive is what was published."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("game", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.pass_context
def verify(ctx: click.Context, game: Path) -> None:
    """Adjudicate the whole GAME again from its folder, and compare.

    GAME is the folder of a game, or a clone of it; nothing else is needed. Every phase is resolved again from the
    orders in it; positions, events, draws, reports and the chain of hashes must be as they were published. Whatever
    differs is named, and the exit code is 1.
    """
    from adjudicator.host.gamefolder import resolved_phases
    from adjudicator.host.verifying import verify as verify_folder
    from adjudicator.shell.git import GitArchive

    folder = GitArchive(game)
    faults = 0
    for finding in verify_folder(folder, game.name):
        click.echo(f"{'FAULT' if finding.fault else 'note '}  {finding}")
        faults += finding.fault
    phases = len(resolved_phases(folder))
    if faults:
        click.echo(f"{game.name}: {faults} {'fault' if faults == 1 else 'faults'} in {phases} phases")
        ctx.exit(1)
    corrections = len(folder.names("corrections"))
    more = f", {corrections} {'correction' if corrections == 1 else 'corrections'} and what they replaced"
    click.echo(f"{game.name}: {phases} phases verified{more if corrections else ''}")
