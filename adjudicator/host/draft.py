"""A step in the making: what is read sees what was drafted before it, and nothing is written yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

from adjudicator.core.model import Plain
from adjudicator.host import gamefolder
from adjudicator.host.gamefolder import Game
from adjudicator.host.journal import Journal
from adjudicator.host.letters import Letter
from adjudicator.host.ports import Archives, Commit, Painter, Store
from adjudicator.host.settings import Settings
from adjudicator.host.steps import Step
from adjudicator.host.tokens import KeyRing


class Draft:
    def __init__(
        self,
        store: Store,
        archives: Archives,
        journal: Journal,
        now: datetime,
        settings: Settings,
        secret: bytes,
    ) -> None:
        self.archives = archives
        self.journal = journal
        self.now = now
        self.settings = settings
        self.secret = secret
        self.painter: Painter | None = None
        self.keys: KeyRing | None = None
        """Set while mail is taken: every token that is found is taken out of what is sent."""
        self._store = store
        self._files: dict[str, str | None] = {}
        self._seen: dict[str, str | None] = {}
        """What was read; the lock is held, so it stays true."""
        self._lines: list[dict[str, Plain]] = []
        self._answers: Counter[tuple[str, str]] = Counter()
        """Letters that answer a mail, by game and seat."""
        self._commit: Commit | None = None
        self._games: dict[str, Game] = {}

    def read(self, path: str) -> str | None:
        if path in self._files:
            return self._files[path]
        if path not in self._seen:
            self._seen[path] = self._store.read(path)
        return self._seen[path]

    def names(self, folder: str) -> list[str]:
        """Files and folders directly in a folder, with what was drafted."""
        found = set(self._store.names(folder))
        inside = f"{folder}/"
        for path, text in self._files.items():
            if path.startswith(inside):
                name, _, below = path[len(inside) :].partition("/")
                if text is not None:
                    found.add(name)
                elif not below:
                    found.discard(name)
        return sorted(found)

    def write(self, path: str, text: str) -> None:
        self._files[path] = text

    def remove(self, path: str) -> None:
        self._files[path] = None

    def note(self, what: str, **facts: Plain) -> None:
        """A line of the journal."""
        self._lines.append({"at": self.now.isoformat(timespec="seconds"), "what": what, **facts})

    def send(self, letters: Iterable[Letter], answer: bool = False) -> None:
        for letter in letters:
            if self.keys is not None:  # it may quote what somebody sent
                letter = replace(
                    letter,
                    subject=self.keys.taken_out(letter.subject),
                    text=self.keys.taken_out(letter.text),
                    html=self.keys.taken_out(letter.html),
                )
            self.write(letter.path, letter.as_text())
            facts = {"game": letter.game, "seat": letter.seat, "kind": letter.kind, "name": letter.name}
            self.note("letter", **facts, answer=answer)
            self._answers[letter.game, letter.seat] += answer

    def game(self, name: str) -> Game:
        """The game as last committed; within one step it is read once."""
        if name not in self._games:
            self._games[name] = gamefolder.load(self.archives.open(name), name)
        return self._games[name]

    def savepoint(self) -> Callable[[], None]:
        """Gives a way back: what is drafted after this can be forgotten as if it had never been."""
        files, lines, answers = dict(self._files), len(self._lines), self._answers.copy()

        def forget() -> None:
            self._files, self._answers = files, answers
            del self._lines[lines:]

        return forget

    def answers_today(self, game: str, seat: str) -> int:
        """How many of this day's letters to a seat answer a mail."""
        today = self.now.date().isoformat()
        return self.journal.answers(today, game, seat) + self._answers[game, seat]

    def has_bounced(self, name: str) -> bool:
        """Whether a letter is known to have come back."""
        drafted = any(line["what"] == "bounced" and line["letter"] == name for line in self._lines)
        return drafted or self.journal.has_bounced(name)

    def commit(self, commit: Commit) -> None:
        assert self._commit is None, "one step makes one commit"
        self._commit = commit

    def as_step(self) -> Step | None:
        if not self._files and not self._lines and self._commit is None:
            return None
        return Step(tuple(self._lines), dict(self._files), self._commit)
