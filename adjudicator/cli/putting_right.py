"""Commands that put a game right afterwards: undo and correct."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.options import at_home
from adjudicator.core.model import BadInput, Plain


@click.command()
@click.argument("game")
@click.option("--phases", type=int, default=1, show_default=True, metavar="N", help="How many phases to go back.")
@click.option("--reason", default="", help="Why; everybody is told.")
@at_home
def undo(game: str, phases: int, reason: str, home: Path) -> None:
    """Take GAME back before its last phases.

    Orders are kept: they are held again, but nobody counts as ready until he says so. Everybody is told. What is
    undone stays in the archive, under undone/, and `adjudicator verify` checks it like the rest.
    """
    from adjudicator.host.run import known
    from adjudicator.host.undoing import undo as take_back
    from adjudicator.shell.bootstrap import open_desk

    desk = open_desk(home)
    with desk.step(f"undoing phases of {game}") as draft:
        correction = take_back(draft, known(desk, game), phases, reason)
    click.echo(f"{game}: undone: {', '.join(correction.undone)}; waits for {correction.phase} again")
    click.echo(f"  kept in {game}/{correction.undone_folder}; orders are held, and nobody counts as ready")
    for number in correction.left_out:
        click.echo(f"  correction {number} changed a later position, and no longer holds")
    click.echo("`adjudicator run` sends the letters")


@click.command()
@click.argument("game")
@click.option("--reason", required=True, help="Why; everybody is told.")
@click.option("--phase", metavar="PHASE", help="T03/movement: whose orders, or the position that it begins from.")
@click.option(
    "--order",
    "orders",
    nargs=2,
    multiple=True,
    metavar="COLOUR FILE",
    help="The whole order file of that player for that phase, as it should have been.",
)
@click.option("--set", "facts", multiple=True, metavar="PATH=VALUE", help="A fact: goods.C4a.boards=2, or = for none.")
@click.option(
    "--state",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Facts as a part of a state file; null takes something out.",
)
@click.option(
    "--leave-out",
    type=int,
    multiple=True,
    metavar="NUMBER",
    help="A later correction of the position that is not to be put back.",
)
@click.option("--confirm", is_flag=True, help="Publish it at once.")
@at_home
def correct(
    game: str,
    reason: str,
    phase: str | None,
    orders: tuple[tuple[str, str], ...],
    facts: tuple[str, ...],
    state: Path | None,
    leave_out: tuple[int, ...],
    confirm: bool,
    home: Path,
) -> None:
    """Change a past order or a fact of the position of GAME, and adjudicate again from there.

    Prints every later order that comes to something else, or is refused now, and what is different in the position.
    Published only with --confirm, or afterwards by `adjudicator confirm GAME`; `adjudicator discard GAME` forgets it.
    The draws stay what they were. What was changed by hand in a later position is put back in its place, if what it
    changed is still what it was then; otherwise nothing is corrected until you say what to leave out.
    """
    from adjudicator.host import corrected, correcting
    from adjudicator.host.run import known
    from adjudicator.shell.bootstrap import open_desk

    texts = {colour: _text(Path(file)) for colour, file in orders}
    request = correcting.Request(reason, phase, texts, _patch(facts, state), leave_out)
    desk = open_desk(home)
    with desk.step(f"correcting {game}") as draft:
        outcome = correcting.work_out(draft, known(desk, game), request)
        if correcting.make_room(draft, game):
            click.echo(f"{game}: this takes the place of the correction that was staged")
        for line in correcting.told(outcome):
            click.echo(line)
        if confirm:
            corrected.publish(draft, outcome)
        else:
            correcting.stage(draft, outcome, request)
    if confirm:
        click.echo(f"published as correction {outcome.correction.number}; `adjudicator run` sends the letters")
    else:
        click.echo(
            f"nothing is published yet: `adjudicator confirm {game}` does that, `adjudicator discard {game}` forgets it"
        )


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadInput("the file is not UTF-8 text", str(file)) from None


def _patch(facts: tuple[str, ...], file: Path | None) -> Plain:
    """What is said by --state and --set together; None if neither says anything."""
    from adjudicator.core import yamlfiles

    if not facts and file is None:
        return None
    patch: dict[str, Plain] = {} if file is None else yamlfiles.load(_text(file), str(file))
    if not isinstance(patch, dict):
        raise BadInput("facts are keys and values, as in state.yaml", str(file))
    for fact in facts:
        path, equals, value = fact.partition("=")
        if not equals or not path.strip(" ."):
            raise BadInput(f"a fact is written PATH=VALUE, such as goods.C4a.boards=2, not {fact}", "--set")
        *keys, last = path.strip().split(".")
        inner = patch
        for key in keys:
            inner = inner.setdefault(key, {})
            if not isinstance(inner, dict):
                raise BadInput(f"{key} is changed twice", "--set")
        inner[last] = yamlfiles.load(value, "--set")
    return patch
