"""`end.yaml` in a game's folder: what a game came to that was ended before its rules ended it, and the proof of it.

It hangs on the chain like a phase, and is made again by whoever verifies the archive.
"""

from __future__ import annotations

from adjudicator.core import records, yamlfiles
from adjudicator.core.canon import digest
from adjudicator.core.model import Event, Plain, Position, Resolution
from adjudicator.core.ruleset import Ruleset
from adjudicator.host import proof
from adjudicator.host.gamefolder import Game, Listed

FILE = "end.yaml"


def text(rules: Ruleset, position: Position, resolution: Resolution, reason: str, previous: str) -> str:
    """`position` is what the game was ended from; `previous` the end of the chain, with corrections."""
    awaited = rules.awaited(position)
    after = Position(position.board, resolution.state, position.options)
    facts: dict[str, Plain] = {
        "reason": reason,
        "phase": None if awaited is None else str(awaited.phase),
        "ruleset": rules.name,
        "version": rules.version,
        "events": [records.plain(event) for event in resolution.events],
        "before": proof.public_hash(rules, position),
        "after": proof.public_hash(rules, after),
        "previous": previous,
    }
    return yamlfiles.dump({**facts, "chain": digest(facts)})


def is_of_other_rules(written: str, rules: Ruleset) -> bool:
    """Whether it was made by another version of the rules, and not changed since."""
    raw = yamlfiles.load(written, FILE)
    if not isinstance(raw, dict) or raw.pop("chain", None) != digest(raw):
        return False
    return bool(raw.get("version") != rules.version)


def events(folder: Listed, game: Game) -> tuple[Event, ...]:
    """What was counted when the game was ended; nothing where its rules ended it, or it goes on."""
    written = folder.read(FILE)
    if written is None:
        return ()
    return tuple(records.read(game.rules.events, entry, FILE) for entry in yamlfiles.load(written, FILE)["events"])
