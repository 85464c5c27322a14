"""Players made of code: the order file that a game's bot would send for a seat."""

from __future__ import annotations

from adjudicator.core import reading
from adjudicator.core.draws import Draws
from adjudicator.core.model import BadInput, OrderSheet, Seat
from adjudicator.core.ruleset import Bot, Ruleset
from adjudicator.host.forms import position_name
from adjudicator.host.gamefolder import Game


def bot_named(rules: Ruleset, name: str) -> Bot:
    if name not in rules.bots:
        known = f", only {', '.join(sorted(rules.bots))}" if rules.bots else ""
        raise BadInput(f"{rules.title} has no bot {name}{known}")
    return rules.bots[name]


def order_file(game: Game, seat: Seat, name: str, draws: Draws) -> str:
    """What it orders for the phase that is awaited. It sees what its seat may see; the draws are not the game's."""
    bot = bot_named(game.rules, name)
    if seat not in game.file.seats:
        raise BadInput(f"nobody plays {seat} in {game.name}, only {', '.join(game.file.seats)}")
    awaited = game.awaited
    if game.position is None or awaited is None or seat not in awaited.owed:
        raise BadInput(f"{game.name} waits for no orders of {seat}")
    body = bot(game.rules.view(game.position, seat), seat, draws)
    sheet = OrderSheet(seat, awaited.phase.turn, awaited.owed[seat], body, based_on=position_name(game))
    return reading.write_sheet(sheet, game.name)
