"""Moments as readers are told them: in their own zone and language, and in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from adjudicator.host.deadlines import WEEKDAYS

UTC_ZONE = "UTC"


@lru_cache(maxsize=1024)
def told(moment: datetime, language: str, zone: str) -> str:
    """`Friday, 20 November 2026, 18:00 CET (17:00 UTC)`; the date in UTC too where it is another day."""
    from babel.dates import format_date, format_datetime

    local, world = moment.astimezone(ZoneInfo(zone)), moment.astimezone(UTC)
    locale = _locale(language)
    text = f"{format_date(local, 'full', locale)}, {format_datetime(local, 'HH:mm', locale=locale)}"
    if local.utcoffset() == world.utcoffset():
        return f"{text} UTC"
    other = "" if local.date() == world.date() else f"{format_date(world, 'd MMM', locale)}, "
    return f"{text} {_zone_name(local)} ({other}{world:%H:%M} UTC)"


def _zone_name(local: datetime) -> str:
    """`CET`, as it is known there, in any language; a zone that has no such letters by its distance: `UTC-03:00`."""
    name = local.tzname() or ""
    return name if name.isalpha() else f"UTC{local.isoformat()[-6:]}"


@lru_cache(maxsize=1024)
def day_told(moment: datetime, language: str, zone: str) -> str:
    """Short, for a subject: `20 Nov, 18:00`."""
    from babel.dates import format_datetime

    local = moment.astimezone(ZoneInfo(zone))
    return format_datetime(local, "EEE d MMM, HH:mm", locale=_locale(language))


@lru_cache(maxsize=1024)
def date_told(day: str, language: str) -> str:
    """`1 August 2026`, from `2026-08-01`."""
    from babel.dates import format_date

    return format_date(date.fromisoformat(day), "long", _locale(language))


@lru_cache(maxsize=64)
def weekday_told(day: str, language: str) -> str:
    """`Saturday`, from `saturday`."""
    from babel.dates import get_day_names

    return str(get_day_names("wide", locale=_locale(language))[WEEKDAYS.index(day)])


def _locale(language: str) -> str:
    """Days before months, and hours from 0 to 24, in English too."""
    return "en_GB" if language == "en" else language
