"""Commands at the moderator's desk."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.options import at_home, with_agreements
from adjudicator.core import registry
from adjudicator.core.draws import SEED_BYTES
from adjudicator.core.model import BadInput, Plain, Seat

if TYPE_CHECKING:
    from adjudicator.host.desk import Desk
    from adjudicator.host.tending import Leave

_PERSON = re.compile(r"\s*(?P<name>[^<>]+?)\s*<(?P<address>[^<>\s]+)>\s*\Z")


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--dry-run", is_flag=True, help="Say what would happen, with the diff of the state; write nothing.")
@click.option(
    "--phase", default="", metavar="PHASE", help="T03/movement: leave games alone that wait for another phase."
)
@click.option("--now", "at_once", is_flag=True, help="Resolve the awaited phase of GAME although it is not due.")
@click.option("--stage", is_flag=True, help="Resolve what is due of GAME to host/staged, to look at; see confirm.")
@click.option("--anyway", is_flag=True, help="Go on where something speaks against it, such as too many missing.")
@at_home
def run(
    games: tuple[str, ...], dry_run: bool, phase: str, at_once: bool, stage: bool, anyway: bool, home: Path
) -> None:
    """Take mail, answer it, resolve what is due, remind, send letters.

    Safe to run again at any moment, also after it was killed. Without GAME, every game is looked at. A phase is due
    when everybody has been ready for a while, or when its deadline has passed and the game agreed to go on then.
    """
    from adjudicator.host.corrections import phase_written
    from adjudicator.host.run import known
    from adjudicator.host.run import run as run_desk
    from adjudicator.host.tending import Leave
    from adjudicator.host.trial import trial
    from adjudicator.shell import glance
    from adjudicator.shell.bootstrap import open_desk

    if (at_once or stage) and len(games) != 1:
        raise BadInput("--now and --stage are for one GAME; name it")
    if stage and (phase or dry_run):
        raise BadInput("--stage goes with neither --phase nor --dry-run")
    phase = phase_written(phase) if phase else ""
    desk = open_desk(home)
    for name in games:
        known(desk, name)
    leave = Leave(at_once=at_once, anyway=_asked(anyway))
    if stage:
        _stage(desk, games[0], leave, home)
        return
    lines = (
        trial(desk, games, phase=phase, leave=leave)
        if dry_run
        else run_desk(desk, games, phase=phase, leave=leave, progress=_progress)
    )
    anything = False
    try:
        for line in lines:
            _progress("")
            click.echo(line)
            anything = True
    finally:
        _progress("")
    if not dry_run:
        glance.refresh(desk, home)
    if not anything:
        click.echo("nothing to do")


def _stage(desk: Desk, name: str, leave: Leave, home: Path) -> None:
    from adjudicator.host import staging, trial

    if not trial.stage(desk, name, leave):
        click.echo(f"nothing of {name} is due")
        return
    click.echo(f"{name} is staged in {home / 'host' / staging.folder(name)}; nothing has happened yet")
    click.echo(f"`adjudicator confirm {name}` publishes it, `adjudicator discard {name}` throws it away")


def _asked(anyway: bool) -> Callable[[str], bool]:
    """Whoever sits at a terminal is asked; for all others --anyway has said it, or not."""

    def ask(stop: str) -> bool:
        if anyway or not (sys.stdin.isatty() and sys.stderr.isatty()):
            return anyway
        _progress("")
        return click.confirm(f"{stop} Go on all the same?", default=False, err=True)

    return ask


def _progress(doing: str) -> None:
    """One line that is written over, on a terminal only."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{doing}", nl=False, err=True)


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
@with_agreements
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
    deadlines: tuple[tuple[str, str], ...],
    agreed: tuple[tuple[str, str], ...],
    press: str | None,
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
        called, address = name_and_address(person, colour)
        if colour in seats:
            raise BadInput(f"{colour} was given twice")
        seats[colour] = Player(
            address=address,
            name=called,
            language=language.get(colour, "en"),
            zone=zone_named(zone.get(colour, "UTC")),
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
            agreements(deadlines, agreed),
            press or "named",
        )
    click.echo(f"{name} is set up in {home / name}")
    for phase in resolve_all_due(desk, name):
        click.echo(f"{name}: {phase} resolved")
    click.echo("`adjudicator run` sends the letters")


def name_and_address(person: str, where: str) -> tuple[str, str]:
    match = _PERSON.match(person)
    if match is None:
        raise BadInput(f"a player is written 'NAME <ADDRESS>', not {person}", where)
    return match["name"], match["address"]


def agreements(deadlines: Iterable[tuple[str, str]], agreed: Iterable[tuple[str, str]]) -> dict[str, Plain]:
    """What --deadline and --set say, as it stands in game.yaml."""
    found: dict[str, Plain] = {key: _value(value) for key, value in agreed}
    spans = dict(deadlines)
    return {**found, "phases": spans} if spans else found


def _by_colour(given: Iterable[tuple[str, str]], players: Iterable[tuple[str, str]]) -> dict[Seat, str]:
    colours = [colour for colour, _ in players]
    for colour, _ in given:
        if colour not in colours:
            raise BadInput(f"no player has the colour {colour}, only {', '.join(colours)}")
    return dict(given)


def zone_named(name: str) -> str:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadInput(f"there is no time zone {name}; write it like Europe/Rome") from None


def _value(text: str) -> Plain:
    from adjudicator.core import yamlfiles

    return yamlfiles.load(text, "--option")
