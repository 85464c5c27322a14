"""The order documents of one mail: read, matched with their writer and with the time, and held."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.core import reading
from adjudicator.core.model import Awaited, OrderSheet, Plain, Problem
from adjudicator.host import forms, judging, pending, proof, readiness, receipts, resolving, seats
from adjudicator.host.draft import Draft
from adjudicator.host.gamefolder import Game
from adjudicator.host.mailtext import Mail
from adjudicator.host.ports import Waiting
from adjudicator.host.tokens import Holder, KeyRing

_PAST = ("phase-over", "game-not-running")
_MARKERS = {"BEGIN ORDERS", "END ORDERS"}


class Orders:
    """The order documents of one mail, all of one seat."""

    def __init__(
        self,
        draft: Draft,
        keys: KeyRing,
        holder: Holder,
        mail: Mail,
        waiting: Waiting,
        *,
        late_too: bool = False,
        ready: bool | None = None,
    ) -> None:
        """`ready`: what a line above them says of those for the awaited phase, whatever stands in them."""
        self.holder = holder
        self._late_too = late_too
        self._ready = ready
        self._draft = draft
        self._keys = keys
        self._mail = mail
        self._waiting = waiting
        self._game: Game = draft.game(holder.game)
        self._taken: list[OrderSheet] = []
        self._superseded: list[OrderSheet] = []
        self._problems: list[Problem] = []
        self._repairs: list[reading.Repair] = []
        self._echoes = 0
        self._words = 0
        """Documents that say nothing but whether what is held is ready."""

    @property
    def taken(self) -> tuple[OrderSheet, ...]:
        return tuple(self._taken)

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(self._problems)

    @property
    def only_echoes(self) -> bool:
        """There is nothing in it but what we had sent ourselves."""
        return bool(self._echoes) and not (self._taken or self._superseded or self._words or self._problems)

    @property
    def only_past(self) -> bool:
        """There is nothing in it but what had its time."""
        return not (self._taken or self._superseded or self._words) and all(
            problem.code in _PAST for problem in self._problems
        )

    @property
    def verdict(self) -> str:
        if self._taken:
            return "orders"
        return "superseded" if self._superseded else "ready" if self._words else "refused"

    def add(
        self,
        pages: reading.Pages,
        holder: Holder,
        *,
        words: bool = False,
        quoted: bool = False,
        skipped: tuple[reading.Repair, ...] = (),
    ) -> None:
        """`words`: somebody's own stand beside it. `quoted`: it stands in what was quoted, or sent by a machine.

        `skipped`: what is said of own lines above it that were passed over.
        """
        if holder != self.holder:
            self._refuse("other-seat")
            return
        awaited = self._game.awaited
        if awaited is None:
            self._refuse("game-not-running")
            return
        defaults = {"game": holder.game, "player": holder.seat, "turn": str(awaited.phase.turn)}
        defaults["phase"] = awaited.owed.get(holder.seat, awaited.phase.name)
        read = resolving.read_text(self._game.rules, pages, tuple(sorted(self._game.file.seats)), defaults)
        self.pass_over((*skipped, *read.repairs))
        self._problems += read.problems
        earlier = {(sheet.turn, sheet.phase): sheet for sheet in (*self._taken, *self._superseded)}
        for document in read.documents:
            if document.sheet is not None and words and self._is_echo(document, document.sheet, quoted):
                self._echoes += 1
            elif document.sheet is not None and self._only_says_ready(document, document.sheet):
                self._say_ready(document.sheet, awaited)
            elif document.sheet is not None:
                other = earlier.get((document.sheet.turn, document.sheet.phase))
                if other is None:
                    self._add(document, document.sheet, awaited)
                elif proof.orders_hash(other) != proof.orders_hash(document.sheet):
                    self._refuse("phase-in-two-files", turn=other.turn, phase=other.phase)

    def _is_echo(self, document: reading.Document, sheet: OrderSheet, quoted: bool) -> bool:
        """An untouched form, or orders as a receipt showed them: nobody's word.

        A form is known by its token even where nothing marks the letter around it as quoted: not every mail program
        does, and an empty form must not replace orders because of that.
        """
        if sheet.ready is not False and not any(sheet.body.values()) and (quoted or document.token):
            return True
        found = self._sent_like(sheet) if quoted or document.token else None
        if found is None:
            return False
        sent, before = found
        now = forms.position_name(self._game)
        if self._ready and document.token and sheet.based_on == now and before.based_on not in (None, now):
            return False  # what was written for another position is sent again as it is, and a word says so
        if quoted and sheet.ready in (None, sent.ready):
            return True
        # A form says that it is ready, although what stands in it is held and is not.
        return bool(document.token and sheet.ready) and (quoted or self._is_form_with(document, before))

    def _sent_like(self, sheet: OrderSheet) -> tuple[pending.Held, OrderSheet] | None:
        """What was sent last for that phase and orders the same, as it was sent or as a form has it."""
        said = proof.orders_hash(sheet)
        sent = pending.versions(self._draft, self.holder.game, sheet.seat, sheet.turn, sheet.phase)
        read = ((one, each) for one in reversed(sent) for each in self._read(one))
        return next(((one, each) for one, each in read if said in _hashes(each)), None)

    def _is_form_with(self, document: reading.Document, held: OrderSheet) -> bool:
        """Whether it is line by line the form in which we showed these orders, all of them."""
        if forms.usable(held.body) != held.body:
            return False
        player = seats.read(self._draft, self.holder.game)[held.seat]
        form = forms.form(self._game, held.seat, player, held=held.body)
        return form is not None and _lines(document.text) == _lines(form) - _MARKERS

    def _read(self, sent: pending.Held) -> tuple[OrderSheet, ...]:
        defaults = {"game": self.holder.game, "player": sent.seat, "turn": str(sent.turn), "phase": sent.phase}
        return resolving.read_text(self._game.rules, sent.text, tuple(self._game.file.seats), defaults).sheets

    def _only_says_ready(self, document: reading.Document, sheet: OrderSheet) -> bool:
        """`ready: yes` and nothing about orders is said of those that are held; it does not replace them."""
        if sheet.body or sheet.ready is None or self._late_too or self._not_his(document, sheet):
            return False  # what the moderator enters is always the whole of it
        return pending.held_for(self._draft, self.holder.game, sheet.seat, sheet.turn, sheet.phase) is not None

    def _say_ready(self, sheet: OrderSheet, awaited: Awaited) -> None:
        seat, ready, arrived = sheet.seat, bool(sheet.ready), self._waiting.arrived
        hindrance = None
        if (sheet.turn, sheet.phase) == (awaited.phase.turn, awaited.owed.get(seat)):
            hindrance = readiness.say(self._draft, self._game, seat, ready, arrived)
        elif sheet.turn != pending.STANDING:  # those never make anybody ready
            readiness.say_ahead(self._draft, self._game, seat, sheet.turn, sheet.phase, ready, arrived)
        if hindrance is None:
            self._words += 1
        else:
            self._refuse(hindrance.code, **hindrance.facts)

    def _add(self, document: reading.Document, sheet: OrderSheet, awaited: Awaited) -> None:
        problem = self._not_his(document, sheet) or _not_now(self._game, sheet, awaited)
        problem = problem or self._too_late(sheet, awaited)
        if problem is not None:
            self._problems.append(problem)
            return
        now = (sheet.turn, sheet.phase) == (awaited.phase.turn, awaited.owed.get(sheet.seat))
        if self._game.position is not None:  # names that the game does not have are none later either
            _, unknown = resolving.checked(self._game.rules, self._game.position, sheet)
            self._problems += unknown
        text = self._keys.taken_out(sheet.text)
        held = pending.from_sheet(sheet, text, self._waiting.arrived, self._mail.content, now)
        kept = pending.hold(self._draft, self.holder.game, held)
        if not self._repairs:
            resolving.will_be_read_again(self._game.rules, text, document)
        if kept and now and self._ready is not None:
            pending.tell_ready(self._draft, self.holder.game, held, self._ready, self._waiting.arrived)
        (self._taken if kept else self._superseded).append(sheet)

    def _not_his(self, document: reading.Document, sheet: OrderSheet) -> Problem | None:
        """The token says whose orders these are; game and player must say the same."""
        holder = self._keys.holder(document.token) if document.token else self.holder
        if (document.game, sheet.seat) == (self.holder.game, self.holder.seat) and holder == self.holder:
            return None
        return Problem("unreadable", "other-seat", "OF-10", {}, "", self.holder.seat, sheet.marks.get(""))

    def _too_late(self, sheet: OrderSheet, awaited: Awaited) -> Problem | None:
        """Orders count by when the mail server had them. Later phases and standing orders are never late."""
        if self._late_too or (sheet.turn, sheet.phase) != (awaited.phase.turn, awaited.owed.get(sheet.seat)):
            return None
        due = judging.is_too_late(self._draft, self._game, awaited, self._waiting.arrived)
        if due is None:
            return None
        facts = {"due": f"{due:%Y-%m-%d %H:%M} UTC", "arrived": f"{self._waiting.arrived:%Y-%m-%d %H:%M} UTC"}
        return Problem("unreadable", "orders-late", "OF-10", facts, "", sheet.seat, sheet.marks.get(""))

    def pass_over(self, repairs: Iterable[reading.Repair]) -> None:
        """What was read otherwise than written, or not at all."""
        self._repairs += repairs

    def _refuse(self, code: str, **facts: Plain) -> None:
        self._problems.append(Problem("unreadable", code, "OF-10", facts, "", self.holder.seat))

    def answer(self) -> None:
        receipts.receipt(
            self._draft,
            self._game,
            self.holder,
            self._mail,
            receipts.Taken(tuple(self._taken), tuple(self._superseded), tuple(self._problems), tuple(self._repairs)),
            asked=self.verdict == "ready" and not self._problems,
        )


def _hashes(sheet: OrderSheet) -> tuple[str, str]:
    """Of all that was sent, and of what a form shows of it."""
    return proof.orders_hash(sheet), proof.orders_hash(replace(sheet, body=forms.usable(sheet.body)))


def _lines(text: str) -> set[str]:
    """Without the token, and however their spaces were set."""
    return {" ".join(line.split()) for line in text.splitlines() if line.strip() and not line.startswith("token:")}


def _not_now(game: Game, sheet: OrderSheet, awaited: Awaited) -> Problem | None:
    """Orders are taken from the awaited phase to the end of the next turn, and standing ones at any time."""
    if sheet.turn == "any":
        return None
    now = (awaited.phase.turn, awaited.phase.number)
    when = (sheet.turn, game.rules.phases.index(sheet.phase))
    facts = {"turn": awaited.phase.turn, "phase": awaited.phase.name}
    if when < now:
        return Problem("unreadable", "phase-over", "OF-10", facts, "", sheet.seat, sheet.marks.get(""))
    if sheet.turn > awaited.phase.turn + 1:
        return Problem("unreadable", "phase-too-far", "OF-10", facts, "", sheet.seat, sheet.marks.get(""))
    return None
