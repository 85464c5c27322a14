"""Named points before every durable operation, where tests let the program die or the disk fail."""

from __future__ import annotations

from collections.abc import Callable

_hook: Callable[[str], None] | None = None


def point(name: str) -> None:
    if _hook is not None:
        _hook(name)


def set_hook(hook: Callable[[str], None] | None) -> None:
    global _hook
    _hook = hook
