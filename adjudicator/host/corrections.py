"""What was put right afterwards, as data in the game's folder: nothing is ever taken out of an archive.

`corrections/001.yaml` says what was changed, when, why and from which phase on. The phases that no longer hold are kept
under `undone/001/turns/`; those played instead stand in `turns/`. Each correction names the end of the chain of proofs
before it, and the first phase after it names the correction, so that none can be changed or left out unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.core import yamlfiles
from adjudicator.core.canon import digest
from adjudicator.core.model import BadInput, PhaseId, Plain, Seat
from adjudicator.core.ruleset import Ruleset
from adjudicator.host import proof
from adjudicator.host.gamefolder import Listed, phase_folder, resolved_phases

FOLDER = "corrections"
UNDONE = "undone"
KINDS = ("undo", "orders", "position")
LISTS = ("undone", "put_back", "left_out")
_FILE = re.compile(r"([0-9]{3})\.yaml\Z")
_PHASE = re.compile(r"[Tt](?P<turn>[0-9]{1,4})/(?:[0-9]+-)?(?P<name>[a-z_-]+)\Z")


@dataclass(frozen=True, slots=True)
class Correction:
    number: int
    what: str
    """undo: phases are open again; orders: a past order was changed; position: a fact of a position was."""
    when: str
    reason: str
    phase: PhaseId
    """The first phase that is played anew, or that begins from the changed position."""
    before: str
    after: str
    """Hashes of the public position that this phase begins from, as it was and as it is now."""
    previous: str
    """The end of the chain up to here, with what is undone by this."""
    undone: tuple[str, ...] = ()
    """The phases that no longer hold."""
    orders: Mapping[Seat, Mapping[str, str]] = field(default_factory=dict)
    """Whose orders of the phase were changed, with the hashes of what they were and are."""
    patch: Plain = None
    """What is different in the position: a part of the state, null where something is gone."""
    put_back: tuple[int, ...] = ()
    """Earlier changes of later positions that hold again, by their numbers."""
    left_out: tuple[int, ...] = ()
    """Those that do not hold any more."""

    def facts(self) -> dict[str, Plain]:
        told: dict[str, Plain] = {
            "number": self.number,
            "what": self.what,
            "when": self.when,
            "reason": self.reason,
            "phase": str(self.phase),
            "before": self.before,
            "after": self.after,
            "undone": list(self.undone),
            "orders": {seat: dict(hashes) for seat, hashes in sorted(self.orders.items())},
            "patch": self.patch,
            "put_back": list(self.put_back),
            "left_out": list(self.left_out),
            "previous": self.previous,
        }
        return {key: value for key, value in told.items() if value not in (None, {}, [])}

    @property
    def chain(self) -> str:
        return digest(self.facts())

    def text(self) -> str:
        return yamlfiles.dump({**self.facts(), "chain": self.chain})

    @property
    def path(self) -> str:
        return f"{FOLDER}/{self.number:03d}.yaml"

    @property
    def undone_folder(self) -> str:
        return f"{UNDONE}/{self.number:03d}"


def read_all(folder: Listed, rules: Ruleset) -> list[Correction]:
    """All corrections of a game, first to last."""
    found = []
    for number, name in enumerate(folder.names(FOLDER), start=1):
        match = _FILE.match(name)
        if match is None or int(match[1]) != number:
            raise BadInput(f"corrections are numbered from 001.yaml on without a gap; this is {name}", FOLDER)
        found.append(read(folder.read(f"{FOLDER}/{name}") or "", rules, f"{FOLDER}/{name}"))
    return found


def read(text: str, rules: Ruleset, where: str) -> Correction:
    raw = yamlfiles.load(text, where)
    if not isinstance(raw, dict) or raw.get("what") not in KINDS:
        raise BadInput(f"a correction says what it is: {', '.join(KINDS)}", where)
    known: dict[str, Plain] = {key: value for key, value in raw.items() if key not in ("chain", "phase")}
    try:
        known |= {key: tuple(known[key]) for key in LISTS if key in known}
        correction = Correction(phase=phase_named(str(raw["phase"]), rules), **known)
    except (KeyError, TypeError):
        raise BadInput("this correction is not whole, or says more than a correction does", where) from None
    if correction.text() != text:
        raise BadInput("this correction was changed after it was made: its own hash is another", where)
    return correction


def phase_written(text: str) -> str:
    """The same as it is told, `T03/movement`, whatever game has such a phase."""
    match = _PHASE.match(text)
    if match is None:
        raise BadInput(f"a phase is written T03/movement, not {text}")
    return str(PhaseId(int(match["turn"]), 0, match["name"]))


def phase_named(text: str, rules: Ruleset) -> PhaseId:
    """`T03/movement`, as status and letters write it."""
    match = _PHASE.match(text)
    if match is None:
        raise BadInput(f"a phase is written T03/{rules.phases[-1]}, not {text}")
    if match["name"] not in rules.phases:
        raise BadInput(f"{rules.title} has no phase {match['name']}, only {', '.join(rules.phases)}")
    return PhaseId(int(match["turn"]), rules.phases.index(match["name"]), match["name"])


# -- what stood when ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stage:
    """The phases that were played between one correction and the next, with the folders that they lie in now."""

    correction: Correction | None
    phases: Sequence[tuple[PhaseId, str]]


def stages(folder: Listed, corrections: Sequence[Correction]) -> list[Stage]:
    """The game as it went: what was played before the first correction, after it, after the second…"""
    stood = {phase: phase_folder(phase) for phase in resolved_phases(folder)}
    found: list[Stage] = []
    for correction in reversed(corrections):
        first = correction.phase
        found.append(Stage(correction, [(phase, stood[phase]) for phase in sorted(stood) if phase >= first]))
        below = correction.undone_folder
        undone = {phase: f"{below}/{phase_folder(phase)}" for phase in resolved_phases(_Below(folder, below))}
        stood = {phase: place for phase, place in stood.items() if phase < first} | undone
    found.append(Stage(None, sorted(stood.items())))
    return found[::-1]


@dataclass(frozen=True, slots=True)
class _Below:
    """A part of a game's folder that looks like one."""

    folder: Listed
    below: str

    def read(self, path: str) -> str | None:
        return self.folder.read(f"{self.below}/{path}")

    def content(self, path: str) -> bytes | None:
        return self.folder.content(f"{self.below}/{path}")

    def names(self, folder: str) -> list[str]:
        return self.folder.names(f"{self.below}/{folder}")


