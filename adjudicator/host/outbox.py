"""Letters on their way: each waits in the outbox until it has been sent; at least once, always with one Message-ID."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from adjudicator.host import letters, moderator, observers, pictures, retries, seats
from adjudicator.host.desk import Desk
from adjudicator.host.draft import Draft
from adjudicator.host.letters import MODERATOR, Correspondents, Letter
from adjudicator.host.ports import Outgoing, Sent

BATCH = 100
LONGEST_REASON = 400


def send_waiting(desk: Desk) -> Iterator[Sent]:
    """Sends all that is due. The lock is not held while letters travel: other commands need not wait for the post."""
    tried: set[str] = set()
    while due := _due(desk, tried):  # again, for what was written because of those that could not leave
        tried |= {letter.name for letter in due}
        for start in range(0, len(due), BATCH):
            yield from _send(desk, due[start : start + BATCH])


def _due(desk: Desk, tried: set[str]) -> list[Letter]:
    with desk.step("looking for letters to send") as draft:
        held = {name for name, retry in retries.read(draft).items() if not retry.is_due(draft.now)}
        return [letter for letter in _waiting(draft) if letter.name not in tried | held]


def _send(desk: Desk, batch: list[Letter]) -> list[Sent]:
    with desk.step("making letters ready") as draft:
        batch = [letter for letter in batch if draft.read(letter.path) is not None]  # or another run has sent it
        outgoing = [_outgoing(draft, letter) for letter in batch]
    outcomes = {sent.name: sent for sent in desk.post.deliver(outgoing)}
    with desk.step("noting which letters were sent") as draft:
        return _note_all(draft, [(letter, outcomes[letter.name]) for letter in batch])


def _waiting(draft: Draft) -> list[Letter]:
    """In the order in which they were written, so that nobody gets an answer before what it follows from."""
    found = []
    for folder in [letters.outbox_folder(game) for game in ("", *draft.names("games"))]:
        for name in draft.names(folder):
            written = draft.read(f"{folder}/{name}")
            if written is not None:
                found.append(letters.read(written, f"{folder}/{name}"))
    return sorted(found, key=lambda letter: draft.journal.letter(letter.name) or (0, "", ""))


def _outgoing(draft: Draft, letter: Letter) -> Outgoing:
    settings = draft.settings
    if letter.seat == MODERATOR:
        between = Correspondents(
            settings.name, settings.address, settings.address, "the moderator", settings.moderator, token=""
        )
    elif letter.seat.startswith(observers.OBSERVER):
        reader = observers.read(draft, letter.game)[letter.seat]
        between = Correspondents(
            settings.name, settings.address, settings.address, reader.name, reader.address, token=""
        )
    else:
        player = seats.read(draft, letter.game)[letter.seat]
        token = seats.token_of(draft, letter.game, letter.seat, player)
        between = Correspondents(
            settings.name, settings.address, settings.reply_address(token), player.name, player.address, token
        )
    shown = {cid: pictures.content(draft, letter.game, name) for cid, name in letter.pictures.items()}
    there = {cid: content for cid, content in shown.items() if content is not None}
    return Outgoing(letter.name, between.their_address, letters.message(letter, between, there))


def _note_all(draft: Draft, tried: list[tuple[Letter, Sent]]) -> list[Sent]:
    """What could not leave is tried again later; after days of that it counts as what never will."""
    waiting = retries.read(draft)
    noted = []
    for letter, sent in tried:
        earlier = waiting.pop(letter.name, None)
        if draft.read(letter.path) is None:
            continue  # another run has noted it
        sent = replace(sent, reason=_without_tokens(draft, sent.reason))
        if sent.outcome == "later":
            again = retries.after(earlier, draft.now, sent.reason)
            if again.is_hopeless(draft.now):
                sent = replace(sent, outcome="never", reason=f"tried {again.times} times, at last: {sent.reason}")
            else:
                waiting[letter.name] = again
        if sent.outcome != "later":
            _note(draft, letter, sent)
        noted.append(sent)
    retries.write(draft, waiting)
    return noted


def _note(draft: Draft, letter: Letter, sent: Sent) -> None:
    draft.remove(letter.path)
    draft.note(sent.outcome, letter=letter.name, **({"reason": sent.reason} if sent.reason else {}))
    if sent.outcome == "never" and letter.seat != MODERATOR:
        facts: dict[str, Any] = {"game": letter.game, "seat": letter.seat, "detail": sent.reason}
        moderator.tell(draft, "undeliverable", letter.name, **facts)


def _without_tokens(draft: Draft, reason: str) -> str:
    """A server's words may quote what it refused."""
    return seats.key_ring(draft).taken_out(letters.one_line(reason, LONGEST_REASON)) if reason else ""
