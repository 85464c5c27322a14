"""Is this order file right, and what would it do? For players without a game's folder too."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.core.model import BadInput

EXIT_WRONG = 1


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--game", type=click.Path(path_type=Path, file_okay=False, exists=True), help="The game's folder.")
@click.option(
    "--position",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="A position as it is attached to letters, instead of a folder.",
)
@click.option("--player", metavar="COLOUR", help="Whose orders, where the file does not say.")
@click.option("--language", default="en", help="en, fr or it.")
@click.pass_context
def check(
    ctx: click.Context, file: Path, game: Path | None, position: Path | None, player: str | None, language: str
) -> None:
    """Check the order FILE: what is wrong with it, and what each order would do.

    Nothing is sent or kept. What is drawn by lot and what others order is not known here either. Leaves with 1 where
    something in the file could not be used.
    """
    from adjudicator.host.languages import LANGUAGES
    from adjudicator.shell.checking import check_file

    if (game is None) == (position is None):
        raise BadInput("name either --game FOLDER or --position FILE")
    if language not in LANGUAGES:
        raise BadInput(f"there is no language {language}, only {', '.join(LANGUAGES)}", "--language")
    text, right = check_file(file, game or position or file, player, language)
    click.echo(text, nl=False)
    if not right:
        ctx.exit(EXIT_WRONG)
