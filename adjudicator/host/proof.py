"""What proves a phase: hashes of everybody's orders, of the positions around it, and of all that was written down.

Each proof names the one before it, so that a changed byte anywhere breaks the chain from there on. Hashes are over
canonical JSON; only reports and pictures, which are never made again, are hashed as the files that they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace

from adjudicator.core import records, yamlfiles
from adjudicator.core.canon import digest
from adjudicator.core.model import OrderSheet, PhaseId, Plain, Position, Resolution, Seat
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.sentences import Sentences
from adjudicator.host import resolving
from adjudicator.host.gamefolder import GameFile

PROOF = "proof.yaml"
EVENTS = "events.yaml"
UNREAD = "unread:"
"""Begins the part of an events file that is about orders which could not be understood."""


def orders_hash(sheet: OrderSheet) -> str:
    """What a letter announces of a player's orders."""
    return digest({"player": sheet.seat, "turn": sheet.turn, "phase": sheet.phase, **_filled(sheet.body)})


def _filled(body: Mapping[str, Plain]) -> dict[str, Plain]:
    return {key: value for key, value in body.items() if value not in (None, {}, [], ())}


def terms_hash(file: GameFile, raw_map: Plain) -> str:
    """Everything that was agreed before the first phase: map, options, seats, words and the promise about the draws."""
    agreed = replace(file, seed=None, version="")
    return digest(
        {
            "map": raw_map,
            "game": agreed.game,
            "ruleset": agreed.ruleset,
            "options": dict(agreed.options),
            "seats": sorted(agreed.seats),
            "words": dict(agreed.words),
            "commitment": agreed.commitment,
        }
    )


def public_hash(rules: Ruleset, position: Position) -> str:
    """A position as everybody may know it, whole; its beginning is what orders cite."""
    return digest(rules.write_state(rules.view(position, None).state))


def events_text(
    rules: Ruleset, phase: PhaseId, resolution: Resolution, unread: list[dict[str, Plain]], told: Sentences
) -> str:
    """The events file: made again by whoever re-adjudicates, but for what could not be understood at the time."""
    whole: dict[str, Plain] = {
        "phase": str(phase),
        "ruleset": rules.name,
        "version": rules.version,
        "events": [records.plain(event) for event in resolution.events],
        "refused": [resolving.refusal(problem, told) for problem in resolution.refused],
    }
    if unread:
        whole["unread"] = unread
    return yamlfiles.dump(whole)


def proof_text(
    *,
    phase: PhaseId,
    terms: str,
    before: str | None,
    after: str,
    orders: Mapping[Seat, str],
    files: Mapping[str, bytes],
    previous: str | None,
    correction: str | None = None,
) -> str:
    """The proof of a phase. `files` are the contents of all files of its folder but this one and the orders."""
    facts: dict[str, Plain] = {
        "phase": str(phase),
        "terms": terms,
        "before": before,
        "after": after,
        "orders": dict(sorted(orders.items())),
        "files": {name: file_hash(files[name]) for name in sorted(files)},
        "previous": previous,
    }
    if correction is not None:
        facts["correction"] = correction
    facts = {key: value for key, value in facts.items() if value not in (None, {})}
    return yamlfiles.dump({**facts, "chain": digest(facts)})


def file_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def chain_of(text: str) -> str:
    """The last line of a proof, which the next one names."""
    return text.rstrip().rpartition("chain: ")[2].strip('"')
