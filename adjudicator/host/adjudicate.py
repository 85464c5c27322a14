"""Resolving what is due: one phase, one commit, one letter to each player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from adjudicator.core import reading, yamlfiles
from adjudicator.core.draws import Draws, game_key
from adjudicator.core.model import Awaited, BadInput, OrderSheet, PhaseId, Position, Resolution, Seat
from adjudicator.host import pending, proof, reports, resolving, seats, telling
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import BEGINNING, Game, GameFile, phase_folder, resolved_phases, write_game_file
from adjudicator.host.ports import Commit
from adjudicator.host.reports import position_name


class RulesBroken(Exception):
    """What must hold after every phase does not: a mistake in the rules as we wrote them. Nothing is committed."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one seat stands towards the phase that is awaited."""

    sheet: OrderSheet | None
    ready: bool
    outdated: bool = False
    """His orders were written for another position."""


def standings(draft: Draft, game: Game, awaited: Awaited) -> dict[Seat, Standing]:
    """Everybody who owes orders, with what is held of him."""
    return {seat: standing(draft, game, awaited, seat) for seat in sorted(awaited.owed)}


def standing(draft: Draft, game: Game, awaited: Awaited, seat: Seat) -> Standing:
    held = pending.held_for(draft, game.name, seat, awaited.phase.turn, awaited.owed[seat])
    if held is None:
        return Standing(None, ready=False)
    assert game.position is not None
    sheet = resolving.read_awaited(game.rules, game.position, {seat: held.text}).by_seat.get(seat)
    if sheet is None:
        return Standing(None, ready=False)
    outdated = sheet.based_on is not None and sheet.based_on != position_name(game)
    return Standing(sheet, ready=held.ready and not sheet.problems and not outdated, outdated=outdated)


def resolve_due(draft: Draft, name: str) -> PhaseId | None:
    """One phase of this game, if nobody is waited for; drafts everything that follows from it."""
    game = draft.game(name)
    if game.position is None:
        return _begin(draft, game)
    awaited = game.rules.awaited(game.position)
    if awaited is None:
        return None
    held = standings(draft, game, awaited)
    if not all(one.ready for one in held.values()):
        return None
    _resolve(draft, game, awaited, {seat: one.sheet for seat, one in held.items() if one.sheet is not None})
    return awaited.phase


def _begin(draft: Draft, game: Game) -> PhaseId | None:
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


def _resolve(draft: Draft, game: Game, awaited: Awaited, sheets: Mapping[Seat, OrderSheet]) -> None:
    before = game.position
    assert before is not None
    resolution = game.rules.resolve(before, sheets, _draws(draft, game.file))
    wrong = game.rules.audit(before, resolution)
    if wrong:
        raise RulesBroken(f"{game.name} {awaited.phase}: {'; '.join(wrong)}")
    after = replace(before, state=resolution.state)
    file = game.file
    if game.rules.awaited(after) is None:
        file = replace(file, seed=_seed(draft, game.name).hex())
    _publish(draft, game, file, awaited.phase, sheets, after, resolution)
    for seat in awaited.owed:
        pending.drop_resolved(draft, game.name, seat, awaited.phase, game.rules.phases)


def _publish(
    draft: Draft,
    game: Game,
    file: GameFile,
    phase: PhaseId,
    sheets: Mapping[Seat, OrderSheet],
    after: Position,
    resolution: Resolution,
) -> None:
    now = replace(game, file=file, position=after)
    unread = tuple(problem for sheet in sheets.values() for problem in sheet.problems)
    report = reports.Report(now, phase, replace(resolution, refused=(*unread, *resolution.refused)))
    folder = phase_folder(phase)
    told = telling.sentences(game.rules)
    state = yamlfiles.dump(game.rules.write_state(resolution.state))
    kept = {
        proof.EVENTS: proof.events_text(
            game.rules, phase, resolution, [resolving.refusal(problem, told) for problem in unread], told
        ),
        "report.txt": report.for_onlookers(),
    }
    if phase == BEGINNING:
        kept["state.yaml"] = state  # what everything after it is made from
    files: dict[str, str | None] = {
        "state.yaml": state,
        **{f"{folder}/{name}": text for name, text in kept.items()},
        f"{folder}/{proof.PROOF}": _proof(draft, now, game, phase, sheets, kept),
        **{f"{folder}/orders/{seat}.yaml": reading.write_sheet(sheet, game.name) for seat, sheet in sheets.items()},
    }
    if file != game.file:
        files["game.yaml"] = write_game_file(file)
    draft.commit(Commit(game.name, game.head, files, report.commit_message(), draft.now))
    draft.note("phase", game=game.name, phase=str(phase), position=position_name(now))
    players = seats.read(draft, game.name)
    letters = [report.letter(seat, players[seat], draft.now) for seat in sorted(players)]
    draft.send(letters)
    for letter in letters:
        reports.keep_last(draft, letter)


def _proof(
    draft: Draft,
    now: Game,
    before: Game,
    phase: PhaseId,
    sheets: Mapping[Seat, OrderSheet],
    kept: Mapping[str, str],
) -> str:
    """What proves this phase, tied to the proof of the one before it."""
    rules = now.rules
    assert now.position is not None
    archive = draft.archives.open(now.name)
    earlier = resolved_phases(archive)
    last = archive.read(f"{phase_folder(earlier[-1])}/{proof.PROOF}") if earlier else None
    return proof.proof_text(
        phase=phase,
        terms=proof.terms_hash(now.file, now.map),
        before=None if before.position is None else proof.public_hash(rules, before.position),
        after=proof.public_hash(rules, now.position),
        orders={seat: proof.orders_hash(sheet) for seat, sheet in sheets.items()},
        files=kept,
        previous=None if last is None else proof.chain_of(last),
    )


def _draws(draft: Draft, file: GameFile) -> Draws:
    return Draws(game_key(_seed(draft, file.game), file.words))


def _seed(draft: Draft, game: str) -> bytes:
    written = draft.read(f"{seats.folder(game)}/seed")
    if written is None:
        raise BadInput("the seed of the game's draws is missing", f"host/{seats.folder(game)}/seed")
    return bytes.fromhex(written.strip())
