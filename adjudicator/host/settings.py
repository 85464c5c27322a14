"""The host's settings: `host/host.yaml`, written by the moderator and never by the program once it exists."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.core import yamlfiles
from adjudicator.core.model import BadInput, Plain
from adjudicator.host import accounts
from adjudicator.host.accounts import ImapAccount, SmtpAccount

PATH = "host.yaml"
DEFAULT = """\
# The settings of this host. Lines that are left out take the values shown.
name: adjudicator            # the sender's name in letters
address: games@localhost     # where players write to; letters add +token before the @
moderator: moderator@localhost
mailbox: {maildir: mail/in}  # where mail to that address arrives, below this folder
post: {maildir: mail/out}    # where letters are laid
# blind: true                # the moderator plays too: no command shows pending orders (docs/moderators.md)
# Mail servers instead, {imap: …} and {smtp: …}, are explained in docs/mail_servers.md.
"""
_ADDRESS = re.compile(r"[^@\s<>\"]+@[^@\s<>\"]+\Z")
_SERVER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,253}\Z")


@dataclass(frozen=True, slots=True)
class Authentication:
    """A second sign that a mail is from where it says: what our own server wrote on it. The token stays the key."""

    server: str
    """The only server whose Authentication-Results are believed."""
    require: bool = False
    """Orders without that sign are refused, even with the right token."""


@dataclass(frozen=True, slots=True)
class Settings:
    name: str = "adjudicator"
    address: str = "games@localhost"
    moderator: str = "moderator@localhost"
    mailbox: str = "mail/in"
    """The Maildir that mail comes into, unless there is an IMAP account."""
    post: str = "mail/out"
    imap: ImapAccount | None = None
    smtp: SmtpAccount | None = None
    authentication: Authentication | None = None
    blind: bool | tuple[str, ...] = False
    """Games, or all, in which the moderator plays and therefore is shown nothing of anybody's pending orders."""

    def blind_to(self, game: str) -> bool:
        return self.blind if isinstance(self.blind, bool) else game in self.blind

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]

    def is_ours(self, address: str) -> bool:
        """Whether mail to this address comes back to us, with a token or without."""
        local, _, domain = address.lower().rpartition("@")
        return f"{local.partition('+')[0]}@{domain}" == self.address.lower()

    def reply_address(self, token: str) -> str:
        local, _, domain = self.address.rpartition("@")
        return f"{local}+{token}@{domain}"


def read(text: str) -> Settings:
    raw = yamlfiles.load(text, f"host/{PATH}") or {}
    if not isinstance(raw, dict):
        raise BadInput("settings are keys and values", f"host/{PATH}")
    values: dict[str, Plain] = {}
    for key, value in raw.items():
        if key not in _KEYS:
            raise BadInput(f"there is no setting {key}, only {', '.join(_KEYS)}", f"host/{PATH}")
        if key == "mailbox":
            values |= _place(key, value, ImapAccount, "imap")
        elif key == "post":
            values |= _place(key, value, SmtpAccount, "smtp")
        elif key == "blind":
            values[key] = _blind(value)
        else:
            values[key] = _authentication(value) if key == "authentication" else _text(key, value)
    settings = Settings(**values)
    for key in ("address", "moderator"):
        if not _ADDRESS.match(getattr(settings, key)):
            raise BadInput(f"{key} is a mail address such as games@example.org", f"host/{PATH}")
    return settings


_KEYS = ("name", "address", "moderator", "mailbox", "post", "authentication", "blind")


def _text(key: str, value: Plain) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise BadInput(f"{key} is one line of text", f"host/{PATH}")
    return value


def _place(key: str, value: Plain, kind: type[accounts.Account], server: str) -> dict[str, Plain]:
    """A Maildir below `host/`, or an account at a server."""
    if isinstance(value, dict) and list(value) == [server]:
        return {server: accounts.read(kind, value[server], f"host/{PATH}: {key}.{server}")}
    if not isinstance(value, dict) or list(value) != ["maildir"] or not isinstance(value["maildir"], str):
        raise BadInput(f"{key} is written {{maildir: FOLDER}} or {{{server}: {{server: …}}}}", f"host/{PATH}")
    return {key: value["maildir"]}


def _blind(value: Plain) -> bool | tuple[str, ...]:
    if isinstance(value, bool):
        return value
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise BadInput("blind is true, false or a list of games: [two-valleys]", f"host/{PATH}")
    return tuple(value)


def _authentication(value: Plain) -> Authentication:
    if not isinstance(value, dict) or not set(value) <= {"server", "require"}:
        raise BadInput("authentication has server and require, and nothing else", f"host/{PATH}")
    server, require = value.get("server"), value.get("require", False)
    if not isinstance(server, str) or not _SERVER.match(server) or not isinstance(require, bool):
        raise BadInput("authentication is written {server: mx.example.org, require: false}", f"host/{PATH}")
    return Authentication(server, require)
