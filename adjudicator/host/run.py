"""The moderator's one command: take what came, resolve what is due, send what waits. Safe at any moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from adjudicator.core.model import BadInput, PhaseId
from adjudicator.host import adjudicate
from adjudicator.host.desk import Desk
from adjudicator.host.outbox import send_waiting
from adjudicator.host.taking import take_waiting


def run(desk: Desk, games: Sequence[str] = ()) -> Iterator[str]:
    """Yields a line for each thing that was done. Games limits what is resolved; mail is taken for all."""
    for name in games:
        if name not in desk.archives.names():
            raise BadInput(f"there is no game {name} here, only {', '.join(desk.archives.names()) or 'none'}")
    troubles: dict[str, None] = {}
    verdicts: Counter[str] = Counter()
    for verdict in take_waiting(desk):
        verdicts[verdict.what] += 1
        troubles |= {verdict.waits: None} if verdict.waits else {}
    if verdicts:
        yield "mail: " + ", ".join(f"{number} {what}" for what, number in sorted(verdicts.items()))
    for name in games or desk.archives.names():
        try:
            for phase in resolve_all_due(desk, name):
                yield f"{name}: {phase} resolved"
        except BadInput as error:  # one game that must be mended holds up no other
            troubles[str(error)] = None
    letters = list(send_waiting(desk))
    if letters:
        outcomes = Counter(sent.outcome for sent in letters)
        yield "letters: " + ", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items()))
    yield from dict.fromkeys(f"letters {sent.outcome}: {sent.reason}" for sent in letters if sent.reason)
    if troubles:
        raise BadInput("; ".join(troubles))


def resolve_all_due(desk: Desk, name: str) -> Iterator[PhaseId]:
    """As far as orders reach: what the players sent ahead may make the next phase due at once."""
    while True:
        with desk.step(f"resolving {name}") as draft:
            phase = adjudicate.resolve_due(draft, name)
        if phase is None:
            return
        yield phase
