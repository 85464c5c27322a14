"""Verifying a game from its archive alone: every phase is adjudicated again and compared with what was published.

The files are made again and compared as texts, so that nothing but the orders needs to be read; only where they differ
is it found out what differs.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from adjudicator.core import reading, records, registry, yamlfiles
from adjudicator.core.draws import Draws, commitment, game_key
from adjudicator.core.model import BadInput, OrderSheet, PhaseId, Plain, Position, Resolution, Seat
from adjudicator.core.texts import decoded
from adjudicator.host import adjudicate, conclusion, corrections, gamefolder, proof, replaying, resolving, telling
from adjudicator.host.corrections import Correction
from adjudicator.host.gamefolder import BEGINNING, Game, Listed, said_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to be said about an archive: a fault, or a note that is none."""

    place: str
    message: str
    fault: bool = True

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


def verify(folder: Listed, name: str) -> Iterator[Finding]:
    """All that is wrong with a game's archive, phase by phase; nothing if it is as it was published."""
    game = game_in(folder, name)
    draws = yield from _draws(game)
    check = _Check(folder, game, draws)
    try:
        made = corrections.read_all(folder, game.rules)
    except BadInput as error:
        yield Finding(error.where, error.message)
        return
    for stage in corrections.stages(folder, made):
        if stage.correction is not None:
            yield from check.correction(stage.correction)
        for phase, place in stage.phases:
            try:
                yield from check.phase(phase, place)
            except BadInput as error:  # nothing can be said of what follows
                yield Finding(error.where or place, error.message)
                return
    yield from check.end()


def verify_between(
    folder: Listed, name: str, *, after: tuple[PhaseId, Plain] | None = None, until: PhaseId | None = None
) -> tuple[list[Finding], Plain]:
    """What is wrong with some phases of a game whose seed is published, and the position that they lead to.

    Those that follow one, from the position that is said to have followed it; up to another, or to the end.
    """
    game = game_in(folder, name)
    found: list[Finding] = []
    check = _Check(folder, game, _all(_draws(game), found))
    if after is not None:
        check.enter(*after)
    for phase in gamefolder.resolved_phases(folder):
        if (after is None or phase > after[0]) and (until is None or phase <= until):
            found += check.phase(phase, gamefolder.phase_folder(phase))
    if until is None:
        found += check.end()
    return found, None if check.position is None else game.rules.write_state(check.position.state)


def _all(steps: Generator[Finding, None, T], found: list[Finding]) -> T:
    """What a search comes to, with all that it found on the way."""
    while True:
        try:
            found.append(next(steps))
        except StopIteration as end:
            result: T = end.value
            return result


def game_in(folder: Listed, name: str) -> Game:
    """A game as its folder tells it, without its position."""
    text, raw_map = folder.read("game.yaml"), folder.read("map.yaml")
    if text is None or raw_map is None:
        raise BadInput("there is no game in this folder: game.yaml and map.yaml are needed", name)
    file = gamefolder.read_game_file(text, f"{name}/game.yaml")
    rules = registry.ruleset(file.ruleset)
    return Game(file, rules, yamlfiles.load(raw_map, f"{name}/map.yaml"), None, None)


def _draws(game: Game) -> Generator[Finding, None, Draws | None]:
    """The draws, once the seed is published; until then they are taken as they are written down."""
    if game.file.seed is None:
        yield Finding(
            "game.yaml", "the seed is published when the game is over; draws are not checked yet", fault=False
        )
        return None
    seed = bytes.fromhex(game.file.seed)
    if commitment(seed) != game.file.commitment:
        yield Finding("game.yaml", "the seed is not the one that was promised before anybody joined")
    return Draws(game_key(seed, game.file.words))


