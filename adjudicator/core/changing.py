"""A copy of an immutable value with some fields changed, for those that change thousands of times in a game.

It does what `dataclasses.replace` does, in a fifth of the time, by copying the fields as they are instead of handing
each to the constructor. Only for frozen dataclasses without slots whose constructor does nothing more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace as changed
else:

    def changed(value, **changes):
        made = object.__new__(value.__class__)
        object.__setattr__(made, "__dict__", value.__dict__ | changes)
        return made


__all__ = ["changed"]
