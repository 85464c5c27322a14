"""What a run would do: mail is looked at and left where it is, phases are tried without the game's draws."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Sequence

from adjudicator.core import yamlfiles
from adjudicator.core.model import BadInput
from adjudicator.host import adjudicate, corrected, correcting, judging, mailtext, staging, standing, telling, timing
from adjudicator.host.desk import Desk
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.intake import Intake
from adjudicator.host.judging import Judgement
from adjudicator.host.letters import outbox_folder
from adjudicator.host.taking import judge
from adjudicator.host.tending import Leave, resolve


def trial(desk: Desk, games: Sequence[str] = (), *, phase: str = "", leave: Leave) -> Iterator[str]:
    """A line for each thing that a run would do now; nothing is written, and no draw of the game is used."""
    waiting = desk.mailbox.waiting()
    small = [mail.ref for mail in waiting if mail.size <= mailtext.MAX_BYTES]
    whole = desk.mailbox.fetch(small)
    heads = desk.mailbox.headers([mail.ref for mail in waiting if mail.size > mailtext.MAX_BYTES])
    with desk.look("trying what a run would do") as draft:
        intake = Intake(draft)
        both = {**whole, **heads}
        found = [mail for mail in waiting if mail.ref in both]
        verdicts = Counter(judge(draft, intake, mail, both[mail.ref], desk.limited).what for mail in found)
        if verdicts:
            yield "mail: " + ", ".join(f"{number} {what}" for what, number in sorted(verdicts.items()))
        troubles = []
        for name in games or desk.archives.names():
            try:
                if not phase or standing.awaited_phase(draft, name) == phase:
                    yield from _game(draft, name, leave)
            except BadInput as error:  # one game that must be mended holds up no other
                troubles.append(str(error))
        letters = sum(len(draft.names(outbox_folder(game))) for game in ("", *draft.names("games")))
        if letters:
            yield f"letters: {letters} would be sent, and those of the phases"
    if troubles:
        raise BadInput("; ".join(troubles))


def _game(draft: Draft, name: str, leave: Leave) -> Iterator[str]:
    game = draft.game(name)
    awaited = game.awaited
    if awaited is None:
        return
    if staging.is_staged(draft, name):
        yield f"{name}: staged, and not confirmed"
        return
    stands = judging.judge(draft, game, awaited)
    if not stands.why and not leave.at_once:
        if judging.reminders(stands, game.schedule, draft.now):
            yield f"{name}: {', '.join(stands.unready)} would be reminded"
        return
    if stands.stop:
        yield f"{name}: would stop: {stands.stop}"
    yield f"{name}: {awaited.phase} would be resolved ({stands.why or 'before its deadline'})"
    if draft.settings.blind_to(name):
        yield "  what it would come to is not shown: the moderator plays (blind, in host.yaml)"
    else:
        yield from _outcome(draft, game, stands)


def _outcome(draft: Draft, game: Game, stands: Judgement) -> Iterator[str]:
    """Without draws: what is random in it is not yet known."""
    assert game.position is not None and game.awaited is not None
    resolution = game.rules.resolve(game.position, stands.sheets, None)
    changes = judging.changes(timing.attendance(draft, game.name))
    resolution = adjudicate.with_changes(game, game.position, resolution, changes, game.awaited.phase)
    told = telling.sentences(game.rules)
    for problem in resolution.refused:
        yield f"  {problem.seat}: {told.reason(problem)} ({problem.rule})"
    before = yamlfiles.dump(game.rules.write_state(game.position.state)).splitlines()
    after = yamlfiles.dump(game.rules.write_state(resolution.state)).splitlines()
    for line in difflib.unified_diff(before, after, "state.yaml", "state.yaml, afterwards", lineterm="", n=1):
        yield f"  {line}"


def stage(desk: Desk, name: str, leave: Leave) -> list[str]:
    """The phase that is due, resolved on trial with the game's own draws; returns where it lies, below `host/`."""
    with desk.step(f"staging {name}") as draft:
        game = draft.game(name)
        awaited = game.awaited
        if awaited is None:
            raise BadInput(f"{name} waits for nobody: it has not begun, or is over")
        if staging.is_staged(draft, name):
            raise BadInput(f"something of {name} is staged already; confirm or discard it first")
        if draft.settings.blind_to(name):
            raise BadInput(f"this would show what was ordered, and the moderator plays in {name} (blind, in host.yaml)")
        stands = judging.judge(draft, game, awaited)
        if not stands.why and not leave.at_once:
            return []
        attempt = desk.draft()
        resolve(attempt, attempt.game(name), awaited, stands)
        step = attempt.as_step()
        assert step is not None
        return staging.stage(draft, game, stands, step)


def confirm(desk: Desk, name: str) -> str:
    """Publishes what was staged, a phase or a correction, if it still comes to the same; says what was done."""
    with desk.step(f"confirming {name}") as draft:
        game = draft.game(name)
        if staging.is_correction(draft, name):
            outcome = correcting.confirmed(draft, name)
            corrected.publish(draft, outcome)
            return f"published as correction {outcome.correction.number}"
        stands = staging.checked(draft, game)
        awaited = game.awaited
        assert awaited is not None
        staging.remove(draft, name)
        resolve(draft, game, awaited, stands)
    return f"{awaited.phase} resolved"
