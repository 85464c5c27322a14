"""Maps: is this one right and fair, draw me a new one, show me what it looks like."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.core.model import BadInput, Board

if TYPE_CHECKING:
    from adjudicator.core.maps import Maps

_of_game = click.option(
    "--game", "name", default="roads-and-boats", show_default=True, metavar="NAME", help="The game that the map is for."
)


@click.group(name="map")
def map() -> None:
    """Check, draw by lot and show maps.

    MAP is a map file, or the name of a scenario that comes with the game.
    """


@map.command()
@click.argument("file", metavar="MAP")
@_of_game
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def check(file: str, name: str, as_json: bool) -> None:
    """Is MAP right, and what is it like?

    Prints its size, the steps from each home to what everybody needs, and what players may regret. A map that breaks
    the rules is refused with the tile and the edge (exit code 2).
    """
    maps, board = _read(file, name)
    if as_json:
        import json

        click.echo(json.dumps(maps.report(board), ensure_ascii=False, indent=2))
    else:
        click.echo(maps.told(board), nl=False)


@map.command()
@click.option("--players", type=int, required=True, metavar="N", help="How many play.")
@click.option("--land", type=int, metavar="N", help="Tiles of land; eleven for each player if not said.")
@click.option("--sea", type=int, metavar="N", help="Tiles of sea; a third of the land if not said.")
@click.option("--seed", required=True, metavar="X", help="Any word: the same word gives the same map.")
@_of_game
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write the map there.")
def generate(players: int, land: int | None, sea: int | None, seed: str, name: str, out: Path | None) -> None:
    """Draw a new map by lot.

    Rivers keep the rules, the land is in one piece, and the ways from each home to woods, rock, pasture, mountain and
    sea differ by one step at most.
    """
    from adjudicator.core import yamlfiles
    from adjudicator.core.maps import maps_of
    from adjudicator.core.registry import ruleset

    land = 11 * players if land is None else land
    sea = land // 3 if sea is None else sea
    raw = maps_of(ruleset(name)).generate(players, land, sea, seed)
    text = yamlfiles.dump(raw, inline=("homes",))
    if out is None:
        click.echo(text, nl=False)
    else:
        _write(out, text.encode())


@map.command()
@click.argument("file", metavar="MAP")
@_of_game
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write it as .svg or .png."
)
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light", show_default=True)
def show(file: str, name: str, out: Path | None, theme: str) -> None:
    """Show MAP: as text, or with --out as a picture."""
    maps, board = _read(file, name)
    position = maps.empty(board)
    if out is None:
        click.echo(maps.text(position), nl=False)
        return
    from adjudicator.core.registry import ruleset
    from adjudicator.host import languages

    picture = maps.picture(position, languages.voice(ruleset(name)), theme)
    if out.suffix == ".svg":
        from adjudicator.core.picture import svg

        _write(out, svg(picture).encode())
    elif out.suffix == ".png":
        from adjudicator.shell.painting import png

        _write(out, png(picture))
    else:
        raise BadInput("a picture is written as .svg or .png", "--out")


def _read(file: str, name: str) -> tuple[Maps, Board]:
    """The board of a map file, or of a scenario of that name."""
    from adjudicator.core import yamlfiles
    from adjudicator.core.maps import maps_of
    from adjudicator.core.registry import ruleset

    game = ruleset(name)
    path = Path(file)
    if not path.exists() and path.name == file:
        path = game.folders.scenarios / f"{file}.yaml"
        if not path.exists():
            known = ", ".join(sorted(each.stem for each in game.folders.scenarios.glob("*.yaml")))
            raise BadInput(f"there is neither a file nor a scenario {file}; scenarios are {known}")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput("this is no text", file) from None
    try:
        return maps_of(game), game.read_board(yamlfiles.load(text))
    except BadInput as refusal:
        raise BadInput(str(refusal), file) from None


def _write(path: Path, content: bytes) -> None:
    from adjudicator.shell import durable

    durable.write(path, content, mode=0o644)
