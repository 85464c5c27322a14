"""Commands that only look: a game's position, its history, the options that it could be played with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from adjudicator.core.model import BadInput, Plain

_game_folder = click.argument("game", type=click.Path(exists=True, file_okay=False, path_type=Path))


@click.command()
@click.argument("ruleset", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
def options(ruleset: str | None, as_json: bool) -> None:
    """List and explain the options of RULESET; without it, of every game that is installed."""
    import json

    from adjudicator.core import registry
    from adjudicator.core.options import listed

    found, troubles = {}, []
    for name in (ruleset,) if ruleset else registry.names():
        try:
            found[name] = listed(registry.ruleset(name))
        except BadInput as error:  # one that cannot be loaded hides no other
            troubles.append(str(error))
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        for name, several in found.items():
            click.echo(f"{registry.ruleset(name).title} ({name})")
            _tell_options(several)
        click.echo("Chosen with `adjudicator new … --option NAME VALUE`; they stand in game.yaml.")
    if troubles:
        raise BadInput("; ".join(troubles))


def _tell_options(several: Sequence[Mapping[str, Plain]]) -> None:
    if not several:
        click.echo("\n  It has no options.")
    for option in several:
        values = " | ".join(
            f"{value} (default)" if value == option["default"] else f"{value}" for value in option["values"]
        )
        click.echo(f"\n  {option['name']}: {values}")
        click.echo(click.wrap_text(option["explained"] + ".", 78, "    ", "    "))
    click.echo("")


@click.command()
@_game_folder
@click.option("--turn", "phase", metavar="PHASE", help="T03/movement: as it stood after that phase.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write the picture: .svg or .png."
)
@click.option("--seat", metavar="COLOUR", help="As that player may know it; otherwise as anybody may.")
@click.option(
    "--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True, help="Of the picture."
)
def show(game: Path, phase: str | None, out: Path | None, seat: str | None, theme: str) -> None:
    """Show the position of GAME: as tables and a text map, or with --out as a picture.

    GAME is the folder of a game, or a clone of it. A past phase is told again from the events in its archive.
    """
    from adjudicator.host import looking
    from adjudicator.shell.git import GitArchive

    shown = looking.at(GitArchive(game), game.resolve().name, phase, seat)
    if out is None:
        click.echo(shown.text(), nl=False)
        return
    picture = shown.picture(theme)
    if out.suffix == ".svg":
        from adjudicator.core.picture import svg

        content = svg(picture).encode()
    elif out.suffix == ".png":
        from adjudicator.shell.painting import png

        content = png(picture)
    else:
        raise BadInput("a picture is written as .svg or .png", "--out")
    from adjudicator.shell import durable

    durable.write(out, content, mode=0o644)


@click.command()
@_game_folder
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def history(game: Path, as_json: bool) -> None:
    """Tell GAME in a page: who ordered when, what happened by phase, wealth by turn.

    GAME is the folder of a game, or a clone of it; when orders arrived is told where the host is beside it.
    """
    import json

    from adjudicator.host import history as telling
    from adjudicator.shell.git import GitArchive

    folder = GitArchive(game)
    times = telling.Times(folder.committed("proof.yaml"), _ordered(game))
    told = telling.history(folder, game.resolve().name, times)
    click.echo(
        json.dumps(told, ensure_ascii=False, indent=2) + "\n" if as_json else telling.page(folder, told), nl=False
    )


def _ordered(game: Path) -> dict[str, dict[str, list[str]]]:
    """When orders came stands in the journal of the host, if that is beside the game."""
    from adjudicator.host.history import ordered_in
    from adjudicator.host.journal import Journal
    from adjudicator.shell.store import FolderStore

    host = game.resolve().parent / "host"
    return ordered_in(Journal(FolderStore(host)).lines(), game.resolve().name) if host.is_dir() else {}
