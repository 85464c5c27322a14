"""What a phase came to, told to each player, to onlookers and to the archive."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adjudicator.core.canon import position_hash
from adjudicator.core.model import Event, PhaseId, Plain, Resolution, Seat
from adjudicator.host import letters, resolving, seats, telling
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import BEGINNING, Game
from adjudicator.host.letters import TOKEN, Letter
from adjudicator.host.seats import Player


def naming(game: Game) -> telling.Teller:
    """Tells of this game, with its players' names."""
    names = game.file.seats
    return telling.Teller(game.rules, lambda seat: f"{names[seat]} ({seat})" if seat in names else seat)


@dataclass(frozen=True, slots=True)
class Report:
    game: Game
    """As it stands after the phase."""
    phase: PhaseId
    resolution: Resolution

    def letter(self, seat: Seat, player: Player, now: datetime) -> Letter:
        facts = {**self._facts(seat), "player": player.name, "form": form(self.game, seat)}
        tell = naming(self.game)
        return Letter(
            game=self.game.name,
            seat=seat,
            kind="status",
            about=str(self.phase),
            subject=tell.block("letters/status.j2", "subject", **facts),
            text=tell.block("letters/status.j2", "text", **facts),
            written=now.isoformat(timespec="seconds"),
        )

    def for_onlookers(self) -> str:
        return naming(self.game).block("letters/report.j2", "text", **self._facts(None))

    def commit_message(self) -> str:
        return naming(self.game).block("letters/commit.j2", "text", **self._facts(None))

    def _facts(self, seat: Seat | None) -> dict[str, Plain]:
        """Made from the reader's own view: what he may not know is not here, so no template can tell it."""
        game, resolution = self.game, self.resolution
        assert game.position is not None
        awaited = game.rules.awaited(game.position)
        told = telling.sentences(game.rules)
        refused = [problem for problem in resolution.refused if seat is None or problem.seat == seat]
        return {
            "game": game.name,
            "title": game.rules.title,
            "phase": self.phase.name,
            "turn": self.phase.turn,
            "beginning": self.phase == BEGINNING,
            "seat": seat,
            "events": [event for event in resolution.events if _visible(event, seat)],
            "refused": [resolving.refusal(problem, told) for problem in refused],
            "state": game.rules.write_state(game.rules.view(game.position, seat).state),
            "awaited": None if awaited is None else {"turn": awaited.phase.turn, "phase": awaited.phase.name},
            "owes": awaited is not None and seat in awaited.owed,
            "position": position_name(game),
            "seed": game.file.seed,
        }


def keep_last(draft: Draft, letter: Letter) -> None:
    """The newest status letter of a seat, for `resend`; like all that waits, without address and token."""
    draft.write(_last_path(letter.game, letter.seat), letter.as_text())


def last_letter(draft: Draft, game: str, seat: Seat) -> Letter | None:
    written = draft.read(_last_path(game, seat))
    return None if written is None else letters.read(written)


def _last_path(game: str, seat: Seat) -> str:
    return f"{seats.folder(game)}/last/{seat}.json"


def form(game: Game, seat: Seat) -> str | None:
    """An order file for exactly this phase: sent back unchanged it orders nothing, and is valid."""
    awaited = None if game.position is None else game.rules.awaited(game.position)
    if awaited is None or seat not in awaited.owed:
        return None
    facts = {
        "game": game.name,
        "seat": seat,
        "turn": awaited.phase.turn,
        "phase": awaited.owed[seat],
        "token": telling.Own(TOKEN),
        "position": position_name(game),
    }
    return telling.Own(naming(game).block("letters/form.j2", "text", **facts))


def position_name(game: Game) -> str:
    """As orders cite it. Made from what everybody may know: a hash of secrets could be guessed back."""
    assert game.position is not None
    return position_hash(game.rules.write_state(game.rules.view(game.position, None).state))


def _visible(event: Event, seat: Seat | None) -> bool:
    return event.seen_by is None or seat in event.seen_by