class _Check:
    """Goes through a game's phases in order, with the position as it must be."""

    def __init__(self, folder: Listed, game: Game, draws: Draws | None) -> None:
        self.folder, self.game, self.rules, self.draws = folder, game, game.rules, draws
        self.told = telling.sentences(game.rules)
        self.board = game.rules.read_board(game.map)
        with said_of("game.yaml: options"):
            self.options = game.rules.read_options(game.file.options)
        self.terms = proof.terms_hash(game.file, game.map)
        self.position: Position | None = None
        self.before: str | None = None
        self.chain: str | None = None
        self.tip = ""
        """The end of the chain, in the order in which things happened."""
        self.corrected: str | None = None
        """A correction that the next phase must name."""
        self.begins: dict[PhaseId, tuple[Position, str | None, str | None]] = {}
        """What each phase began from: position, its hash, the chain before it."""
        self.made: tuple[Correction, ...] = ()
        """The corrections up to here."""
        self.reworded: list[str] = []
        """Where reasons are told in other words than this program has for them."""

    def enter(self, phase: PhaseId, raw: Plain) -> None:
        """Begins behind a phase, from the position that is said to have followed it."""
        self.position = Position(self.board, self.rules.read_state(raw, self.board), self.options)
        self.before = proof.public_hash(self.rules, self.position)
        self.chain = self.tip = proof.chain_of(
            self.folder.read(f"{gamefolder.phase_folder(phase)}/{proof.PROOF}") or ""
        )

    def phase(self, phase: PhaseId, place: str) -> Iterator[Finding]:
        files = {
            name: self.folder.content(f"{place}/{name}") or b"" for name in self.folder.names(place) if "." in name
        }
        recorded = decoded(files.pop(proof.PROOF, b""), f"{place}/{proof.PROOF}")
        written = decoded(files.get(proof.EVENTS, b""), f"{place}/{proof.EVENTS}")
        awaited = None if self.position is None else self.rules.awaited(self.position)
        if phase != BEGINNING and (awaited is None or awaited.phase != phase):
            expected = "nothing any more" if awaited is None else str(awaited.phase)
            yield Finding(place, f"the game waits for {expected} here, not for {phase}")
            return
        sheets = self._sheets(place) if phase != BEGINNING else {}
        resolution = self._adjudicated(phase, place, sheets)
        made = None if resolution is None else self._events(phase, resolution, written)
        if made != written or resolution is None:
            is_as_proved = proof.file_hash(files.get(proof.EVENTS, b"")) in recorded
            resolution = yield from self._differing(place, made or "", written, resolution, is_as_proved)
            if resolution is None:
                return
        self.position = Position(self.board, resolution.state, self.options)
        after = proof.public_hash(self.rules, self.position)
        again = proof.proof_text(
            phase=phase,
            terms=self.terms,
            before=self.before,
            after=after,
            orders={seat: proof.orders_hash(sheet) for seat, sheet in sheets.items()},
            files=files,
            previous=self.chain,
            correction=self.corrected,
        )
        if again != recorded:
            yield from _what_differs(f"{place}/{proof.PROOF}", again, recorded)
        self.before, self.chain, self.corrected = after, proof.chain_of(recorded), None
        self.tip = self.chain
        self._put_back()
        self._remember()

    def _put_back(self) -> None:
        """Changes of the position that the next phase begins from, made when it had been played before."""
        assert self.position is not None
        awaited = self.rules.awaited(self.position) if self.made else None
        for change in () if awaited is None else corrections.in_effect(self.made, awaited.phase):
            self._change(change)

    def _remember(self) -> None:
        assert self.position is not None
        awaited = self.rules.awaited(self.position)
        if awaited is not None:
            self.begins[awaited.phase] = self.position, self.before, self.chain

    def _change(self, correction: Correction) -> None:
        assert self.position is not None
        raw = corrections.patched(self.rules.write_state(self.position.state), correction.patch)
        self.position = Position(self.board, self.rules.read_state(raw, self.board), self.options)
        self.before = proof.public_hash(self.rules, self.position)

    def correction(self, correction: Correction) -> Iterator[Finding]:
        """Back to where the corrected phase began, and on from there, with whatever was changed in the position."""
        place = correction.path
        if correction.phase not in self.begins:
            yield Finding(place, f"the game had not come to {correction.phase}")
            return
        if correction.previous != self.tip:
            yield Finding(place, f"follows {_shown(correction.previous)}, but the chain ended with {_shown(self.tip)}")
        self.position, self.before, self.chain = self.begins[correction.phase]
        if correction.before != self.before:
            yield Finding(place, "the position that it changes is not the one that the phases lead to")
        if correction.what == "position":
            self._change(correction)
        if correction.after != self.before:
            yield Finding(place, "what it changes does not lead to the position that it names")
        self.tip = self.corrected = correction.chain
        self.made = (*self.made, correction)
        self._remember()

    def _sheets(self, place: str) -> dict[Seat, OrderSheet]:
        assert self.position is not None
        return dict(resolving.read_awaited(self.rules, self.position, self._pages(place)).by_seat)

    def _pages(self, place: str) -> Mapping[Seat, reading.Pages]:
        return {
            name.removesuffix(".yaml"): reading.open_text(self.folder.read(f"{place}/orders/{name}") or "")
            for name in self.folder.names(f"{place}/orders")
        }

    def _adjudicated(self, phase: PhaseId, place: str, sheets: Mapping[Seat, OrderSheet]) -> Resolution | None:
        if phase == BEGINNING:
            seats = tuple(sorted(self.game.file.words))
            return None if self.draws is None else self.rules.begin(self.board, seats, self.options, self.draws)
        assert self.position is not None
        resolution = self.rules.resolve(self.position, sheets, self.draws)
        changes = replaying.seat_changes(self.folder, place)
        return adjudicate.with_changes(self.game, self.position, resolution, changes, phase)

    def _events(self, phase: PhaseId, resolution: Resolution, written: str) -> str:
        made = proof.events_text(self.rules, phase, resolution, [], self.told)
        _, found, unread = written.partition(f"\n{proof.UNREAD}")
        return made + (f"{proof.UNREAD}{unread}" if found else "")

    def _differing(
        self, place: str, made: str, written: str, resolution: Resolution | None, is_as_proved: bool
    ) -> Generator[Finding, None, Resolution | None]:
        """What was written down is not what comes out now: open draws, other words for the same reasons, another
        version of the rules, or a change."""
        if not written:
            yield Finding(f"{place}/{proof.EVENTS}", "is missing")
            return None
        raw = _read_events(written, f"{place}/{proof.EVENTS}", resolution is not None)
        if self.draws is None and _but_for_draws(made, raw, self):
            return self._replayed(raw, place)
        if is_as_proved and made and raw and _decided(raw) == _decided(yamlfiles.load(made)):
            self.reworded.append(place)
            return resolution
        if raw and raw.get("version") != self.rules.version:
            yield Finding(
                place,
                f"version {raw.get('version')} of {self.rules.name} decided otherwise than version "
                f"{self.rules.version}, which is installed; to adjudicate this phase again, install that version",
                fault=False,
            )
            return self._replayed(raw, place)
        yield from _what_differs(f"{place}/{proof.EVENTS}", made, written)
        return resolution

    def _replayed(self, raw: Mapping[str, Plain], place: str) -> Resolution:
        """The position that the events themselves lead to."""
        where = f"{place}/{proof.EVENTS}"
        events = tuple(records.read(self.rules.events, entry, where) for entry in raw["events"])
        if self.position is None:
            started = self.folder.read(f"{place}/state.yaml")
            if started is None:
                raise BadInput("the position that the game began with is missing", f"{place}/state.yaml")
            state = self.rules.read_state(yamlfiles.load(started, f"{place}/state.yaml"), self.board)
            return Resolution(state, events)
        try:
            return Resolution(self.rules.replay(self.position, events), events)
        except Exception:  # the rules take events for their own, which fit
            raise BadInput("this cannot have happened after what happened before it", where) from None

    def end(self) -> Iterator[Finding]:
        """The position that the folder shows is the one that the phases lead to."""
        if self.position is None:
            yield Finding("turns", "the game has not begun", fault=False)
            return
        yield from self._conclusion()
        if self.reworded:
            several = f"there and in {len(self.reworded) - 1} more" if len(self.reworded) > 1 else "there"
            told = f"this program has other words for reasons that are given {several}; what was decided is the same"
            yield Finding(self.reworded[0], told, fault=False)
        written = self.folder.read("state.yaml")
        made = yamlfiles.dump(self.rules.write_state(self.position.state))
        if written is None:
            yield Finding("state.yaml", "is missing")
        elif yamlfiles.load(written, "state.yaml") != yamlfiles.load(made):
            yield from _what_differs("state.yaml", made, written)

    def _conclusion(self) -> Iterator[Finding]:
        """What the game came to, if it was ended before its rules ended it."""
        assert self.position is not None
        ended, written = self.game.file.ended, self.folder.read(conclusion.FILE)
        if ended is None or written is None:
            if ended is None and written is not None:
                yield Finding(conclusion.FILE, "the game goes on, or its rules ended it, so this does not belong here")
            return  # games that were ended before rankings were written down have none
        if self.rules.awaited(self.position) is None:
            yield Finding(conclusion.FILE, "the rules had ended the game already")
            return
        resolution = adjudicate.concluded(self.game, self.position)
        made = conclusion.text(self.rules, self.position, resolution, ended, self.tip)
        if made != written and conclusion.is_of_other_rules(written, self.rules):
            yield Finding(conclusion.FILE, "another version of the rules counted otherwise", fault=False)
            resolution = Resolution(self.rules.replay(self.position, conclusion.events(self.folder, self.game)))
        elif made != written:
            yield from _what_differs(conclusion.FILE, made, written)
        self.position = Position(self.board, resolution.state, self.options)