def tip(folder: Listed, corrections: Sequence[Correction]) -> str:
    """The end of the chain: of the last phase, or of a correction after it."""
    phases = resolved_phases(folder)
    if corrections and not (phases and phases[-1] >= corrections[-1].phase):
        return corrections[-1].chain
    return proof.chain_of(folder.read(f"{phase_folder(phases[-1])}/{proof.PROOF}") or "")


def unproved(folder: Listed, corrections: Sequence[Correction]) -> str | None:
    """The chain of a correction that no phase has named yet: the next one does."""
    phases = resolved_phases(folder)
    if corrections and not (phases and phases[-1] >= corrections[-1].phase):
        return corrections[-1].chain
    return None


def in_effect(corrections: Sequence[Correction], phase: PhaseId) -> list[Correction]:
    """The changes of the position that this phase, as it stands in `turns/`, begins from.

    Whatever is played anew from an earlier phase on begins without them, but for those that were put back.
    """
    kept: list[Correction] = []
    for correction in corrections:
        if correction.phase < phase:
            kept = [one for one in kept if one.number in correction.put_back]
        elif correction.phase == phase and correction.what == "position":
            kept.append(correction)
    return kept


def patched(raw: Plain, patch: Plain) -> Plain:
    """A part laid over the whole: keys of mappings one by one, everything else replaced, null taken out."""
    if not isinstance(patch, Mapping):
        return patch
    whole = dict(raw) if isinstance(raw, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            whole.pop(key, None)
        else:
            whole[key] = patched(whole.get(key), value)
    return whole
