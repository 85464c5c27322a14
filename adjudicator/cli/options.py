"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def at_home(command: F) -> F:
    from pathlib import Path

    return at_home_as(Path)(command)


def at_home_as(kind: type[str | os.PathLike[str]]) -> Callable[[F], F]:
    return click.option(
        "--home",
        type=click.Path(path_type=kind, file_okay=False),
        default=".",
        envvar="ADJUDICATOR_HOME",
        help="The folder that holds the games and host/; otherwise $ADJUDICATOR_HOME or the current one.",
    )


def with_agreements(command: F) -> F:
    """What players agree on about time and press, for `new` and `change`."""
    for option in (
        click.option(
            "--press", type=click.Choice(["named", "anonymous", "none"]), help="What players may write each other."
        ),
        click.option(
            "--set",
            "agreed",
            nargs=2,
            multiple=True,
            metavar="KEY VALUE",
            help="About deadlines: zone, skip, grace, ready, reminders, missing … See docs/moderators.md.",
        ),
        click.option(
            "--deadline",
            "deadlines",
            nargs=2,
            multiple=True,
            metavar="PHASE TIME",
            help="How long players have for a kind of phase, or for `other`: '2 days at 20:00', '36 hours'.",
        ),
    ):
        command = option(command)
    return command
