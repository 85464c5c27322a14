"""Back before the last phases: what they came to is kept aside, everybody's orders are held again, and all are told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from adjudicator.core import yamlfiles
from adjudicator.core.canon import digest
from adjudicator.core.model import BadInput, Plain, Seat
from adjudicator.host import (
    asking,
    corrections,
    correspondence,
    forms,
    observers,
    pending,
    pictures,
    proof,
    replaying,
    seats,
    staging,
    timing,
)
from adjudicator.host.corrections import Correction
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import BEGINNING, Game, Listed
from adjudicator.host.letters import Letter, clean_text
from adjudicator.host.pending import Held
from adjudicator.host.ports import Commit
from adjudicator.host.putting_back import changes_after
from adjudicator.host.replaying import Played

LONGEST_REASON = 500


def undo(draft: Draft, name: str, count: int = 1, reason: str = "") -> Correction:
    """Drafts it: one commit on top of the others, and a letter to each player."""
    game = draft.game(name)
    refuse_if_not_open(draft, game)
    archive = draft.archives.open(name)
    whole = list(replaying.played(archive, game))
    story = [each for each in whole if each.phase != BEGINNING]
    if not 1 <= count <= len(story):
        raise BadInput(_how_many(name, len(story)))
    gone = story[-count:]
    before = gone[0].before
    assert before is not None
    made = corrections.read_all(archive, game.rules)
    hash_before = proof.public_hash(game.rules, before)
    correction = Correction(
        number=len(made) + 1,
        what="undo",
        when=draft.now.isoformat(timespec="seconds"),
        reason=clean_text(reason, LONGEST_REASON),
        phase=gone[0].phase,
        before=hash_before,
        after=hash_before,
        previous=corrections.tip(archive, made),
        undone=tuple(str(each.phase) for each in gone),
        left_out=tuple(each.number for each in changes_after(game, whole, made, gone[0].phase)),
    )
    now = replace(game, position=before)
    files: dict[str, str | None] = {
        **set_aside(archive, gone, correction),
        correction.path: correction.text(),
        "state.yaml": yamlfiles.dump(game.rules.write_state(before.state)),
    }
    facts = {
        "phases": list(correction.undone),
        "reason": correction.reason,
        "number": correction.number,
        "left_out": list(correction.left_out),
    }
    message = correspondence.teller(game).block("letters/undone.txt.j2", "text", **facts)
    draft.commit(Commit(name, game.head, files, message, draft.now))
    draft.note("undone", game=name, phases=list(correction.undone), reason=correction.reason)
    hold_again(draft, now, archive, gone)
    seats_back(draft, name, archive, gone)
    timing.open_next(draft, now, now.awaited, shared=False)
    draft.send(_letters(draft, now, facts))
    return correction


def _how_many(name: str, phases: int) -> str:
    if phases > 1:
        return f"{name} has {phases} resolved phases; from 1 to {phases} of them can be undone"
    return f"{name} has one resolved phase, which can be undone" if phases else f"{name} has no phase to be undone yet"


def refuse_if_not_open(draft: Draft, game: Game) -> None:
    if game.position is None:
        raise BadInput(f"{game.name} has not begun")
    if staging.is_staged(draft, game.name):
        raise BadInput(f"something of {game.name} is staged; `adjudicator confirm` or `adjudicator discard` it first")
    if game.file.seed is not None:
        raise BadInput(f"{game.name} is over and the seed of its draws is published, so it cannot be played on")


def set_aside(archive: Listed, gone: Iterable[Played], correction: Correction) -> dict[str, str | None]:
    """The folders of phases that no longer hold, moved under `undone/`."""
    moved: dict[str, str | None] = {}
    for each in gone:
        for path in files_below(archive, each.place):
            moved[path] = None
            moved[f"{correction.undone_folder}/{path}"] = archive.read(path)
    return moved


def files_below(archive: Listed, place: str) -> list[str]:
    found = []
    for name in archive.names(place):
        path = f"{place}/{name}"
        found += [path] if "." in name else files_below(archive, path)
    return found


def hold_again(draft: Draft, game: Game, archive: Listed, gone: Sequence[Played]) -> None:
    """Everybody's orders of these phases, held but not ready: who wants them as they were says so once more."""
    for each in gone:
        for file in archive.names(f"{each.place}/orders"):
            seat = file.removesuffix(".yaml")
            raw = yamlfiles.load(archive.read(f"{each.place}/orders/{file}") or "", f"{each.place}/orders/{file}")
            text = yamlfiles.dump({**raw, "ready": False}, blocks=2)
            arrived = draft.now.isoformat()
            held = Held(seat, each.phase.turn, raw["phase"], text, arrived, digest([each.place, raw]), ready=False)
            pending.hold(draft, game.name, held)


def seats_back(draft: Draft, name: str, archive: Listed, gone: Iterable[Played]) -> None:
    """Who left or took over a seat at the end of such a phase does so again at the end of the next one."""
    people = timing.attendance(draft, name)
    again = [change for each in gone for change in replaying.seat_changes(archive, each.place)]
    for change in again:
        people[change.seat] = replace(people[change.seat], change=change.what)
    if again:
        timing.write_attendance(draft, name, people)


def _letters(draft: Draft, game: Game, facts: Mapping[str, Plain]) -> Iterable[Letter]:
    about = f"undone.{facts['number']}"
    for seat, player in seats.read(draft, game.name).items():
        shown = pictures.of_position(draft, game, seat, player.language)
        known = {**facts, **asking.facts(draft, game, seat), **stands(game, seat, shown)}
        yield correspondence.write(draft, game, seat, "undone", about, known, pictures=shown)
    for name, observer in observers.read(draft, game.name).items():
        shown = pictures.of_position(draft, game, None, observer.language)
        known = {**facts, **asking.NOBODY, **stands(game, None, shown)}
        yield replace(observers.write(draft, game, name, observer, "undone", about, **known), pictures=shown)


def stands(game: Game, seat: Seat | None, shown: Mapping[str, str]) -> dict[str, Plain]:
    """How the game stands for a reader, as the part of a letter that tells it wants it."""
    assert game.position is not None
    seen = game.rules.view(game.position, seat)
    return {
        "state": game.rules.write_state(seen.state),
        "tables": game.rules.tables(seen, seat),
        "picture": "map" if shown else "",
        "position": forms.position_name(game),
    }
