"""Verifying a finished game on two cores: its second half while its first half is still looked at.

For speed alone: it takes little more than half the time. The second half begins from the position that git has kept of
the middle, and what it says counts only if the first half leads to that very position. Where anything is to be said of
either, the game is verified again in one piece, and that is what is told.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

from adjudicator.core import garbage, yamlfiles
from adjudicator.core.model import BadInput, PhaseId, Plain
from adjudicator.host import verifying
from adjudicator.host.gamefolder import read_game_file, resolved_phases
from adjudicator.host.verifying import Finding
from adjudicator.shell.git import GitArchive

FEWEST_PHASES = 12
"""A shorter game is verified sooner than a second process is made."""
LATER = 0.48
"""The part of the phases that the second process looks at: in late phases there is more to do, and it begins later."""


def verify(archive: GitArchive, name: str) -> Iterator[Finding]:
    """All that is wrong with a game's archive; nothing if it is as it was published."""
    with garbage.put_off():  # what both processes share would be copied for it
        if not both_stand(archive, name):
            yield from verifying.verify(archive, name)


def both_stand(archive: GitArchive, name: str) -> bool:
    """Whether both halves are as they were published; not if that cannot be found out in this way."""
    try:
        middle = _middle(archive) if _can_divide() else None
        if middle is None:
            return False
        other = os.fork()
    except (BadInput, OSError):  # git has lost the middle, or there is no room for a second process
        return False
    if other == 0:
        stands = False
        try:
            stands = not verifying.verify_between(archive, name, after=middle)[0]
        finally:
            os._exit(0 if stands else 1)  # what went wrong is told when it is done again in one piece
    try:
        phase, position = middle
        found, reached = verifying.verify_between(archive, name, until=phase)
    except Exception:
        return False  # as above
    finally:
        _, status = os.waitpid(other, 0)
    return not found and reached == position and status == 0


def _can_divide() -> bool:
    """Two cores, and nothing else under way in this process: a copy of it would have no part of that."""
    return hasattr(os, "fork") and (os.cpu_count() or 1) > 1 and threading.active_count() == 1


def _middle(archive: GitArchive) -> tuple[PhaseId, Plain] | None:
    """The phase in the middle of a finished game without corrections, and the position that followed it."""
    written = archive.read("game.yaml")
    if written is None or read_game_file(written, "game.yaml").seed is None or archive.names("corrections"):
        return None
    number = len(resolved_phases(archive))
    then = archive.earlier(int(number * LATER)) if number >= FEWEST_PHASES else None  # each phase is a commit
    phases = [] if then is None else resolved_phases(then)
    position = None if then is None else then.read("state.yaml")
    return (phases[-1], yamlfiles.load(position, "state.yaml")) if phases and position is not None else None
