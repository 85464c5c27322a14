"""An order file against a position on the disk: the same problems and the same forecast as a receipt has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from adjudicator.core import registry, yamlfiles
from adjudicator.core.model import BadInput, Plain, Seat
from adjudicator.host import correspondence, outlooks, resolving, telling
from adjudicator.host.gamefolder import Game, GameFile, laid_out, lay_out, read_game_file
from adjudicator.host.receipts import shown


def check_file(file: Path, where: Path, player: Seat | None, language: str) -> tuple[str, bool]:
    """What is to be said of it, and whether nothing in it is wrong. The game's seed is never looked at."""
    game = _from_folder(where) if where.is_dir() else _from_position(where)
    awaited = game.awaited
    if awaited is None or game.position is None:
        raise BadInput("this game waits for no orders", str(where))
    defaults = {"game": game.name, "turn": str(awaited.phase.turn), "phase": awaited.phase.name}
    if player is not None:
        defaults["player"] = player
    text = file.read_text(encoding="utf-8", errors="replace")
    read = resolving.read_text(game.rules, text, tuple(sorted(game.file.seats)), defaults)
    told = telling.sentences(game.rules, language)
    problems, sheets = list(read.problems), []
    for sheet in read.sheets:
        now = (sheet.turn, sheet.phase) in ((awaited.phase.turn, awaited.owed.get(sheet.seat)), ("any", sheet.phase))
        usable, unknown = resolving.checked(game.rules, game.rules.view(game.position, sheet.seat), sheet)
        problems += unknown
        foretold = outlooks.told_of(game, sheet.seat, replace(usable, turn=awaited.phase.turn) if now else None, told)
        head = {"seat": sheet.seat, "turn": sheet.turn, "phase": sheet.phase, "now": now}
        says_more = any(part for key, part in usable.body.items() if key != "orders")
        sheets.append({**head, "says_more": says_more, **foretold})
    facts: dict[str, Plain] = {
        "problems": [shown(problem, told) for problem in problems],
        "sheets": sheets,
        "repairs": [told.say(each.code, each.facts) for each in read.repairs],
        "awaited": {"turn": awaited.phase.turn, "phase": awaited.phase.name},
    }
    return correspondence.teller(game, language).page("checked", **facts).text, not problems


def _from_folder(folder: Path) -> Game:
    file = read_game_file(_text(folder / "game.yaml"), str(folder / "game.yaml"))
    raw_map, position = laid_out(str(folder), file, _text(folder / "map.yaml"), _text(folder / "state.yaml"))
    return Game(file, registry.ruleset(file.ruleset), raw_map, position, None)


def _from_position(file: Path) -> Game:
    raw = yamlfiles.load(_text(file), str(file))
    needed = ("of", "ruleset", "version", "seats", "options", "map", "state")
    if not isinstance(raw, dict) or any(key not in raw for key in needed):
        raise BadInput("this is no position as letters carry it", str(file))
    rules = registry.ruleset(str(raw["ruleset"]))
    about = GameFile(raw["of"], raw["ruleset"], raw["version"], "", raw["options"], raw["seats"], "")
    return Game(about, rules, raw["map"], lay_out(rules, raw["map"], raw["state"], raw["options"]), None)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadInput("there is no such file", str(file)) from None
    except UnicodeDecodeError:
        raise BadInput("this is no text", str(file)) from None
