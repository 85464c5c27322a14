"""The journal: one line for every mail taken, every letter sent, every phase resolved, in the order it happened.

It is the host's memory of what has been decided: a mail that stands in it is never judged again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from adjudicator.core.model import BadInput, Plain, Seat
from adjudicator.host.ports import Store

PATH = "journal.jsonl"


class Arrival(NamedTuple):
    """When a mail that was taken for somebody first reached the server."""

    at: str
    game: str
    seat: Seat
    verdict: str


class Journal:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._offset = 0
        self._last = 0
        self._mails: dict[str, str] = {}
        self._arrivals: dict[str, Arrival] = {}
        self._letters: dict[str, tuple[int, str, str]] = {}
        self._bounced: set[str] = set()
        self._answers: Counter[tuple[str, str, str]] = Counter()

    def mend(self) -> None:
        """Drops a line that a killed run wrote only half; its step is written down and will append it again."""
        self.catch_up()
        torn = self._store.read_from(PATH, self._offset)
        if torn:
            self._store.cut(PATH, self._offset)

    def catch_up(self) -> None:
        """Reads what was added since, by this process or another. A last line without its end is left alone."""
        added = self._store.read_from(PATH, self._offset)
        whole = added[: added.rfind(b"\n") + 1]
        for line in whole.splitlines():
            self._remember(_parse(line))
        self._offset += len(whole)

    def number(self, lines: Iterable[Mapping[str, Plain]]) -> list[dict[str, Plain]]:
        return [{"n": self._last + 1 + i, **line} for i, line in enumerate(lines)]

    def append(self, numbered: Iterable[Mapping[str, Plain]], beside: Mapping[str, str | None]) -> None:
        """Lines that already stand there are not written twice. Files beside it wait for the disk together with it."""
        self.catch_up()
        new = [json.dumps(line, ensure_ascii=False) + "\n" for line in numbered if line["n"] > self._last]
        self._store.change(beside, {PATH: "".join(new)} if new else {})
        if new:
            self.catch_up()

    def lines(self) -> Iterator[dict[str, Plain]]:
        for line in self._store.read_from(PATH, 0).splitlines():
            yield _parse(line)

    def content_of(self, key: str) -> str | None:
        """The hash of the mail with this key (Message-ID), if one was taken."""
        return self._mails.get(key)

    def arrival(self, content: str) -> Arrival | None:
        """When the mail with this hash arrived, if it was taken for somebody."""
        return self._arrivals.get(content)

    def letter(self, name: str) -> tuple[int, str, str] | None:
        """When a letter was written (its line), its game and its seat."""
        return self._letters.get(name)

    def has_bounced(self, name: str) -> bool:
        """Whether a letter is known to have come back."""
        return name in self._bounced

    def answers(self, day: str, game: str, seat: str) -> int:
        """How many letters of a day answered a mail of this seat."""
        return self._answers[day, game, seat]

    def _remember(self, line: Mapping[str, Plain]) -> None:
        self._last = line["n"]
        if line["what"] == "mail":
            self._mails.setdefault(line["key"], line["content"])
            if line["seat"]:
                arrival = Arrival(line["arrived"], line["game"], line["seat"], line["verdict"])
                self._arrivals[line["content"]] = arrival
        elif line["what"] == "earlier":
            self._arrivals[line["content"]] = self._arrivals[line["content"]]._replace(at=line["arrived"])
        elif line["what"] == "bounced":
            self._bounced.add(line["letter"])
        elif line["what"] == "letter":
            self._letters[line["name"]] = (line["n"], line["game"], line["seat"])
            if line["answer"]:
                self._answers[line["at"][:10], line["game"], line["seat"]] += 1


def _parse(line: bytes) -> dict[str, Plain]:
    try:
        parsed: dict[str, Plain] = json.loads(line)
        parsed["n"], parsed["what"]
    except (ValueError, KeyError, TypeError):
        raise BadInput(f"this line of the journal is damaged: {line[:80]!r}", f"host/{PATH}") from None
    return parsed
