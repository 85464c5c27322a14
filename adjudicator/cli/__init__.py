"""The command `adjudicator`: wires parts together and decides nothing. A command's code is loaded when called."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

import click

from adjudicator import __version__

COMMANDS = {
    # command: (module, one line for the list of commands)
    "bot": ("play", "Let a bot fill in for a player."),
    "change": ("clock", "Change what a game agreed on about deadlines and press."),
    "check": ("check", "Is this order file right, and what would it do?"),
    "confirm": ("people", "Publish what is staged of a game."),
    "correct": ("putting_right", "Change a past order or a fact of the position."),
    "demo": ("play", "Play a whole game between bots with the local mailbox."),
    "discard": ("people", "Throw away what is staged of a game."),
    "end": ("people", "End a game as it stands."),
    "extend": ("clock", "Put a deadline off."),
    "history": ("looking", "Tell a game in a page."),
    "map": ("map", "Check, draw by lot and show maps."),
    "new": ("desk", "Set up a game from a scenario, with its players."),
    "observe": ("people", "Let somebody look on at a game."),
    "options": ("looking", "List and explain the options of a game."),
    "pause": ("clock", "Pause a game."),
    "press": ("people", "Write to the players of a game."),
    "remind": ("clock", "Remind those who are not ready."),
    "replace": ("people", "Give a seat to somebody else."),
    "resign": ("people", "A player leaves a game."),
    "resolve": ("pure", "Resolve the phase in a folder; writes nothing there."),
    "resume": ("clock", "Let a paused game go on."),
    "run": ("desk", "Take mail, resolve what is due, send letters."),
    "selftest": ("selftest", "Try the settings: login, a mail to itself, a commit, the clock."),
    "serve": ("clock", "Look after every game, unattended."),
    "show": ("looking", "Show a game's position: text, or a picture."),
    "status": ("status", "Who owes what, until when."),
    "submit": ("people", "Enter orders for a player."),
    "undo": ("putting_right", "Take a game back before its last phases."),
    "verify": ("verify", "Adjudicate a whole game again from its archive."),
}

EXIT_BAD_INPUT = 2
EXIT_BUG = 70
EXIT_BUSY = 75


class LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"adjudicator.cli.{COMMANDS[name][0]}")
        command: click.Command = getattr(module, name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="adjudicator")
def adjudicator() -> None:
    """Runs board games with simultaneous orders by mail.

    An unofficial implementation of the games it knows.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """A mistake in what people wrote is one sentence and exit code 2; anything else uncaught is a mistake of ours."""
    try:
        code = adjudicator.main(args=arguments, prog_name="adjudicator", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nobody reads on; say nothing more
        sys.exit(1)
    except Exception as error:
        sys.exit(_explain(error))
    if code:  # a command left with ctx.exit
        sys.exit(code)


def _explain(error: Exception) -> int:
    from adjudicator.core.model import BadInput
    from adjudicator.host.mistakes import Mistaken
    from adjudicator.host.ports import Busy

    if isinstance(error, BadInput):
        click.echo(f"adjudicator: {error}", err=True)
        return EXIT_BAD_INPUT
    if isinstance(error, Busy):
        click.echo(f"adjudicator: {error}; try again later", err=True)
        return EXIT_BUSY
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"adjudicator: {where}{error.strerror or error}", err=True)
        return 1
    if isinstance(error, Mistaken):
        if error.troubles:
            click.echo(f"adjudicator: {error.troubles}", err=True)
        for game, mistake in error.mistakes.items():
            _report_bug(mistake, game)
    else:
        _report_bug(error)
    return EXIT_BUG


def _report_bug(error: Exception, game: str = "") -> None:
    """Where it happened, in our own code only: the text of an exception may quote a player."""
    import traceback

    whose = f"{game}: this is" if game else "this is"
    click.echo(f"adjudicator: {whose} a mistake of the program, not yours; nothing was half done.", err=True)
    for frame in traceback.extract_tb(error.__traceback__):
        click.echo(f"  {frame.filename}:{frame.lineno} in {frame.name}", err=True)
    click.echo(f"  {type(error).__name__}, adjudicator {__version__}, Python {sys.version.split()[0]}", err=True)
    click.echo("Please report these lines with the command that you gave: see CONTRIBUTING.md.", err=True)
    if os.environ.get("ADJUDICATOR_DEBUG"):
        traceback.print_exception(error)
