"""A correction published: one commit on top of the others, the phases anew, and a letter to everybody."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.core import yamlfiles
from adjudicator.core.model import Plain, Seat
from adjudicator.core.voice import ENGLISH
from adjudicator.host import (
    adjudicate,
    asking,
    correspondence,
    observers,
    pending,
    pictures,
    proof,
    reports,
    seats,
    timing,
    undoing,
)
from adjudicator.host.correcting import Outcome
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game, phase_folder, resolved_phases, write_game_file
from adjudicator.host.letters import Letter
from adjudicator.host.ports import Commit


def publish(draft: Draft, outcome: Outcome) -> None:
    game, correction = outcome.game, outcome.correction
    archive = draft.archives.open(game.name)
    file = game.file
    if file.seed is None and game.rules.awaited(outcome.position) is None:
        file = replace(file, seed=adjudicate.seed(draft, game.name).hex())
    now = replace(game, file=file, position=outcome.position)
    files: dict[str, str | None] = undoing.set_aside(archive, outcome.undone, correction)
    files |= _phases(draft, outcome, now)
    files |= {
        correction.path: correction.text(),
        "state.yaml": yamlfiles.dump(game.rules.write_state(outcome.position.state)),
    }
    if file != game.file:
        files["game.yaml"] = write_game_file(file)
    facts = _facts(outcome, None, ENGLISH)
    message = correspondence.teller(game).block("letters/corrected.txt.j2", "text", **facts)
    draft.commit(Commit(game.name, game.head, files, message, draft.now))
    draft.note("corrected", game=game.name, number=correction.number, kind=correction.what, phase=str(correction.phase))
    undoing.hold_again(draft, now, archive, outcome.unreached)
    undoing.seats_back(draft, game.name, archive, outcome.unreached)
    _not_ready(draft, now, outcome)
    awaited = now.awaited
    if awaited is None or outcome.unreached:
        timing.open_next(draft, now, awaited, shared=False)
    draft.send(_letters(draft, now, outcome))


def _phases(draft: Draft, outcome: Outcome, now: Game) -> dict[str, str]:
    """The folders of all phases that were adjudicated again, each proof tied to the one before it."""
    archive = draft.archives.open(now.name)
    earlier = [phase for phase in resolved_phases(archive) if phase < outcome.correction.phase]
    last = archive.read(f"{phase_folder(earlier[-1])}/{proof.PROOF}") if earlier else None
    previous = None if last is None else proof.chain_of(last)
    correction: str | None = outcome.correction.chain
    files: dict[str, str] = {}
    for each in outcome.again:
        then = replace(now, position=each.after)
        whole = replace(each.resolution, refused=(*each.unread, *each.resolution.refused))
        report = reports.Report(then, each.was.phase, whole, before=each.before, sheets=each.sheets)
        made = adjudicate.phase_files(report, each.unread, each.changes, previous, correction)
        files |= made
        previous, correction = proof.chain_of(made[f"{phase_folder(each.was.phase)}/{proof.PROOF}"]), None
    return files


def _not_ready(draft: Draft, now: Game, outcome: Outcome) -> None:
    """Orders for a position that has changed stay held; whoever gave them looks at it before they count as ready."""
    awaited = now.awaited
    if awaited is None or not outcome.facts(None, everything=True):
        return
    for seat, phase in awaited.owed.items():
        held = pending.held_for(draft, now.name, seat, awaited.phase.turn, phase)
        if held is not None:
            pending.tell_ready(draft, now.name, held, ready=False, moment=draft.now)


def _facts(outcome: Outcome, seat: Seat | None, language: str) -> dict[str, Plain]:
    """As one reader may know it."""
    correction = outcome.correction
    return {
        "number": correction.number,
        "reason": correction.reason,
        "what": correction.what,
        "phase": str(correction.phase),
        "whose": sorted(correction.orders),
        "again": [str(each.was.phase) for each in outcome.again],
        "unreached": [str(each.phase) for each in outcome.unreached],
        "put_back": list(correction.put_back),
        "left_out": list(correction.left_out),
        "changed": [each.plain for each in outcome.changed(seat, language=language)],
        "differences": outcome.facts(seat),
    }


def _letters(draft: Draft, now: Game, outcome: Outcome) -> Iterable[Letter]:
    about = f"corrected.{outcome.correction.number}"
    for seat, player in seats.read(draft, now.name).items():
        shown = pictures.of_position(draft, now, seat, player.language)
        known = {**_facts(outcome, seat, player.language), **undoing.stands(now, seat, shown)}
        known |= asking.facts(draft, now, seat)
        yield correspondence.write(draft, now, seat, "corrected", about, known, pictures=shown)
    for name, observer in observers.read(draft, now.name).items():
        shown = pictures.of_position(draft, now, None, observer.language)
        known = {**_facts(outcome, None, observer.language), **undoing.stands(now, None, shown)}
        known |= asking.NOBODY
        yield replace(observers.write(draft, now, name, observer, "corrected", about, **known), pictures=shown)
