"""Real servers on loopback, thrown away afterwards: Dovecot (IMAP, LMTP), an SMTP server that follows a script."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import grp
import json
import mailbox
import os
import pwd
import re
import shutil
import signal
import smtplib
import socket
import ssl
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlparse

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import MISSING, AuthResult

HOST = "127.0.0.1"
PASSWORD = "correct-horse"
ACCESS_TOKEN = "ya29.access"

CONFIGURATION = """\
base_dir = {d}/run
state_dir = {d}/state
log_path = {d}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <{d}/tls.crt
ssl_key = <{d}/tls.key
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2 oauthbearer
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
mail_location = maildir:{d}/mail/%n
mail_fsync = never
mail_plugins = acl
auth_failure_delay = 0
mail_max_userip_connections = 100
recipient_delimiter = +
imap_capability = {capability}
plugin {{
  acl = vfile
}}
passdb {{
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {d}/oauth2.conf
}}
passdb {{
  driver = static
  mechanisms = plain login
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={d}/home/%n allow_all_users=yes
}}
namespace inbox {{
  inbox = yes
  separator = {separator}
  prefix = {prefix}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  chroot =
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
"""
OAUTH2 = """\
introspection_mode = auth
introspection_url = http://127.0.0.1:{port}/who
username_attribute = user
username_format = %n
active_attribute = active
active_value = true
"""


def free_port() -> int:
    return free_ports(1)[0]


def free_ports(number: int) -> list[int]:
    """Each another one: the system may give the same twice, if the first is let go before the second is asked for."""
    with contextlib.ExitStack() as held:
        found = [held.enter_context(socket.socket()) for _ in range(number)]
        for one in found:
            one.bind((HOST, 0))
        return [int(one.getsockname()[1]) for one in found]


def make_certificate(folder: Path) -> None:
    """An authority of our own and a certificate of its for this machine: tls.key, tls.crt, ca.crt."""
    ask = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=our own authority"]
    _quietly([*ask, "-keyout", str(folder / "ca.key"), "-out", str(folder / "ca.crt")])
    request = ["openssl", "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    _quietly([*request, "-keyout", str(folder / "tls.key"), "-out", str(folder / "tls.csr")])
    (folder / "names").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    sign = ["openssl", "x509", "-req", "-days", "2", "-CAcreateserial", "-extfile", str(folder / "names")]
    sign += ["-CA", str(folder / "ca.crt"), "-CAkey", str(folder / "ca.key")]
    _quietly([*sign, "-in", str(folder / "tls.csr"), "-out", str(folder / "tls.crt")])


def _quietly(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True)


class Dovecot:
    """An IMAP server with as many users as are asked for. Its folder is short: the paths of its sockets must be."""

    def __init__(self, capability: str = "", separator: str = "/", prefix: str = "") -> None:
        self.dir = Path(tempfile.mkdtemp(prefix="dv", dir="/tmp"))
        self.imap, self.imaps, self.lmtp = free_ports(3)
        self.authority = Authority()
        self._owner = pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
        self._settings = {"capability": capability, "separator": separator, "prefix": prefix}
        self._users: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        make_certificate(self.dir)
        for part in ("run", "state", "mail", "home"):
            (self.dir / part).mkdir()
        self._configure()

    @property
    def ca(self) -> Path:
        return self.dir / "ca.crt"

    def _configure(self) -> None:
        owner = self._owner
        text = CONFIGURATION.format(
            d=self.dir,
            user=owner.pw_name,
            uid=owner.pw_uid,
            gid=owner.pw_gid,
            group=grp.getgrgid(owner.pw_gid).gr_name,
            imap=self.imap,
            imaps=self.imaps,
            lmtp=self.lmtp,
            password=PASSWORD,
            **self._settings,
        )
        (self.dir / "dovecot.conf").write_text(text)
        (self.dir / "oauth2.conf").write_text(OAUTH2.format(port=self.authority.port))
        self._hand_over()

    def _hand_over(self) -> None:
        """As root, everything belongs to nobody, and so does the server."""
        if os.getuid() == 0:
            for folder, _, files in os.walk(self.dir):
                for path in (folder, *(str(Path(folder) / file) for file in files)):
                    os.chown(path, self._owner.pw_uid, self._owner.pw_gid)

    def start(self) -> Dovecot:
        command = ["/usr/sbin/dovecot", "-F", "-c", str(self.dir / "dovecot.conf")]
        owner = self._owner if os.getuid() == 0 else None
        self._process = subprocess.Popen(
            command,
            start_new_session=True,
            user=owner and owner.pw_uid,
            group=owner and owner.pw_gid,
            extra_groups=[] if owner else None,
        )
        for port in (self.imap, self.lmtp):
            wait_until(lambda port=port: self._greets(port), f"Dovecot on port {port}")  # type: ignore[misc]
        return self

    def _greets(self, port: int) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            log = self.dir / "dovecot.log"
            raise RuntimeError(log.read_text() if log.exists() else "Dovecot does not like its configuration")
        try:
            with socket.create_connection((HOST, port), 1) as line:
                return bool(line.recv(100))
        except OSError:
            return False

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(20)
        with contextlib.suppress(ProcessLookupError):  # sessions that it left behind
            os.killpg(self._process.pid, signal.SIGKILL)

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start()

    def close(self) -> None:
        self.stop()
        self.authority.close()
        shutil.rmtree(self.dir, ignore_errors=True)

    def user(self, name: str) -> str:
        """A new user with an empty mailbox. Whoever knows the password is one."""
        assert name not in self._users
        self._users.append(name)
        return name

    def knows(self, name: str) -> bool:
        return name in self._users

    def maildir(self, user: str) -> Path:
        return self.dir / "mail" / user

    def allow(self, user: str, rights: str, folder: str = "") -> None:
        """What the user may do in his own inbox, or another folder of his, in the letters of RFC 4314."""
        path = self.maildir(user) / (f".{folder}" if folder else "") / "dovecot-acl"
        path.write_text(f"owner {rights}\n")
        self._give(path)

    def new_uidvalidity(self, user: str) -> None:
        """The server loses its index and numbers all mails anew. Call it while it is stopped."""
        for file in self.maildir(user).glob("dovecot*"):
            file.unlink()

    def deliver(self, recipient: str, raw: bytes, sender: str = "someone@example.org") -> None:
        """As a mail that has come through the world does."""
        with smtplib.LMTP(HOST, self.lmtp) as line:
            line.sendmail(sender, [recipient], raw)

    def _give(self, folder: Path) -> None:
        subprocess.run(["chown", "-R", f"{self._owner.pw_uid}:{self._owner.pw_gid}", str(folder)], check=True)

    def fill(self, user: str, mails: Iterator[tuple[bytes, float]]) -> None:
        """Lays old mails straight into the user's Maildir, each with the time of its arrival."""
        folder = self.maildir(user)
        mailbox.Maildir(folder).close()
        for number, (raw, arrived) in enumerate(mails):
            path = folder / "cur" / f"{int(arrived)}.{number:06d}.old:2,S"
            path.write_bytes(raw)
            os.utime(path, (arrived, arrived))
        self._give(folder)

