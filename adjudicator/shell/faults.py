"""Named points before everything that is written or read, where tests let the program die or the disk fail."""

from __future__ import annotations

from collections.abc import Callable

_hook: Callable[[str], None] | None = None
_look_hook: Callable[[str], None] | None = None


def point(name: str) -> None:
    """Something is about to be written."""
    if _hook is not None:
        _hook(name)


def look(name: str) -> None:
    """Something is about to be read."""
    if _look_hook is not None:
        _look_hook(name)


def set_hook(hook: Callable[[str], None] | None) -> None:
    global _hook
    _hook = hook


def set_look_hook(hook: Callable[[str], None] | None) -> None:
    global _look_hook
    _look_hook = hook
