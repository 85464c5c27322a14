"""A deadline as an entry for a calendar (RFC 5545): one UID a phase, so that a moved one replaces the former."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

ALARM = timedelta(hours=12)
_WIDTH = 75


def entry(uid: str, sequence: int, due: datetime, summary: str, now: datetime) -> str:
    """Of two with one UID a calendar keeps the one with the higher sequence."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//adjudicator//deadlines//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{uid}",
        f"SEQUENCE:{sequence}",
        f"DTSTAMP:{_stamp(now)}",
        f"DTSTART:{_stamp(due)}",
        f"DTEND:{_stamp(due)}",
        f"SUMMARY:{_escaped(summary)}",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{_escaped(summary)}",
        f"TRIGGER:-PT{int(ALARM.total_seconds()) // 3600}H",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    return text.strip().replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> list[str]:
    """At most 75 bytes a line; what goes on begins with a space."""
    parts, part = [], ""
    for letter in line:
        if len((part + letter).encode()) > _WIDTH:
            parts.append(part)
            part = " "
        part += letter
    return [*parts, part]
