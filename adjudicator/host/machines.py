"""Mails that machines send (RFC 3834): they are read, for a player may use a script, but never answered."""

from __future__ import annotations

import re
from email.message import Message
from typing import Literal, TypeAlias

Report: TypeAlias = Literal["", "failed", "other"]

_DAEMONS = re.compile(
    r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply|.*-bounces|bounces?|.*-owner|owner-.*)(\+.*)?@", re.IGNORECASE
)
_MARKS = ("List-Id", "List-Post", "List-Unsubscribe", "X-Loop", "X-Autoreply", "X-Autorespond")
_MAX_FIELD = 998


def why_not_answered(message: Message, sender: str | None) -> str:
    """Why nobody should be answered; empty if a person may have written it."""
    submitted = [value.partition(";")[0] for value in fields(message, "Auto-Submitted")]
    if any(value.strip() not in ("no", "") for value in submitted):
        return "auto-submitted"
    if any(value.replace(" ", "") in ("<>", "") for value in fields(message, "Return-Path")):
        return "null-sender"
    if any(value in ("bulk", "junk", "list", "auto_reply") for value in fields(message, "Precedence")):
        return "precedence"
    if any(name in message for name in _MARKS):
        return "list-or-loop"
    if any("all" in value or "autoreply" in value for value in fields(message, "X-Auto-Response-Suppress")):
        return "suppressed"
    if message.get_content_type() == "multipart/report":
        return "report"
    if sender is not None and _DAEMONS.match(sender):
        return "no-person"
    return ""


def report_of(message: Message) -> Report:
    """Whether it is a notice about a letter, and whether about one that could not be delivered.

    `failed` where the notice says so or says nothing; a delay, a delivery, a letter that was read are `other`.
    """
    if message.get_content_type() != "multipart/report":
        return ""
    kind = str(message.get_param("report-type", "delivery-status")).lower()
    if kind != "delivery-status":
        return "other"
    said = [
        action
        for part in message.walk()
        if part.get_content_type() == "message/delivery-status"
        for block in part.walk()
        for action in fields(block, "Action")
    ]
    return "failed" if not said or "failed" in said else "other"


def fields(message: Message, name: str) -> list[str]:
    """All headers of a name, each on one line, in small letters, and not too long."""
    return [" ".join(str(value)[:_MAX_FIELD].split()).lower() for value in message.get_all(name, [])]
