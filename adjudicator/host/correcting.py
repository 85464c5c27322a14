"""Putting a game right: a past order or a fact of a position is changed, and everything after it is adjudicated again.

It is worked out first, with everything that comes out differently; only what is confirmed is published. The draws are
those of the game, so that nothing changes but what follows from the correction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from adjudicator.core import jsonfiles, yamlfiles
from adjudicator.core.canon import digest
from adjudicator.core.draws import Draws, game_key
from adjudicator.core.model import BadInput, OrderSheet, PhaseId, Plain, Position, Problem, Resolution, Seat
from adjudicator.core.voice import ENGLISH
from adjudicator.host import (
    adjudicate,
    comparing,
    corrections,
    gamefolder,
    proof,
    replaying,
    resolving,
    staging,
    telling,
)
from adjudicator.host.adjudicate import RulesBroken, SeatChange
from adjudicator.host.comparing import Came, Changed
from adjudicator.host.corrections import Correction
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import BEGINNING, Game, Listed
from adjudicator.host.letters import clean_text
from adjudicator.host.putting_back import Change, PuttingBack, changes_after
from adjudicator.host.replaying import Played
from adjudicator.host.undoing import LONGEST_REASON


@dataclass(frozen=True, slots=True)
class Request:
    """What the moderator wants put right."""

    reason: str
    phase: str | None = None
    """`T03/movement`; for a change of the position the awaited one, where it is left out."""
    orders: Mapping[Seat, str] = field(default_factory=dict)
    """Whole order files that take the place of those that were played."""
    patch: Plain = None
    """A part of the state that is laid over it."""
    leave_out: Sequence[int] = ()
    """Corrections that changed a later position, and are not put back."""


@dataclass(frozen=True, slots=True)
class Again:
    """A phase as it comes out now."""

    was: Played
    before: Position
    sheets: Mapping[Seat, OrderSheet]
    unread: tuple[Problem, ...]
    resolution: Resolution
    """With what was refused by the rules, and not what could not be understood."""
    changes: Sequence[SeatChange]

    @property
    def after(self) -> Position:
        return replace(self.before, state=self.resolution.state)


@dataclass(frozen=True, slots=True)
class Outcome:
    """All that a correction comes to; nothing of it has happened."""

    game: Game
    """As it stands."""
    correction: Correction
    position: Position
    """After it all."""
    undone: Sequence[Played]
    again: Sequence[Again]
    put_back: Sequence[Change]
    """Changes that were made by hand later on, and hold again."""
    left_out: Sequence[Change]
    """Those that the moderator does not want any more."""

    @property
    def unreached(self) -> Sequence[Played]:
        """Phases that the game no longer comes to in this way."""
        return self.undone[len(self.again) :]

    def changed(self, seat: Seat | None, everything: bool = False, language: str = ENGLISH) -> list[Changed]:
        """Later orders that come to something else, as a reader may know of it; the moderator knows everything."""
        told = telling.sentences(self.game.rules, language)
        found: list[Changed] = []
        for each in self.again:
            refused = [resolving.refusal(problem, told) for problem in each.resolution.refused]
            was, now = Came(each.was.events, each.was.refused), Came(each.resolution.events, refused)
            if not everything:
                was, now = was.seen_by(seat), now.seen_by(seat)
            found += comparing.changed_orders(each.was.phase, was, now)
        return found

    def facts(self, seat: Seat | None, everything: bool = False) -> list[str]:
        """What is different in the position that the game has now."""
        rules, was = self.game.rules, self.game.position
        assert was is not None
        positions = (was, self.position) if everything else (rules.view(was, seat), rules.view(self.position, seat))
        old, new = (rules.write_state(position.state) for position in positions)
        return [comparing.told(one) for one in comparing.differences(old, new)]

    @property
    def later_changes(self) -> list[tuple[int, PhaseId, bool]]:
        """Number and phase of each change by hand that was made later on, and whether it holds again."""
        found = [(one.correction.phase, one.number, True) for one in self.put_back]
        found += [(one.correction.phase, one.number, False) for one in self.left_out]
        return [(number, phase, is_back) for phase, number, is_back in sorted(found)]

    @property
    def fingerprint(self) -> str:
        made = {"correction": self.correction.facts() | {"when": ""}, "head": self.game.head}
        return digest({**made, "state": self.game.rules.write_state(self.position.state)})


def work_out(draft: Draft, name: str, request: Request) -> Outcome:
    """What the correction comes to. Raises BadInput where it cannot be made."""
    game = draft.game(name)
    if game.position is None:
        raise BadInput(f"{name} has not begun")
    if game.file.ended is not None:
        raise BadInput(
            f"{name} was ended before its rules ended it ({game.file.ended}); its ranking stands as it was told"
        )
    if not request.reason.strip():
        raise BadInput("everybody will ask why: a correction needs a reason")
    if bool(request.orders) == (request.patch is not None):
        raise BadInput("a correction changes orders or the position, one of the two")
    archive = draft.archives.open(name)
    whole = list(replaying.played(archive, game))
    story = [each for each in whole if each.phase != BEGINNING]
    first = _first(game, story, request)
    undone = [each for each in story if each.phase >= first]
    was = undone[0].before if undone else game.position
    assert was is not None
    begins = was if request.patch is None else _patched(game, was, first, request.patch)
    made = corrections.read_all(archive, game.rules)
    back = PuttingBack(game, changes_after(game, whole, made, first), request.leave_out)
    again, position = _adjudicated(draft, game, archive, begins, undone, request.orders, back)
    back.refuse_if_any_failed()
    correction = Correction(
        number=len(made) + 1,
        what="orders" if request.orders else "position",
        when=draft.now.isoformat(timespec="seconds"),
        reason=clean_text(request.reason, LONGEST_REASON),
        phase=first,
        before=proof.public_hash(game.rules, was),
        after=proof.public_hash(game.rules, begins),
        previous=corrections.tip(archive, made),
        undone=tuple(str(each.phase) for each in undone),
        orders=_hashes(game, archive, undone, again, request),
        patch=request.patch,
        put_back=tuple(each.number for each in back.done),
        left_out=tuple(each.number for each in back.left_out),
    )
    if game.file.seed is not None and game.rules.awaited(position) is not None:
        raise BadInput(
            f"with this {name} would not be over, but the seed of its draws is published, so it cannot be played on"
        )
    return Outcome(game, correction, position, undone, again, back.done, back.left_out)


def _first(game: Game, story: Sequence[Played], request: Request) -> PhaseId:
    """The phase from which on the game is played anew."""
    awaited = game.awaited
    if request.phase is None:
        if request.orders:
            raise BadInput("say which phase these orders were for: --phase T03/movement")
        if awaited is None:
            raise BadInput("the game is over; say before which phase the position was wrong: --phase T03/movement")
        return awaited.phase
    phase = corrections.phase_named(request.phase, game.rules)
    known = [each.phase for each in story]
    if not request.orders and awaited is not None:
        known.append(awaited.phase)
    if phase not in known:
        raise BadInput(f"{phase} cannot be corrected, only {', '.join(map(str, known)) or 'nothing yet'}")
    return phase


def _patched(game: Game, position: Position, phase: PhaseId, patch: Plain) -> Position:
    if not isinstance(patch, Mapping):
        raise BadInput("what is changed in a position is a part of it, written as in state.yaml")
    raw = corrections.patched(game.rules.write_state(position.state), patch)
    with gamefolder.said_of("the corrected position"):
        state = game.rules.read_state(raw, position.board)
    after = replace(position, state=state)
    if game.rules.write_state(state) == game.rules.write_state(position.state):
        raise BadInput("with this the position would be what it was")
    awaited = game.rules.awaited(after)
    if awaited is None or awaited.phase != phase:
        raise BadInput(
            f"a corrected position still waits for {phase}; `adjudicator undo` goes back to an earlier phase"
        )
    return after


def _adjudicated(
    draft: Draft,
    game: Game,
    archive: Listed,
    position: Position,
    undone: Sequence[Played],
    orders: Mapping[Seat, str],
    back: PuttingBack,
) -> tuple[list[Again], Position]:
    """These phases once more from here, as far as the game still comes to them, and the position that awaits the next.

    `orders` are for the first.
    """
    draws = Draws(game_key(adjudicate.seed(draft, game.name), game.file.words))
    again: list[Again] = []
    for each in undone:
        awaited = game.rules.awaited(position)
        if awaited is None or awaited.phase != each.phase:
            break
        position = back.before(each.phase, position)
        played = {
            file.removesuffix(".yaml"): f"{each.place}/orders/{file}" for file in archive.names(f"{each.place}/orders")
        }
        texts = {seat: archive.read(path) or "" for seat, path in played.items()}
        if not again:
            texts |= dict(orders)
        read = resolving.read_awaited(game.rules, position, texts)
        if not again:
            _refuse_unread(game, read, orders)
        changes = replaying.seat_changes(archive, each.place)
        resolution = game.rules.resolve(position, read.by_seat, draws)
        wrong = game.rules.audit(position, resolution)
        if wrong:
            raise RulesBroken(f"{game.name} {each.phase}: {'; '.join(wrong)}")
        resolution = adjudicate.with_changes(game, position, resolution, changes, each.phase)
        unread = tuple(problem for sheet in read.by_seat.values() for problem in sheet.problems)
        again.append(Again(each, position, read.by_seat, unread, resolution, changes))
        position = again[-1].after
    awaited = game.rules.awaited(position)
    return again, position if awaited is None else back.before(awaited.phase, position)


def _refuse_unread(game: Game, read: resolving.Sheets, orders: Mapping[Seat, str]) -> None:
    """The moderator's own file must be right; what players wrote stays as it was understood."""
    told = telling.sentences(game.rules)
    for problem in read.problems:
        if problem.seat in orders:
            where = f"orders of {problem.seat}" + (f", line {problem.mark.line}" if problem.mark else "")
            raise BadInput(told.reason(problem), where)
    for seat in orders:
        if seat not in read.by_seat:
            raise BadInput("these are no orders for that player and phase", f"orders of {seat}")


