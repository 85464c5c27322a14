"""The moderator's one command: take what came, resolve what is due, send what waits. Safe at any moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from adjudicator.core.model import BadInput, PhaseId
from adjudicator.host import mistakes, silence, standing
from adjudicator.host.adjudicate import RulesBroken
from adjudicator.host.desk import Desk
from adjudicator.host.outbox import send_waiting
from adjudicator.host.ports import Busy, Unreachable
from adjudicator.host.taking import take_waiting
from adjudicator.host.tending import NO_LEAVE, Leave, tend


def run(
    desk: Desk,
    games: Sequence[str] = (),
    *,
    phase: str = "",
    leave: Leave = NO_LEAVE,
    progress: Callable[[str], None] = lambda doing: None,
) -> Iterator[str]:
    """Yields a line for each thing that was done. Games limits what is resolved; mail is taken for all.

    `phase`: games that wait for another phase than this are left alone. `progress` is told what is being done, for
    whoever looks at a terminal. Raises BadInput, when all else is done, with whatever kept something from being done;
    Mistaken, if the program itself did.
    """
    for name in games:
        known(desk, name)
    troubles: dict[str, None] = {}
    mistaken: dict[str, Exception] = {}
    verdicts: Counter[str] = Counter()
    fetched = True
    progress("fetching mail")
    try:
        for verdict in take_waiting(desk):
            verdicts[verdict.what] += 1
            progress(f"taking mail: {verdicts.total()}")
            troubles |= {verdict.waits: None} if verdict.waits else {}
    except Unreachable as error:
        fetched = False
        silence.begun(desk, error)
        troubles[f"the mail was not fetched: {error}"] = None
    else:
        silence.over(desk)
    if verdicts:
        yield "mail: " + ", ".join(f"{number} {what}" for what, number in sorted(verdicts.items()))
    # Orders may lie there that nobody has seen, so nothing is resolved without having looked.
    if fetched or leave.anyway("the mail could not be fetched, so orders may be missing"):
        names = list(games) or desk.archives.names()
        for name in names:
            progress(f"looking after {name}")
            try:
                yield from _look_after(desk, name, phase, leave)
            except BadInput as error:  # one game that must be mended holds up no other
                troubles[str(error)] = None
            except RulesBroken as error:
                troubles[f"{name}: a rule is broken" if desk.settings.blind_to(name) else str(error)] = None
            except (Busy, OSError):  # nothing of that game's: no other could be looked after either
                raise
            except Exception as error:
                mistaken[name] = error
        mistakes.tell(desk, names, mistaken)
    progress("sending letters")
    letters = list(send_waiting(desk))
    if letters:
        outcomes = Counter(sent.outcome for sent in letters)
        yield "letters: " + ", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items()))
    yield from dict.fromkeys(f"letters {sent.outcome}: {sent.reason}" for sent in letters if sent.reason)
    if mistaken:
        raise mistakes.Mistaken(mistaken, "; ".join(troubles))
    if troubles:
        raise BadInput("; ".join(troubles))


def known(desk: Desk, name: str) -> str:
    if name not in desk.archives.names():
        raise BadInput(f"there is no game {name} here, only {', '.join(desk.archives.names()) or 'none'}")
    return name


def _look_after(desk: Desk, name: str, phase: str, leave: Leave) -> Iterator[str]:
    """As far as orders reach: what the players sent ahead may make the next phase due at once."""
    while True:
        with desk.step(f"looking after {name}") as draft:
            if phase and standing.awaited_phase(draft, name) != phase:
                return
            done = tend(draft, name, leave)
        if done.stop:
            raise BadInput(done.stop, name)
        if not done.anything:
            return
        yield done.said or f"{name}: {done.phase} resolved"
        if leave.at_once and done.phase is not None:
            return  # one phase was asked for


def resolve_all_due(desk: Desk, name: str) -> Iterator[PhaseId]:
    """What is due of one game, without looking for mail."""
    while True:
        with desk.step(f"resolving {name}") as draft:
            done = tend(draft, name)
        if not done.anything:
            return
        if done.phase is not None:
            yield done.phase
