"""Commands at the moderator's desk."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from adjudicator.core import registry
from adjudicator.core.draws import SEED_BYTES
from adjudicator.core.model import BadInput, Plain, Seat

F = TypeVar("F", bound=Callable[..., Any])
_PERSON = re.compile(r"\s*(?P<name>[^<>]+?)\s*<(?P<address>[^<>\s]+)>\s*\Z")


def at_home(command: F) -> F:
    return click.option(
        "--home",
        type=click.Path(path_type=Path, file_okay=False),
        default=".",
        envvar="ADJUDICATOR_HOME",
        help="The folder that holds the games and host/; otherwise $ADJUDICATOR_HOME or the current one.",
    )(command)


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@at_home
def run(games: tuple[str, ...], home: Path) -> None:
    """Take mail, answer it, resolve what is due, send letters.

    Safe to run again at any moment, also after it was killed. Without GAME, every game is looked at.
    """
    from adjudicator.host.run import run as run_desk
    from adjudicator.shell.bootstrap import open_desk

    anything = False
    for line in run_desk(open_desk(home), games):
        click.echo(line)
        anything = True
    if not anything:
        click.echo("nothing to do")


@click.command()
@click.argument("name")
@click.option("--ruleset", required=True, help="The game to be played, such as orchard.")
@click.option("--scenario", required=True, help="A scenario of that game, or a map file.")
@click.option(
    "--player",
    "players",
    nargs=2,
    multiple=True,
    required=True,
    metavar="COLOUR 'NAME <ADDRESS>'",
    help="Once for each player.",
)
@click.option("--language", "languages", nargs=2, multiple=True, metavar="COLOUR LANGUAGE", help="en where not given.")
@click.option("--zone", "zones", nargs=2, multiple=True, metavar="COLOUR ZONE", help="UTC where not given.")
@click.option("--option", "options", nargs=2, multiple=True, metavar="OPTION VALUE", help="An option of the game.")
@click.option(
    "--joined",
    nargs=2,
    multiple=True,
    metavar="COLOUR WORD",
    help="This player has joined already, with this word; he gets no invitation.",
)
@at_home
def new(
    name: str,
    ruleset: str,
    scenario: str,
    players: tuple[tuple[str, str], ...],
    languages: tuple[tuple[str, str], ...],
    zones: tuple[tuple[str, str], ...],
    options: tuple[tuple[str, str], ...],
    joined: tuple[tuple[str, str], ...],
    home: Path,
) -> None:
    """Set up the game NAME from a scenario, and invite its players.

    The game begins once everybody has joined by mail, with a word that is mixed into the draws.
    """
    from adjudicator.host.founding import found, read_scenario
    from adjudicator.host.run import resolve_all_due
    from adjudicator.host.seats import Player
    from adjudicator.shell.bootstrap import open_desk, prepare_desk

    rules = registry.ruleset(ruleset)
    language, zone, word = (_by_colour(given, players) for given in (languages, zones, joined))
    seats = {}
    for colour, person in players:
        match = _PERSON.match(person)
        if match is None:
            raise BadInput(f"a player is written 'NAME <ADDRESS>', not {person}", colour)
        if colour in seats:
            raise BadInput(f"{colour} was given twice")
        seats[colour] = Player(
            address=match["address"],
            name=match["name"],
            language=language.get(colour, "en"),
            zone=_zone(zone.get(colour, "UTC")),
            word=word.get(colour),
        )
    prepare_desk(home)
    desk = open_desk(home)
    with desk.step(f"setting up {name}") as draft:
        found(
            draft,
            name,
            ruleset,
            read_scenario(rules, scenario),
            seats,
            {key: _value(value) for key, value in options},
            secrets.token_bytes(SEED_BYTES),
        )
    click.echo(f"{name} is set up in {home / name}")
    for phase in resolve_all_due(desk, name):
        click.echo(f"{name}: {phase} resolved")
    click.echo("`adjudicator run` sends the letters")


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@at_home
def status(games: tuple[str, ...], home: Path) -> None:
    """Who owes what: for each game its phase, and for each player whether orders are held."""
    from adjudicator.host.standing import standing_of
    from adjudicator.shell.bootstrap import open_desk

    desk = open_desk(home)
    for name in games or desk.archives.names():
        with desk.step("looking at the status") as draft:
            for line in standing_of(draft, name):
                click.echo(line)


def _by_colour(given: Iterable[tuple[str, str]], players: Iterable[tuple[str, str]]) -> dict[Seat, str]:
    colours = [colour for colour, _ in players]
    for colour, _ in given:
        if colour not in colours:
            raise BadInput(f"no player has the colour {colour}, only {', '.join(colours)}")
    return dict(given)


def _zone(name: str) -> str:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadInput(f"there is no time zone {name}; write it like Europe/Rome") from None


def _value(text: str) -> Plain:
    from adjudicator.core import yamlfiles

    return yamlfiles.load(text, "--option")
