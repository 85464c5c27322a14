"""Resolving what is due: one phase, one commit, one letter to each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from adjudicator.core import reading, yamlfiles
from adjudicator.core.draws import Draws, game_key
from adjudicator.core.model import (
    Awaited,
    BadInput,
    OrderSheet,
    PhaseId,
    Plain,
    Position,
    Problem,
    Resolution,
    Seat,
)
from adjudicator.host import (
    corrections,
    observers,
    pending,
    pictures,
    proof,
    reports,
    resolving,
    seats,
    telling,
    timing,
)
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import (
    BEGINNING,
    Game,
    GameFile,
    Listed,
    phase_folder,
    resolved_phases,
    write_game_file,
)
from adjudicator.host.ports import Commit
from adjudicator.host.reports import position_name

SEATS = "seats.yaml"
"""In the folder of a phase: who left his seat, or took one over, when it had been resolved."""


class RulesBroken(Exception):
    """What must hold after every phase does not: a mistake in the rules as we wrote them. Nothing is committed."""


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Somebody leaves, or somebody else plays on in a seat that was left; it happens at the end of a phase."""

    seat: Seat
    what: str  # left, taken-over


def begin(draft: Draft, game: Game) -> PhaseId | None:
    """Everybody has joined: the words are published, and the first position is drawn."""
    players = seats.read(draft, game.name)
    words = {seat: player.word for seat, player in players.items() if player.word is not None}
    if len(words) < len(players):
        return None
    file = replace(game.file, words=words)
    board = game.rules.read_board(game.map)
    options = game.rules.read_options(game.file.options)
    resolution = game.rules.begin(board, tuple(sorted(words)), options, _draws(draft, file))
    after = Position(board, resolution.state, options)
    _publish(draft, game, file, BEGINNING, {}, after, resolution)
    return BEGINNING


def resolve(
    draft: Draft,
    game: Game,
    awaited: Awaited,
    sheets: Mapping[Seat, OrderSheet],
    changes: Sequence[SeatChange] = (),
    notes: Mapping[str, Plain] | None = None,
) -> None:
    """One phase, and everything that follows from it. `notes`: how it came that it is resolved now, for letters."""
    before = game.position
    assert before is not None
    resolution = _audited(game, before, game.rules.resolve(before, sheets, _draws(draft, game.file)), awaited.phase)
    resolution = with_changes(game, before, resolution, changes, awaited.phase)
    after = replace(before, state=resolution.state)
    file = game.file
    if game.rules.awaited(after) is None:
        file = replace(file, seed=seed(draft, game.name).hex())
    for seat in awaited.owed:
        pending.drop_resolved(draft, game.name, seat, awaited.phase, game.rules.phases)
    _publish(draft, game, file, awaited.phase, sheets, after, resolution, changes, notes)


def with_changes(
    game: Game, before: Position, resolution: Resolution, changes: Sequence[SeatChange], phase: PhaseId
) -> Resolution:
    """The resolution, and then whoever leaves or takes over a seat, as the rules of the game have it."""
    for change in changes:
        position = replace(before, state=resolution.state)
        act = game.rules.leave if change.what == "left" else game.rules.take_over
        then = _audited(game, position, act(position, change.seat), phase)
        resolution = replace(resolution, state=then.state, events=(*resolution.events, *then.events))
    return resolution


def concluded(game: Game, position: Position) -> Resolution:
    """What it comes to if the game ends here, before its rules end it."""
    awaited = game.rules.awaited(position)
    assert awaited is not None
    return _audited(game, position, game.rules.conclude(position), awaited.phase)


def _audited(game: Game, before: Position, resolution: Resolution, phase: PhaseId) -> Resolution:
    wrong = game.rules.audit(before, resolution)
    if wrong:
        raise RulesBroken(f"{game.name} {phase}: {'; '.join(wrong)}")
    return resolution


