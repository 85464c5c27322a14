"""Mail taken out of the mailbox, so that none is lost, none is taken twice, and none stops those after it.

A mail that keeps the processor too long is set aside in the middle of it. Against what cannot be interrupted, it is
written down before a batch is looked at which mails are in it. After a death every mail of the batch is taken alone,
and tried out in a process of its own before: one that does not survive that is set aside. So is, without being looked
at, one on which the program died three times all the same. Whichever it died on least often comes first, so that who
stops the program again and again makes no mail look like poison. Nor does a disk that is full or a file of the
moderator's that cannot be read, however long it lasts: that is no death.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import replace
from hashlib import sha256
from itertools import islice

from adjudicator.core import garbage, jsonfiles
from adjudicator.core.model import BadInput
from adjudicator.host import mailtext, mistakes, moderator
from adjudicator.host.desk import Desk
from adjudicator.host.draft import Draft
from adjudicator.host.intake import Intake
from adjudicator.host.mailtext import TooStrange
from adjudicator.host.ports import Busy, Patience, Store, Unreachable, Waiting
from adjudicator.host.verdict import Verdict

BATCH = 100
ATTEMPTS = "attempts.json"
MOST_DEATHS = 3


def take_waiting(desk: Desk) -> Iterator[Verdict]:
    """Everything that lies in the mailbox now, earliest arrival first."""
    waiting = iter(desk.mailbox.waiting())
    while batch := list(islice(waiting, BATCH)):
        while batch:
            now, batch = _next(desk, batch)
            with garbage.put_off():
                verdicts = _take(desk, now)
            yield from _put_away(desk, verdicts)


def _next(desk: Desk, batch: list[Waiting]) -> tuple[list[Waiting], list[Waiting]]:
    """All at once, as long as none of them was being looked at when the program last died."""
    deaths = _deaths(desk)
    if not any(mail.ref in deaths for mail in batch):
        return batch, []
    first = min(batch, key=lambda mail: deaths.get(mail.ref, 0))
    return [first], [mail for mail in batch if mail is not first]


def _take(desk: Desk, batch: list[Waiting]) -> dict[str, Verdict]:
    small = [mail.ref for mail in batch if mail.size <= mailtext.MAX_BYTES]
    large = [mail.ref for mail in batch if mail.size > mailtext.MAX_BYTES]
    whole = dict(desk.mailbox.fetch(small))
    heads = dict(desk.mailbox.headers(large))
    counted: dict[str, int] = {}
    try:
        with desk.step("taking mail") as draft:
            deaths = _deaths(desk)
            counted = {mail.ref: deaths.get(mail.ref, 0) + 1 for mail in batch}
            desk.store.write(ATTEMPTS, json.dumps({**deaths, **counted}))
            verdicts = _judged(desk, draft, batch, whole | heads, deaths)
            _write_deaths(draft, {ref: number for ref, number in deaths.items() if ref not in counted})
    except (OSError, BadInput, Busy):  # the fault of the disk or of the moderator's files: no mail's
        _forget_counted(desk, counted)
        raise
    return verdicts


def _judged(
    desk: Desk, draft: Draft, batch: list[Waiting], raws: Mapping[str, bytes], deaths: Mapping[str, int]
) -> dict[str, Verdict]:
    intake = Intake(draft)
    verdicts = {}
    for mail in batch:
        raw = raws.get(mail.ref)
        if raw is not None:  # otherwise somebody moved it meanwhile
            poison = _is_poison(desk, draft, intake, mail, raw, deaths.get(mail.ref, 0))
            verdicts[mail.ref] = (
                _set_aside(draft, raw, "poison") if poison else judge(draft, intake, mail, raw, desk.limited)
            )
    return verdicts


def _put_away(desk: Desk, verdicts: Mapping[str, Verdict]) -> Iterator[Verdict]:
    """A server that will not move what is taken holds up nobody: it is journaled, and known when it is seen again."""
    try:
        desk.mailbox.set_aside([ref for ref, verdict in verdicts.items() if verdict.aside])
        desk.mailbox.taken([ref for ref, one in verdicts.items() if not one.aside and not one.waits])
    except Unreachable as error:
        unmoved = f"mail that was taken could not be moved out of the way: {error}"
        yield from (replace(verdict, waits=verdict.waits or unmoved) for verdict in verdicts.values())
    else:
        yield from verdicts.values()


def _is_poison(desk: Desk, draft: Draft, intake: Intake, mail: Waiting, raw: bytes, deaths: int) -> bool:
    if not deaths:
        return False
    return deaths >= MOST_DEATHS or not desk.survives(lambda: judge(draft, intake, mail, raw))


def judge(draft: Draft, intake: Intake, mail: Waiting, raw: bytes, limited: Patience = nullcontext) -> Verdict:
    """No mail stops those after it: one that we cannot cope with is set aside, and the moderator is told."""
    forget = draft.savepoint()
    try:
        with limited():
            if mail.size > mailtext.MAX_BYTES:
                return intake.too_large(mail, raw)
            return intake.take(mail, raw)
    except TooStrange as error:
        forget()
        return _set_aside(draft, raw, str(error))
    except BadInput as error:  # a file of the moderator's is broken: not the mail's fault, so it stays where it is
        forget()
        return Verdict("waiting", waits=str(error))
    except OSError:  # the disk's fault, not the mail's: nothing of this step happens
        raise
    except Exception as error:
        forget()
        return _set_aside(draft, raw, mistakes.kind_and_place(error))


def _set_aside(draft: Draft, raw: bytes, reason: str) -> Verdict:
    """Noted by its hash alone: a mail that is not understood may hold a token where nobody finds it."""
    content = sha256(raw).hexdigest()
    draft.write(f"quarantine/{content}.txt", f"{reason}\n")
    draft.note("aside", content=content, reason=reason)
    moderator.tell(draft, "set-aside", content, capped=True, detail=reason)
    return Verdict("aside", aside=True)


def _deaths(desk: Desk) -> Mapping[str, int]:
    written = desk.store.read(ATTEMPTS)
    return {} if written is None else jsonfiles.load(written, ATTEMPTS, dict)


def _forget_counted(desk: Desk, counted: Mapping[str, int]) -> None:
    """It did not die on these mails after all, as was written down before they were looked at."""
    with suppress(OSError, Busy), desk.store.lock("taking mail", desk.wait):
        deaths = {ref: number - (counted.get(ref) == number) for ref, number in _deaths(desk).items()}
        _write_deaths(desk.store, {ref: number for ref, number in deaths.items() if number > 0})


def _write_deaths(where: Draft | Store, deaths: Mapping[str, int]) -> None:
    if deaths:
        where.write(ATTEMPTS, json.dumps(deaths))
    else:
        where.remove(ATTEMPTS)
