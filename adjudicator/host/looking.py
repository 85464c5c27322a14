"""A game's position to look at, now or after a past phase, from its folder alone."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.core import yamlfiles
from adjudicator.core.model import BadInput, PhaseId, Position, Seat
from adjudicator.core.picture import Picture
from adjudicator.host import corrections, correspondence, forms, gamefolder, languages, replaying, verifying
from adjudicator.host.gamefolder import BEGINNING, Game, Listed


@dataclass(frozen=True, slots=True)
class Shown:
    game: Game
    """With the position that is shown, as the reader may know it."""
    seat: Seat | None
    phase: PhaseId | None
    """After which phase; None before anything was resolved."""
    before: Position | None
    """What has changed since is marked."""

    def text(self) -> str:
        game = self.game
        assert game.position is not None
        awaited = game.awaited
        facts = {
            "game": game.name,
            "title": game.rules.title,
            "seat": self.seat,
            "phase": None if self.phase in (None, BEGINNING) else str(self.phase),
            "awaited": None if awaited is None else str(awaited.phase),
            "state": game.rules.write_state(game.position.state),
            "tables": game.rules.tables(game.position, self.seat),
            "picture": "",
            "position": forms.position_name(game),
        }
        return correspondence.teller(game).page("position", **facts).text

    def picture(self, theme: str) -> Picture:
        assert self.game.position is not None
        drawn = self.game.rules.picture(self.game.position, languages.voice(self.game.rules), self.before, theme)
        if drawn is None:
            raise BadInput(f"{self.game.rules.title} has no picture")
        return drawn


def at(folder: Listed, name: str, phase: str | None = None, seat: Seat | None = None) -> Shown:
    """The position after a phase (`T03/movement`); without one, as it stands."""
    game = verifying.game_in(folder, name)
    if seat is not None and seat not in game.file.seats:
        raise BadInput(f"nobody plays {seat} in {name}, only {', '.join(game.file.seats)}")
    story = list(replaying.played(folder, game))
    if not story:
        raise BadInput(f"{name} has not begun")
    if phase is None:
        now = _standing(folder, game)
        before = story[-1].before
        last: PhaseId | None = story[-1].phase
    else:
        wanted = BEGINNING if phase.lower() == str(BEGINNING).lower() else corrections.phase_named(phase, game.rules)
        found = next((each for each in story if each.phase == wanted), None)
        if found is None:
            known = f"{story[0].phase} to {story[-1].phase}"
            raise BadInput(f"{phase} was not played in {name}, only {known}")
        now, before, last = found.after, found.before, found.phase
    view = game.rules.view
    seen = Game(game.file, game.rules, game.map, view(now, seat), None)
    return Shown(seen, seat, last, None if before is None else view(before, seat))


def _standing(folder: Listed, game: Game) -> Position:
    written = folder.read("state.yaml")
    if written is None:
        raise BadInput("there is no such file", "state.yaml")
    return gamefolder.lay_out(game.rules, game.map, yamlfiles.load(written, "state.yaml"), game.file.options)
