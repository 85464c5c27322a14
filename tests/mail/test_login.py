"""Getting in: certificates that are verified, passwords, OAuth2."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.core.model import BadInput
from adjudicator.host.accounts import ImapAccount, OAuth2, Secret, SmtpAccount
from adjudicator.host.ports import Outgoing, Unreachable
from adjudicator.shell import imap
from adjudicator.shell.credentials import Credentials
from adjudicator.shell.smtp import SmtpPost
from tests.mail.cutting import Proxy
from tests.mail.servers import ACCESS_TOKEN, PASSWORD, Authority, Dovecot, Relay, SmtpServer
from tests.mail.table import MailTable

LETTER = Outgoing("a", "red@example.org", b"Message-ID: <a@example.org>\r\n\r\nhello\r\n")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    for name, secret in {"password": PASSWORD, "token": ACCESS_TOKEN, "key": "key-1"}.items():
        (tmp_path / name).write_text(secret)
        (tmp_path / name).chmod(0o600)
    return tmp_path


def imap_account(dovecot: Dovecot, security: str = "tls") -> ImapAccount:
    port = dovecot.imaps if security == "tls" else dovecot.imap
    return ImapAccount(
        server="localhost",
        port=port,
        security=security,  # type: ignore[arg-type]
        user="someone",
        password=Secret(file="password"),
        ca=str(dovecot.ca),
    )


def works(account: ImapAccount, home: Path) -> bool:
    client = imap.connect(account, Credentials(home))
    try:
        return bool(imap.select(client, account))
    finally:
        imap.hang_up(client)


# -- IMAP


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_imap_by_our_own_authority(dovecot: Dovecot, home: Path, security: str) -> None:
    assert works(imap_account(dovecot, security), home)


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_imap_with_a_certificate_that_nobody_vouches_for(dovecot: Dovecot, home: Path, security: str) -> None:
    account = replace(imap_account(dovecot, security), ca="")
    with pytest.raises(Unreachable, match="the certificate of the IMAP server localhost cannot be verified") as error:
        imap.connect(account, Credentials(home))
    assert error.value.lasting and "name the file of that as ca" in error.value.advice


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_imap_with_a_certificate_for_another_name(dovecot: Dovecot, home: Path, security: str) -> None:
    account = imap_account(dovecot, security)
    with (
        Proxy(account.port, host="127.0.0.2") as proxy,  # this machine too, but not one the certificate is for
        pytest.raises(Unreachable, match="cannot be verified: IP address mismatch"),
    ):
        imap.connect(replace(account, server="127.0.0.2", port=proxy.port), Credentials(home))


def test_a_connection_under_tls_that_is_cut_is_made_anew(table: MailTable, dovecot: Dovecot) -> None:
    table.stranger(1)
    with Proxy(dovecot.imaps) as proxy:
        table.imap |= {"security": "tls", "port": proxy.port, "ca": str(dovecot.ca)}
        table.set_up()
        mailbox = table.desk.mailbox
        for _ in range(2):
            assert len(mailbox.waiting()) == 1
            proxy.cut()
        assert proxy.connections == 2


def test_imap_tls_where_none_is_spoken_at_once(dovecot: Dovecot, home: Path) -> None:
    account = replace(imap_account(dovecot), port=dovecot.imap)
    with pytest.raises(Unreachable, match="try security: starttls, with its usual port 143"):
        imap.connect(account, Credentials(home))


def test_certificates_that_cannot_be_read(dovecot: Dovecot, home: Path) -> None:
    (home / "ca.crt").write_text("nothing")
    with pytest.raises(BadInput, match="these certificates cannot be read"):
        imap.connect(replace(imap_account(dovecot), ca=str(home / "ca.crt")), Credentials(home))


def test_imap_with_a_token(dovecot: Dovecot, home: Path) -> None:
    account = replace(imap_account(dovecot), user="oauth", password=None, oauth2=OAuth2(token=Secret(file="token")))
    assert works(account, home)
    (home / "token").write_text("another")
    with pytest.raises(Unreachable, match=r"does not let oauth in with the access token .* OAuth2"):
        works(account, home)


# -- a token that is renewed


@pytest.fixture
def authority(dovecot: Dovecot) -> Iterator[Authority]:
    authority = Authority(dovecot.dir / "tls.crt")
    yield authority
    authority.close()


def renewing(dovecot: Dovecot, authority: Authority) -> ImapAccount:
    oauth2 = OAuth2(
        refresh=Secret(file="key"),
        client="client-1",
        client_secret=Secret(file="password"),
        url=f"https://localhost:{authority.port}/token",
        scope="mail",
    )
    return replace(imap_account(dovecot), user="oauth", password=None, oauth2=oauth2)


def test_a_token_is_got_with_the_key_and_used_until_it_ends(dovecot: Dovecot, authority: Authority, home: Path) -> None:
    account = renewing(dovecot, authority)
    credentials = Credentials(home)
    assert [credentials.token(account) for _ in range(3)] == [ACCESS_TOKEN] * 3
    (form,) = authority.asked
    assert form == {
        "grant_type": ["refresh_token"],
        "client_id": ["client-1"],
        "refresh_token": ["key-1"],
        "client_secret": [PASSWORD],
        "scope": ["mail"],
    }
    assert works(account, home)
    assert (home / "key").read_text() == "key-3\n", "the provider gave a new key with each token"
    assert (home / "key").stat().st_mode & 0o077 == 0


def test_connections_that_are_made_at_once_renew_the_token_once(
    dovecot: Dovecot, authority: Authority, home: Path
) -> None:
    """Where each key is good for one token, a second use of it would be worth nothing."""
    credentials = Credentials(home)
    with ThreadPoolExecutor(4) as threads:
        tokens = list(threads.map(credentials.token, [renewing(dovecot, authority)] * 4))
    assert tokens == [ACCESS_TOKEN] * 4 and len(authority.asked) == 1


def test_a_token_that_is_refused_before_its_time_is_not_shown_again(
    dovecot: Dovecot, authority: Authority, home: Path
) -> None:
    account = renewing(dovecot, authority)
    credentials = Credentials(home)
    authority.access_token = "ya29.withdrawn"
    assert credentials.token(account) == "ya29.withdrawn"
    authority.access_token = ACCESS_TOKEN
    with pytest.raises(Unreachable, match="does not let oauth in with the access token"):
        imap.connect(account, credentials)
    imap.hang_up(imap.connect(account, credentials))
    assert len(authority.asked) == 2


def test_seconds_that_are_said_as_text(dovecot: Dovecot, authority: Authority, home: Path) -> None:
    authority.lasts = "3600"
    credentials = Credentials(home)
    assert [credentials.token(renewing(dovecot, authority)) for _ in range(2)] == [ACCESS_TOKEN] * 2
    assert len(authority.asked) == 1


def test_an_authority_that_answers_rubbish(dovecot: Dovecot, authority: Authority, home: Path) -> None:
    """The IMAP server in its place, which greets in words of its own."""
    account = renewing(dovecot, authority)
    oauth2 = replace(account.oauth2, url=f"https://localhost:{dovecot.imaps}/token")  # type: ignore[type-var]
    with pytest.raises(Unreachable, match=r"gives no access token: .*check the url"):
        Credentials(home).token(replace(account, oauth2=oauth2))


def test_a_key_that_is_worth_nothing(dovecot: Dovecot, authority: Authority, home: Path) -> None:
    (home / "key").write_text("stolen")
    with pytest.raises(Unreachable, match="refuses to renew the access token: 400 invalid_grant") as error:
        works(renewing(dovecot, authority), home)
    assert "stolen" not in str(error.value) and "store the new refresh key" in error.value.advice


def test_an_authority_that_cannot_be_verified(dovecot: Dovecot, authority: Authority, home: Path) -> None:
    with pytest.raises(Unreachable, match="gives no access token"):
        Credentials(home).token(replace(renewing(dovecot, authority), ca=""))
    assert authority.asked == []


# -- SMTP


@pytest.fixture
def delivered() -> list[str]:
    return []


def smtp_server(delivered: list[str], dovecot: Dovecot, tls: str, user: str = "gm") -> SmtpServer:
    relay = Relay(lambda recipient, raw: delivered.append(recipient))
    return SmtpServer(relay, user=user, certificate=dovecot.dir / "tls.crt", tls=tls)


def smtp_account(server: SmtpServer, dovecot: Dovecot, security: str) -> SmtpAccount:
    return SmtpAccount(
        server="localhost",
        port=server.port,
        security=security,  # type: ignore[arg-type]
        user="gm",
        password=Secret(file="password"),
        ca=str(dovecot.ca),
    )


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_smtp_by_our_own_authority(dovecot: Dovecot, home: Path, delivered: list[str], security: str) -> None:
    server = smtp_server(delivered, dovecot, security)
    try:
        post = SmtpPost(smtp_account(server, dovecot, security), Credentials(home), "gm@example.org")
        assert [sent.outcome for sent in post.deliver([LETTER])] == ["sent"]
        assert delivered == ["red@example.org"]
        gc.collect()  # a socket that is left open is a warning now, and a warning is an error
    finally:
        server.close()


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_smtp_with_a_certificate_that_nobody_vouches_for(
    dovecot: Dovecot, home: Path, delivered: list[str], security: str
) -> None:
    server = smtp_server(delivered, dovecot, security)
    try:
        account = replace(smtp_account(server, dovecot, security), ca="")
        (sent,) = SmtpPost(account, Credentials(home), "gm@example.org").deliver([LETTER])
        assert sent.outcome == "later" and "certificate of the SMTP server localhost cannot be verified" in sent.reason
        assert delivered == []
    finally:
        server.close()


def test_smtp_starttls_is_never_left_out(home: Path, delivered: list[str], dovecot: Dovecot) -> None:
    """A server that does not offer it, or an attacker who hides that it does, gets no password."""
    relay = Relay(lambda recipient, raw: delivered.append(recipient))
    server = SmtpServer(relay, user="gm")
    try:
        account = smtp_account(server, dovecot, "starttls")
        (sent,) = SmtpPost(account, Credentials(home), "gm@example.org").deliver([LETTER])
        assert sent.outcome == "later" and "STARTTLS" in sent.reason and delivered == []
    finally:
        server.close()


def test_smtp_with_a_token(dovecot: Dovecot, home: Path, delivered: list[str]) -> None:
    server = smtp_server(delivered, dovecot, "starttls", user="oauth")
    try:
        known = smtp_account(server, dovecot, "starttls")
        account = replace(known, user="oauth", password=None, oauth2=OAuth2(token=Secret(file="token")))
        post = SmtpPost(account, Credentials(home), "gm@example.org")
        assert [sent.outcome for sent in post.deliver([LETTER])] == ["sent"]
        (home / "token").write_text("another")
        (sent,) = post.deliver([LETTER])
        assert sent.outcome == "later" and "does not let oauth in with the access token" in sent.reason
    finally:
        server.close()


# -- a whole phase


def test_a_phase_over_tls_with_tokens(table: MailTable, dovecot: Dovecot) -> None:
    secure = {"server": "localhost", "security": "tls", "ca": str(dovecot.ca)}
    table.imap |= {**secure, "port": dovecot.imaps}
    server = smtp_server([], dovecot, "starttls")
    server.relay.deliver = table.relay.deliver
    try:
        table.post |= {**secure, "security": "starttls", "port": server.port}
        table.set_up()
        table.begin(turns=1)
        for seat in ("blue", "green", "red", "yellow"):
            table.order(seat, "{pick: 1, from: plum}")
        assert "windfall: T01/picking resolved" in table.run()
        assert all(len(table.letters(seat)) == 3 for seat in ("blue", "green", "red", "yellow"))
    finally:
        server.close()
