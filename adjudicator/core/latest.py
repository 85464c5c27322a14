"""The latest answer kept: for what several letters of one phase ask alike. Only for values that never change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Latest(Generic[Asked, Answer]):
    """A function of one value that remembers its latest answer, by the identity of what was asked."""

    def __init__(self, function: Callable[[Asked], Answer]) -> None:
        self._function = function
        self._kept: tuple[Asked, Answer] | None = None

    def __call__(self, asked: Asked) -> Answer:
        kept = self._kept
        if kept is None or kept[0] is not asked:
            self._kept = kept = (asked, self._function(asked))
        return kept[1]
