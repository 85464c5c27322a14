"""The one place that chooses the real parts of a desk."""

from __future__ import annotations

from pathlib import Path

from adjudicator.core.model import BadInput
from adjudicator.core.texts import decoded
from adjudicator.host import settings
from adjudicator.host.desk import WAIT, Desk
from adjudicator.host.ports import Clock, Doorbell, Mailbox, Post
from adjudicator.shell import durable
from adjudicator.shell.clock import SystemClock
from adjudicator.shell.git import GitArchives
from adjudicator.shell.lazypainter import LazyPainter
from adjudicator.shell.maildir import MaildirDoorbell, MaildirMailbox, MaildirPost
from adjudicator.shell.patience import limited
from adjudicator.shell.store import FolderStore
from adjudicator.shell.trial import survives


def open_desk(home: Path, clock: Clock | None = None, wait: float = WAIT) -> Desk:
    """The desk in a folder: games side by side, and `host/` between them."""
    host = home / "host"
    file = host / settings.PATH
    if not file.is_file():
        raise BadInput("there is no host here; `adjudicator new` makes one", str(file))
    read = settings.read(decoded(file.read_bytes(), f"host/{settings.PATH}"))
    return Desk(
        settings=read,
        store=FolderStore(host),
        archives=GitArchives(home),
        mailbox=_mailbox(host, read),
        post=_post(host, read),
        clock=clock or SystemClock(),
        wait=wait,
        painter=LazyPainter(),
        survives=survives,
        limited=limited,
    )


def open_doorbell(home: Path) -> Doorbell:
    """Rings when the desk in that folder should look for mail."""
    host = home / "host"
    read = settings.read(decoded((host / settings.PATH).read_bytes(), f"host/{settings.PATH}"))
    if read.imap is None:
        return MaildirDoorbell(host / read.mailbox)
    from adjudicator.shell.credentials import Credentials
    from adjudicator.shell.idle import ImapDoorbell

    return ImapDoorbell(read.imap, Credentials(host))


def _mailbox(host: Path, read: settings.Settings) -> Mailbox:
    if read.imap is None:
        return MaildirMailbox(host / read.mailbox)
    from adjudicator.shell.credentials import Credentials
    from adjudicator.shell.imap import ImapMailbox

    return ImapMailbox(read.imap, Credentials(host), FolderStore(host))


def _post(host: Path, read: settings.Settings) -> Post:
    if read.smtp is None:
        return MaildirPost(host / read.post)
    from adjudicator.shell.credentials import Credentials
    from adjudicator.shell.smtp import SmtpPost

    return SmtpPost(read.smtp, Credentials(host), read.address)


def prepare_desk(home: Path) -> None:
    """Makes `host/` with the settings that need no server, unless it is there."""
    file = home / "host" / settings.PATH
    if not file.exists():
        durable.write(file, settings.DEFAULT.encode())
