"""People come and go: somebody gives up his seat, somebody else takes it over."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.model import Awaited, BadInput, Position, Resolution, Seat
from adjudicator.host import (
    acts,
    chronicle,
    founding,
    gathering,
    letters,
    notices,
    pending,
    reports,
    retries,
    seats,
    telling,
    timing,
)
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game, phase_folder, resolved_phases
from adjudicator.host.letters import Attachment
from adjudicator.host.seats import Player
from adjudicator.host.timing import Attendance


def seated(game: Game, seat: Seat) -> Seat:
    if seat not in game.file.seats:
        raise BadInput(f"{game.name} has no player {seat}, only {', '.join(game.file.seats)}")
    return seat


def resign(draft: Draft, game: Game, seat: Seat) -> str:
    """Nobody waits for him any more; what becomes of his things the rules say, at the end of this phase.

    Returns why nobody could take the seat over from then on, as it now stands; nothing if somebody can.
    """
    acts.awaiting(game)
    people = timing.attendance(draft, game.name)
    if people[seated(game, seat)].gone:
        raise BadInput(f"{seat} has left {game.name} already")
    people[seat] = replace(people[seat], gone=True, change="left")
    timing.write_attendance(draft, game.name, people)
    notices.tell_all(draft, game, "left", player=seat)
    assert game.position is not None
    then = game.rules.leave(game.position, seat)
    return _closed(game, replace(game.position, state=then.state), seat)


def _closed(game: Game, position: Position, seat: Seat) -> str:
    """Why the rules let nobody take over a seat; nothing if they do."""
    reason = telling.sentences(game.rules).reason
    return " ".join(reason(problem) for problem in game.rules.take_over(position, seat).refused)


def take_over(draft: Draft, game: Game, seat: Seat, newcomer: Player) -> None:
    """Somebody else plays on: with a new token (the old is worth nothing), the history, a full phase if he is asked."""
    awaited = acts.awaiting(game)
    founding.check_person(seated(game, seat), newcomer)
    players = seats.read(draft, game.name)
    for other, player in players.items():
        if other != seat and player.address.lower() == newcomer.address.lower():
            raise BadInput(f"{newcomer.address} plays {other} already")
    assert game.position is not None
    if closed := _closed(game, game.position, seat):
        raise BadInput(f"nobody can take over {seat}: {closed}", game.name)
    former = players[seat]
    players[seat] = replace(newcomer, generation=former.generation + 1, word=former.word)
    seats.write(draft, game.name, players)
    _forget_orders(draft, game, seat)
    _stop_letters(draft, game, seat)

    people = timing.attendance(draft, game.name)
    # Whoever had only just said that he leaves has not left yet by the rules.
    left = people[seat].gone and people[seat].change != "left"
    people[seat] = Attendance(change="taken-over" if left else "")
    timing.write_attendance(draft, game.name, people)
    running = timing.current(draft, game, awaited)
    again = running.why == "vacant" or _is_asked_by_this_deadline(game, awaited, seat)
    if running.why == "vacant":
        running = replace(running, paused=None, why="")
    if again:
        running = timing.opened_again(draft, game, awaited, running)
    timing.write(draft, game.name, running)

    file = replace(game.file, seats={**game.file.seats, seat: newcomer.name})
    now = replace(game, file=file)
    until = running.due.isoformat() if again and running.due is not None else None
    notices.tell_all(draft, now, "replaced", but=[seat], player=seat, former=former.name, until=until)
    _welcome(draft, now, seat)
    chronicle.publish(draft, game, file)


def _is_asked_by_this_deadline(game: Game, awaited: Awaited, seat: Seat) -> bool:
    """A seat that rests is asked from the next phase on, which may have the same deadline."""
    return seat in awaited.owed or game.schedule.together(awaited.phase.name)[-1] != awaited.phase.name


def _stop_letters(draft: Draft, game: Game, seat: Seat) -> None:
    """What was written to the former player and has not left yet: his receipts and his press are for nobody else."""
    folder = letters.outbox_folder(game.name)
    waiting = retries.read(draft)
    for path in [f"{folder}/{name}" for name in draft.names(folder)]:
        written = draft.read(path)
        letter = None if written is None else letters.read(written, path)
        if letter is not None and letter.seat == seat:
            draft.remove(letter.path)
            draft.note("never", letter=letter.name, reason="somebody else has the seat")
            waiting.pop(letter.name, None)
    retries.write(draft, waiting)


def _forget_orders(draft: Draft, game: Game, seat: Seat) -> None:
    gathering.taken(draft, game.name, seat)  # what was kept to be told to the former player alone
    for held in pending.all_held(draft, game.name, seat):
        pending.drop(draft, game.name, held)


def _welcome(draft: Draft, game: Game, seat: Seat) -> None:
    """How it stands, the order form, and all that happened so far as files."""
    archive = draft.archives.open(game.name)
    phases = resolved_phases(archive)
    assert game.position is not None
    told = [archive.read(f"{phase_folder(phase)}/report.txt") or "" for phase in phases]
    history = "\n\n".join(report.strip() for report in told) + "\n"
    report = reports.Report(game, phases[-1], Resolution(game.position.state))
    letter = report.welcome(draft, seat, Attachment(f"{game.name}.history.txt", "plain", history))
    draft.send([letter])
    reports.keep_last(draft, letter)
