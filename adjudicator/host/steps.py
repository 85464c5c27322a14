"""One thing that happens wholly or not at all, whatever dies in between.

A step says everything it will change: lines of the journal, files of the host, the commit of a game. It is first
written down whole (`redo.json`: from here on it has happened), then carried out, then struck off. A run that finds a
step written down carries it out again; each part of that is harmless to repeat.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from adjudicator.core import jsonfiles
from adjudicator.core.model import BadInput, Plain
from adjudicator.host.journal import Journal
from adjudicator.host.ports import Archives, Busy, Commit, Store

REDO = "redo.json"
IF_LOST = "put it back from a backup; without it, what a killed run had begun stays half done"


@dataclass(frozen=True, slots=True)
class Step:
    lines: tuple[Mapping[str, Plain], ...] = ()
    files: Mapping[str, str | None] = field(default_factory=dict)
    """Paths below `host/` and their whole new text; None removes the file."""
    commit: Commit | None = None


def carry_out(step: Step, store: Store, journal: Journal, archives: Archives) -> None:
    """Call it holding the lock."""
    lines = step.lines
    if step.commit is not None:
        _refuse_if_changed(step.commit, archives)
        lines += _cleared(step.commit, archives)
    numbered = journal.number(lines)
    store.write(REDO, json.dumps(_plain(step, numbered), ensure_ascii=False))
    _do(step, numbered, store, journal, archives)


def finish_interrupted(store: Store, journal: Journal, archives: Archives) -> bool:
    """What a run does first: whatever a killed run had begun is brought to its end. Call it holding the lock."""
    journal.mend()
    written = store.read(REDO)
    if written is None:
        return False
    store.settle()  # what is found done already must be as durable as what is done now
    step, numbered = jsonfiles.load(written, REDO, _read, IF_LOST)
    if step.commit is not None:
        archives.open(step.commit.game).clear_stale_locks()
    _do(step, numbered, store, journal, archives)
    return True


def _do(step: Step, numbered: list[dict[str, Plain]], store: Store, journal: Journal, archives: Archives) -> None:
    if step.commit is not None:
        archives.open(step.commit.game).commit(step.commit)
    journal.append(numbered, dict(sorted(step.files.items())))
    store.remove(REDO)


def _refuse_if_changed(commit: Commit, archives: Archives) -> None:
    archive = archives.open(commit.game)
    if archive.head() != commit.parent:
        raise BadInput(f"somebody committed to {commit.game} while this was being resolved; run again")
    edited = archive.edited(commit.files)
    if edited:
        raise BadInput(
            "changed by hand since the last commit; commit it or put it back (git checkout)",
            f"{commit.game}/{edited[0]}",
        )


def _cleared(commit: Commit, archives: Archives) -> tuple[Mapping[str, Plain], ...]:
    """A git program that was killed leaves its locks; one that is at work keeps them, and then nothing happens."""
    try:
        cleared = archives.open(commit.game).clear_stale_locks()
    except Busy as error:  # one game that must wait holds up no other
        raise BadInput(f"{error}; run again when it has ended", commit.game) from None
    at = commit.when.isoformat(timespec="seconds")
    return ({"at": at, "what": "locks", "game": commit.game, "cleared": cleared},) if cleared else ()


def _plain(step: Step, numbered: list[dict[str, Plain]]) -> Plain:
    commit = step.commit and {
        "game": step.commit.game,
        "parent": step.commit.parent,
        "files": dict(step.commit.files),
        "message": step.commit.message,
        "when": step.commit.when.isoformat(),
    }
    texts = list(dict.fromkeys(text for text in step.files.values() if text is not None))  # letters are kept twice
    number = {text: place for place, text in enumerate(texts)}
    files = {path: None if text is None else number[text] for path, text in step.files.items()}
    return {"lines": numbered, "texts": texts, "files": files, "commit": commit}


def _read(raw: Plain) -> tuple[Step, list[dict[str, Plain]]]:
    commit = raw["commit"] and Commit(**{**raw["commit"], "when": datetime.fromisoformat(raw["commit"]["when"])})
    files = {path: None if number is None else raw["texts"][number] for path, number in raw["files"].items()}
    return Step((), files, commit), raw["lines"]
