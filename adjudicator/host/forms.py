"""Order forms: an order file for exactly this phase. Sent back unchanged it orders nothing, and is valid.

What the player could do, and his standing orders, stand in it as comments; taking away a `#` makes an order of a line.
Where orders of his are held for the phase, they stand in it: a form that orders nothing would replace them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from adjudicator.core import yamlfiles
from adjudicator.core.canon import position_hash
from adjudicator.core.latest import Latest
from adjudicator.core.model import OrderSheet, Plain, Seat
from adjudicator.host import pending, resolving, seats, telling
from adjudicator.host.correspondence import teller
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.letters import TOKEN
from adjudicator.host.seats import Player

WIDTH = 68
"""Nothing in a form is longer, so that it survives being quoted."""
IN_THE_FILE = ("- ", "sequence:")
"""Lines of a game's form.txt.j2 that begin so are for the order file itself, and are not broken."""


def form_for(draft: Draft, game: Game, seat: Seat) -> str | None:
    """The form of whoever owes orders now, in his language, with what is held of him; None for all others."""
    awaited = game.awaited
    if awaited is None or seat not in awaited.owed:
        return None
    player, held = seats.read(draft, game.name)[seat], held_sheet(draft, game, seat)
    return form(game, seat, player, _carried_over(draft, game, seat), {} if held is None else held.body)


def form(
    game: Game,
    seat: Seat,
    player: Player | None = None,
    standing: str = "",
    held: Mapping[str, Plain] = MappingProxyType({}),
) -> str | None:
    """`held`: the body of what he ordered already."""
    awaited = game.awaited
    if awaited is None or seat not in awaited.owed:
        return None
    assert game.position is not None
    tell = teller(game) if player is None else teller(game, player.language, player.zone)
    phase = awaited.owed[seat]
    could = game.rules.form(game.rules.view(game.position, seat), seat)
    own = "game/form.txt.j2" if could else "letters/form_help.txt.j2"
    hints = tell.block(own, "text", could=could, phase=phase, seat=seat)
    kept = usable(held)
    facts = {
        "game": game.name,
        "seat": seat,
        "turn": awaited.phase.turn,
        "phase": phase,
        "token": telling.Own(TOKEN),
        "position": position_name(game),
        "hints": "\n".join(commented(hints)),
        "standing": "\n".join(f"#{line}"[:WIDTH].rstrip() for line in standing.splitlines()),
        "held": _filled_in(kept),
        "left_out": kept != held,
    }
    return telling.Own(tell.block("letters/form.txt.j2", "text", **facts))


def commented(text: str) -> Iterator[str]:
    """Lines as comments, none too long. Orders stay whole: one that is too long is left out."""
    for line in text.strip("\n").split("\n"):
        if line.startswith(IN_THE_FILE):
            if len(line) < WIDTH:
                yield f"#{line}"
        else:
            bare = line.strip()
            inset = " " * (len(line) - len(line.lstrip()))
            if bare and len(inset) + len(bare) <= WIDTH - 2:
                yield f"# {inset}{bare}"  # most lines are; textwrap is slow to find that out
                continue
            yield from textwrap.wrap(
                bare,
                WIDTH,
                initial_indent=f"# {inset}",
                subsequent_indent=f"# {inset}  ",
                break_on_hyphens=False,
            ) or ["#"]


def held_sheet(draft: Draft, game: Game, seat: Seat) -> OrderSheet | None:
    """What is held for the awaited phase, as it was understood when it was sent."""
    awaited = game.awaited
    if awaited is None or seat not in awaited.owed:
        return None
    return _read(game, pending.held_for(draft, game.name, seat, awaited.phase.turn, awaited.owed[seat]))


def usable(body: Mapping[str, Plain]) -> dict[str, Plain]:
    """Without what was set aside: sent back, it would be ordered again as nothing."""
    return {key: _usable(value) for key, value in body.items()}


def _usable(value: Plain) -> Plain:
    if isinstance(value, Mapping):
        return usable(value)
    if isinstance(value, list | tuple):
        return type(value)(_usable(each) for each in value if each is not None)
    return value


def _filled_in(body: Mapping[str, Plain]) -> str:
    """Orders as they stand in a form; `orders` comes last, so that lines below it can be added to it."""
    if not any(body.values()):
        return ""
    parts = {key: value for key, value in body.items() if key != "orders"}
    written = yamlfiles.dump(parts, blocks=2, width=WIDTH) if parts else ""
    orders = yamlfiles.dump({"orders": body["orders"]}, blocks=2, width=WIDTH) if "orders" in body else "orders:"
    return telling.Own(f"{written}{orders}".strip("\n"))


def _carried_over(draft: Draft, game: Game, seat: Seat) -> str:
    """The player's standing orders for the phase that is awaited, as they are written in an order file."""
    awaited = game.awaited
    assert awaited is not None
    sheet = _read(game, pending.held_for(draft, game.name, seat, pending.STANDING, awaited.owed[seat]))
    return "" if sheet is None else yamlfiles.dump(dict(sheet.body), blocks=2, width=WIDTH - 2)


def _read(game: Game, held: pending.Held | None) -> OrderSheet | None:
    if held is None:
        return None
    defaults = {"game": game.name, "player": held.seat, "turn": str(held.turn), "phase": held.phase}
    read = resolving.read_text(game.rules, held.text, tuple(game.file.seats), defaults)
    return read.sheets[0] if read.sheets else None


def position_name(game: Game) -> str:
    """As orders cite it. Made from what everybody may know: a hash of secrets could be guessed back."""
    return _NAMED(game)


def public_state(game: Game) -> Plain:
    """As it is written down, with what everybody may know."""
    return _WRITTEN(game)


def seen_state(game: Game, seat: Seat | None) -> Plain:
    """As it is written down, with what this seat may know."""
    assert game.position is not None
    seen = game.rules.view(game.position, seat)
    return public_state(game) if seen is game.position else game.rules.write_state(seen.state)


def _write_public(game: Game) -> Plain:
    assert game.position is not None
    return game.rules.write_state(game.rules.view(game.position, None).state)


_WRITTEN: Latest[Game, Plain] = Latest(_write_public)
_NAMED: Latest[Game, str] = Latest(lambda game: position_hash(public_state(game)))


def position_file(game: Game, seat: Seat | None) -> str:
    """All that `check --position` needs, as this seat may know it. No key of it looks like one of an order file."""
    if game.position is not None and game.rules.view(game.position, seat) is game.position:
        return _PUBLIC(game)  # a game without secrets: everybody knows the same
    return _position_file(game, seat)


def _position_file(game: Game, seat: Seat | None) -> str:
    assert game.position is not None
    whole: dict[str, Plain] = {
        "position": position_name(game),
        "of": game.name,
        "ruleset": game.rules.name,
        "version": game.rules.version,
        "seats": dict(game.file.seats),
        "options": dict(game.file.options),
        "map": game.map,
        "state": seen_state(game, seat),
    }
    return yamlfiles.dump(whole)


_PUBLIC: Latest[Game, str] = Latest(lambda game: _position_file(game, None))
