"""Answers to mails. They go to the registered address only, never to where a mail says it came from."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.core import reading
from adjudicator.core.model import OrderSheet, Plain, Problem, Seat
from adjudicator.core.sentences import Sentences
from adjudicator.host import (
    authenticity,
    correspondence,
    forms,
    gathering,
    moderator,
    outlooks,
    pending,
    proof,
    readiness,
    reports,
    resolving,
    seats,
)
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.letters import Letter
from adjudicator.host.mailtext import Mail
from adjudicator.host.since import since
from adjudicator.host.tokens import Holder

MOST_A_DAY = 10
"""Answers to one seat in one day: whatever loop of machines this is, it ends by itself."""

MOST_UNPROVED_A_DAY = 3


@dataclass(frozen=True, slots=True)
class Taken:
    """What an order mail came to."""

    sheets: tuple[OrderSheet, ...]
    superseded: tuple[OrderSheet, ...]
    problems: tuple[Problem, ...]
    repairs: tuple[reading.Repair, ...]


def receipt(draft: Draft, game: Game, holder: Holder, mail: Mail, taken: Taken, asked: bool = False) -> None:
    """All that is held now in normal form, what could not be used and why, what was repaired."""
    told = correspondence.sentences(draft, game, holder.seat)
    now = readiness.now(draft, game, holder.seat)
    held = _held_sheets(draft, game, holder.seat, now)
    outdated = next((sheet["based_on"] for sheet in held if sheet["outdated"]), None)
    facts: dict[str, Plain] = {
        "asked": asked,
        "taken": len(taken.sheets),
        "problems": [shown(problem, told) for problem in taken.problems],
        "superseded": [{"turn": sheet.turn, "phase": sheet.phase} for sheet in taken.superseded],
        "held": held,
        "repairs": [told.say(repair.code, {"line": repair.mark.line, **repair.facts}) for repair in taken.repairs],
        "elsewhere": _elsewhere(draft, holder, mail),
        "doubted": confirmed(draft, mail) == "fail",
        "position": None if game.position is None else reports.position_name(game),
        "since": since(draft, game, holder.seat, outdated) if outdated else [],
        **outlooks.foretold(game, holder.seat, now.sheet, told),
    }
    if facts["unforeseen"]:
        about = f"{game.name}.{holder.seat}"
        moderator.tell(draft, "unforeseen", about, capped=True, game=game.name, detail=facts["unforeseen"])
    answer(draft, game, holder.seat, mail, "receipt", facts, waits=not asked and _can_wait(facts))


def _can_wait(facts: dict[str, Plain]) -> bool:
    """Whether nothing in this receipt needs its reader: all was taken, he counts as ready, and nothing will fail."""
    if not facts["taken"]:
        return False
    surprises = ("problems", "superseded", "elsewhere", "doubted", "repairs")
    unready = any(sheet["idle"] or (sheet["awaited"] and not sheet["ready"]) for sheet in facts["held"])
    failing = any(outlook["problems"] for outlook in facts["forecast"])
    return not unready and not failing and not any(facts[key] for key in surprises)


def show_held(draft: Draft, name: str, seat: Seat, mail: Mail) -> None:
    """What counts has changed without a new mail: the player is shown what is held of him."""
    holder = Holder(name, seat, seats.read(draft, name)[seat].generation, valid=True)
    receipt(draft, draft.game(name), holder, mail, Taken((), (), (), ()), asked=True)


def refuse(draft: Draft, holder: Holder, mail: Mail, code: str, **facts: Plain) -> str:
    """The mail as a whole is of no use; says why."""
    game = draft.game(holder.game)
    problem = Problem("unreadable", code, "OF-10", facts, "", holder.seat)
    reason = correspondence.sentences(draft, game, holder.seat).reason(problem)
    said = {"about": mail.subject, "reason": reason, "form": forms.form_for(draft, game, holder.seat)}
    answer(draft, game, holder.seat, mail, "refusal", said)
    return "refused"


def answer(
    draft: Draft, game: Game, seat: Seat, mail: Mail, kind: str, facts: dict[str, Plain], *, waits: bool = False
) -> None:
    """One letter to the player; `waits` if it may come later, with others.

    The last of a day says that it is: whoever writes on must not wonder at the silence.
    """
    if waits and not mail.automatic and gathering.keep(draft, game, seat, kind, facts):
        return
    if draft.answers_today(game.name, seat) == MOST_A_DAY - 1:
        facts = {**facts, "last_of": MOST_A_DAY}
    letter = correspondence.write(draft, game, seat, kind, mail.content[:12], facts, answers=mail.message_id)
    send_answer(draft, mail, letter)


def send_answer(draft: Draft, mail: Mail, letter: Letter) -> None:
    """RFC 3834: nothing to a machine, and not too much to anybody."""
    if not mail.automatic and draft.answers_today(letter.game, letter.seat) < MOST_A_DAY:
        draft.send([letter], answer=True)


def tell_claimed_sender(draft: Draft, mail: Mail) -> None:
    """A mail without a valid token claims to be from a player: he is told at his own address, three times a day."""
    if mail.sender is None or mail.automatic:
        return
    for name in draft.names("games"):
        for seat, player in seats.read(draft, name).items():
            if player.address.lower() == mail.sender:
                if draft.answers_today(name, seat) < MOST_UNPROVED_A_DAY:
                    game = draft.game(name)
                    answer(draft, game, seat, mail, "unproved", {"form": forms.form_for(draft, game, seat)})
                return


def confirmed(draft: Draft, mail: Mail) -> authenticity.Finding:
    """Whether our own mail server confirms that the mail is from where it says, if it is asked."""
    asked = draft.settings.authentication
    return "none" if asked is None else authenticity.found(mail.authentication, asked.server, mail.sender)


def _elsewhere(draft: Draft, holder: Holder, mail: Mail) -> str | None:
    """Where the mail says it comes from, if that is not the registered address."""
    registered = seats.read(draft, holder.game)[holder.seat].address.lower()
    return None if mail.sender == registered else mail.sender or "an address that cannot be read"


def shown(problem: Problem, told: Sentences) -> dict[str, Plain]:
    """A problem with the player's own line, if it is about one."""
    line = {"line": None, "text": problem.facts.get("text"), "caret": problem.facts.get("caret")}
    return {**line, **resolving.refusal(problem, told)}


