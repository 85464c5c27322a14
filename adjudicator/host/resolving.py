"""From texts to a resolution and on to plain values: the one way of `resolve`, of rule cases and of the host."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from adjudicator.core import reading, records
from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, Plain, Position, Problem, Resolution, Seat
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.sentences import Sentences
from adjudicator.core.sheets import mark_at, without


@dataclass(frozen=True, slots=True)
class Sheets:
    """Everybody's sheets for the awaited phase, and all that was wrong with what was sent."""

    by_seat: Mapping[Seat, OrderSheet]
    problems: tuple[Problem, ...]


@cache
def _schema(folder: Path, phase: str) -> reading.Schema:
    return reading.bundle(f"{phase}.schema.json", lambda file: (folder / file).read_text(encoding="utf-8"))


def read_text(
    rules: Ruleset, text: str | reading.Pages, seats: tuple[Seat, ...], defaults: Mapping[str, str]
) -> reading.Reading:
    if isinstance(text, reading.Pages):
        return _understood(rules.folders.schemas, rules.phases, text, seats, defaults)
    known = _KNOWN.get((rules.name, text))
    if known is not None and known.sheet is not None and _stands_for(known.sheet, seats, defaults):
        return reading.Reading((known,), (), ())
    return _reading(rules.folders.schemas, rules.phases, text, seats, tuple(sorted(defaults.items())))


def will_be_read_again(rules: Ruleset, text: str, document: reading.Document) -> None:
    """What a mail is answered with, and the phase, ask for the very text that is held of it: it has just been read."""
    known = document.by_itself() if text == document.text else None
    if known is not None:
        _KNOWN[rules.name, text] = known
        if len(_KNOWN) > KEPT:
            del _KNOWN[next(iter(_KNOWN))]


def _stands_for(sheet: OrderSheet, seats: tuple[Seat, ...], defaults: Mapping[str, str]) -> bool:
    """Whether reading its text again, with these words for what it leaves out, would come to this sheet."""
    said = {"player": sheet.seat, "turn": str(sheet.turn), "phase": sheet.phase}
    return sheet.seat in seats and all(defaults.get(key) == word for key, word in said.items())


def _understood(
    schemas: Path, phases: tuple[str, ...], pages: reading.Pages, seats: tuple[Seat, ...], defaults: Mapping[str, str]
) -> reading.Reading:
    return reading.read_sheets(
        pages,
        lambda phase: _schema(schemas, phase) if phase in phases else None,
        phases=phases,
        seats=seats,
        defaults=defaults,
    )


KEPT = 16
"""What a mail is answered with asks for the same held orders several times: they are parsed once, and understood once
for each way of asking; those that have just come, not at all. That spares a third of the time that an order mail takes.
Nobody changes what was read."""

_KNOWN: dict[tuple[str, str], reading.Document] = {}
"""By the game's name and the text, the oldest first."""


@lru_cache(maxsize=KEPT)
def _reading(
    schemas: Path, phases: tuple[str, ...], text: str, seats: tuple[Seat, ...], defaults: tuple[tuple[str, str], ...]
) -> reading.Reading:
    return _understood(schemas, phases, _pages(text), seats, dict(defaults))


@lru_cache(maxsize=KEPT)
def _pages(text: str) -> reading.Pages:
    return reading.open_text(text)


def read_awaited(rules: Ruleset, position: Position, texts: Mapping[Seat, str | reading.Pages]) -> Sheets:
    """Each player's text as his sheet for the phase that is awaited. Head keys that it leaves out are filled in."""
    awaited = rules.awaited(position)
    if awaited is None:
        return Sheets({}, ())
    by_seat: dict[Seat, OrderSheet] = {}
    problems: list[Problem] = []
    for seat, text in sorted(texts.items()):
        if seat not in awaited.owed:  # he has left, it is not his turn to be asked, or there is no such player
            problems.append(Problem("unreadable", "not-awaited", "OF-10", {"player": seat}, "", seat))
            continue
        defaults = {"game": "-", "player": seat, "turn": str(awaited.phase.turn), "phase": awaited.owed[seat]}
        read = read_text(rules, text, tuple(sorted(awaited.owed)), defaults)
        problems += (replace(problem, seat=seat) for problem in read.problems)
        for sheet in read.sheets:
            if sheet.seat != seat:
                facts = {"player": sheet.seat, "file": seat}
                problems.append(Problem("unreadable", "other-players-file", "OF-10", facts, "", seat))
            elif sheet.turn in (awaited.phase.turn, "any") and sheet.phase == awaited.owed[seat]:
                by_seat[seat], unknown = checked(rules, position, sheet)
                problems += unknown
    return Sheets(by_seat, tuple(problems))


def checked(rules: Ruleset, position: Position, sheet: OrderSheet) -> tuple[OrderSheet, tuple[Problem, ...]]:
    """The sheet without the parts that name what is not there, and what is wrong with those."""
    unknown = tuple(
        replace(problem, mark=problem.mark or mark_at(sheet, problem.place)) for problem in rules.check(position, sheet)
    )
    return without(sheet, unknown), unknown


def resolve(
    rules: Ruleset, position: Position, texts: Mapping[Seat, str], draws: Draws | None
) -> tuple[Resolution, Sheets]:
    """What the texts come to; everything refused, from reading and from the rules, is in the resolution."""
    sheets = read_awaited(rules, position, texts)
    resolution = rules.resolve(position, sheets.by_seat, draws)
    return replace(resolution, refused=(*sheets.problems, *resolution.refused)), sheets


def as_plain(rules: Ruleset, resolution: Resolution, sentences: Sentences) -> dict[str, Plain]:
    """`state`, `events` and `refused` as they are printed, written and compared."""
    return {
        "state": rules.write_state(resolution.state),
        "events": [records.plain(event) for event in resolution.events],
        "refused": [refusal(problem, sentences) for problem in resolution.refused],
    }


def refusal(problem: Problem, sentences: Sentences) -> dict[str, Plain]:
    told: dict[str, Plain] = {
        "player": problem.seat,
        "order": problem.order,
        "place": problem.place,
        "code": problem.code,
        "rule": problem.rule,
        "reason": sentences.reason(problem),
    }
    if problem.mark is not None:
        told["line"], told["column"] = problem.mark.line, problem.mark.column
    return told
