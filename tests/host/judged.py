"""Mails judged as a run judges them, in a draft that is never carried out: fast, and every mail finds the same host."""

from __future__ import annotations

import email
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from adjudicator.core.model import Plain
from adjudicator.host import letters, mailtext, outbox, taking
from adjudicator.host.desk import Desk
from adjudicator.host.draft import Draft
from adjudicator.host.intake import Intake
from adjudicator.host.ports import Waiting
from adjudicator.host.steps import Step
from adjudicator.host.verdict import Verdict
from adjudicator.shell.maildir import HEADER_BYTES
from tests.host.table import Table
from tests.mail_corpus.case import SECRET


@dataclass(frozen=True)
class Judged:
    verdict: Verdict
    """Of the last mail."""
    letters: list[EmailMessage]
    """That follow from the last mail, as they would leave."""
    files: dict[str, str]
    """All that would be written below host/."""
    lines: list[Mapping[str, Plain]]
    seconds: float
    """Of this process, for the last mail."""

    @property
    def answers(self) -> list[str]:
        """To whom, and of what kind; the address is the registered one, or it would not stand here."""
        return sorted(
            f"{KNOWN[letter['To'].addresses[0].addr_spec]}:{letter['X-Adjudicator']}" for letter in self.letters
        )

    def held(self, phase: str = "T01-picking", seat: str = "red", game: str = "windfall") -> str | None:
        written = self.files.get(f"games/{game}/pending/{seat}/{phase}.json")
        return None if written is None else str(json.loads(written)["text"])


KNOWN = {f"{seat}@example.org": seat for seat in ("red", "blue", "green")} | {"moderator@localhost": "moderator"}


def prepared(home: Path) -> Table:
    """Two games that wait for their first orders, with a secret that everybody knows; somebody played red before."""
    table = Table(home)
    (home / "host" / "secret").write_text(SECRET.hex())
    table.begin()
    table.begin("other", seats=("red", "green"))
    seats = home / "host" / "games" / "windfall" / "seats.yaml"
    before, red, rest = seats.read_text().partition("red:\n")
    seats.write_text(f"{before}{red}{rest.replace('generation: 0', 'generation: 1', 1)}")
    return table


def judge(table: Table, desk: Desk, *mails: bytes) -> Judged:
    """One after the other; what the last one comes to."""
    desk.journal.catch_up()
    draft = Draft(desk.store, desk.archives, desk.journal, table.clock.now(), desk.settings, SECRET)
    intake = Intake(draft)
    verdict, seconds, before = Verdict(""), 0.0, Step()
    for number, raw in enumerate(mails):
        before = draft.as_step() or Step()
        arrived = table.clock.now() + timedelta(seconds=number)
        fetched = raw if len(raw) <= mailtext.MAX_BYTES else raw[:HEADER_BYTES].partition(b"\n\n")[0] + b"\n\n"
        begun = time.process_time()
        verdict = taking.judge(draft, intake, Waiting(str(number), len(raw), arrived), fetched)
        seconds = time.process_time() - begun
    step = draft.as_step() or Step()
    files = {path: text for path, text in step.files.items() if text is not None}
    written = [(path, text) for path, text in files.items() if "outbox/" in path and path not in before.files]
    return Judged(
        verdict, [_sent(draft, *each) for each in written], files, list(step.lines[len(before.lines) :]), seconds
    )


def _sent(draft: Draft, path: str, text: str) -> EmailMessage:
    leaving = outbox._outgoing(draft, letters.read(text, path))
    message = email.message_from_bytes(leaving.message, policy=default)
    assert isinstance(message, EmailMessage)
    assert [address.addr_spec for address in message["To"].addresses] == [leaving.recipient]
    return message