def _hashes(
    game: Game, archive: Listed, undone: Sequence[Played], again: Sequence[Again], request: Request
) -> dict[Seat, dict[str, str]]:
    """Whose orders were changed: the hashes that letters announce, before and after."""
    if not request.orders:
        return {}
    recorded = yamlfiles.load(archive.read(f"{undone[0].place}/{proof.PROOF}") or "{}")
    was = recorded.get("orders", {})
    found = {}
    for seat in sorted(request.orders):
        now = proof.orders_hash(again[0].sheets[seat])
        if was.get(seat) == now:
            raise BadInput(f"these are the orders that {seat} gave")
        found[seat] = {"was": was[seat], "now": now} if seat in was else {"now": now}
    return found


# -- staged until it is confirmed --------------------------------------------------------------------------------------


def stage(draft: Draft, outcome: Outcome, request: Request) -> None:
    """Keeps what was asked for and what it came to; the game rests until it is confirmed or discarded."""
    place = staging.folder(outcome.game.name)
    draft.write(f"{place}/{staging.CORRECTION}", jsonfiles.dump(asdict(request)))
    draft.write(f"{place}/{staging.FINGERPRINT}", f"{outcome.fingerprint}\n")
    draft.write(f"{place}/changes.txt", "".join(f"{line}\n" for line in told(outcome)))
    draft.note("staged", game=outcome.game.name, correction=outcome.correction.number)


