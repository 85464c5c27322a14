"""Who sits where: addresses and all that is nobody else's business, kept in `host/` and never in a game's folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache

from adjudicator.core import yamlfiles
from adjudicator.core.model import BadInput, Seat
from adjudicator.host.draft import Draft
from adjudicator.host.tokens import KeyRing, token


@dataclass(frozen=True, slots=True)
class Player:
    address: str
    name: str
    language: str = "en"
    zone: str = "UTC"
    generation: int = 0
    """Raised when somebody else takes the seat over; the former token is worth nothing then."""
    word: str | None = None
    """The word that he mixes into the draws; None until he has joined."""
    moving_to: str | None = None
    """A new address that is not yet confirmed from the old one."""
    digest: bool = False
    """He wants fewer letters: what can wait is gathered (host/gathering.py)."""


def folder(game: str) -> str:
    return f"games/{game}"


def path(game: str) -> str:
    return f"{folder(game)}/seats.yaml"


def read(draft: Draft, game: str) -> dict[Seat, Player]:
    written = draft.read(path(game))
    if written is None:
        raise BadInput(f"the host knows nobody's address for {game}", f"host/{path(game)}")
    return dict(_players(written, f"host/{path(game)}"))


@lru_cache(maxsize=64)
def _players(written: str, where: str) -> Mapping[Seat, Player]:
    """Kept, because every letter of a phase asks for them."""
    raw = yamlfiles.load(written, where)
    try:
        return {seat: Player(**entry) for seat, entry in sorted(raw.items())}
    except (TypeError, AttributeError):
        raise BadInput(f"each seat has {', '.join(Player.__dataclass_fields__)}, and nothing else", where) from None


def write(draft: Draft, game: str, players: Mapping[Seat, Player]) -> None:
    draft.write(path(game), yamlfiles.dump({seat: asdict(player) for seat, player in sorted(players.items())}))


def key_ring(draft: Draft) -> KeyRing:
    everybody = (
        (game, seat, player.generation) for game in draft.names("games") for seat, player in read(draft, game).items()
    )
    return KeyRing(draft.secret, everybody)


def token_of(draft: Draft, game: str, seat: Seat, player: Player) -> str:
    return token(draft.secret, game, seat, player.generation)
