"""How a game stands, for the moderator: its phase, and who owes what. Never what anybody ordered."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.host import adjudicate, seats
from adjudicator.host.draft import Draft


def standing_of(draft: Draft, name: str) -> Iterator[str]:
    game = draft.game(name)
    if game.position is None:
        yield f"{name}: inviting"
        for seat, player in seats.read(draft, name).items():
            yield f"  {seat:<8} {player.name}: {'joined' if player.word else 'has not joined'}"
        return
    awaited = game.rules.awaited(game.position)
    if awaited is None:
        yield f"{name}: over"
        return
    yield f"{name}: waits for {awaited.phase}"
    for seat, stands in adjudicate.standings(draft, game, awaited).items():
        words = "ready" if stands.ready else "orders held, not ready" if stands.sheet else "owes orders"
        yield f"  {seat:<8} {game.file.seats[seat]}: {words}"
