"""The draws of one try at a map: a stream in which every draw has the next number as its label."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from adjudicator.core.draws import Draws

T = TypeVar("T")


class Luck:
    def __init__(self, draws: Draws, label: str) -> None:
        self._draws, self._label, self._drawn = draws, label, 0

    def below(self, bound: int) -> int:
        self._drawn += 1
        return self._draws.below(bound, f"{self._label}/{self._drawn}")

    def between(self, least: int, most: int) -> int:
        """Both ends may come up."""
        return least + self.below(most - least + 1)

    def chance(self, percent: int) -> bool:
        return self.below(100) < percent

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """So many picks, the same one perhaps more than once."""
        return [self.pick(items) for _ in range(count)]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        left = list(items)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left
