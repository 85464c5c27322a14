"""Is everything set up as it should be?"""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.cli.options import at_home


@click.command()
@click.option(
    "--seconds", type=click.FloatRange(1, 3600), default=60, show_default=True, help="How long to wait for mail."
)
@at_home
@click.pass_context
def selftest(context: click.Context, seconds: float, home: Path) -> None:
    """Try the settings: login, IDLE, a mail to itself, a commit, the clock against the mail server's.

    Says of each part whether it works, and otherwise what is wrong and what to do. Leaves nothing behind.
    """
    from adjudicator.shell.selftest import selftest as tried

    wrong = 0
    for finding in tried(home, seconds):
        click.echo(f"{'ok   ' if finding.right else 'WRONG'}  {finding.part:9} {finding.said}")
        wrong += not finding.right
    if wrong:
        context.exit(1)
