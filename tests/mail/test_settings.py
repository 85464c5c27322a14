"""The settings of mail servers: what may be written, and that the schema for editors says the same."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import jsonschema
import pytest

from adjudicator.core import folders, yamlfiles
from adjudicator.core.model import BadInput
from adjudicator.host import settings
from adjudicator.host.accounts import OAuth2, Secret

SCHEMA = json.loads((folders.schemas("host") / "host.schema.json").read_text(encoding="utf-8"))
IMAP: dict[str, Any] = {"server": "imap.example.org", "user": "games", "password": {"env": "PASSWORD"}}
SMTP: dict[str, Any] = {"server": "smtp.example.org", "user": "games", "password": {"file": "password"}}
TOKEN: dict[str, Any] = {"token": {"env": "TOKEN"}}
RENEWED: dict[str, Any] = {"refresh": {"file": "key"}, "client": "id", "url": "https://example.org/token"}
LOCAL = {"server": "localhost", "security": "none"}


def without(account: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in account.items() if key not in keys}


def imap(**changed: Any) -> dict[str, Any]:
    return {"mailbox": {"imap": {**IMAP, **changed}}}


def smtp(**changed: Any) -> dict[str, Any]:
    return {"post": {"smtp": {**SMTP, **changed}}}


def oauth2(**given: Any) -> dict[str, Any]:
    return {"mailbox": {"imap": {**without(IMAP, "password"), "oauth2": given}}}


GOOD: list[dict[str, Any]] = [
    {},
    {"name": "The judge", "address": "games@example.org", "moderator": "me@example.org"},
    {"mailbox": {"maildir": "mail/in"}, "post": {"maildir": "mail/out"}},
    imap(),
    imap(port=1993, security="starttls", ca="/etc/ca.crt", folder="Games", taken="Done", quarantine="Odd"),
    imap(since="2026-03-01"),
    imap(**LOCAL),
    imap(server="127.0.0.1", security="none"),
    smtp(),
    smtp(connections=20),
    {"post": {"smtp": {"server": "localhost", "security": "none"}}},
    oauth2(**TOKEN),
    oauth2(**RENEWED),
    oauth2(**RENEWED, client_secret={"env": "SECRET"}, scope="mail"),
    {"authentication": {"server": "mx.example.org"}},
    {"authentication": {"server": "mx.example.org", "require": True}},
]
BAD: list[tuple[dict[str, Any], str]] = [
    ({"mailbx": {"maildir": "in"}}, "there is no setting mailbx"),
    ({"address": "games"}, "address is a mail address"),
    ({"name": 7}, "name is one line of text"),
    ({"mailbox": "mail/in"}, "mailbox is written"),
    ({"mailbox": {"smtp": SMTP}}, "mailbox is written"),
    ({"mailbox": {"maildir": "in", "imap": IMAP}}, "mailbox is written"),
    ({"post": {"imap": IMAP}}, "post is written"),
    ({"mailbox": {"imap": without(IMAP, "server")}}, "server is missing"),
    ({"mailbox": {"imap": without(IMAP, "user")}}, "a user needs a password"),
    ({"mailbox": {"imap": without(IMAP, "password")}}, "a user needs a password"),
    ({"mailbox": {"imap": without(IMAP, "user", "password")}}, "say the user"),
    ({"post": {"smtp": without(SMTP, "user", "password")}}, "say the user"),
    ({"mailbox": {"imap": "imap.example.org"}}, "keys and values"),
    (imap(sever="x"), "there is no sever here"),
    (imap(password="horse"), "no secret is written here"),
    (imap(password={}), "say {env: VARIABLE}"),
    (imap(password={"env": "A", "file": "b"}), "say {env: VARIABLE}"),
    (imap(password={"env": "two words"}), "the name of an environment variable"),
    (imap(password={"file": 3}), "one line of text"),
    (imap(password={"keyring": "x"}), "there is no keyring here"),
    (imap(security="ssl"), "this is tls"),
    (imap(security="none"), "only for a server on this machine"),
    (imap(port=0), "a number from 1 to 65535"),
    (imap(port="993 "), "a number from 1 to 65535"),
    (imap(port=True), "a number from 1 to 65535"),
    (imap(since="yesterday"), "this is a day"),
    (imap(folder=""), "one line of text"),
    (imap(connections=4), "there is no connections here"),
    (imap(server="imap example org"), "the name of a server"),
    (imap(server="imap://example.org"), "the name of a server"),
    (smtp(connections=0), "a number from 1 to 20"),
    (smtp(connections=21), "a number from 1 to 20"),
    (smtp(folder="INBOX"), "there is no folder here"),
    (imap(oauth2=TOKEN), "say password or oauth2, not both"),
    (oauth2(), "say token, or refresh"),
    (oauth2(**TOKEN, **RENEWED), "say token, or refresh"),
    (oauth2(**TOKEN, client="id"), "go with refresh, not with token"),
    (oauth2(**without(RENEWED, "url")), "refresh goes with client and url"),
    (oauth2(**{**RENEWED, "url": "http://example.org"}), "begins with https://"),
    (oauth2(**{**RENEWED, "refresh": "key"}), "no secret is written here"),
    ({"authentication": {}}, "authentication is written"),
    ({"authentication": {"server": "mx example"}}, "authentication is written"),
    ({"authentication": {"server": "mx.example.org", "require": "yes"}}, "authentication is written"),
    ({"authentication": {"server": "mx.example.org", "trust": True}}, "authentication has server and require"),
]


def valid(plain: dict[str, Any]) -> bool:
    return bool(jsonschema.Draft202012Validator(SCHEMA).is_valid(plain))


@pytest.mark.parametrize("plain", GOOD, ids=str)
def test_what_may_be_written(plain: dict[str, Any]) -> None:
    settings.read(yamlfiles.dump(plain, blocks=1))
    assert valid(plain)


@pytest.mark.parametrize(("plain", "said"), BAD, ids=str)
def test_what_may_not(plain: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput) as error:
        settings.read(yamlfiles.dump(plain, blocks=1))
    assert said in str(error.value) and "host/host.yaml" in str(error.value)
    assert "horse" not in str(error.value)
    assert not valid(plain)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) >= {"mailbox", "post", "authentication"}


def test_the_default_says_what_is_meant() -> None:
    assert settings.read(settings.DEFAULT) == settings.Settings()
    assert valid(yamlfiles.load(settings.DEFAULT))


def test_usual_ports() -> None:
    ports = {}
    for security in ("tls", "starttls"):
        read = settings.read(yamlfiles.dump({**imap(security=security), **smtp(security=security)}, blocks=1))
        assert read.imap is not None and read.smtp is not None
        ports[security] = (read.imap.port, read.smtp.port)
    assert ports == {"tls": (993, 465), "starttls": (143, 587)}


def test_everything_that_is_written_is_read() -> None:
    read = settings.read(yamlfiles.dump({**oauth2(**RENEWED, scope="mail"), **smtp(ca="/etc/ca.crt")}, blocks=1))
    assert read.imap is not None and read.smtp is not None
    assert read.imap.oauth2 == OAuth2(
        refresh=Secret(file="key"), client="id", url="https://example.org/token", scope="mail"
    )
    assert (read.smtp.password, read.smtp.ca, read.smtp.connections) == (Secret(file="password"), "/etc/ca.crt", 4)
    read = settings.read(yamlfiles.dump(imap(since="2026-03-01"), blocks=1))
    assert read.imap is not None and read.imap.since == date(2026, 3, 1)
