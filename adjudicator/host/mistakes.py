"""A mistake of the program, or of whoever made a game: it stops that game alone, and the moderator is told once."""

from __future__ import annotations

import json
import traceback
from collections.abc import Collection, Mapping
from pathlib import Path

from adjudicator.core import jsonfiles
from adjudicator.host import moderator
from adjudicator.host.desk import Desk

PATH = "mistakes.json"


class Mistaken(Exception):
    """What remains to be said when everything else has been done: the mistakes by game, and other troubles."""

    def __init__(self, mistakes: Mapping[str, Exception], troubles: str) -> None:
        told = [f"{game}: a mistake of the program ({kind_and_place(error)})" for game, error in mistakes.items()]
        super().__init__("; ".join([*told, *([troubles] if troubles else [])]))
        self.mistakes, self.troubles = mistakes, troubles


def kind_and_place(error: Exception) -> str:
    """Of an exception of ours, never its text: that may quote a player."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"


def tell(desk: Desk, games: Collection[str], mistakes: Mapping[str, Exception]) -> None:
    """By letter, for the moderator may not look at what a host prints: once for each, until it happens no more.

    `games`: those that were looked after.
    """
    written = desk.store.read(PATH)
    known: dict[str, str] = {} if written is None else jsonfiles.load(written, PATH, dict)
    found = {game: mistake for game, mistake in known.items() if game not in games}
    found |= {game: kind_and_place(error) for game, error in mistakes.items()}
    if found == known:
        return
    with desk.step("telling of a mistake of the program") as draft:
        for game, mistake in found.items():
            if known.get(game) != mistake:
                about = f"{game}.{draft.now:%Y%m%dT%H%M}"
                moderator.tell(draft, "mistaken", about, game=game, detail=mistake)
        if found:
            draft.write(PATH, json.dumps(found))
        else:
            draft.remove(PATH)
