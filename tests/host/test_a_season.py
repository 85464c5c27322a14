"""A game of Roads & Boats by mail over a season, driven by the clock alone: nobody looks but when the clock says so.

Three players with habits of their own; one goes on holiday, one is late and then vanishes, somebody plays on for him,
and one asks for more time.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from adjudicator.core import registry, yamlfiles
from adjudicator.core.draws import Draws
from adjudicator.core.model import Seat
from adjudicator.host import people, verifying
from adjudicator.host.desk import Desk
from adjudicator.host.founding import found, read_scenario
from adjudicator.host.seats import Player
from adjudicator.host.waking import next_moment
from adjudicator.shell.git import GitArchive
from tests.host.table import SEED, HandClock, Table, words_of


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


GAME = "season"
RULES = registry.ruleset("roads-and-boats")
PEOPLE = {"red": "Anna", "blue": "Bob", "yellow": "Carla"}
DEADLINES = {
    "zone": "Europe/Rome",
    "phases": {"other": "2 days at 20:00"},
    "skip": ["sunday", "2026-04-06"],
    "grace": 60,
    "ready": 30,
    "reminders": [24, 6],
    "missing": "replace",
    "missed": 3,
    "extensions": 1,
    "extension": 72,
    "absences": 10,
}
TURNS = 5


AWAY = (utc("2026-03-26T23:00"), utc("2026-04-01T22:00"))
"""27 March to 1 April in Rome, where the clocks are changed on the 29th."""


FOUND = utc("2026-05-01T09:00")
"""When the moderator has found somebody for a seat that had become free."""
ROME = ZoneInfo("Europe/Rome")


class Quick(Table):
    """Letters without pictures: dozens of them are painted elsewhere."""

    @property
    def desk(self) -> Desk:
        desk = super().desk
        desk.painter = None
        return desk


@dataclass
class Season:
    """The mailbox, the clock, and a list of what will happen when."""

    table: Table
    hours: dict[Seat, float] = field(default_factory=lambda: {"red": 5.0, "blue": 20.0, "yellow": 40.0})
    """After how many hours each of them answers."""
    late: dict[tuple[Seat, str], timedelta] = field(default_factory=dict)
    """Where somebody answers only so long after the deadline."""
    address: dict[Seat, str] = field(default_factory=lambda: {seat: seat for seat in PEOPLE})
    ahead: list[tuple[datetime, int, Callable[[], object]]] = field(default_factory=list)
    asked: set[tuple[Seat, str]] = field(default_factory=set)
    log: list[tuple[datetime, str]] = field(default_factory=list)
    announced: dict[str, list[datetime]] = field(default_factory=dict)
    """The deadlines of each phase, in the order in which they were set."""

    @property
    def now(self) -> datetime:
        return self.table.clock.time

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = yamlfiles.load((self.table.home / GAME / "state.yaml").read_text())
        return state

    @property
    def phase(self) -> str:
        return f"T{self.state['turn']:02d}/{self.state['phase']}"

    def at(self, moment: datetime, act: Callable[[], object]) -> None:
        self.ahead.append((moment, len(self.ahead) + len(self.asked), act))

    def play(self, turns: int) -> None:
        """From one moment to the next: what a player does, or what the host wakes for, whichever comes first."""
        self.look()
        while "over" not in self.state and self.state["turn"] <= turns:
            wakes = next_moment(self.table.desk)
            self.ahead.sort(key=lambda each: each[:2])
            if wakes is not None and (not self.ahead or wakes <= self.ahead[0][0]):
                assert wakes > self.now, "woken for nothing"
                self.table.clock.time = wakes
            else:
                assert self.ahead, f"nothing will ever happen again at {self.phase}"
                moment, _, act = self.ahead.pop(0)
                self.table.clock.time = max(moment, self.now)
                act()
            self.look()

    def look(self) -> None:
        self.log += [(self.now, line) for line in self.table.run()]
        phase = self.phase
        running = json.loads((self.table.home / "host" / "games" / GAME / "deadline.json").read_text())
        due = datetime.fromisoformat(running["due"])
        if due not in self.announced.setdefault(phase, []):
            self.announced[phase].append(due)
        for seat, hours in self.hours.items():
            if (seat, phase) not in self.asked:
                self.asked.add((seat, phase))
                moment = self.now + timedelta(hours=hours)
                if (seat, phase) in self.late:
                    moment = due + self.late[seat, phase]
                elif seat == "yellow" and AWAY[0] <= moment < AWAY[1]:
                    moment = AWAY[1] + timedelta(hours=9)
                self.at(moment, partial(self.send, seat, self.written(seat)))

    def send(self, seat: Seat, orders: str) -> None:
        """What he made up his mind about when he was asked; he does not look whether it is too late."""
        if seat in self.hours:
            letters = reversed(self.table.letters(self.address[seat]))
            letter = next(one for one in letters if one["X-Adjudicator"] in ("status", "replacement"))
            self.table.reply(seat, orders, answering=letter)

    def written(self, seat: Seat) -> str:
        with self.table.desk.look("a player looks at the position") as draft:
            game = draft.game(GAME)
        assert game.position is not None and game.awaited is not None
        body = RULES.bots["simple"](game.position, seat, Draws(bytes(32)))
        head = {"turn": game.awaited.phase.turn, "phase": game.awaited.owed[seat]}
        return yamlfiles.dump({**head, "orders": [], **body})

    def resolved(self, phase: str) -> datetime:
        return next(moment for moment, line in self.log if line == f"{GAME}: {phase} resolved")

    def letters(self, seat: Seat, kind: str) -> list[EmailMessage]:
        return [one for one in self.table.letters(seat) if one["X-Adjudicator"] == kind]

    def orders(self, phase: str) -> set[Seat]:
        """Whose orders counted."""
        turn, _, name = phase.partition("/")
        folder = next((self.table.home / GAME / "turns" / turn).glob(f"*-{name}")) / "orders"
        return {file.stem for file in folder.iterdir()} if folder.exists() else set()


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    """Begins on Monday 23 March 2026, at noon in UTC."""
    table = Quick(Path(tmp_path_factory.mktemp("season")) / "games", HandClock(utc("2026-03-23T12:00")))
    players = {
        seat: Player(f"{seat}@example.org", name, zone="Europe/Rome", word=f"word of {seat}")
        for seat, name in PEOPLE.items()
    }
    with table.desk.step("setting up") as draft:
        scenario = read_scenario(RULES, "parting-waters")
        found(draft, GAME, RULES.name, scenario, players, {"start_tiles": "fixed"}, SEED, DEADLINES)
    season = Season(table)

    def vanish() -> None:
        del season.hours["blue"]

    def find_somebody() -> None:
        """The moderator, a fortnight after the seat has become free."""
        with table.desk.step("replacing blue") as draft:
            newcomer = Player("dora@example.org", "Dora", zone="Europe/Rome")
            people.take_over(draft, draft.game(GAME), "blue", newcomer)
        season.address["blue"] = "dora"
        season.hours["blue"] = 10.0
        season.asked.discard(("blue", season.phase))

    season.at(utc("2026-03-24T09:00"), partial(table.reply, "yellow", "away 2026-03-27 2026-04-01\n"))
    season.at(utc("2026-04-04T10:00"), partial(table.reply, "red", "extend 48 hours\n"))
    season.at(utc("2026-04-04T12:00"), partial(table.reply, "red", "extend 12 hours\n"))
    # Bob answers half an hour after one deadline, two hours after the next, and then never again.
    season.late = {("blue", "T02/movement"): timedelta(minutes=30), ("blue", "T02/building"): timedelta(hours=2)}
    season.at(utc("2026-04-11T12:00"), vanish)
    season.at(FOUND, find_somebody)
    season.play(TURNS)
    return season


def test_it_went_on_for_many_turns(season: Season) -> None:
    assert season.state["turn"] > TURNS
    resolved = [line for _, line in season.log if line.endswith("resolved")]
    assert len(resolved) == 1 + 4 * TURNS and len(set(resolved)) == len(resolved)


def test_every_deadline_is_at_eight_in_the_evening_of_a_day_that_is_played(season: Season) -> None:
    told = [due.astimezone(ROME) for moments in season.announced.values() for due in moments]
    assert len(told) > 4 * TURNS
    assert {f"{due:%H:%M}" for due in told} == {"20:00"}  # in winter and in summer time
    assert all(due.weekday() != 6 and f"{due:%F}" != "2026-04-06" for due in told)


def test_nothing_is_due_while_somebody_is_away(season: Season) -> None:
    assert all(not AWAY[0] <= due < AWAY[1] for moments in season.announced.values() for due in moments)
    assert season.announced["T01/movement"] == [utc("2026-04-02T18:00")]  # else it were Friday 27 March
    assert "yellow" in season.orders("T01/building")
    told = words_of(season.letters("blue", "notice")[0])
    assert "Carla (yellow) will be away from 27 March 2026 to 1 April 2026" in told


def test_more_time_is_given_once_and_told_to_all(season: Season) -> None:
    assert season.announced["T02/production"] == [utc("2026-04-08T18:00"), utc("2026-04-10T18:00")]
    for seat in ("blue", "yellow"):
        told = next(one for one in season.letters(seat, "deadline") if "the deadline is now" in one["Subject"])
        assert "Friday, 10 April 2026, 20:00" in words_of(told) and "Anna (red) has put off" in words_of(told)
        assert any(part.get_filename() == "deadline.ics" for part in told.iter_attachments())
    assert "as often as the game allows: 1." in words_of(season.letters("red", "refusal")[0])


def test_orders_within_the_grace_count_and_later_ones_do_not(season: Season) -> None:
    in_grace, too_late = season.announced["T02/movement"][-1], season.announced["T02/building"][-1]
    assert "blue" in season.orders("T02/movement") and season.resolved("T02/movement") > in_grace
    assert season.orders("T02/building") == {"red", "yellow"}
    assert season.resolved("T02/building") == too_late + timedelta(hours=1, seconds=1)
    receipt = season.letters("blue", "receipt")[-1]
    assert "nothing was taken" in receipt["Subject"] and "That phase is over" in words_of(receipt)
    status = next(one for one in season.letters("blue", "status") if "turn 2, movement" in one["Subject"])
    assert "No orders of yours had come" not in words_of(status)
    status = next(one for one in season.letters("blue", "status") if "turn 2, building" in one["Subject"])
    assert "No orders of yours had come" in words_of(status)


def test_a_free_seat_rests_the_game_until_somebody_is_found(season: Season) -> None:
    seat_free = [one for one in season.letters("red", "notice") if "a seat is free" in one["Subject"]]
    assert len(seat_free) == 1
    free = season.resolved("T03/production")  # the third deadline in a row
    between = [line for moment, line in season.log if free + timedelta(minutes=1) < moment < FOUND]
    assert not any(line.endswith("resolved") or "reminded" in line for line in between)
    assert season.resolved("T03/movement") > FOUND


def test_the_newcomer_gets_the_history_and_a_full_phase(season: Season) -> None:
    letter = season.letters("dora", "replacement")[0]
    history = next(part for part in letter.iter_attachments() if part.get_filename() == f"{GAME}.history.txt")
    assert "TURN 3, PRODUCTION" in history.get_content().upper()
    assert season.announced["T03/movement"][-1] == utc("2026-05-04T18:00")  # two days from Friday 1 May, not Sunday
    assert "blue" in season.orders("T03/movement") and "blue" in season.orders(f"T{TURNS:02d}/wonder")
    assert not any(
        datetime.strptime(one["Date"], "%a, %d %b %Y %H:%M:%S %z") > FOUND for one in season.table.letters("blue")
    )
    assert yamlfiles.load((season.table.home / GAME / "game.yaml").read_text())["seats"]["blue"] == "Dora"


def test_the_archive_tells_and_proves_all_of_it(season: Season) -> None:
    folder = season.table.home / GAME
    chronicle = yamlfiles.load((folder / "chronicle.yaml").read_text())
    assert [entry["what"] for entry in chronicle] == ["away", "extended", "vacant", "replaced"]
    assert [finding for finding in verifying.verify(GitArchive(folder), GAME) if finding.fault] == []
    command = ["git", "-C", str(folder), "status", "--porcelain"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == ""
    assert b"@example.org" not in b"".join(file.read_bytes() for file in folder.glob("**/*.yaml"))
