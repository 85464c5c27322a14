"""Secrets, taken from where the settings say they lie: the environment, or a file that is nobody else's.

A file in a git work tree is refused, for it is sooner or later committed; so is one that others can read.
"""

from __future__ import annotations

import json
import os
import ssl
import stat
import threading
import time
from collections.abc import Mapping
from pathlib import Path

from adjudicator.core.model import BadInput, Plain
from adjudicator.host.accounts import Account, OAuth2, Secret
from adjudicator.host.letters import one_line
from adjudicator.host.ports import Unreachable
from adjudicator.shell import durable

TOKEN_TIMEOUT = 30.0
SPARE_SECONDS = 120.0
"""A token that ends sooner than this is renewed first."""
MOST_BYTES = 64 * 1024
LONGEST = 300


class Credentials:
    def __init__(self, host: Path, environment: Mapping[str, str] = os.environ) -> None:
        self._host = host
        self._environment = environment
        self._tokens: dict[OAuth2, tuple[str, float]] = {}
        self._renewing = threading.Lock()
        """Connections are made several at once, and a key that is used twice may be worth nothing from then on."""

    def password(self, account: Account) -> str:
        assert account.password is not None
        return self.secret(account.password)

    def token(self, account: Account) -> str:
        """An access token that is good for a while yet."""
        oauth2 = account.oauth2
        assert oauth2 is not None
        if oauth2.token is not None:
            return self.secret(oauth2.token)
        with self._renewing:
            token, ends = self._tokens.get(oauth2, ("", 0.0))
            if ends < time.monotonic() + SPARE_SECONDS:
                token, lasts = self._renewed(oauth2, account.ca)
                self._tokens[oauth2] = token, time.monotonic() + lasts
            return token

    def forget(self, account: Account) -> None:
        """A token that the server does not take, whatever was said of how long it lasts, is not shown again."""
        if account.oauth2 is not None:
            self._tokens.pop(account.oauth2, None)

    def secret(self, where: Secret) -> str:
        if where.env:
            found = self._environment.get(where.env, "")
            if not found:
                raise BadInput(f"the environment variable {where.env} is not set, or is empty")
        else:
            found = self._from_file(self._path(where))
        if not found.isprintable():
            raise BadInput(f"the secret in {where} is not one line of text")
        return found

    def _path(self, where: Secret) -> Path:
        return (self._host / Path(where.file).expanduser()).resolve()

    def _from_file(self, path: Path) -> str:
        refuse_if_shared(path)
        found = path.read_text(encoding="utf-8").strip()
        if not found:
            raise BadInput("this file should hold a secret, and is empty", str(path))
        return found

    def _renewed(self, oauth2: OAuth2, ca: str) -> tuple[str, float]:
        """RFC 6749, section 6. A new key that comes with the token takes the place of the old one."""
        assert oauth2.refresh is not None
        if not oauth2.refresh.file:
            return self._asked_for(oauth2, oauth2.refresh, ca)
        path = self._path(oauth2.refresh)
        refuse_if_shared(path)
        with durable.alone(path.parent):  # a key may be good for one time, and another run may be using it
            return self._asked_for(oauth2, oauth2.refresh, ca)

    def _asked_for(self, oauth2: OAuth2, refresh: Secret, ca: str) -> tuple[str, float]:
        form = {"grant_type": "refresh_token", "client_id": oauth2.client, "refresh_token": self.secret(refresh)}
        if oauth2.client_secret is not None:
            form["client_secret"] = self.secret(oauth2.client_secret)
        if oauth2.scope:
            form["scope"] = oauth2.scope
        answer = _ask(oauth2.url, form, ca)
        token = answer.get("access_token")
        if not isinstance(token, str) or not token:
            raise Unreachable(f"{oauth2.url} gave no access token", _NEW_KEY, lasting=True)
        key = answer.get("refresh_token")
        if isinstance(key, str) and key and refresh.file:
            durable.write(self._path(refresh), f"{key}\n".encode())
        return token, _seconds(answer.get("expires_in"))


_NEW_KEY = "allow this program access once more at your provider, and store the new refresh key"


def refuse_if_shared(path: Path) -> None:
    """A secret's file is an ordinary one of ours, closed to others, and in no repository."""
    try:
        found = path.stat()
    except OSError as error:
        raise BadInput(f"this file should hold a secret, but: {error.strerror}", str(path)) from None
    if not stat.S_ISREG(found.st_mode):
        raise BadInput("this should be a file that holds a secret", str(path))
    if found.st_uid not in (os.geteuid(), 0) or stat.S_IMODE(found.st_mode) & 0o077:
        raise BadInput("others can read this secret: chmod 600 it, as its owner", str(path))
    for folder in path.parents:
        if (folder / ".git").exists():
            raise BadInput(f"this secret lies in the git work tree {folder}; move it out of there", str(path))


def tls_context(ca: str, besides_system: bool = False) -> ssl.SSLContext:
    """Certificates are always verified. An authority of the server's own is believed instead of the system's."""
    try:
        context = ssl.create_default_context(cafile=None if besides_system else ca or None)
        if ca and besides_system:
            context.load_verify_locations(ca)
    except (OSError, ssl.SSLError) as error:
        raise BadInput(f"these certificates cannot be read: {error}", ca) from None
    return context


def _ask(url: str, form: Mapping[str, str], ca: str) -> dict[str, Plain]:
    import http.client
    import urllib.error
    import urllib.parse
    import urllib.request

    request = urllib.request.Request(url, urllib.parse.urlencode(form).encode(), {"Accept": "application/json"})
    try:
        context = tls_context(ca, besides_system=True)
        with urllib.request.urlopen(request, timeout=TOKEN_TIMEOUT, context=context) as reply:
            answer = json.loads(reply.read(MOST_BYTES))
    except urllib.error.HTTPError as error:
        with error:
            said = _error_in(error.read(MOST_BYTES))
        lasting = 400 <= error.code < 500 and error.code != 429
        raise Unreachable(
            f"{url} refuses to renew the access token: {error.code} {said}".rstrip(),
            _NEW_KEY if lasting else "try again later",
            lasting=lasting,
        ) from None
    except (OSError, ValueError, http.client.HTTPException) as error:
        said = one_line(str(error), LONGEST)
        raise Unreachable(f"{url} gives no access token: {said}", "check the url and the network") from None
    if not isinstance(answer, dict):
        raise Unreachable(f"{url} does not answer as OAuth2 does", "check the url", lasting=True)
    return answer


def _seconds(said: Plain) -> float:
    """Some providers say a number as text. Where nothing is said, a token is used once."""
    return float(said) if isinstance(said, int | float) or (isinstance(said, str) and said.isdecimal()) else 0.0


def _error_in(body: bytes) -> str:
    """The short name of what is wrong; never the whole answer, which may repeat what was sent."""
    try:
        found = json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        return ""
    return found[:60] if isinstance(found, str) and found.isprintable() else ""