def make_room(draft: Draft, name: str) -> bool:
    """Takes away a correction that is staged, for another one; says whether there was any. A staged phase stays."""
    if not staging.is_staged(draft, name):
        return False
    if not staging.is_correction(draft, name):
        raise BadInput(f"a phase of {name} is staged; `adjudicator confirm` or `adjudicator discard` it first")
    staging.remove(draft, name)
    return True


def confirmed(draft: Draft, name: str) -> Outcome:
    """What was staged, worked out once more; refused if it now comes to something else."""
    place = staging.folder(name)
    written, seen = draft.read(f"{place}/{staging.CORRECTION}"), draft.read(f"{place}/{staging.FINGERPRINT}")
    if written is None or seen is None:
        raise BadInput(f"no correction of {name} is staged")
    changed = f"{name} has changed since this was worked out; discard it, and correct it again"
    request = jsonfiles.load(written, f"{place}/{staging.CORRECTION}", lambda raw: Request(**raw))
    try:
        outcome = work_out(draft, name, request)
    except BadInput as error:  # it could be worked out when it was staged
        raise BadInput(f"{changed}: {error}") from None
    if outcome.fingerprint != seen.strip():
        raise BadInput(changed)
    staging.remove(draft, name)
    return outcome


def told(outcome: Outcome) -> Iterator[str]:
    """For the moderator: what would come out differently."""
    name, correction = outcome.game.name, outcome.correction
    again = len(outcome.again)
    if again:
        yield f"{name}: from {correction.phase} on, {again} {'phase' if again == 1 else 'phases'} adjudicated again"
    else:
        yield f"{name}: the position before {correction.phase} is changed; no phase is adjudicated again"
    for each in outcome.changed(None, everything=True):
        how = {"refused": "refused now: ", "allowed": "carried out now", "otherwise": "comes to something else"}[
            each.how
        ]
        yield f"  {each.phase} {each.seat}, order {each.order + 1}: {how}{each.reason}"
    for gone in outcome.unreached:
        yield f"  {gone.phase}: the game does not come to it in this way; its orders are held again"
    for number, phase, is_back in outcome.later_changes:
        became = "put back in its place" if is_back else "left out, and no longer holds"
        yield f"  correction {number}, of the position before {phase}: {became}"
    facts = outcome.facts(None, everything=True)
    yield "  the position: " + (
        "as it was" if not facts else f"{len(facts)} facts differ" if len(facts) > 1 else "one fact differs"
    )
    yield from (f"    {fact}" for fact in facts)
