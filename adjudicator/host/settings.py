"""The host's settings: `host/host.yaml`, written by the moderator and never by the program once it exists."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.core import yamlfiles
from adjudicator.core.model import BadInput, Plain

PATH = "host.yaml"
DEFAULT = """\
# The settings of this host. Lines that are left out take the values shown.
name: adjudicator            # the sender's name in letters
address: games@localhost     # where players write to; letters add +token before the @
moderator: moderator@localhost
mailbox: {maildir: mail/in}  # where mail to that address arrives, below this folder
post: {maildir: mail/out}    # where letters are laid
"""
_ADDRESS = re.compile(r"[^@\s<>\"]+@[^@\s<>\"]+\Z")
_PLACES = ("mailbox", "post")


@dataclass(frozen=True, slots=True)
class Settings:
    name: str = "adjudicator"
    address: str = "games@localhost"
    moderator: str = "moderator@localhost"
    mailbox: str = "mail/in"
    post: str = "mail/out"

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]

    def reply_address(self, token: str) -> str:
        local, _, domain = self.address.rpartition("@")
        return f"{local}+{token}@{domain}"


def read(text: str) -> Settings:
    raw = yamlfiles.load(text, f"host/{PATH}") or {}
    if not isinstance(raw, dict):
        raise BadInput("settings are keys and values", f"host/{PATH}")
    known = Settings.__dataclass_fields__
    values: dict[str, str] = {}
    for key, value in raw.items():
        if key not in known:
            raise BadInput(f"there is no setting {key}, only {', '.join(known)}", f"host/{PATH}")
        values[key] = _maildir(key, value) if key in _PLACES else _text(key, value)
    settings = Settings(**values)
    for key in ("address", "moderator"):
        if not _ADDRESS.match(getattr(settings, key)):
            raise BadInput(f"{key} is a mail address such as games@example.org", f"host/{PATH}")
    return settings


def _text(key: str, value: Plain) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise BadInput(f"{key} is one line of text", f"host/{PATH}")
    return value


def _maildir(key: str, value: Plain) -> str:
    if not isinstance(value, dict) or list(value) != ["maildir"] or not isinstance(value["maildir"], str):
        raise BadInput(f"{key} is written {{maildir: FOLDER}}", f"host/{PATH}")
    return value["maildir"]