def _read_events(written: str, where: str, known: bool) -> Mapping[str, Plain]:
    """The file of a phase's events; empty where it cannot be read, but is known as it must be."""
    try:
        raw = yamlfiles.load(written, where)
        if not isinstance(raw, Mapping) or not all(isinstance(raw.get(key), list) for key in ("events", "refused")):
            raise BadInput("a phase's events and refused are two lists", where)
    except BadInput:
        if known:
            return {}
        raise
    return raw


def _but_for_draws(made: str, raw: Mapping[str, Plain], check: _Check) -> bool:
    """Whether what was written down is what comes out now, with draws added that are not yet known."""
    if not made:
        return check.position is None
    if not raw:
        return False
    now, then = _decided(yamlfiles.load(made)), _decided(raw)
    written = iter(then["events"])
    return bool(then["refused"] == now["refused"]) and all(event in written for event in now["events"])


def _decided(raw: Mapping[str, Plain]) -> dict[str, Plain]:
    """A phase's events and refusals by their rules and codes, whatever the words in which reasons were told."""
    return {**raw, "refused": [_wordless(each) for each in raw["refused"]]}


def _wordless(refusal: Plain) -> Plain:
    if not isinstance(refusal, Mapping):
        return refusal
    return {key: entry for key, entry in refusal.items() if key != "reason"}


def _what_differs(place: str, made: str, written: str) -> Iterator[Finding]:
    """The first line that is not as it must be."""
    for line, (must, is_) in enumerate(_paired(made.splitlines(), written.splitlines()), start=1):
        if must != is_:
            yield Finding(f"{place}, line {line}", f"reads {_shown(is_)}, should read {_shown(must)}")
            return


def _paired(one: list[str], other: list[str]) -> Iterator[tuple[str | None, str | None]]:
    longest = max(len(one), len(other))
    for number in range(longest):
        yield (one[number] if number < len(one) else None, other[number] if number < len(other) else None)


def _shown(line: str | None) -> str:
    return "nothing" if line is None else f"`{line if len(line) < 100 else line[:97] + '…'}`"
