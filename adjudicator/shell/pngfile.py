"""PNG files of pictures with a palette (RFC 2083), put together from strips that are packed each by itself."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

SIGNATURE = b"\x89PNG\r\n\x1a\n"
BITS, INDEXED = 8, 3
LEVEL = 3
"""A higher one makes files smaller by a sixth, and takes half as long again."""
HEAD, END = b"\x78\x5e", b"\x03\0"
"""Of what zlib packs (RFC 1950), and of what it packs it with (RFC 1951)."""
PRIME = 65521
SOLID, HOLE = b"\xff", b"\0"


@dataclass(frozen=True, slots=True)
class Strip:
    """Some rows of a picture, packed so that any others may stand before and behind them."""

    packed: bytes
    check: int
    length: int


def strip(rows: bytes) -> Strip:
    """`rows`: a byte for each pixel, and a zero behind each row."""
    filtered = b"\0" + rows[:-1]  # a row begins with a zero, for "not filtered"; the one behind the row before will do
    compressor = zlib.compressobj(LEVEL, wbits=-zlib.MAX_WBITS)
    packed = compressor.compress(filtered) + compressor.flush(zlib.Z_FULL_FLUSH)
    return Strip(packed, zlib.adler32(filtered), len(filtered))


def file(width: int, height: int, colours: bytes, strips: Iterable[Strip], hole: int | None) -> bytes:
    """`colours`: three bytes each. `hole`: the number of the last one, if the page is seen through it."""
    chunks = {
        b"IHDR": struct.pack(">IIBBBBB", width, height, BITS, INDEXED, 0, 0, 0),
        b"PLTE": colours,
        b"tRNS": b"" if hole is None else SOLID * hole + HOLE,
        b"IDAT": _joined(strips),
    }
    present = [_chunk(kind, content) for kind, content in chunks.items() if content]
    return b"".join((SIGNATURE, *present, _chunk(b"IEND", b"")))


def _joined(strips: Iterable[Strip]) -> bytes:
    """With the check (Adler-32) of them all, reckoned from the check of each."""
    parts, low, high = [HEAD], 1, 0
    for each in strips:
        parts.append(each.packed)
        high = (high + (each.check >> 16) + each.length * (low - 1)) % PRIME
        low = (low + (each.check & 0xFFFF) - 1) % PRIME
    return b"".join((*parts, END, struct.pack(">HH", high, low)))


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(content, zlib.crc32(kind)))
