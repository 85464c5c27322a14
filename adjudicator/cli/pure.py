"""Commands that work on files alone: no host, no mail, no clock."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.core.draws import SEED_BYTES
from adjudicator.core.model import BadInput


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of YAML.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Write state, events and refused there as files."
)
@click.option("--seed", default="00" * SEED_BYTES, metavar="HEX", help="The seed of the draws; zeros otherwise.")
def resolve(folder: Path, as_json: bool, out: Path | None, seed: str) -> None:
    """Resolve the phase in FOLDER and print state, events and refused.

    Reads map.yaml, state.yaml, orders/*.yaml and, if present, game.yaml. Writes nothing there. The same input gives the
    same bytes, on every machine.
    """
    from adjudicator.core import yamlfiles
    from adjudicator.shell.phasefolder import resolve_folder

    try:
        key = bytes.fromhex(seed)
    except ValueError:
        raise BadInput("a seed is written in hex digits, two for each byte", "--seed") from None
    outcome = resolve_folder(folder, key)
    ending, write = ("json", _json) if as_json else ("yaml", yamlfiles.dump)
    if out is None:
        click.echo(write(outcome), nl=False)
        return
    if out.resolve() == folder.resolve():
        raise BadInput("this is the folder that is resolved; nothing is written there", "--out")
    from adjudicator.shell import durable

    for name, part in outcome.items():
        durable.write(out / f"{name}.{ending}", write(part).encode(), mode=0o644)


def _json(value: object) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
