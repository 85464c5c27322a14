"""Answers to mails. They go to the registered address only, never to where a mail says it came from."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.core import reading
from adjudicator.core.model import OrderSheet, Plain, Problem, Seat
from adjudicator.host import adjudicate, pending, reports, resolving, seats, telling
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.letters import MODERATOR, Letter
from adjudicator.host.mailtext import Mail
from adjudicator.host.tokens import Holder

MOST_A_DAY = 10
"""Answers to one seat in one day: whatever loop of machines this is, it ends by itself."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What an order mail came to."""

    sheets: tuple[OrderSheet, ...]
    superseded: tuple[OrderSheet, ...]
    problems: tuple[Problem, ...]
    repairs: tuple[reading.Repair, ...]


def receipt(draft: Draft, game: Game, holder: Holder, mail: Mail, taken: Taken) -> None:
    """All that is held now in normal form, what could not be used and why, what was repaired."""
    told = telling.sentences(game.rules)
    awaited = None if game.position is None else game.rules.awaited(game.position)
    facts: dict[str, Plain] = {
        "taken": len(taken.sheets),
        "problems": [_shown(problem, resolving.refusal(problem, told)) for problem in taken.problems],
        "superseded": [{"turn": sheet.turn, "phase": sheet.phase} for sheet in taken.superseded],
        "held": held_sheets(draft, game, holder.seat),
        "repairs": [told.say(repair.code, {"line": repair.mark.line, **repair.facts}) for repair in taken.repairs],
        "elsewhere": _elsewhere(draft, holder, mail),
        "position": None if game.position is None else reports.position_name(game),
        "awaited": None if awaited is None else {"turn": awaited.phase.turn, "phase": awaited.phase.name},
    }
    answer(draft, game, holder.seat, mail, "receipt", facts)


def refuse(draft: Draft, holder: Holder, mail: Mail, code: str, facts: dict[str, Plain]) -> None:
    """The mail as a whole is of no use; says why."""
    game = draft.game(holder.game)
    reason = telling.sentences(game.rules).say(code, facts)
    said = {"about": mail.subject, "reason": reason, "form": reports.form(game, holder.seat)}
    answer(draft, game, holder.seat, mail, "refusal", said)


def answer(draft: Draft, game: Game, seat: Seat, mail: Mail, kind: str, facts: dict[str, Plain]) -> None:
    """One letter to the player, unless a machine wrote or he has had enough of them today (RFC 3834)."""
    if mail.automatic or draft.answers_today(game.name, seat) >= MOST_A_DAY:
        return
    tell = reports.naming(game)
    facts = {"game": game.name, "seat": seat, "player": seats.read(draft, game.name)[seat].name, **facts}
    draft.send(
        [
            Letter(
                game=game.name,
                seat=seat,
                kind=kind,
                about=mail.content[:12],
                subject=tell.block(f"letters/{kind}.j2", "subject", **facts),
                text=tell.block(f"letters/{kind}.j2", "text", **facts),
                written=draft.now.isoformat(timespec="seconds"),
                answers=mail.message_id,
            )
        ]
    )


def tell_moderator(draft: Draft, content: str, reason: str) -> None:
    facts = {"content": content, "reason": reason}
    draft.send(
        [
            Letter(
                game="",
                seat=MODERATOR,
                kind="trouble",
                about=content[:12],
                subject=telling.host_block("letters/trouble.j2", "subject", **facts),
                text=telling.host_block("letters/trouble.j2", "text", **facts),
                written=draft.now.isoformat(timespec="seconds"),
            )
        ]
    )


def _elsewhere(draft: Draft, holder: Holder, mail: Mail) -> str | None:
    """Where the mail says it comes from, if that is not the registered address."""
    registered = seats.read(draft, holder.game)[holder.seat].address.lower()
    return None if mail.sender == registered else mail.sender or "an address that cannot be read"


def _shown(problem: Problem, told: dict[str, Plain]) -> dict[str, Plain]:
    return {"line": None, **told, "text": problem.facts.get("text"), "caret": problem.facts.get("caret")}


def held_sheets(draft: Draft, game: Game, seat: Seat) -> list[dict[str, Plain]]:
    """All that is held of a seat, in normal form, as letters show it."""
    awaited = None if game.position is None else game.rules.awaited(game.position)
    shown = []
    for held in pending.all_held(draft, game.name, seat):
        defaults = {"game": game.name, "player": seat, "turn": str(held.turn), "phase": held.phase}
        for sheet in resolving.read_text(game.rules, held.text, tuple(game.file.seats), defaults).sheets:
            now = awaited is not None and (held.turn, held.phase) == (awaited.phase.turn, awaited.owed.get(seat))
            stands = adjudicate.standing(draft, game, awaited, seat) if now and awaited else None
            shown.append(
                {
                    "turn": sheet.turn,
                    "phase": sheet.phase,
                    "text": reading.write_sheet(sheet, game.name),
                    "awaited": now,
                    "ready": stands is not None and stands.ready,
                    "outdated": stands is not None and stands.outdated,
                    "based_on": sheet.based_on,
                }
            )
    return shown
