"""Games without people: a look at it all without setting anything up, and bots that fill in for somebody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.options import at_home
from adjudicator.core.model import BadInput, Seat

if TYPE_CHECKING:
    from adjudicator.host.desk import Desk

ONE_PHASE = {
    # a bundled game: its scenario, and for each player a name and the orders he sends
    "orchard": (
        "windfall",
        {
            "red": ("Anna", "orders:\n- {pick: 2, from: apple}\n- {pick: 1, from: pear}\n"),
            "blue": ("Bob", "orders:\n- {pick: 2, from: apple}\n- {pick: 2, from: plum}\n"),
        },
    ),
}
WHOLE_GAME = ("roads-and-boats", "twin-fords", {"red": "Anna", "blue": "Bob"}, "simple")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default="demo")
@click.option("--phase", "one_phase", is_flag=True, help="Only one phase, of the tiny game Orchard.")
@click.option("--turns", type=click.IntRange(min=1), metavar="N", help="Stop after so many turns.")
def demo(folder: Path, one_phase: bool, turns: int | None) -> None:
    """Play a whole game between bots in FOLDER: order mails in, letters and commits out.

    The players' mails are laid into the local mailbox, and then the moderator's one command is run, phase after phase.
    """
    from adjudicator.shell.bootstrap import open_desk, prepare_desk

    prepare_desk(folder)
    desk = open_desk(folder)
    name = _one_phase(desk, folder) if one_phase else _whole_game(desk, folder, turns)
    click.echo(f"The letters:    {folder / 'host' / desk.settings.post / 'new'}")
    click.echo(f"The commits:    git -C {folder / name} log")
    click.echo(f"The reports:    {folder / name / 'turns'}")


def _one_phase(desk: Desk, folder: Path) -> str:
    from adjudicator.host.run import run
    from adjudicator.shell.demo import order_mails, set_up

    ruleset, (scenario, players) = next(iter(ONE_PHASE.items()))
    name = set_up(desk, ruleset, scenario, {seat: person for seat, (person, _) in players.items()})
    click.echo(f"A game of {ruleset} is set up: {folder / name}")
    for line in run(desk, [name]):
        click.echo(f"  {line}")
    for path in order_mails(desk, folder, name, {seat: orders for seat, (_, orders) in players.items()}):
        click.echo(f"Orders arrive:  {path}")
    for line in run(desk, [name]):
        click.echo(f"  {line}")
    return name


def _whole_game(desk: Desk, folder: Path, turns: int | None) -> str:
    from adjudicator.shell.demo import play_phases, set_up

    ruleset, scenario, players, bot = WHOLE_GAME
    name = set_up(desk, ruleset, scenario, players)
    click.echo(f"A game of {ruleset} is set up: {folder / name}")
    for line in play_phases(desk, folder, name, bot, turns):
        click.echo(f"  {line}")
    return name


@click.command()
@click.argument("game")
@click.option("--as", "seat", required=True, metavar="COLOUR", help="The player for whom it orders.")
@click.option("--name", "bot_name", default="simple", show_default=True, help="Which of the game's bots.")
@click.option("--print", "only_print", is_flag=True, help="Print the order file and enter nothing.")
@at_home
def bot(game: str, seat: Seat, bot_name: str, only_print: bool, home: Path) -> None:
    """Let a bot fill in for a player of GAME, in the phase that is awaited.

    Its orders are entered as `submit` enters them: he gets the receipt, and everybody is told.
    """
    import secrets

    from adjudicator.core.draws import SEED_BYTES, Draws
    from adjudicator.host.bots import order_file
    from adjudicator.host.run import known
    from adjudicator.host.submitting import submit
    from adjudicator.shell.bootstrap import open_desk

    desk = open_desk(home)
    with desk.step(f"a bot orders for {seat}") as draft:
        text = order_file(draft.game(known(desk, game)), seat, bot_name, Draws(secrets.token_bytes(SEED_BYTES)))
        if only_print:
            click.echo(text, nl=False)
            return
        orders = submit(draft, text, seat, game)
    if not orders.taken:
        raise BadInput(f"what the bot {bot_name} wrote was not taken: {orders.problems[0].code}")
    for sheet in orders.taken:
        click.echo(f"{game}: {bot_name} orders for {seat}: turn {sheet.turn}, {sheet.phase}")
