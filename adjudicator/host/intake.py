"""One mail and what it comes to: whose it is, what it asks, what is held of it, what is answered."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from adjudicator.core import reading
from adjudicator.core.model import Mark
from adjudicator.host import bounces, commands, mailtext, moderator, pending, receipts, seats
from adjudicator.host.draft import Draft
from adjudicator.host.mailtext import Mail
from adjudicator.host.orderblock import Block, order_block, own_lines, signature_above_orders
from adjudicator.host.orders import Orders
from adjudicator.host.ports import Waiting
from adjudicator.host.request import is_greeting
from adjudicator.host.spool import without_tokens
from adjudicator.host.tokens import Holder
from adjudicator.host.verdict import Verdict


class Intake:
    """Takes the mails of one step, earliest first."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._keys = draft.keys = seats.key_ring(draft)
        self._taken: dict[str, str] = {}

    def take(self, waiting: Waiting, raw: bytes) -> Verdict:
        """Drafts all that follows from one mail. Raises TooStrange for what cannot be taken apart."""
        mail = self._take_apart(raw)
        verdict = self._earlier(mail, waiting)
        if verdict is None:
            verdict = bounces.judge(self._draft, mail, raw) if mail.report else self._judge(mail, waiting)
        if verdict.what != "again":
            self._keep(mail, waiting, raw, verdict)
        return verdict

    def too_large(self, waiting: Waiting, head: bytes) -> Verdict:
        """A mail of which only the headers were fetched: answered, never read."""
        mail = self._take_apart(head)
        holder = self._addressed(mail)
        verdict = self._earlier(mail, waiting)
        if verdict is None:
            verdict = Verdict("refused", *((holder.game, holder.seat) if holder else ()))
            if holder is not None:
                receipts.refuse(self._draft, holder, mail, "mail-too-large", most=mailtext.MAX_BYTES // 1024)
        if verdict.what != "again":
            self._keep(mail, waiting, head, verdict)
        return verdict

    def _take_apart(self, raw: bytes) -> Mail:
        """A Message-ID is quoted in answers; one with a token in it is nothing that could be quoted."""
        mail = mailtext.take_apart(raw)
        quotable = mail.message_id is not None and self._keys.taken_out(mail.message_id) == mail.message_id
        return mail if quotable else replace(mail, message_id=None)

    def _earlier(self, mail: Mail, waiting: Waiting) -> Verdict | None:
        """The same mail again changes nothing; another mail under the same Message-ID is nobody's honest doing."""
        for key in (mail.key, mail.content_key):
            content = self._taken.get(key) or self._draft.journal.content_of(self._keys.taken_out(key))
            if content == mail.content:
                return None if self._counts_from_now_on(mail, waiting) else Verdict("again")
            if content is not None:
                moderator.tell(self._draft, "message-id-again", mail.content, capped=True)
                return Verdict("aside", aside=True)
        return None

    def _counts_from_now_on(self, mail: Mail, waiting: Waiting) -> bool:
        """A copy that was taken before the mail itself must not make it younger than it is.

        Says whether it must be judged anew, because the copy may have come too late.
        """
        known = self._draft.journal.arrival(mail.content)
        if known is None or waiting.arrived >= datetime.fromisoformat(known.at):
            return False
        if known.verdict == "refused":
            return True
        self._draft.note("earlier", content=mail.content, arrived=waiting.arrived.isoformat())
        if pending.arrived_earlier(self._draft, known.game, known.seat, mail.content, waiting.arrived):
            receipts.show_held(self._draft, known.game, known.seat, mail)
        return False

    def _keep(self, mail: Mail, waiting: Waiting, raw: bytes, verdict: Verdict) -> None:
        # What proves nothing must not claim a Message-ID: a stranger could take it from the player whose it is.
        key = mail.key if verdict.seat else mail.content_key
        self._taken[key] = mail.content
        folder = "quarantine" if verdict.aside else "spool"
        self._draft.write(f"{folder}/{mail.content}.eml", without_tokens(raw, self._keys))
        self._draft.note(
            "mail",
            key=self._keys.taken_out(key),
            content=mail.content,
            arrived=waiting.arrived.isoformat(),
            sender=None if mail.sender is None else self._keys.taken_out(mail.sender),
            verdict=verdict.what,
            game=verdict.game,
            seat=verdict.seat,
            **self._sign(mail),
        )

    def _sign(self, mail: Mail) -> dict[str, str]:
        """What our own mail server says of where it comes from, where the settings ask for that."""
        asked = self._draft.settings.authentication is not None
        return {"confirmed": receipts.confirmed(self._draft, mail)} if asked else {}

    def _addressed(self, mail: Mail) -> Holder | None:
        """Whose reply address the mail was sent to; None where that is nobody's, or that of several seats."""
        found = self._all_addressed(mail)
        return found[0] if len(found) == 1 else None

    def _all_addressed(self, mail: Mail) -> list[Holder]:
        return [holder for holder in self._keys.found_in(mail.recipients) if holder.valid]

    def _judge(self, mail: Mail, waiting: Waiting) -> Verdict:
        """What asks for it is obeyed as a command; otherwise orders, wherever something looks like them."""
        if self._is_ours(mail):
            return Verdict("loop")
        addressed = self._addressed(mail)
        blocks = [block for text in mail.texts if (block := order_block(text.content)) is not None]
        lines = commands.find(own_lines(mail.body))
        unconfirmed = self._unconfirmed(mail, blocks, addressed)
        if unconfirmed is not None:
            return unconfirmed
        if blocks and addressed is not None:
            meant = commands.nearly_comes_first(lines, self._draft.game(addressed.game).file.seats)
            if meant is not None:
                line, command = meant
                receipts.refuse(self._draft, addressed, mail, "command-misspelt", line=line, meant=command)
                return Verdict("refused", addressed.game, addressed.seat)
        if blocks and not commands.comes_first(lines):
            verdict = self._orders(mail, waiting, blocks, addressed, lines)
            if verdict is not None:
                return verdict
        if addressed is None:
            return self._unknown(mail)
        lines, texts = ([self._keys.taken_out(text) for text in texts] for texts in (lines, [b.text for b in blocks]))
        signature = signature_above_orders(mail.body)
        request = commands.Request(addressed, mail, waiting.arrived, lines, texts, signature)
        what = commands.obey(self._draft, request)
        return Verdict(what, addressed.game, addressed.seat)

    def _unconfirmed(self, mail: Mail, blocks: list[Block], addressed: Holder | None) -> Verdict | None:
        """Where the settings ask for a second sign, the token alone is not enough."""
        asked = self._draft.settings.authentication
        if asked is None or not asked.require or receipts.confirmed(self._draft, mail) == "pass":
            return None
        writers = (self._writer(reading.open_text(block.text), addressed) for block in blocks)
        holder = next((holder for holder in writers if holder is not None), addressed)
        if holder is None:
            return None
        receipts.refuse(self._draft, holder, mail, "sender-not-confirmed", server=asked.server)
        return Verdict("refused", holder.game, holder.seat)

    def _is_ours(self, mail: Mail) -> bool:
        """A letter of ours that came back: what stands in it is no player's word."""
        return self._draft.settings.is_ours(mail.sender or "")

    def _unknown(self, mail: Mail) -> Verdict:
        """Nothing is taken, and nothing is said of what was wrong. Whose address it claims gets a line, rarely.

        Only who plays in several games, and wrote to more than one of them at once, is told so.
        """
        several = self._all_addressed(mail)
        registered = {seats.read(self._draft, holder.game)[holder.seat].address.lower() for holder in several}
        if len(several) > 1 and len(registered) == 1:
            games = sorted(holder.game for holder in several)
            receipts.refuse(self._draft, several[0], mail, "several-games", games=games)
            return Verdict("refused", several[0].game, several[0].seat)
        receipts.tell_claimed_sender(self._draft, mail)
        return Verdict("unknown")

    def _orders(
        self, mail: Mail, waiting: Waiting, blocks: list[Block], addressed: Holder | None, lines: list[str]
    ) -> Verdict | None:
        """None where there was nothing in it but a letter of ours, quoted.

        Where its own lines begin with a command, old orders that it quotes are not what it is about.
        """
        asks, ready = commands.begin_with_one(lines), commands.said_ready(lines)
        orders = None
        for block in blocks:
            pages = reading.open_text(block.text)
            holder = self._writer(pages, addressed)
            if holder is not None:
                orders = orders or Orders(self._draft, self._keys, holder, mail, waiting, ready=ready)
                orders.add(
                    pages,
                    holder,
                    words=block.words,
                    quoted=block.quoted or bool(mail.automatic),
                    skipped=() if ready is not None else _skipped(block),
                )
        if orders is None:
            return self._unknown(mail)
        if orders.only_echoes or (asks and orders.only_past and all(block.quoted for block in blocks)):
            return None
        orders.pass_over(_below_signature(mail))
        orders.answer()
        return Verdict(orders.verdict, orders.holder.game, orders.holder.seat)

    def _writer(self, pages: reading.Pages, addressed: Holder | None) -> Holder | None:
        """Whose token it carries: the one in the orders, otherwise the one in the address."""
        written = pages.head.get("token")
        if written is None:
            return addressed
        holder = self._keys.holder(written)
        return holder if holder is not None and holder.valid else None


def _below_signature(mail: Mail) -> tuple[reading.Repair, ...]:
    line = signature_above_orders(mail.body)
    return () if line is None else (reading.Repair("signature-above-orders", Mark(line, 1)),)


def _skipped(block: Block) -> tuple[reading.Repair, ...]:
    """The writer's own lines above his orders, said wherever they are more than a greeting."""
    above = [(number, line) for number, line in block.above if not is_greeting(line) or commands.is_nearly_one(line)]
    if not above:
        return ()
    first, last = above[0][0], above[-1][0]
    return (reading.Repair("prose-skipped" if first < last else "line-skipped", Mark(first, 1), {"last": last}),)