    def kill_sessions(self) -> None:
        """Ends every IMAP session at once, as when a server's process dies."""
        assert self._process is not None
        for status in Path("/proc").glob("[0-9]*/status"):
            with contextlib.suppress(OSError):
                text = status.read_text()
                if f"\nPPid:\t{self._process.pid}\n" in text and text.startswith("Name:\timap\n"):
                    os.kill(int(status.parent.name), 9)


class Authority:
    """Says who a token belongs to (RFC 7662), and gives new tokens for a key (RFC 6749). Plain HTTP or TLS."""

    def __init__(self, certificate: Path | None = None) -> None:
        self.asked: list[dict[str, list[str]]] = []
        self.keys = ["key-1"]
        self.access_token = ACCESS_TOKEN
        self.lasts: int | str = 3600
        authority = self

        class Answer(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                known = self.headers.get("Authorization", "") == f"Bearer {ACCESS_TOKEN}"
                self._say(200, {"active": "true" if known else "false", "user": "oauth"})

            def do_POST(self) -> None:
                form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
                authority.asked.append(form)
                if form["refresh_token"] != [authority.keys[-1]]:
                    self._say(400, {"error": "invalid_grant", "error_description": "the key is worth nothing"})
                    return
                authority.keys.append(f"key-{len(authority.keys) + 1}")
                token = {"access_token": authority.access_token, "expires_in": authority.lasts}
                self._say(200, {**token, "refresh_token": authority.keys[-1]})

            def _say(self, code: int, plain: dict[str, Any]) -> None:
                body = json.dumps(plain).encode()
                self.send_response(code)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self._server = ThreadingHTTPServer((HOST, 0), Answer)
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, certificate.with_suffix(".key"))
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@dataclass
class Arrived:
    act: str | None
    sender: str
    recipients: tuple[str, ...]
    content: bytes


@dataclass
class Relay:
    """One entry of the script for each mail: None delivers it; `451 …` or `552 …` refuses it; DROP cuts the connection
    before it is delivered, DELIVER+DROP after it was, so that the sender cannot know; SILENT never answers."""

