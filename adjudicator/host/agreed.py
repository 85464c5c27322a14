"""What a game has agreed on, for whoever is asked to join it: how long he has, what is unusual, what he may write."""

from __future__ import annotations

from adjudicator.core.model import Plain
from adjudicator.core.options import listed
from adjudicator.host.deadlines import OTHER, WEEKDAYS, Schedule
from adjudicator.host.gamefolder import Game


def facts(game: Game) -> dict[str, Plain]:
    """`press`, `options` that are not as usual, and `deadlines`, for a template."""
    chosen = game.rules.read_options(game.file.options)
    known = listed(game.rules)
    return {
        "press": game.file.press,
        "options": [
            {"name": option["name"], "value": chosen[option["name"]], "explained": option["explained"]}
            for option in known
            if chosen[option["name"]] != option["default"]
        ],
        "deadlines": _deadlines(game.schedule),
    }


def _deadlines(schedule: Schedule) -> dict[str, Plain]:
    return {
        "zone": schedule.zone,
        "spans": [
            {
                "phase": phase,
                "days": span.days,
                "hours": span.hours,
                "at": None if span.at is None else f"{span.at:%H:%M}",
            }
            for phase, span in sorted(schedule.phases.items(), key=lambda named: named[0] == OTHER)
        ],
        "ready": schedule.ready,
        "together": [list(group) for group in schedule.round],
        "weekdays": [day for day in schedule.skip if day in WEEKDAYS],
        "dates": [day for day in schedule.skip if day not in WEEKDAYS],
        "missing": schedule.missing,
        "missed": schedule.missed,
        "extensions": schedule.extensions,
        "extension": schedule.extension,
        "absences": schedule.absences,
    }
