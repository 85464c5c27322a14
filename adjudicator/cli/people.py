"""Commands about the people of a game: on a player's behalf, coming and going, looking on, words to all."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TextIO

import click

from adjudicator.cli.clock import LETTERS
from adjudicator.cli.desk import name_and_address, zone_named
from adjudicator.cli.options import at_home
from adjudicator.core.model import BadInput, Seat


@click.command()
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.option("--as", "seat", required=True, metavar="COLOUR", help="The player whose orders these are.")
@click.option("--game", default="", help="The game, where the file does not name it.")
@at_home
def submit(file: TextIO, seat: Seat, game: str, home: Path) -> None:
    """Enter the orders in FILE for a player (- for standard input).

    They count as if he had sent them, even after the deadline. He gets the receipt, and everybody is told.
    """
    from adjudicator.host import telling
    from adjudicator.host.submitting import submit as enter
    from adjudicator.shell.bootstrap import open_desk

    try:
        text = file.read()
    except UnicodeDecodeError:
        raise BadInput("the file is not UTF-8 text", file.name) from None
    with open_desk(home).step(f"entering orders for {seat}") as draft:
        orders = enter(draft, text, seat, game)
        told = telling.sentences(draft.game(orders.holder.game).rules)
    for problem in orders.problems:
        line = f"line {problem.mark.line}: " if problem.mark else ""
        click.echo(f"{line}{told.reason(problem)} ({problem.rule})", err=True)
    if not orders.taken:
        sys.exit(2)
    for sheet in orders.taken:
        click.echo(f"{orders.holder.game}: held for {seat}: turn {sheet.turn}, {sheet.phase}")
    click.echo(LETTERS)


@click.command()
@click.argument("game")
@click.argument("seat", metavar="COLOUR")
@click.argument("person", metavar="'NAME <ADDRESS>'")
@click.option("--language", default="en", show_default=True, help="The language of the newcomer's letters.")
@click.option("--zone", default="UTC", show_default=True, help="His time zone, such as Europe/Rome.")
@at_home
def replace(game: str, seat: Seat, person: str, language: str, zone: str, home: Path) -> None:
    """Give the seat COLOUR of GAME to somebody else.

    The newcomer gets the history and the whole time of a phase. The former player's token is worth nothing from now on,
    and what he had ordered is forgotten. Everybody is told.
    """
    from adjudicator.host.people import take_over
    from adjudicator.host.run import known
    from adjudicator.host.seats import Player
    from adjudicator.shell.bootstrap import open_desk

    called, address = name_and_address(person, seat)
    desk = open_desk(home)
    with desk.step(f"replacing {seat}") as draft:
        found = draft.game(known(desk, game))
        take_over(draft, found, seat, Player(address, called, language, zone_named(zone)))
    click.echo(f"{game}: {called} plays {seat}; {LETTERS}")


@click.command()
@click.argument("game")
@click.argument("seat", metavar="COLOUR")
@at_home
def resign(game: str, seat: Seat, home: Path) -> None:
    """The player of COLOUR leaves GAME, and nobody waits for him any more.

    What becomes of what is his, the rules say when the phase is resolved. Everybody is told.
    """
    from adjudicator.host.people import resign as leave
    from adjudicator.host.run import known
    from adjudicator.shell.bootstrap import open_desk

    desk = open_desk(home)
    with desk.step(f"{seat} leaves {game}") as draft:
        closed = leave(draft, draft.game(known(desk, game)), seat)
    click.echo(f"{game}: {seat} has left; {LETTERS}")
    if closed:
        click.echo(f"  As it stands nobody can take over {seat} once this phase is resolved: {closed}")
        click.echo("  `adjudicator replace` before that gives the seat to somebody else.")


@click.command()
@click.argument("game")
@click.option("--reason", required=True, help="Why; everybody is told, and it stands in the game's folder.")
@at_home
def end(game: str, reason: str, home: Path) -> None:
    """End GAME as it stands, before its rules end it.

    Players who agree on this among themselves write `end GAME` by mail, each of them. Scores and ranking are those of
    the position as it stands, and the seed of the draws is published.
    """
    from adjudicator.host import acts, ending
    from adjudicator.host.correspondence import teller
    from adjudicator.host.letters import one_line
    from adjudicator.host.run import known
    from adjudicator.shell.bootstrap import open_desk

    desk = open_desk(home)
    with desk.step(f"ending {game}") as draft:
        found = draft.game(known(desk, game))
        acts.awaiting(found)
        told = ending.end(draft, found, one_line(reason, 200))
    click.echo(f"{game} is over; {LETTERS}")
    for event in told:
        click.echo(f"  {teller(found).event(event)}")


@click.command()
@click.argument("game")
@click.argument("person", metavar="'NAME <ADDRESS>'")
@click.option("--stop", is_flag=True, help="This person looks on no more; the address alone is enough.")
@click.option("--language", default="en", show_default=True, help="The language of the letters.")
@click.option("--zone", default="UTC", show_default=True, help="The time zone of the letters, such as Europe/Rome.")
@at_home
def observe(game: str, person: str, stop: bool, language: str, zone: str, home: Path) -> None:
    """Let somebody look on at GAME: he gets what everybody may know, and orders nothing."""
    from adjudicator.host import founding, notices, observers
    from adjudicator.host.run import known
    from adjudicator.host.seats import Player
    from adjudicator.shell.bootstrap import open_desk

    desk = open_desk(home)
    with desk.step(f"observers of {game}") as draft:
        found = draft.game(known(desk, game))
        if stop:
            address = person.rpartition("<")[2].rstrip("> ")
            click.echo(f"{game}: {observers.remove(draft, game, address).name} looks on no more")
            return
        called, address = name_and_address(person, "observer")
        founding.check_person("observer", Player(address, called))
        notices.tell_all(draft, found, "observed", name=called)
        observers.add(draft, game, observers.Observer(address, called, language, zone_named(zone)))
    click.echo(f"{game}: {called} looks on; {LETTERS}")


@click.command()
@click.argument("game")
@click.argument("file", type=click.File("r", encoding="utf-8"), default="-")
@click.option("--to", "readers", multiple=True, metavar="COLOUR", help="Only to these players; otherwise to all.")
@at_home
def press(game: str, file: TextIO, readers: tuple[Seat, ...], home: Path) -> None:
    """Write to the players of GAME what stands in FILE, or on standard input."""
    from adjudicator.host import acts, people
    from adjudicator.host.letters import clean_text
    from adjudicator.host.press import LONGEST
    from adjudicator.host.run import known
    from adjudicator.shell.bootstrap import open_desk

    try:
        text = clean_text(file.read(), LONGEST)
    except UnicodeDecodeError:
        raise BadInput("the file is not UTF-8 text", file.name) from None
    if not text:
        raise BadInput("there is nothing to be said in it", file.name)
    desk = open_desk(home)
    with desk.step(f"writing to the players of {game}") as draft:
        found = draft.game(known(desk, game))
        chosen = [people.seated(found, seat) for seat in readers] or list(found.file.seats)
        acts.tell(draft, found, text, chosen)
    click.echo(f"{game}: written to {', '.join(chosen)}; {LETTERS}")


@click.command()
@click.argument("game")
@at_home
def confirm(game: str, home: Path) -> None:
    """Publish what is staged of GAME: a phase (run --stage) or a correction (correct)."""
    from adjudicator.host import trial
    from adjudicator.host.run import known
    from adjudicator.shell.bootstrap import open_desk

    desk = open_desk(home)
    click.echo(f"{game}: {trial.confirm(desk, known(desk, game))}; {LETTERS}")


@click.command()
@click.argument("game")
@at_home
def discard(game: str, home: Path) -> None:
    """Throw away what is staged of GAME. Nothing of it has happened."""
    from adjudicator.host import staging
    from adjudicator.host.run import known
    from adjudicator.shell.bootstrap import open_desk

    desk = open_desk(home)
    with desk.step(f"discarding {game}") as draft:
        staging.discard(draft, known(desk, game))
    click.echo(f"{game}: discarded")
