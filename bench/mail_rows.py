"""Mail through real servers on loopback: ours beside the raw parts, in the same run and in turns."""

from __future__ import annotations

import asyncio
import email
import email.policy
import itertools
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import aiosmtplib
import imapclient
import yaml

from adjudicator.core import registry, yamlfiles
from adjudicator.host import seats
from adjudicator.host.desk import Desk
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.letters import MODERATOR, Letter
from adjudicator.host.outbox import send_waiting
from adjudicator.host.ports import Outgoing
from adjudicator.host.run import resolve_all_due
from adjudicator.host.seats import Player
from adjudicator.host.taking import take_waiting
from adjudicator.shell.bootstrap import open_desk
from adjudicator.shell.durable import write
from bench.measure import MEMORY, Row, row, timed
from tests.mail.servers import HOST, PASSWORD, Dovecot, free_port, wait_until

MAILS = 1_000
A_BATCH = 100
OLD_MAILS = 50_000
GAMES = 25
FOUR = ("blue", "green", "red", "yellow")
CONNECTIONS = 4
ROUNDS = 5
LEAST_MEMORY, LEAST_SECONDS = 150_000, 1.0


def orders(number: int) -> str:
    """Two thousand characters, as a busy production phase has them, and no two mails alike."""
    donkeys = [(number + n * n) % 3 + 1 for n in range(22)]
    return f"orders:   # {number}\n" + "".join(
        f"- {{load: {{boards: 1}}, onto: donkey-{donkey}}}\n- {{unload: {{boards: 1}}, from: donkey-{donkey}}}\n"
        for donkey in donkeys
    )


def rows() -> list[Row]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=MEMORY)))
        dovecot = Dovecot().start()
        stack.callback(dovecot.close)
        port = stack.enter_context(sink())
        return [
            orders_in(folder, dovecot),
            *letters_out(folder, dovecot, port),
            nothing_new(folder, dovecot),
        ]


# -- orders in ---------------------------------------------------------------------------------------------------------


def orders_in(folder: Path, dovecot: Dovecot) -> Row:
    """From lying in the mailbox to journaled, answered and moved; the phases themselves are another row."""
    before = folder / "before"
    tokens = host_with_games(before, dovecot, "nobody-yet", port=0)
    mine, theirs = [], []
    for number in range(ROUNDS + 1):
        users = [dovecot.user(f"{whose}{number}") for whose in ("ours", "raw")]
        for user in users:
            dovecot.fill(user, order_mails(tokens))
            with imap(dovecot, user):
                pass  # the server has looked at its own mailbox
        home = folder / f"ours{number}"
        shutil.copytree(before, home)
        settings(home, dovecot, users[0], port=0)
        desk = open_desk(home)
        mine.append(timed(lambda desk=desk: _all_taken(desk)))  # type: ignore[misc]
        target = folder / f"raw{number}"
        theirs.append(timed(lambda user=users[1], target=target: raw_orders(dovecot, user, target)))  # type: ignore[misc]
        shutil.rmtree(home)
        shutil.rmtree(target)
    goal = "at most 1.3x the raw parts"
    return row(f"{MAILS:,} order mails taken and answered", goal, mine[1:], theirs[1:], least=1 / 1.3)


def _all_taken(desk: Desk) -> None:
    verdicts = [verdict.what for verdict in take_waiting(desk)]
    assert verdicts == ["orders"] * MAILS, set(verdicts)


def raw_orders(dovecot: Dovecot, user: str, target: Path) -> None:
    """Fetch in batches, MIME, YAML, schema, write, one commit: what anybody would use for each.

    Validators are kept, and each order is held against the schema of its own verb: to try every verb on every order
    takes several times as long, and then nearly all of it is that.
    """
    validators = _Validators()
    (target / "orders").mkdir(parents=True)
    with imap(dovecot, user) as client:
        uids = client.search("ALL")
        for start in range(0, len(uids), A_BATCH):
            batch = uids[start : start + A_BATCH]
            for uid, known in client.fetch(batch, ["BODY.PEEK[]", "RFC822.SIZE", "INTERNALDATE"]).items():
                mail = email.message_from_bytes(known[b"BODY[]"], policy=email.policy.default)
                body = mail.get_body(("plain",))
                assert body is not None and mail["From"] and mail["To"] and mail["Message-ID"]
                text = body.get_content()
                assert validators.valid(yaml.load(text, Loader=yaml.CSafeLoader))
                (target / "orders" / f"{uid}.yaml").write_text(text)
        client.add_flags(uids, [rb"\Seen"], silent=True)
    for command in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "all"],
    ):
        subprocess.run(["git", "-C", str(target), *command], check=True)


