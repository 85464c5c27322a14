"""What players ask for in plain words: the first line of a mail that holds no orders."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from adjudicator.core import reading
from adjudicator.core.model import Plain, Seat
from adjudicator.host import (
    addresses,
    allowances,
    forms,
    moderator,
    press,
    readiness,
    receipts,
    reports,
    seats,
    standing,
    whatif,
)
from adjudicator.host.draft import Draft
from adjudicator.host.letters import one_line
from adjudicator.host.request import Request, first_line, from_the_command_on, is_greeting, is_short, one_slip_apart

__all__ = ["COMMANDS", "Request", "begin_with_one", "comes_first", "find", "obey"]

LONGEST_WORD = 60
ALIKE = 0.7
LOOKED_AT = 6
"""Lines in which a greeting and a command below it stand."""
_WITH_CHECK = {"please", "this", "these", "it", "only", "orders", "my"}
_NAMES = {"checo", "cheek", "cheick", "cheik", "chick", "chuck"}
"""What somebody may be called although it is all but `check`."""


def find(lines: list[str]) -> list[str]:
    """What somebody wrote, from his command on if there is one."""
    return from_the_command_on(lines, set(COMMANDS))


def comes_first(lines: list[str]) -> bool:
    """`check` and `press` may have orders below them that are not to be taken."""
    return first_line(lines)[0] in ("check", "press") and is_short(lines)


def nearly_comes_first(lines: list[str], seats: Iterable[Seat]) -> tuple[str, str] | None:
    """A line above orders that is `check` or `press` but for one slip of the finger, and which of the two.

    No greeting is: `Chers amis,` and `Chuck` stand above orders that are meant.
    """
    written = [line.strip() for line in map(reading.as_typed, lines[:LOOKED_AT]) if line.strip()]
    line = next((line for line in written if not is_greeting(line)), "")
    verb, *rest = line.lower().split() or [""]
    if not line[-1:].isalnum() or verb in _NAMES:
        return None
    if one_slip_apart(verb, "check") and _WITH_CHECK.issuperset(rest):
        return line, "check"
    readers = {*press.TO_WHOM, *seats}
    return (line, "press") if one_slip_apart(verb, "press") and rest and readers.issuperset(rest) else None


def is_nearly_one(line: str) -> bool:
    """Whether it begins like a command, rightly written or not."""
    return bool(difflib.get_close_matches(first_line([line])[0], COMMANDS, 1, ALIKE))


def begin_with_one(lines: list[str]) -> bool:
    return first_line(lines)[0] in COMMANDS and is_short(lines)


def said_ready(lines: list[str]) -> bool | None:
    """What a line `ready` or `not ready` above orders says of them. With a colon it is a key of theirs."""
    verb, rest = first_line(lines)
    return _READY.get(rest.lower()) if verb == "ready" and ":" not in lines[0] else None


def obey(draft: Draft, request: Request) -> str:
    """Does what the first line asks; says what that was, for the journal."""
    verb, rest = request.first_line
    command = COMMANDS.get(verb)
    return _no_command(draft, request) if command is None else command.obey(draft, request, rest)


def _no_command(draft: Draft, request: Request) -> str:
    """Whoever has not joined yet most likely meant to."""
    holder, verb = request.holder, request.first_line[0]
    if draft.game(holder.game).position is None and seats.read(draft, holder.game)[holder.seat].word is None:
        return receipts.refuse(draft, holder, request.mail, "not-joined")
    meant = difflib.get_close_matches(verb, COMMANDS, 1, ALIKE) if is_short(request.lines) else []
    facts: dict[str, Plain] = {"commands": sorted(COMMANDS), "signature": request.signature}
    facts["unchanged"] = bool(request.blocks) and request.signature is None
    facts["unready"] = facts["unchanged"] and readiness.needs_a_word(draft, draft.game(holder.game), holder.seat)
    facts |= {"meant": meant[0]} if meant else {}
    return receipts.refuse(draft, holder, request.mail, "no-orders-in-mail", **facts)


def _join(draft: Draft, request: Request, rest: str) -> str:
    """The player takes his seat, and his word is mixed into the draws."""
    holder, game = request.holder, draft.game(request.holder.game)
    word = one_line(rest, LONGEST_WORD)
    players = seats.read(draft, holder.game)
    player = players[holder.seat]
    if game.position is not None or player.word is not None:
        return receipts.refuse(draft, holder, request.mail, "word-given")
    if not word:
        return receipts.refuse(draft, holder, request.mail, "word-missing")
    players[holder.seat] = replace(player, word=word)
    seats.write(draft, holder.game, players)
    missing = [seat for seat, other in players.items() if other.word is None]
    receipts.answer(draft, game, holder.seat, request.mail, "joined", {"word": word, "missing": missing})
    return "joined"


def _help(draft: Draft, request: Request, rest: str) -> str:
    game = draft.game(request.holder.game)
    known = [command for verb, command in COMMANDS.items() if verb != "press" or game.file.press != "none"]
    facts: dict[str, Plain] = {
        "commands": [{"words": command.words, "does": command.does} for command in known],
        "anonymous": game.file.press == "anonymous",
        "held": forms.held_sheet(draft, game, request.holder.seat) is not None,
        "form": forms.form_for(draft, game, request.holder.seat),
    }
    return _answer(draft, request, "help", **facts)


def _status(draft: Draft, request: Request, rest: str) -> str:
    rows = standing.for_players(draft, draft.game(request.holder.game))
    return _answer(draft, request, "standing", rows=rows)


def _orders(draft: Draft, request: Request, rest: str) -> str:
    game = draft.game(request.holder.game)
    receipts.receipt(draft, game, request.holder, request.mail, receipts.Taken((), (), (), ()), asked=True)
    return "orders shown"


def _ready(draft: Draft, request: Request, rest: str) -> str:
    """What is held for the awaited phase counts as it is, or no longer does."""
    holder, game = request.holder, draft.game(request.holder.game)
    ready = _READY.get(rest.lower())
    if ready is None:
        return receipts.refuse(draft, holder, request.mail, "ready-how")
    hindrance = readiness.say(draft, game, holder.seat, ready, request.arrived)
    if hindrance is not None:
        return receipts.refuse(draft, holder, request.mail, hindrance.code, **hindrance.facts)
    receipts.receipt(draft, game, holder, request.mail, receipts.Taken((), (), (), ()), asked=True)
    return "ready" if ready else "not ready"


_READY = {"": True, "yes": True, "true": True, "now": True, "no": False, "false": False}


def _resend(draft: Draft, request: Request, rest: str) -> str:
    """The last status letter, to the registered address."""
    letter = reports.last_letter(draft, request.holder.game, request.holder.seat)
    if letter is None:
        return receipts.refuse(draft, request.holder, request.mail, "no-letter-yet")
    receipts.send_answer(draft, request.mail, replace(letter, answers=request.mail.message_id))
    return "resent"


def _digest(draft: Draft, request: Request, rest: str) -> str:
    """Fewer letters, or every letter at once; then what was kept is sent in the same run."""
    holder = request.holder
    wanted = rest.strip(". ").lower()
    if wanted not in ("on", "off"):
        return receipts.refuse(draft, holder, request.mail, "digest-which")
    players = seats.read(draft, holder.game)
    players[holder.seat] = replace(players[holder.seat], digest=wanted == "on")
    seats.write(draft, holder.game, players)
    return _answer(draft, request, "fewer", digest=wanted == "on")


def _resign(draft: Draft, request: Request, rest: str) -> str:
    """The seat stays until the moderator has found somebody for it; he and the player are told."""
    holder = request.holder
    if rest.lower().removeprefix("from ") != holder.game:
        return receipts.refuse(draft, holder, request.mail, "resign-which", game=holder.game)
    moderator.tell(draft, "resigned", f"{holder.game}.{holder.seat}", game=holder.game, seat=holder.seat)
    draft.note("resigned", game=holder.game, seat=holder.seat)
    return _answer(draft, request, "resigned")


def _answer(draft: Draft, request: Request, kind: str, **facts: Plain) -> str:
    game = draft.game(request.holder.game)
    receipts.answer(draft, game, request.holder.seat, request.mail, kind, facts)
    return kind


@dataclass(frozen=True, slots=True)
class Command:
    words: str
    does: str
    obey: Callable[[Draft, Request, str], str]


COMMANDS = {
    "help": Command("help", "this list", _help),
    "join": Command("join WORD", "take your seat, with a word for the draws", _join),
    "status": Command("status", "who owes orders", _status),
    "orders": Command("orders", "what is held of you", _orders),
    "ready": Command("ready or not ready", "what is held of you counts as it is, or no longer does", _ready),
    "check": Command("check", "with orders below it: what they would do; nothing is kept", whatif.check),
    "resend": Command("resend", "the last letter once more", _resend),
    "press": Command("press COLOUR, press COLOUR COLOUR or press all", "what stands below goes to them", press.carry),
    "digest": Command(
        "digest on or digest off",
        "fewer letters: what can wait comes with the next status letter, or once a day",
        _digest,
    ),
    "address": Command("address NEW-ADDRESS", "letters shall go there; confirmed from the old one", addresses.ask),
    "confirm": Command("confirm CODE", "confirms the new address", addresses.confirm),
    "extend": Command("extend 24 hours", "put the deadline off, as often as the game allows you", allowances.extend),
    "away": Command("away 2026-08-01 2026-08-14", "on these days nothing is due for you", allowances.away),
    "end": Command("end GAME", "agree to end the game as it stands; end no takes that back", allowances.end),
    "resign": Command("resign GAME", "give up your seat", _resign),
}
