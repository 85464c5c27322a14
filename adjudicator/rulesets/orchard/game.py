"""Orchard as the host knows it: the contract of core/ruleset.py, filled in."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from adjudicator.core import folders
from adjudicator.core.draws import Draws
from adjudicator.core.forecast import Doubt, Forecast, Outlook
from adjudicator.core.model import (
    Awaited,
    Event,
    OrderSheet,
    PhaseId,
    Plain,
    Position,
    Problem,
    Resolution,
    Seat,
)
from adjudicator.core.options import complete
from adjudicator.core.ruleset import Folders, Ruleset
from adjudicator.rulesets.orchard import events as happened
from adjudicator.rulesets.orchard.apply import apply
from adjudicator.rulesets.orchard.market import end_game, end_turn, play_market
from adjudicator.rulesets.orchard.picking import play_picking, room_in_basket
from adjudicator.rulesets.orchard.play import Play
from adjudicator.rulesets.orchard.state import PHASES, Orchard, Trees, read_orchard, read_trees, write_orchard


class OrchardGame(Ruleset):
    name = "orchard"
    title = "Orchard"
    version = "1"
    phases: tuple[str, ...] = PHASES
    players: tuple[int, ...] = (2, 3, 4)
    colours: tuple[Seat, ...] = ("red", "blue", "green", "yellow")
    folders = Folders(
        schemas=folders.schemas("orchard"),
        templates=folders.templates("orchard"),
        translations=folders.templates("orchard") / "translations",
        scenarios=folders.scenarios("orchard"),
        rules=Path(__file__).parent,
    )
    events: Mapping[str, type[Event]] = {kind.kind(): kind for kind in happened.KINDS}

    def read_options(self, raw: Plain) -> Mapping[str, Plain]:
        schema = json.loads((self.folders.schemas / "options.schema.json").read_text(encoding="utf-8"))
        return complete(schema, raw)

    def read_board(self, raw: Plain) -> Trees:
        return read_trees(raw)

    def read_state(self, raw: Plain, board: Trees) -> Orchard:
        return read_orchard(raw, board)

    def write_state(self, state: Orchard) -> Plain:
        return write_orchard(state)

    def begin(self, board: Trees, seats: tuple[Seat, ...], options: Mapping[str, Plain], draws: Draws) -> Resolution:
        """OR-1.3  The sequence is drawn, and each player draws a favourite fruit that only he learns."""
        play = Play(Orchard(turn=1, phase="picking", sequence=tuple(sorted(seats)), trees=board.at_first))
        play.happen(happened.SequenceSet(sequence=draws.shuffled(sorted(seats), "sequence")))
        for seat in sorted(seats):
            fruit = draws.pick(sorted(board.most), f"favourite/{seat}")
            play.happen(happened.FavouriteDrawn(seat=seat, fruit=fruit, seen_by=(seat,)))
        play.happen(happened.PhaseBegun(turn=1, phase="picking"))
        return play.resolution()

    def awaited(self, position: Position) -> Awaited | None:
        state: Orchard = position.state
        if state.over:
            return None
        phase = PhaseId(state.turn, PHASES.index(state.phase), state.phase)
        return Awaited(phase, dict.fromkeys(sorted(state.sequence), state.phase))

    def check(self, position: Position, sheet: OrderSheet) -> tuple[Problem, ...]:
        """OR-1.1  The trees are those of the map."""
        trees: Trees = position.board
        problems = []
        for number, order in enumerate(sheet.body.get("orders", ())):
            named = order and (order.get("from") or order.get("fruit"))
            if named and named not in trees.most:
                near = difflib.get_close_matches(named, trees.most, n=1)
                facts = {"fruit": named, "trees": sorted(trees.most), "meant": near[0] if near else ""}
                problems.append(Problem("invalid", "no-such-tree", "OR-1.1", facts, str(number), sheet.seat))
        return tuple(problems)

    def resolve(self, position: Position, sheets: Mapping[Seat, OrderSheet], draws: Draws | None) -> Resolution:
        play = Play(position.state)
        if play.state.phase == "picking":
            play_picking(play, sheets)
            play.happen(happened.PhaseBegun(turn=play.state.turn, phase="market"))
        else:
            play_market(play, sheets)
            end_turn(play, position.board, position.options["turns"], draws)
        return play.resolution()

    def replay(self, position: Position, events: tuple[Event, ...]) -> Orchard:
        state: Orchard = position.state
        for event in events:
            state = apply(state, event)
        return state

    def audit(self, before: Position, resolution: Resolution) -> tuple[str, ...]:
        """Fruit is only moved, sold or ripened; no basket is too full, no tree bears too much or less than nothing."""
        trees: Trees = before.board
        after: Orchard = resolution.state
        gained = sum(e.pieces for e in resolution.events if isinstance(e, happened.FruitRipened))
        sold = sum(e.pieces for e in resolution.events if isinstance(e, happened.FruitSold))
        wrong = []
        if _all_fruit(before.state) + gained - sold != _all_fruit(after):
            wrong.append("fruit appeared or vanished")
        wrong += [f"{seat}'s basket is too full" for seat in after.sequence if room_in_basket(after, seat) < 0]
        wrong += [f"the tree {f} bears {n}" for f, n in after.trees.items() if not 0 <= n <= trees.most[f]]
        return tuple(wrong)

    def view(self, position: Position, seat: Seat | None) -> Position:
        """OR-1.3  Nobody sees another's favourite before the end."""
        state: Orchard = position.state
        if state.over:
            return position
        seen = {owner: fruit for owner, fruit in state.favourites.items() if owner == seat}
        return replace(position, state=replace(state, favourites=seen))

    def forecast(self, position: Position, seat: Seat, sheet: OrderSheet) -> Forecast:
        """OR-2.1  Picking depends on those before him who can empty his tree; selling and a full basket on nobody."""
        state: Orchard = position.state
        alone = self.resolve(position, {seat: sheet}, None)
        before = state.sequence[: state.sequence.index(seat)] if state.phase == "picking" else ()
        outlooks = []
        for number, order in enumerate(sheet.body.get("orders") or ()):
            problems = tuple(problem for problem in alone.refused if problem.order == number)
            events = tuple(event for event in alone.events if event.seat == seat and event.order == str(number))
            if not events:
                outlooks.append(Outlook(str(number), "fails", problems))
            elif before and order:
                doubt = Doubt("depends-on-tree", {"fruit": order.get("from")}, before)
                outlooks.append(Outlook(str(number), "depends", problems, (doubt,), events))
            else:
                outlooks.append(Outlook(str(number), "certain", problems, (), events))
        return Forecast(tuple(outlooks))

    def form(self, position: Position, seat: Seat) -> Mapping[str, Plain]:
        state: Orchard = position.state
        basket = {fruit: number for fruit, number in state.baskets.get(seat, {}).items() if number}
        return {"trees": dict(state.trees), "room": room_in_basket(state, seat), "basket": basket}

    def conclude(self, position: Position) -> Resolution:
        """OR-4.4  Ended before the last turn: what would count at its end counts now."""
        play = Play(position.state)
        end_game(play)
        return play.resolution()

    def wealth(self, position: Position) -> Mapping[Seat, int]:
        """Coins; what a favourite fruit adds is known at the end."""
        state: Orchard = position.state
        return dict(state.scores) or {seat: state.coins.get(seat, 0) for seat in state.sequence}


def _all_fruit(state: Orchard) -> int:
    return sum(state.trees.values()) + sum(n for basket in state.baskets.values() for n in basket.values())


GAME = OrchardGame()
