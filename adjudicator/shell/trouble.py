"""What went wrong between us and a mail server, in words that tell what to do."""

from __future__ import annotations

import errno
import imaplib
import re
import socket
import ssl
from collections.abc import Iterator

from adjudicator.host.accounts import USUAL_PORTS, Account, ImapAccount
from adjudicator.host.letters import one_line
from adjudicator.host.ports import Unreachable

DOCUMENT = "docs/mail_servers.md"
LONGEST = 300
_CUT = (ssl.SSLEOFError, ssl.SSLZeroReturnError, ssl.SSLSyscallError)
"""A connection under TLS that ends: as transient as any other that does."""


def reaching(error: BaseException, account: Account) -> Unreachable:
    """Why an account cannot be used now."""
    kind = "IMAP" if isinstance(account, ImapAccount) else "SMTP"
    server = f"the {kind} server {account.server}"
    for cause in causes(error):
        if isinstance(cause, Unreachable):
            return cause
        if isinstance(cause, ssl.SSLCertVerificationError):
            return Unreachable(
                f"the certificate of {server} cannot be verified: {cause.verify_message or cause.reason}",
                "check the server's name; if it has an authority of its own, name the file of that as ca",
                lasting=True,
            )
        if isinstance(cause, _CUT):
            return Unreachable(f"{server} cut the connection ({said(cause)})", "try again later")
        if isinstance(cause, ssl.SSLError):
            other = "starttls" if account.security == "tls" else "tls"
            return Unreachable(
                f"{server} does not speak TLS as expected on port {account.port}",
                f"try security: {other}, with its usual port {_usual_port(account, other)}",
                lasting=cause.reason == "WRONG_VERSION_NUMBER",  # anything else may be noise on the line
            )
        if isinstance(cause, socket.gaierror):
            return Unreachable(
                f"there is no {kind} server {account.server}: its name is not known", "check server, and the network"
            )
        if isinstance(cause, ConnectionRefusedError):
            usual = _usual_port(account, account.security)
            return Unreachable(
                f"nothing listens on port {account.port} of {server}",
                f"check port (the usual one for {account.security} is {usual}), or try again later",
            )
        if isinstance(cause, TimeoutError):
            return Unreachable(f"{server} does not answer in time", "check port and network, or try again later")
        if isinstance(cause, OSError) and cause.errno in (errno.ENETUNREACH, errno.EHOSTUNREACH):
            return Unreachable(f"there is no way to {server}", "check the network")
    if isinstance(error, imaplib.IMAP4.abort | ConnectionError | EOFError):
        return Unreachable(f"{server} cut the connection ({said(error)})", "try again later")
    return Unreachable(f"{server} gave an answer that is of no use: {said(error)}", "try again later")


def login(error: BaseException, account: Account) -> Unreachable:
    how = "the access token" if account.oauth2 else "the password"
    return Unreachable(
        f"{account.server} does not let {account.user} in with {how} it was given: {said(error)}",
        f"large providers want an app password or OAuth2: see {DOCUMENT}",
        lasting=True,
    )


def said(error: BaseException) -> str:
    """The words of an exception, or of the server in it, on one line."""
    message = getattr(error, "message", "") or (error.args[0] if error.args else "")
    if isinstance(message, bytes):
        message = message.decode("utf-8", "replace")
    # imaplib hands on bytes, and imapclient the text of that
    text = re.sub(r"\Ab(['\"])(.*)\1\Z", r"\2", str(message))
    return one_line(text, LONGEST) or type(error).__name__


def causes(error: BaseException) -> Iterator[BaseException]:
    """The exception, what caused it, and so on."""
    seen: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in seen:
        seen.append(following)
        yield following
        following = following.__cause__ or following.__context__


def _usual_port(account: Account, security: str) -> int:
    return USUAL_PORTS[type(account)][security]
