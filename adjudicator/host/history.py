"""A game told in a page: who ordered when, what happened phase by phase, what everybody was worth turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from adjudicator.core.model import Plain, Seat
from adjudicator.host import conclusion, corrections, correspondence, replaying, verifying
from adjudicator.host.gamefolder import BEGINNING, Game, Listed
from adjudicator.host.replaying import Played


@dataclass(slots=True)
class Times:
    """What the archive's files do not say: when a phase was resolved, and when whose orders for it had come."""

    resolved: dict[str, str] = field(default_factory=dict)
    """By the folder of the phase."""
    ordered: dict[str, dict[Seat, list[str]]] = field(default_factory=dict)
    """By the phase as it is told, `T03/movement`."""


def ordered_in(journal: Iterable[Mapping[str, Plain]], game: str) -> dict[str, dict[Seat, list[str]]]:
    """From the host's journal: the arrival of every order mail, under the phase that was resolved next."""
    found: dict[str, dict[Seat, list[str]]] = {}
    waiting: dict[Seat, list[str]] = {}
    for line in journal:
        if line.get("game") != game:
            continue
        if line["what"] == "mail" and line["verdict"] == "orders":
            arrived = datetime.fromisoformat(line["arrived"]).isoformat(timespec="minutes")
            waiting.setdefault(line["seat"], []).append(arrived)
        elif line["what"] == "phase":
            found[line["phase"]], waiting = waiting, {}
    return found


def history(folder: Listed, name: str, times: Times | None = None) -> dict[str, Plain]:
    """The whole game as plain values. While it is played, nothing that is not everybody's to know."""
    game = verifying.game_in(folder, name)
    times = times or Times()
    story = list(replaying.played(folder, game))
    over = bool(story) and (game.rules.awaited(story[-1].after) is None or game.file.ended is not None)
    return {
        "game": game.name,
        "ruleset": game.rules.name,
        "title": game.rules.title,
        "scenario": game.file.scenario,
        "players": dict(game.file.seats),
        "over": over,
        "ended": game.file.ended,
        "conclusion": [correspondence.teller(game).event(event) for event in conclusion.events(folder, game)],
        "phases": [_phase(folder, game, each, times, over) for each in story],
        "wealth": _wealth(game, story),
        "corrections": [
            {"number": one.number, "what": one.what, "when": one.when, "phase": str(one.phase), "reason": one.reason}
            for one in corrections.read_all(folder, game.rules)
        ],
    }


def _phase(folder: Listed, game: Game, each: Played, times: Times, over: bool) -> dict[str, Plain]:
    tell = correspondence.teller(game)
    came = times.ordered.get(str(each.phase), {})
    by = [file.removesuffix(".yaml") for file in folder.names(f"{each.place}/orders")]
    return {
        "phase": "the beginning" if each.phase == BEGINNING else str(each.phase),
        "turn": each.phase.turn,
        "resolved": times.resolved.get(each.place),
        "ordered": {seat: came.get(seat, []) for seat in by},
        "happened": [tell.event(event).strip() for event in each.events if over or event.seen_by is None],
        "refused": len(each.refused),
    }


def _wealth(game: Game, story: Iterable[Played]) -> list[dict[str, Plain]]:
    """At the end of each turn, and as it stands now."""
    by_turn: dict[int, Mapping[Seat, int]] = {}
    for each in story:
        by_turn[each.phase.turn] = game.rules.wealth(game.rules.view(each.after, None))
    return [{"turn": turn, "of": dict(worth)} for turn, worth in by_turn.items() if worth]


def page(folder: Listed, told: Mapping[str, Plain]) -> str:
    """The same for a reader."""
    game = verifying.game_in(folder, str(told["game"]))
    return correspondence.teller(game).page("history", **told).text
