"""Canonical bytes and their hashes: what letters announce and what `verify` recomputes."""

from __future__ import annotations

import hashlib
from json import JSONEncoder

from adjudicator.core.model import Plain

_ENCODE = JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def canonical(value: Plain) -> bytes:
    """The one JSON text of a plain value: sorted keys, no spaces, UTF-8."""
    return _ENCODE(value).encode()


def digest(value: Plain) -> str:
    """SHA-256 over the canonical JSON, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()


def position_hash(state: Plain) -> str:
    """The short name of a position as orders cite it (`based_on`); the letter keeps YAML from reading a number."""
    return "p" + digest(state)[:12]