class _Validators:
    """One for the sheet without its orders, and one for each verb that is met."""

    def __init__(self) -> None:
        from referencing import Registry, Resource

        schemas = registry.ruleset("roads-and-boats").folders.schemas
        texts = {path.name: json.loads(path.read_text()) for path in schemas.glob("*.json")}
        whole = texts["production.schema.json"]
        self._head = {**whole, "properties": {**whole["properties"], "orders": {"type": "array", "maxItems": 200}}}
        self._known = Registry().with_resources((name, Resource.from_contents(text)) for name, text in texts.items())
        self._kept: dict[str, Any] = {}

    def valid(self, sheet: dict[str, Any]) -> bool:
        if not self._of("", self._head).is_valid({"phase": "production", **sheet}):
            return False
        return all(self._of(verb, _SCHEMAS[verb]).is_valid(order) for order in sheet["orders"] for verb in [*order][:1])

    def _of(self, verb: str, schema: dict[str, Any]) -> Any:
        import jsonschema

        if verb not in self._kept:
            self._kept[verb] = jsonschema.Draft202012Validator(schema, registry=self._known)
        return self._kept[verb]


_SCHEMAS = {verb: {"$ref": f"common.schema.json#/$defs/{verb}"} for verb in ("load", "unload")}


@contextmanager
def imap(dovecot: Dovecot, user: str) -> Iterator[Any]:
    with imapclient.IMAPClient(HOST, dovecot.imap, ssl=False) as client:
        client.login(user, PASSWORD)
        client.select_folder("INBOX")
        yield client


# -- letters out -------------------------------------------------------------------------------------------------------


def letters_out(folder: Path, dovecot: Dovecot, port: int) -> list[Row]:
    """Over the same connections: the post alone, and all from the outbox until it is noted that they were sent."""
    home = folder / "letters"
    settings(home, dovecot, dovecot.user("letters"), port)
    letters = [Outgoing(f"l{n}", f"p{n % 50}@example.org", made(n).as_bytes()) for n in range(MAILS)]
    carried, outbox, sending, making = [], [], [], []
    for _ in range(ROUNDS + 1):
        desk = open_desk(home)
        carried.append(timed(lambda desk=desk: _all_carried(desk, letters)))  # type: ignore[misc]
        sending.append(timed(lambda: asyncio.run(raw_letters(port, ((one.recipient, one.message) for one in letters)))))
        _fill_outbox(desk)
        outbox.append(timed(lambda desk=desk: _all_sent(desk)))  # type: ignore[misc]
        written = ((f"p{n % 50}@example.org", made(n).as_bytes()) for n in range(MAILS))
        making.append(timed(lambda written=written: asyncio.run(raw_letters(port, written))))  # type: ignore[misc]
    goal = "at least 0.7x raw aiosmtplib"
    return [
        row(f"{MAILS:,} letters out over SMTP", goal, carried[1:], sending[1:], least=0.7),
        row(f"{MAILS:,} letters from the outbox", f"{goal} and EmailMessage", outbox[1:], making[1:], least=0.7),
    ]


def made(number: int) -> EmailMessage:
    """A letter as anybody would make one with the standard library."""
    mail = EmailMessage(policy=email.policy.SMTP)
    mail["From"], mail["To"] = "games@example.org", f"p{number % 50}@example.org"
    mail["Subject"], mail["Message-ID"] = f"Letter {number}", f"<{number}@example.org>"
    mail.set_content(_text(number), cte="quoted-printable")
    return mail


def _text(number: int) -> str:
    return f"This is letter {number}.\n" + "Somebody moves a donkey to the next tile, as he has often done.\n" * 30


def _all_carried(desk: Desk, letters: list[Outgoing]) -> None:
    batches = (letters[start : start + A_BATCH] for start in range(0, MAILS, A_BATCH))
    outcomes = [sent.outcome for batch in batches for sent in desk.post.deliver(batch)]
    assert outcomes == ["sent"] * MAILS


def _fill_outbox(desk: Desk) -> None:
    with desk.step("writing letters") as draft:
        draft.send(
            Letter("", MODERATOR, "trouble", str(n), f"Letter {n}", _text(n), draft.now.isoformat(timespec="seconds"))
            for n in range(MAILS)
        )


def _all_sent(desk: Desk) -> None:
    outcomes = [sent.outcome for sent in send_waiting(desk)]
    assert outcomes == ["sent"] * MAILS


async def raw_letters(port: int, letters: Iterator[tuple[str, bytes]]) -> None:
    async def carry() -> None:
        async with aiosmtplib.SMTP(hostname=HOST, port=port, start_tls=False) as client:
            for recipient, message in letters:
                await client.sendmail("games@example.org", [recipient], message)

    await asyncio.gather(*(carry() for _ in range(CONNECTIONS)))


