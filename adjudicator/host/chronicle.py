"""`chronicle.yaml` in a game's folder: what people changed, when, and on whose word. Public, like all of that folder.

A step makes one commit, and many mails make one step; so what is to be told is first kept in the host and committed
in a step of its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from adjudicator.core import jsonfiles, yamlfiles
from adjudicator.core.model import Event, Plain
from adjudicator.host import correspondence, seats
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game, GameFile, write_game_file
from adjudicator.host.ports import Commit

FILE = "chronicle.yaml"


def add(draft: Draft, game: Game, what: str, **facts: Plain) -> int:
    """One more entry; returns how many there are now. `what` and the facts must be fit for everybody."""
    awaited = game.awaited
    entry: dict[str, Plain] = {"at": draft.now.isoformat(timespec="seconds"), "what": what}
    if awaited is not None:
        entry["phase"] = str(awaited.phase)
    entry |= {key: value for key, value in facts.items() if value not in (None, "", [])}
    waiting = _waiting(draft, game.name)
    draft.write(_path(game.name), json.dumps([*waiting, entry], ensure_ascii=False) + "\n")
    draft.note(what, game=game.name, **{key: value for key, value in entry.items() if key not in ("at", "what")})
    return len(_published(draft, game.name)) + len(waiting) + 1


def publish(
    draft: Draft,
    game: Game,
    file: GameFile | None = None,
    more: Mapping[str, str] | None = None,
    events: Sequence[Event] = (),
) -> bool:
    """Commits what waits, the game file where that changed with it, and `more`, with what its message tells of it.

    Says whether there was anything.
    """
    waiting = _waiting(draft, game.name)
    changed = file is not None and file != game.file
    if not waiting and not changed:
        return False
    files: dict[str, str | None] = {FILE: yamlfiles.dump([*_published(draft, game.name), *waiting], blocks=1)}
    files |= more or {}
    if file is not None and changed:
        files["game.yaml"] = write_game_file(file)
    message = correspondence.teller(game).block("letters/chronicle.txt.j2", "text", entries=waiting, events=events)
    draft.commit(Commit(game.name, game.head, files, message, draft.now))
    draft.remove(_path(game.name))
    return True


def _waiting(draft: Draft, game: str) -> list[dict[str, Plain]]:
    written = draft.read(_path(game))
    return [] if written is None else jsonfiles.load(written, _path(game), list)


def _published(draft: Draft, game: str) -> list[dict[str, Plain]]:
    written = draft.archives.open(game).read(FILE)
    return [] if written is None else yamlfiles.load(written, f"{game}/{FILE}")


def _path(game: str) -> str:
    return f"{seats.folder(game)}/chronicle.json"
