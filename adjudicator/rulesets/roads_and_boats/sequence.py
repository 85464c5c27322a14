"""Order of play: who asks for it, the temple step and the sequence step (RB-9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.model import Plain, Seat

from .conditions import judge
from .events import (
    ConditionJudged,
    OrderOfPlayAsked,
    PrayingKept,
    PrayingStopped,
    SequenceSet,
    SlotTaken,
    TempleRowFormed,
)
from .orders import Prayer, Sheet
from .table import No, Table

REQUEST, PRAY, PREFER = "sequence.request", "sequence.pray", "sequence.prefer"
"""Where in a sheet the three instructions stand."""


def determine_order(table: Table, sheets: Mapping[Seat, Sheet]) -> None:
    """RB-9.1  If anybody asks, the temple step and the sequence step are played; otherwise all stays as it is."""
    if not _asked(table, sheets):
        return
    row = _temple_step(table, sheets)
    _sequence_step(table, sheets, row)


# -- who asks ----------------------------------------------------------------------------------------------------------


def _asked(table: Table, sheets: Mapping[Seat, Sheet]) -> bool:
    """RB-9.1  All who ask are named; the option `conflict_calls` may always or never ask, or only in some phases."""
    calls = table.look.options.get("conflict_calls", "each_phase")
    phase = table.look.state.phase
    closed = calls == "never" or (calls == "production_and_movement_only" and phase not in ("production", "movement"))
    asked = bool(calls == "always")
    for seat in table.look.state.sequence:
        if seat not in sheets:
            continue
        table.seat, table.path = seat, REQUEST
        table.begin_order(REQUEST)
        wants = _wants(table, seat, sheets[seat].request)
        if wants and not closed:
            table.happen(OrderOfPlayAsked())
            asked = True
        elif closed and (part := REQUEST if wants else _in_vain(sheets[seat])):
            table.refuse(No("no-request-now", "RB-9.1", {"phase": phase}), place=part)
        table.end_order(REQUEST)
    table.seat, table.path = None, ""
    return asked


def _in_vain(sheet: Sheet) -> str:
    """What of a sheet asks for nothing itself and yet comes to nothing where nobody may ask."""
    return PRAY if sheet.prayer.way != "keep" else PREFER if sheet.prefer else ""


def _wants(table: Table, seat: Seat, request: Plain) -> bool:
    holds = judge(table.look, seat, request)
    if not isinstance(request, bool):
        table.happen(ConditionJudged(holds=holds))
    return holds


# -- the temple step ---------------------------------------------------------------------------------------------------


def _temple_step(table: Table, sheets: Mapping[Seat, Sheet]) -> tuple[Seat, ...]:
    """RB-9.2  Front to back, each knowing the decisions before his; the last is not asked."""
    old = table.look.state.temple
    stopped: list[Seat] = []
    for seat in old:
        order = PRAY if seat in sheets else ""
        if seat in sheets and seat != old[-1] and _stops(sheets[seat].prayer, stopped):
            stopped.append(seat)
            table.happen(PrayingStopped(seat=seat, order=order))
        else:
            table.happen(PrayingKept(seat=seat, order=order))
    row = new_row(old, stopped)
    table.happen(TempleRowFormed(row=row))
    return row


def _stops(prayer: Prayer, stopped: Sequence[Seat]) -> bool:
    if prayer.way == "stop_if":
        return any(player in stopped for player in prayer.players)
    if prayer.way == "stop_unless":
        return not any(player in stopped for player in prayer.players)
    return prayer.way == "stop"


def new_row(old: Sequence[Seat], stopped: Sequence[Seat]) -> tuple[Seat, ...]:
    """RB-9.3  Keepers in their old order, then the stoppers in reverse."""
    return (*(seat for seat in old if seat not in stopped), *reversed(stopped))


# -- the sequence step -------------------------------------------------------------------------------------------------


def _sequence_step(table: Table, sheets: Mapping[Seat, Sheet], row: tuple[Seat, ...]) -> None:
    """RB-9.4  Back to front, each takes the first of his wishes that is free, otherwise the first free slot."""
    slots: list[Seat | None] = [None] * len(row)
    for seat in reversed(row):
        wishes = _wishes(table, sheets, seat)
        slot, granted = choose_slot(slots, wishes)
        slots[slot] = seat
        wish = "" if granted is None else _written(wishes[granted])
        order = f"{PREFER}.{granted}" if seat in sheets and granted is not None else ""
        table.happen(SlotTaken(seat=seat, slot=slot + 1, wish=wish, order=order))
    table.happen(SequenceSet(sequence=tuple(seat for seat in slots if seat is not None)))


def _wishes(table: Table, sheets: Mapping[Seat, Sheet], seat: Seat) -> tuple[Plain, ...]:
    """RB-11.6  Who has left takes the last free slot."""
    if table.look.player(seat).left:
        return ("last",)
    return sheets[seat].prefer if seat in sheets else ()


def choose_slot(slots: Sequence[Seat | None], wishes: Sequence[Plain]) -> tuple[int, int | None]:
    """The slot, from 0, and the place of the wish that was granted; without one that can be had, the first free."""
    for place, wish in enumerate(wishes):
        slot = _granted(slots, wish)
        if slot is not None:
            return slot, place
    return slots.index(None), None


def _granted(slots: Sequence[Seat | None], wish: Plain) -> int | None:
    """A number, `first`, `last`, or the free slot nearest before or after a player who has already chosen."""
    free = [slot for slot, holder in enumerate(slots) if holder is None]
    match wish:
        case None:  # set aside when it was read
            return None
        case "first":
            return free[0]
        case "last":
            return free[-1]
        case {"before": player}:
            return max((slot for slot in free if player in slots and slot < slots.index(player)), default=None)
        case {"after": player}:
            return min((slot for slot in free if player in slots and slot > slots.index(player)), default=None)
    return wish - 1 if wish - 1 in free else None


def _written(wish: Plain) -> str:
    if isinstance(wish, Mapping):
        ((word, player),) = wish.items()
        return f"{word} {player}"
    return str(wish)
