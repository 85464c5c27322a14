"""Accounts at mail servers, as the moderator wrote them down: where, how guarded, as whom. No secret is among them.

A password or key is never in a settings file; an account says where to find it: an environment variable or a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from datetime import date
from typing import Any, Literal, TypeVar

from adjudicator.core.model import BadInput, Plain

Security = Literal["tls", "starttls", "none"]
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.:_-]{0,253})\Z|::1\Z")


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a secret is to be found: one of the two."""

    env: str = ""
    file: str = ""
    """Relative to `host/`, if it does not begin at the root or with ~."""

    def __str__(self) -> str:
        return f"the environment variable {self.env}" if self.env else f"the file {self.file}"


@dataclass(frozen=True, slots=True)
class OAuth2:
    """A token that somebody else keeps fresh, or all that is needed to get one: a key, a client, an address."""

    token: Secret | None = None
    refresh: Secret | None = None
    client: str = ""
    client_secret: Secret | None = None
    url: str = ""
    scope: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    server: str
    port: int = 0
    security: Security = "tls"
    user: str = ""
    password: Secret | None = None
    oauth2: OAuth2 | None = None
    ca: str = ""
    """A file of certificates to believe instead of the system's; for a server with an authority of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImapAccount(Account):
    folder: str = "INBOX"
    taken: str = "Taken"
    quarantine: str = "Quarantine"
    since: date | None = None
    """Mails that arrived before this day are left alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SmtpAccount(Account):
    connections: int = 4


USUAL_PORTS: Mapping[type[Account], Mapping[str, int]] = {
    ImapAccount: {"tls": 993, "starttls": 143, "none": 143},
    SmtpAccount: {"tls": 465, "starttls": 587, "none": 25},
}
MOST_CONNECTIONS = 20
A = TypeVar("A", bound=Account)


def read(kind: type[A], raw: Plain, where: str) -> A:
    """An account from its part of the settings. Raises BadInput with what is wrong and what to write."""
    values = _known(kind, raw, where, _READERS)
    account = kind(**{"port": USUAL_PORTS[kind][values.get("security", "tls")], **values})
    local = account.server.lower() in THIS_MACHINE
    if account.security == "none" and not local:
        raise BadInput("security: none is only for a server on this machine; write tls or starttls", where)
    if account.password and account.oauth2:
        raise BadInput("say password or oauth2, not both", where)
    if bool(account.user) != bool(account.password or account.oauth2):
        raise BadInput("a user needs a password or oauth2, and these need a user", where)
    if not account.user and not (local and kind is SmtpAccount):
        raise BadInput("say the user to log in as", where)
    return account


def _known(kind: type, raw: Plain, where: str, readers: Mapping[str, Callable[[Plain, str], Any]]) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise BadInput("this is written as keys and values", where)
    known = [field.name for field in fields(kind)]
    for key in raw:
        if key not in known:
            raise BadInput(f"there is no {key} here, only {', '.join(known)}", where)
    for field in fields(kind):
        if field.default is MISSING and field.name not in raw:
            raise BadInput(f"{field.name} is missing", where)
    return {key: readers[key](value, f"{where}.{key}") for key, value in raw.items()}


def _text(raw: Plain, where: str) -> str:
    if not isinstance(raw, str) or not raw or not raw.isprintable():
        raise BadInput("this is one line of text", where)
    return raw


def _server(raw: Plain, where: str) -> str:
    if not isinstance(raw, str) or not _HOST.match(raw):
        raise BadInput("this is the name of a server, such as imap.example.org", where)
    return raw


def _whole(least: int, most: int) -> Callable[[Plain, str], int]:
    def reader(raw: Plain, where: str) -> int:
        if not isinstance(raw, int) or isinstance(raw, bool) or not least <= raw <= most:
            raise BadInput(f"this is a number from {least} to {most}", where)
        return raw

    return reader


def _day(raw: Plain, where: str) -> date:
    try:
        return date.fromisoformat(raw)
    except (TypeError, ValueError):
        raise BadInput("this is a day, such as 2026-03-01", where) from None


def _security(raw: Plain, where: str) -> Plain:
    if raw not in ("tls", "starttls", "none"):
        raise BadInput("this is tls (from the first byte), starttls, or none for a server on this machine", where)
    return raw


def secret(raw: Plain, where: str) -> Secret:
    if isinstance(raw, str):
        raise BadInput("no secret is written here: say {env: VARIABLE} or {file: PATH}", where)
    values = _known(Secret, raw, where, {"env": _text, "file": _text})
    if len(values) != 1:
        raise BadInput("say {env: VARIABLE} or {file: PATH}", where)
    if "env" in values and not _VARIABLE.match(values["env"]):
        raise BadInput("this is the name of an environment variable, such as ADJUDICATOR_PASSWORD", where)
    return Secret(**values)


def _oauth2(raw: Plain, where: str) -> OAuth2:
    readers = {"token": secret, "refresh": secret, "client": _text, "client_secret": secret, "url": _text}
    oauth2 = OAuth2(**_known(OAuth2, raw, where, {**readers, "scope": _text}))
    if (oauth2.token is None) == (oauth2.refresh is None):
        raise BadInput("say token, or refresh with client and url", where)
    if oauth2.token is not None and oauth2 != OAuth2(oauth2.token):
        raise BadInput("client, client_secret, url and scope go with refresh, not with token", where)
    if oauth2.refresh is not None and not (oauth2.client and oauth2.url):
        raise BadInput("refresh goes with client and url", where)
    if oauth2.url and not oauth2.url.startswith("https://"):
        raise BadInput("the url begins with https://", where)
    return oauth2


_READERS: Mapping[str, Callable[[Plain, str], Any]] = {
    "server": _server,
    "port": _whole(1, 65535),
    "security": _security,
    "user": _text,
    "password": secret,
    "oauth2": _oauth2,
    "ca": _text,
    "folder": _text,
    "taken": _text,
    "quarantine": _text,
    "since": _day,
    "connections": _whole(1, MOST_CONNECTIONS),
}