def _publish(
    draft: Draft,
    game: Game,
    file: GameFile,
    phase: PhaseId,
    sheets: Mapping[Seat, OrderSheet],
    after: Position,
    resolution: Resolution,
    changes: Sequence[SeatChange] = (),
    notes: Mapping[str, Plain] | None = None,
) -> None:
    now = replace(game, file=file, position=after)
    unread = tuple(problem for sheet in sheets.values() for problem in sheet.problems)
    timing.open_next(draft, now, now.awaited, _share_deadline(game, phase, now.awaited))
    whole = replace(resolution, refused=(*unread, *resolution.refused))
    report = reports.Report(now, phase, whole, notes or {}, before=game.position, sheets=sheets)
    archive = draft.archives.open(game.name)
    made = corrections.read_all(archive, game.rules)
    pictures.drop_unused(draft, game.name)
    with pictures.keeping(draft, game.name) as kept:  # painted while all else is written
        letters = report.letters(draft, kept)
        files: dict[str, str | None] = {
            "state.yaml": yamlfiles.dump(game.rules.write_state(resolution.state)),
            **phase_files(report, unread, changes, _last_chain(archive), corrections.unproved(archive, made)),
        }
    if file != game.file:
        files["game.yaml"] = write_game_file(file)
    draft.commit(Commit(game.name, game.head, files, report.commit_message(), draft.now))
    draft.note("phase", game=game.name, phase=str(phase), position=position_name(now))
    draft.send(letters)
    for letter in letters:
        reports.keep_last(draft, letter)
    draft.send(observers.reports(draft, report))


def _share_deadline(game: Game, phase: PhaseId, awaited: Awaited | None) -> bool:
    """Whether the phase that follows is of the same round."""
    if awaited is None or awaited.phase.turn != phase.turn or awaited.phase.number <= phase.number:
        return False
    return awaited.phase.name in game.schedule.together(phase.name)


def phase_files(
    report: reports.Report,
    unread: Sequence[Problem],
    changes: Sequence[SeatChange],
    previous: str | None,
    correction: str | None = None,
) -> dict[str, str]:
    """The folder of a phase: what happened, what was ordered, what can be looked at, and the proof of it all.

    `previous` is the chain of the phase before, `correction` that of a correction since.
    """
    game, phase, sheets = report.game, report.phase, report.sheets
    assert game.position is not None
    rules, folder, told = game.rules, phase_folder(phase), telling.sentences(game.rules)
    happened = replace(report.resolution, refused=report.resolution.refused[len(unread) :])
    kept = {
        proof.EVENTS: proof.events_text(
            rules, phase, happened, [resolving.refusal(problem, told) for problem in unread], told
        ),
        **report.to_look_at(),
    }
    if phase == BEGINNING:
        kept["state.yaml"] = yamlfiles.dump(rules.write_state(happened.state))  # all after it is made from this
    if changes:
        kept[SEATS] = yamlfiles.dump([{change.what: change.seat} for change in changes])
    proved = proof.proof_text(
        phase=phase,
        terms=proof.terms_hash(game.file, game.map),
        before=None if report.before is None else proof.public_hash(rules, report.before),
        after=proof.public_hash(rules, game.position),
        orders={seat: proof.orders_hash(sheet) for seat, sheet in sheets.items()},
        files={name: text.encode() for name, text in kept.items()},
        previous=previous,
        correction=correction,
    )
    return {
        **{f"{folder}/{name}": text for name, text in kept.items()},
        f"{folder}/{proof.PROOF}": proved,
        **{f"{folder}/orders/{seat}.yaml": reading.write_sheet(sheet, game.name) for seat, sheet in sheets.items()},
    }


def _last_chain(archive: Listed) -> str | None:
    earlier = resolved_phases(archive)
    last = archive.read(f"{phase_folder(earlier[-1])}/{proof.PROOF}") if earlier else None
    return None if last is None else proof.chain_of(last)


def _draws(draft: Draft, file: GameFile) -> Draws:
    return Draws(game_key(seed(draft, file.game), file.words))


def seed(draft: Draft, game: str) -> bytes:
    """Known to nobody until the game is over."""
    written = draft.read(f"{seats.folder(game)}/seed")
    if written is None:
        raise BadInput("the seed of the game's draws is missing", f"host/{seats.folder(game)}/seed")
    return bytes.fromhex(written.strip())
