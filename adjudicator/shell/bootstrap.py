"""The one place that chooses the real parts of a desk."""

from __future__ import annotations

from pathlib import Path

from adjudicator.core.model import BadInput
from adjudicator.host import settings
from adjudicator.host.desk import WAIT, Desk
from adjudicator.host.ports import Clock
from adjudicator.shell import durable
from adjudicator.shell.clock import SystemClock
from adjudicator.shell.git import GitArchives
from adjudicator.shell.maildir import MaildirMailbox, MaildirPost
from adjudicator.shell.store import FolderStore


def open_desk(home: Path, clock: Clock | None = None, wait: float = WAIT) -> Desk:
    """The desk in a folder: games side by side, and `host/` between them."""
    host = home / "host"
    file = host / settings.PATH
    if not file.is_file():
        raise BadInput("there is no host here; `adjudicator new` makes one", str(file))
    read = settings.read(file.read_text(encoding="utf-8"))
    return Desk(
        settings=read,
        store=FolderStore(host),
        archives=GitArchives(home),
        mailbox=MaildirMailbox(host / read.mailbox),
        post=MaildirPost(host / read.post),
        clock=clock or SystemClock(),
        wait=wait,
    )


def prepare_desk(home: Path) -> None:
    """Makes `host/` with the settings that need no server, unless it is there."""
    file = home / "host" / settings.PATH
    if not file.exists():
        durable.write(file, settings.DEFAULT.encode())
