"""A phase resolved on trial: everything that it would change lies in `host/staged/GAME` to be looked at.

Nothing of it has happened. `confirm` resolves the phase again and publishes it if it comes to the same; `discard`
throws it away. Until then the game rests.
"""

from __future__ import annotations

import json

from adjudicator.core import jsonfiles
from adjudicator.core.canon import digest
from adjudicator.core.model import BadInput, Plain
from adjudicator.host import judging, letters, proof, timing
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.judging import Judgement
from adjudicator.host.steps import Step

FINGERPRINT = "fingerprint"
"""The file that says what the trial was made from; while it is there, something is staged."""
CORRECTION = "correction.json"
"""What was asked for, if a correction is staged and not a phase."""
INDEX = "files.json"
PARTS = ("game", "letters")


def folder(game: str) -> str:
    return f"staged/{game}"


def is_staged(draft: Draft, game: str) -> bool:
    return draft.read(f"{folder(game)}/{FINGERPRINT}") is not None


def is_correction(draft: Draft, game: str) -> bool:
    return draft.read(f"{folder(game)}/{CORRECTION}") is not None


def what(draft: Draft, game: str) -> str:
    """For the moderator: what it is that is staged."""
    return "a correction" if is_correction(draft, game) else "a phase"


def stage(draft: Draft, game: Game, stands: Judgement, trial: Step) -> list[str]:
    """Lays down what the trial would do, and what it was made from; returns the paths below `host/`."""
    remove(draft, game.name)
    found = _files_of(trial, game.name)
    for path, text in found.items():
        draft.write(path, text)
    draft.write(f"{folder(game.name)}/{INDEX}", json.dumps(sorted(found)) + "\n")
    draft.write(f"{folder(game.name)}/{FINGERPRINT}", made_from(draft, game, stands) + "\n")
    draft.note("staged", game=game.name, phase=stands.running.phase)
    return sorted(found)


def made_from(draft: Draft, game: Game, stands: Judgement) -> str:
    """Other orders, another position or other people make another one; a notice in the chronicle does not."""
    assert game.position is not None
    inputs: Plain = {
        "terms": proof.terms_hash(game.file, game.map),
        "position": game.rules.write_state(game.position.state),
        "people": {seat: one.change for seat, one in timing.attendance(draft, game.name).items()},
        "sheets": {seat: [sheet.phase, sheet.body] for seat, sheet in stands.sheets.items()},
        "missing": stands.missing,
    }
    return digest(inputs)


def checked(draft: Draft, game: Game) -> Judgement:
    """How the phase stands, if it is still what was staged."""
    staged = draft.read(f"{folder(game.name)}/{FINGERPRINT}")
    if staged is None:
        raise BadInput(f"nothing of {game.name} is staged")
    awaited = game.awaited
    stands = None if awaited is None else judging.judge(draft, game, awaited)
    if stands is None or made_from(draft, game, stands) != staged.strip():
        raise BadInput(
            f"orders or the position have changed since {game.name} was staged; discard it, and stage it again"
        )
    return stands


def discard(draft: Draft, game: str) -> None:
    if not is_staged(draft, game):
        raise BadInput(f"nothing of {game} is staged")
    remove(draft, game)
    draft.note("discarded", game=game)


def remove(draft: Draft, game: str) -> None:
    """Everything of it, whatever was staged: a phase or a correction."""
    index = draft.read(f"{folder(game)}/{INDEX}")
    for path in [] if index is None else jsonfiles.load(index, f"{folder(game)}/{INDEX}", list):
        draft.remove(path)
    for name in draft.names(folder(game)):
        if name not in PARTS:
            draft.remove(f"{folder(game)}/{name}")


def _files_of(trial: Step, game: str) -> dict[str, str]:
    """What would be committed and sent, as files to read."""
    assert trial.commit is not None
    found = {f"{folder(game)}/game/{path}": text for path, text in trial.commit.files.items() if text is not None}
    found[f"{folder(game)}/commit.txt"] = trial.commit.message
    for path, text in trial.files.items():
        if text is not None and path.startswith(f"{letters.outbox_folder(game)}/"):
            letter = letters.read(text, path)
            content = f"{letter.subject}\n\n{letter.text.replace(letters.TOKEN, '…')}"
            found[f"{folder(game)}/letters/{letter.seat}.{letter.kind}.txt"] = content
    return found