@contextmanager
def sink() -> Iterator[int]:
    """An SMTP server in a process of its own that takes everything and keeps nothing."""
    port = free_port()
    command = [sys.executable, "-m", "aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Sink", "-l", f"{HOST}:{port}"]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: _listens(port), "the SMTP server")
        yield port
    finally:
        server.terminate()
        server.wait()


def _listens(port: int) -> bool:
    import socket

    try:
        with socket.create_connection((HOST, port), 1) as line:
            return bool(line.recv(10))
    except OSError:
        return False


# -- nothing new -------------------------------------------------------------------------------------------------------


def nothing_new(folder: Path, dovecot: Dovecot) -> Row:
    """A whole `adjudicator run`, start of the program and all, beside logging in and asking for new mails by hand."""
    user = dovecot.user("full")
    arrived = time.time() - 90 * 86400
    raw = b"From: a@example.org\nSubject: old\n\nThis came long ago.\n"
    dovecot.fill(user, itertools.repeat((raw, arrived), OLD_MAILS))
    home = folder / "full"
    settings(home, dovecot, user, port=0, since=time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86400)))
    command = [str(Path(sys.executable).with_name("adjudicator")), "run", "--home", str(home)]

    def ours() -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    def raw_look() -> None:
        with imap(dovecot, user) as client:
            assert [uid for uid in client.search(["UID", f"{OLD_MAILS + 1}:*"]) if uid > OLD_MAILS] == []

    ours()  # the first look, after which the mark stands
    mine, theirs = [], []
    for _ in range(ROUNDS):
        mine.append(timed(ours))
        theirs.append(timed(raw_look))
    memory = _most_memory(["run", "--home", str(home)])
    made = row(f"{OLD_MAILS:,} old mails and nothing new", "", mine, theirs, least=0)
    goal = f"a run at most 1 s, below 150 MB ({memory // 1000} MB)"
    return made.judged(made.ours <= LEAST_SECONDS and memory < LEAST_MEMORY, goal)


def _most_memory(arguments: list[str]) -> int:
    """Of the command alone, in kilobytes: what a child is said to have used includes what its parent had."""
    program = (
        "import sys; from adjudicator.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "finally: print([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0])"
    )
    told = subprocess.run([sys.executable, "-c", program, *arguments], check=True, capture_output=True, text=True)
    return int(told.stdout.split()[-1])


# -- a host ------------------------------------------------------------------------------------------------------------


def settings(home: Path, dovecot: Dovecot, user: str, port: int, **account: str) -> None:
    write(home / "host" / "password", PASSWORD.encode())
    local = {"server": HOST, "security": "none"}
    login = {"user": user, "password": {"file": "password"}, "port": dovecot.imap, **account}
    plain: dict[str, Any] = {"address": "games@example.org", "mailbox": {"imap": {**local, **login}}}
    if port:
        plain["post"] = {"smtp": {**local, "port": port, "connections": CONNECTIONS}}
    write(home / "host" / "host.yaml", yamlfiles.dump(plain, blocks=1).encode())


def host_with_games(home: Path, dovecot: Dovecot, user: str, port: int) -> list[tuple[str, str]]:
    """Games of Roads & Boats in their first production phase; returns each player's address and token."""
    settings(home, dovecot, user, port)
    desk = open_desk(home)
    rules = registry.ruleset("roads-and-boats")
    tokens = []
    for number in range(GAMES):
        name = f"game-{number}"
        players = {seat: Player(f"{seat}{number}@example.org", seat, word=f"word-{seat}") for seat in FOUR}
        with desk.step("setting up") as draft:
            found(draft, name, rules.name, read_scenario(rules, "four-winds"), players, {}, bytes(32), {"ready": 30})
        list(resolve_all_due(desk, name))
        with desk.step("looking up tokens") as draft:
            tokens += [(one.address, seats.token_of(draft, name, seat, one)) for seat, one in players.items()]
    list(send_waiting(desk))
    return tokens


def order_mails(tokens: list[tuple[str, str]]) -> Iterator[tuple[bytes, float]]:
    now = time.time()
    for number, (address, token) in enumerate(itertools.islice(itertools.cycle(tokens), MAILS)):
        head = f"From: {address}\nTo: games+{token}@example.org\nSubject: orders\nMessage-ID: <{number}@example.org>\n"
        yield f"{head}\n{orders(number)}".encode(), now


if __name__ == "__main__":
    from bench.measure import table

    print(table(rows()))
