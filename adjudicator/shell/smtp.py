"""Letters out through an SMTP server, over several connections at once, one recipient a mail.

A server that is cut off after the last byte may have taken the letter or not; it is then sent again later, under the
same Message-ID. What is wrong with our account or with the server keeps every letter waiting; only what the server says
about one letter or its recipient, for good, ends that letter.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from adjudicator.core.model import BadInput
from adjudicator.host.accounts import SmtpAccount
from adjudicator.host.ports import Outgoing, Sent, Unreachable
from adjudicator.shell import trouble
from adjudicator.shell.credentials import Credentials, tls_context
from adjudicator.shell.restraint import Restraint

if TYPE_CHECKING:
    from aiosmtplib import SMTP

SECONDS = 60.0
LETTERS_A_CONNECTION = 100
"""Some servers hang up on whoever sends more."""
NOT_LET_IN = (530, 534, 535, 538)
"""Said of a recipient, but about us: we should have logged in otherwise (RFC 4954)."""


class SmtpPost:
    def __init__(self, account: SmtpAccount, credentials: Credentials, sender: str) -> None:
        self._account = account
        self._credentials = credentials
        self._sender = sender
        self._restraint = Restraint()

    def deliver(self, letters: Iterable[Outgoing]) -> Iterator[Sent]:
        waiting = list(letters)
        if waiting:
            yield from asyncio.run(self._deliver(waiting))

    async def _deliver(self, letters: list[Outgoing]) -> list[Sent]:
        """Letters to one recipient stay in their order: he should not get an answer before what it follows from."""
        by_recipient: dict[str, deque[Outgoing]] = {}
        for letter in letters:
            by_recipient.setdefault(letter.recipient, deque()).append(letter)
        try:  # alone, so that a wrong password is tried once and not by every carrier
            self._restraint.check()
            first = await self.connect()
        except Unreachable as error:
            self._restraint.heed(error)
            return [Sent(letter.name, "later", str(error)) for letter in letters]
        queue = deque(by_recipient.values())
        done: list[Sent] = []
        carriers = min(self._account.connections, len(queue))
        clients = [first, *[None] * (carriers - 1)]
        troubles = await asyncio.gather(*(self._carry(queue, done, client) for client in clients))
        why = next((str(trouble) for trouble in troubles if trouble is not None), "")
        return done + [Sent(letter.name, "later", why) for pile in queue for letter in pile]

    async def _carry(self, queue: deque[deque[Outgoing]], done: list[Sent], client: SMTP | None) -> Unreachable | None:
        """One carrier takes pile after pile, over one connection as long as that holds.

        One that gets no connection leaves the rest to the others: servers allow only so many at once.
        """
        carried = 0
        while queue:
            pile = queue.popleft()
            try:
                while pile:
                    if client is None or not client.is_connected or carried >= LETTERS_A_CONNECTION:
                        if client is not None:
                            await _say_goodbye(client)
                        client, carried = await self.connect(), 0
                    done.append(await self._send(client, pile.popleft()))
                    carried += 1
            except Unreachable as error:
                queue.append(pile)
                return error
        if client is not None:
            await _say_goodbye(client)
        return None

    async def _send(self, client: SMTP, letter: Outgoing) -> Sent:
        import aiosmtplib as smtp

        try:
            await client.mail(self._sender)
            await client.rcpt(letter.recipient)
            await client.data(letter.message)
        except UnicodeEncodeError:
            reason = "the address holds letters beyond ASCII; its domain can be written as xn--…"
            outcome = Sent(letter.name, "never", reason)
        except smtp.SMTPSenderRefused as error:  # about us, not about this letter
            outcome = Sent(letter.name, "later", self._not_as_sender(f"{error.code} {trouble.said(error)}"))
        except smtp.SMTPResponseException as error:
            lasting = 500 <= error.code < 600 and error.code not in NOT_LET_IN
            outcome = Sent(letter.name, "never" if lasting else "later", f"{error.code} {trouble.said(error)}")
        except (smtp.SMTPException, OSError) as error:
            _hang_up(client)
            return Sent(letter.name, "later", str(trouble.reaching(error, self._account)))
        else:
            return Sent(letter.name, "sent")
        await _begin_anew(client)
        return outcome

    def _not_as_sender(self, said: str) -> str:
        who = f"let {self._account.user} send" if self._account.user else "take mail"
        return (
            f"{self._account.server} does not {who} as {self._sender}: {said}; if this lasts, check address in "
            "host/host.yaml: providers let an account send under its own addresses only"
        )

    async def connect(self) -> SMTP:
        """Logged in. Raises Unreachable in words."""
        import aiosmtplib as smtp

        account = self._account
        client = smtp.SMTP(
            hostname=account.server,
            port=account.port,
            timeout=SECONDS,
            use_tls=account.security == "tls",
            start_tls=account.security == "starttls",
            tls_context=None if account.security == "none" else tls_context(account.ca),
            local_hostname="[127.0.0.1]",  # says nothing about this machine
        )
        try:
            await client.connect()
            await self._log_in(client)
        except (Unreachable, BadInput):
            _hang_up(client)
            raise
        except smtp.SMTPAuthenticationError as error:
            _hang_up(client)
            if 400 <= error.code < 500:
                raise Unreachable(f"{account.server} cannot log us in now: {trouble.said(error)}") from error
            self._credentials.forget(account)
            raise trouble.login(error, account) from error
        except (smtp.SMTPException, OSError) as error:
            _hang_up(client)
            raise trouble.reaching(error, account) from error
        return client

    async def _log_in(self, client: SMTP) -> None:
        account = self._account
        if account.oauth2 is not None:
            await client.ehlo()
            await client.auth_xoauth2(account.user, await asyncio.to_thread(self._credentials.token, account))
        elif account.user:
            await client.login(account.user, self._credentials.password(account))


async def _begin_anew(client: SMTP) -> None:
    """After a refusal the envelope is dropped; where even that fails, so is the connection."""
    import aiosmtplib as smtp

    try:
        if client.is_connected:
            await client.rset()
    except (smtp.SMTPException, OSError):
        _hang_up(client)


async def _say_goodbye(client: SMTP) -> None:
    import aiosmtplib as smtp

    transport = client.transport
    try:
        if client.is_connected:
            await client.quit(timeout=5.0)
    except (smtp.SMTPException, OSError):
        pass  # every letter has its answer already
    finally:
        _hang_up(client, transport)


def _hang_up(client: SMTP, transport: asyncio.BaseTransport | None = None) -> None:
    """At once: closing in peace waits for the other side's end of TLS, and its socket would outlive the loop."""
    transport = transport or client.transport
    client.close()
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()
