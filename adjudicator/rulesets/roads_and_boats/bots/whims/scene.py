"""What a whim looks at: the position, whose orders are written, and the luck that chooses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from adjudicator.core.draws import Draws
from adjudicator.core.model import Plain, Position, Seat

from ...look import Look
from ...mapmaking.luck import Luck
from ...memory import Memory
from ...places import Ground, parse_place
from ...state import Good, Goods, State, Transporter


@dataclass
class Scene:
    position: Position
    seat: Seat
    luck: Luck

    @cached_property
    def look(self) -> Look:
        state: State = self.position.state
        return Look(self.position.board, state, Memory(names=frozenset(state.transporters)), self.position.options)

    @cached_property
    def crew(self) -> list[Transporter]:
        """Own transporters that stand somewhere."""
        return [each for each in self.look.owned(self.seat) if each.at]

    @cached_property
    def others(self) -> list[Seat]:
        return sorted(self.look.others(self.seat))

    def written(self, transporter: Transporter) -> str:
        """Own ones without the colour."""
        return transporter.name.removeprefix(f"{self.seat}-")

    def met(self, transporter: Transporter) -> list[Transporter]:
        """All other transporters, anybody's, that it reaches."""
        near = self.look.on_tile(self.look.tile(transporter))
        return [each for each in near if each != transporter and self.look.meet(each, transporter)]

    def heap(self, ground: Ground) -> Goods:
        return self.look.state.goods.get(ground, {})

    def some_goods(self, of: Goods, most: int) -> dict[Good, int]:
        """One or two kinds, no more pieces than there are and fit; nothing where nothing can be had."""
        chosen: dict[Good, int] = {}
        for good in self.luck.shuffled(of)[: 1 + self.luck.below(2)]:
            number = min(of[good], most - sum(chosen.values()))
            if number > 0:
                chosen[good] = 1 + self.luck.below(number)
        return chosen

    def place_in_words(self, ground: Ground) -> str:
        """Mostly the bank, sometimes only the tile."""
        parsed = parse_place(ground)
        assert parsed is not None
        return parsed.tile if self.luck.chance(20) else ground

    def maybe(self, percent: int, **keys: Plain) -> dict[str, Plain]:
        """These keys, or none of them."""
        return keys if self.luck.chance(percent) else {}


def scene(position: Position, seat: Seat, draws: Draws) -> Scene:
    state: State = position.state
    return Scene(position, seat, Luck(draws, f"bot/{seat}/T{state.turn:02d}/{state.phase}/{len(state.wonder)}"))
