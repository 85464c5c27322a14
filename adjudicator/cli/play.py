"""A look at it all without setting anything up."""

from __future__ import annotations

from pathlib import Path

import click

DEMO = {
    # a bundled game: its scenario, and for each player a name and the orders he sends
    "orchard": (
        "windfall",
        {
            "red": ("Anna", "orders:\n- {pick: 2, from: apple}\n- {pick: 1, from: pear}\n"),
            "blue": ("Bob", "orders:\n- {pick: 2, from: apple}\n- {pick: 2, from: plum}\n"),
        },
    ),
}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default="demo")
def demo(folder: Path) -> None:
    """Play a phase of a bundled game in FOLDER: order mails in, letters and a commit out.

    The players' mails are laid into the local mailbox, and then the moderator's one command is run.
    """
    from adjudicator.host.run import run
    from adjudicator.shell.bootstrap import open_desk, prepare_desk
    from adjudicator.shell.demo import order_mails, set_up

    ruleset, (scenario, players) = next(iter(DEMO.items()))
    prepare_desk(folder)
    desk = open_desk(folder)
    name = set_up(desk, ruleset, scenario, {seat: person for seat, (person, _) in players.items()})
    click.echo(f"A game of {ruleset} is set up: {folder / name}")
    for line in run(desk, [name]):
        click.echo(f"  {line}")
    for path in order_mails(desk, folder, name, {seat: orders for seat, (_, orders) in players.items()}):
        click.echo(f"Orders arrive:  {path}")
    for line in run(desk, [name]):
        click.echo(f"  {line}")
    click.echo(f"The letters:    {folder / 'host' / desk.settings.post / 'new'}")
    click.echo(f"The commit:     git -C {folder / name} show")
    click.echo(f"The report:     {folder / name / 'turns' / 'T01'}")