def _when(game: Game, held: pending.Held) -> tuple[bool, int, int]:
    """Standing orders come last."""
    standing = held.turn == pending.STANDING
    return standing, 0 if standing else int(held.turn), game.rules.phases.index(held.phase)


def _held_sheets(draft: Draft, game: Game, seat: Seat, stands: readiness.Standing) -> list[dict[str, Plain]]:
    """All that is held of a seat, in normal form and in order of play, as letters show it.

    `stands`: how it stands towards the phase that is awaited.
    """
    awaited = game.awaited
    shown = []
    for held in sorted(pending.all_held(draft, game.name, seat), key=lambda held: _when(game, held)):
        defaults = {"game": game.name, "player": seat, "turn": str(held.turn), "phase": held.phase}
        for sheet in resolving.read_text(game.rules, held.text, tuple(game.file.seats), defaults).sheets:
            now = awaited is not None and (held.turn, held.phase) == (awaited.phase.turn, awaited.owed.get(seat))
            later = awaited is not None and (False, awaited.phase.turn, awaited.phase.number) < _when(game, held)
            said = replace(sheet, ready=held.ready) if held.told else sheet
            shown.append(
                {
                    "turn": sheet.turn,
                    "phase": sheet.phase,
                    "text": reading.write_sheet(said, game.name),
                    "awaited": now,
                    "ready": now and stands.ready,
                    "ahead": readiness.ahead(game, held, sheet) if later and held.turn != pending.STANDING else "",
                    "outdated": now and stands.outdated,
                    "idle": awaited is not None
                    and seat not in awaited.owed
                    and (held.turn, held.phase) == (awaited.phase.turn, awaited.phase.name),
                    "whole": now and stands.is_whole,
                    "based_on": sheet.based_on,
                    "hash": proof.orders_hash(stands.sheet if now and stands.sheet is not None else sheet)[:12],
                }
            )
    return shown
