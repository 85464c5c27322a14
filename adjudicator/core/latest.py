"""The latest answers kept: for what several letters of one phase ask alike. Only for values that never change."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Latest(Generic[Asked, Answer]):
    """A function of one value that remembers so many of its latest answers, by the identity of what was asked."""

    def __init__(self, function: Callable[[Asked], Answer], answers: int = 1) -> None:
        self._function = function
        self._kept: deque[tuple[Asked, Answer]] = deque(maxlen=answers)

    def __call__(self, asked: Asked) -> Answer:
        for known, answer in self._kept:
            if known is asked:
                return answer
        answer = self._function(asked)
        self._kept.append((asked, answer))
        return answer
