"""What a sheet would come to: the real rules play it alone, and note what each order looked at.

An order is certain where nobody else can touch, in this phase, anything that it looked at. It depends where somebody
can, or where it looks at something that an order before it, itself in doubt, might change. Neither the draws of the
game nor anybody else's orders are used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from adjudicator.core.forecast import Condition, Doubt, Forecast, Outlook
from adjudicator.core.model import Event, OrderSheet, Plain, Position, Problem, Seat
from adjudicator.core.sheets import without

from .check import check
from .consequences import of_order
from .events import ConditionJudged
from .facts import Fact, touched
from .influence import Influence, of_player
from .orders import Allow, read_sheet
from .resolve import play_phase
from .sequence import REQUEST
from .state import State
from .table import Table, Trace


def forecast(position: Position, seat: Seat, sheet: OrderSheet) -> Forecast:
    """One outlook for each order of a sheet for the phase that is awaited, and one for what it says of the sequence."""
    state: State = position.state
    if state.over is not None or sheet.phase != state.phase or state.players[seat].left:
        return Forecast()
    sheet = without(sheet, check(position, sheet))
    table = Table(position)
    table.trace = []
    understood = read_sheet(sheet)
    play_phase(table, {seat: understood})
    watch = _Watch(position, seat, sheet, understood.allow)
    seen = _together(table.trace)
    outlooks = [watch.outlook(place, seen[place], table.refused) for place in seen if place.isdigit()]
    return Forecast(
        outlooks=(
            *watch.of_sequence(table),
            *sorted(outlooks, key=lambda each: int(each.place)),
        ),
        conditions=tuple(_conditions(table.events)),
    )


def _conditions(events: Iterable[Event]) -> Iterable[Condition]:
    for event in events:
        if isinstance(event, ConditionJudged):
            yield Condition(event.order, event.holds)


@dataclass(slots=True)
class _Seen:
    """All that one order looked at and brought about, in however many goes."""

    facts: set[Fact] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)


def _together(traces: Iterable[Trace]) -> dict[str, _Seen]:
    """By the order at the top of the list, in the order in which they were begun."""
    found: dict[str, _Seen] = {}
    for trace in traces:
        seen = found.setdefault(trace.path.partition(".")[0], _Seen())
        seen.facts |= trace.looked_at
        seen.events += trace.events
    return found


class _Watch:
    """Who could interfere with what."""

    def __init__(self, position: Position, seat: Seat, sheet: OrderSheet, allow: tuple[Allow | None, ...]) -> None:
        state: State = position.state
        self.position, self.seat, self.sheet = position, seat, sheet
        self.rivals: Mapping[Seat, Influence] = {
            other: of_player(position, other, seat, allow)
            for other in state.sequence
            if other != seat and not state.players[other].left
        }
        self._who: dict[Fact, frozenset[Seat]] = {}
        """Many orders look at the same: for each fact, who could change it."""
        self.doubtful: dict[str, Influence] = {}
        """Own orders that are in doubt, with all that they might change."""

    def outlook(self, place: str, seen: _Seen, refused: Iterable[Problem]) -> Outlook:
        found = (*self.sheet.problems, *refused)  # what was set aside has its problem on the sheet
        problems = tuple(problem for problem in found if problem.place.partition(".")[0] == place)
        doubts = tuple(self._doubts(seen.facts))
        if doubts:
            self.doubtful[place] = of_order(self.position, self.seat, self.sheet.body["orders"][int(place)])
            return Outlook(place, "depends", problems, doubts, tuple(seen.events))
        came_to_something = any(touched(event) for event in seen.events)
        fails = bool(problems) and not came_to_something
        return Outlook(place, "fails" if fails else "certain", problems, (), tuple(seen.events))

    def of_sequence(self, table: Table) -> Iterable[Outlook]:
        """What is asked, prayed and wished for always rests with the others too, unless nobody may ask now.

        Requests are judged before anybody acts, so whatever they look at is certain. Of what rests with others only
        the request is foretold: what prayers and wishes come to is for all of them together to say.
        """
        if not self.sheet.body.get("sequence") or len(self.position.state.players) == 1:
            return
        problems = tuple(problem for problem in table.refused if _is_of_sequence(problem.place))
        events = tuple(each for each in table.events if each.seat == self.seat and _is_of_sequence(each.order))
        doubts = tuple(self._doubts({("sequence",)}))
        if doubts:
            asked = tuple(each for each in events if each.order == REQUEST)
            yield Outlook("sequence", "depends", problems, doubts, asked)
        else:
            yield Outlook("sequence", "fails" if problems else "certain", problems, (), events)

    def _doubts(self, facts: set[Fact]) -> Iterable[Doubt]:
        """Everything that somebody could change, told once for each place; then own orders that it follows from."""
        found: dict[tuple[str, ...], tuple[dict[str, Plain], set[Seat]]] = {}
        for fact in sorted(facts):
            if who := self._can_change(fact):
                code, about = _told(fact)
                where = [value for key, value in about.items() if key != "goods"]
                told, doubters = found.setdefault((code, *where), (about, set()))
                doubters |= who
                if "goods" in told and fact[2] not in told["goods"]:
                    told["goods"].append(fact[2])
        for (code, *_), (about, doubters) in found.items():
            order_of_play = self.position.state.sequence
            yield Doubt(code, about, tuple(seat for seat in order_of_play if seat in doubters))
        for place, influence in self.doubtful.items():
            if any(influence.touches(fact) for fact in facts):
                yield Doubt("depends-on-order", {"order": place})

    def _can_change(self, fact: Fact) -> frozenset[Seat]:
        if fact not in self._who:
            who = (other for other, influence in self.rivals.items() if influence.touches(fact))
            self._who[fact] = frozenset(who)
        return self._who[fact]


def _is_of_sequence(place: str) -> bool:
    return place.startswith("sequence.")


def _told(fact: Fact) -> tuple[str, dict[str, Plain]]:
    """A fact as a player reads of it: the code of a sentence, and what to put into it."""
    match fact:
        case ("goods", ground, good):
            return "depends-on-goods", {"place": ground, "goods": [good]}
        case ("load" | "where" | "cargo" as kind, name):
            return f"depends-on-{kind}", {"transporter": name}
        case ("transporters", tile):
            return "depends-on-presence", {"tile": tile}
        case ("own", owner, tile):
            return "depends-on-presence", {"tile": tile, "owner": owner}
        case ("building" | "bridges" as kind, tile):
            return f"depends-on-{kind}", {"tile": tile}
        case ("runs" | "wall" | "road" as kind, place):
            return f"depends-on-{kind}", {"place": place}
        case ("permission", owner):
            return "depends-on-permission", {"owner": owner}
        case (kind, *_):
            return f"depends-on-{kind}", {}
    raise AssertionError(f"no fact: {fact}")
