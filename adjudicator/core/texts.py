"""Files that people write by hand, as text."""

from __future__ import annotations

from adjudicator.core.model import BadInput


def decoded(content: bytes, where: str) -> str:
    """Some editors write é in an encoding of their own, and a disk may write anything: told with the line."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput("the file is not UTF-8 text", f"{where}, line {line}") from None
