"""Letters on their way: each waits in the outbox until it has been sent; at least once, always with one Message-ID."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.host import letters, seats
from adjudicator.host.desk import Desk
from adjudicator.host.draft import Draft
from adjudicator.host.letters import MODERATOR, Correspondents, Letter
from adjudicator.host.ports import Outgoing, Sent

BATCH = 100


def send_waiting(desk: Desk) -> Iterator[Sent]:
    """Sends all that waits. The lock is not held while letters travel, so other commands need not wait for the post."""
    tried: set[str] = set()
    while True:
        with desk.step("looking for letters to send") as draft:
            batch = [letter for letter in _waiting(draft) if letter.name not in tried][:BATCH]
            outgoing = [_outgoing(draft, letter) for letter in batch]
        if not outgoing:
            return
        tried |= {letter.name for letter in batch}
        outcomes = {sent.name: sent for sent in desk.post.deliver(outgoing)}
        with desk.step("noting which letters were sent") as draft:
            for letter in batch:
                _note(draft, letter, outcomes[letter.name])
        yield from outcomes.values()


def _waiting(draft: Draft) -> list[Letter]:
    """In the order in which they were written, so that nobody gets an answer before what it follows from."""
    found = []
    for folder in [letters.outbox_folder(game) for game in ("", *draft.names("games"))]:
        for name in draft.names(folder):
            written = draft.read(f"{folder}/{name}")
            if written is not None:
                found.append(letters.read(written))
    return sorted(found, key=lambda letter: draft.journal.letter(letter.name) or (0, "", ""))


def _outgoing(draft: Draft, letter: Letter) -> Outgoing:
    settings = draft.settings
    if letter.seat == MODERATOR:
        between = Correspondents(
            settings.name, settings.address, settings.address, "the moderator", settings.moderator, token=""
        )
    else:
        player = seats.read(draft, letter.game)[letter.seat]
        token = seats.token_of(draft, letter.game, letter.seat, player)
        between = Correspondents(
            settings.name, settings.address, settings.reply_address(token), player.name, player.address, token
        )
    return Outgoing(letter.name, between.their_address, letters.message(letter, between))


def _note(draft: Draft, letter: Letter, sent: Sent) -> None:
    if draft.read(letter.path) is None:
        return  # another run has noted it
    if sent.outcome == "later":
        return
    draft.remove(letter.path)
    draft.note(sent.outcome, letter=letter.name, **({"reason": sent.reason} if sent.reason else {}))