    deliver: Callable[[str, bytes], None]
    script: list[str | None] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    log: list[Arrived] = field(default_factory=list)
    needs_login: bool = False

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        if self.needs_login and not session.authenticated:
            return "530 5.7.0 log in first"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: object) -> str:
        if address in self.refused:
            return self.refused[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        act = self.script.pop(0) if self.script else None
        content = envelope.original_content
        self.log.append(Arrived(act, envelope.mail_from, tuple(envelope.rcpt_tos), content))
        if act == "DROP":
            server.transport.abort()
            return "250 lost"
        if act and act != "DELIVER+DROP":
            return act
        for recipient in envelope.rcpt_tos:
            await asyncio.to_thread(self.deliver, recipient, content)
        if act:
            server.transport.abort()
        return "250 OK"

    async def auth_XOAUTH2(self, server: Any, arguments: list[str]) -> AuthResult:
        said = base64.b64decode(arguments[1]).decode() if len(arguments) > 1 else ""
        if said == f"user=oauth\1auth=Bearer {ACCESS_TOKEN}\1\1":
            return AuthResult(success=True, auth_data="oauth")
        failure = json.dumps({"status": "400", "schemes": "Bearer"}).encode()
        if await server.challenge_auth(failure) is MISSING:
            return AuthResult(success=False)
        return AuthResult(success=False, handled=False)


class SmtpServer:
    def __init__(self, relay: Relay, user: str = "", certificate: Path | None = None, tls: str = "starttls") -> None:
        self.relay = relay
        context = None
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, certificate.with_suffix(".key"))
        at_once: dict[str, Any] = {"ssl_context": context} if context is not None and tls == "tls" else {}
        later: dict[str, Any] = (
            {"tls_context": context, "require_starttls": True} if context is not None and tls == "starttls" else {}
        )
        login: dict[str, Any] = {"authenticator": self._authenticate, "auth_require_tls": False} if user else {}
        self.user = user
        relay.needs_login = bool(user)
        self._controller = Controller(
            relay, hostname=HOST, port=free_port(), data_size_limit=5_000_000, **at_once, **later, **login
        )
        self._controller.start()

    @property
    def port(self) -> int:
        return int(self._controller.port)

    def _authenticate(self, server: Any, session: Any, envelope: Any, mechanism: str, given: Any) -> AuthResult:
        right = (given.login, given.password) == (self.user.encode(), PASSWORD.encode())
        return AuthResult(success=right, handled=False)

    def close(self) -> None:
        self._controller.stop(no_assert=True)


def wait_until(true: Callable[[], bool], what: str, seconds: float = 30.0) -> None:
    """Waits for a condition, as often as it takes and no longer."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, f"{what} did not come about"
        time.sleep(0.01)


def user_of(address: str) -> str:
    return address.partition("@")[0].partition("+")[0]


def query_of(url: str) -> dict[str, list[str]]:
    return parse_qs(urlparse(url).query)


def mails_in(folder: Path) -> list[Message]:
    """All mails that lie in a Maildir, oldest first."""
    if not (folder / "cur").is_dir():
        return []
    found = [file for part in ("new", "cur") for file in (folder / part).iterdir()]
    return [mailbox.MaildirMessage(file.read_bytes()) for file in sorted(found, key=_arrival)]


def _arrival(file: Path) -> tuple[int, int]:
    """Dovecot names a mail after the second and the microsecond of its arrival."""
    found = re.match(r"(\d+)\.M(\d+)", file.name)
    assert found is not None, file.name
    return int(found[1]), int(found[2])
