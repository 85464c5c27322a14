"""One mail and what it comes to: whose it is, what it asks, what is held of it, what is answered."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.core import reading
from adjudicator.core.model import Seat
from adjudicator.host import commands, mailtext, receipts, seats
from adjudicator.host.draft import Draft
from adjudicator.host.mailtext import Mail
from adjudicator.host.orderblock import order_block, own_words
from adjudicator.host.orders import Orders
from adjudicator.host.ports import Waiting
from adjudicator.host.spool import without_tokens
from adjudicator.host.tokens import Holder


@dataclass(frozen=True, slots=True)
class Verdict:
    what: str
    """orders, refused, superseded, joined, command, unknown, again, aside: a word for the journal."""
    game: str = ""
    seat: Seat = ""
    aside: bool = False
    """The mail is set aside instead of taken."""


class Intake:
    """Takes the mails of one step, earliest first."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._keys = seats.key_ring(draft)
        self._taken: dict[str, str] = {}

    def take(self, waiting: Waiting, raw: bytes) -> Verdict:
        """Drafts all that follows from one mail. Raises TooStrange for what cannot be taken apart."""
        mail = mailtext.take_apart(raw)
        verdict = self._earlier(mail)
        if verdict is None:
            verdict = self._judge(mail, waiting)
        if verdict.what != "again":
            self._keep(mail, waiting, raw, verdict)
        return verdict

    def too_large(self, waiting: Waiting, head: bytes) -> Verdict:
        """A mail of which only the headers were fetched: answered, never read."""
        mail = mailtext.take_apart(head)
        holder = self._addressed(mail)
        verdict = self._earlier(mail) or Verdict("refused", *((holder.game, holder.seat) if holder else ()))
        if verdict.what == "refused":
            if holder is not None:
                receipts.refuse(self._draft, holder, mail, "mail-too-large", {"most": mailtext.MAX_BYTES // 1024})
            self._keep(mail, waiting, head, verdict)
        return verdict

    def _earlier(self, mail: Mail) -> Verdict | None:
        """The same mail again changes nothing; another mail under the same Message-ID is nobody's honest doing."""
        content = self._taken.get(mail.key) or self._draft.journal.content_of(mail.key)
        if content is None:
            return None
        if content == mail.content:
            return Verdict("again")
        receipts.tell_moderator(self._draft, mail.content, "another mail with its Message-ID was taken before")
        return Verdict("aside", aside=True)

    def _keep(self, mail: Mail, waiting: Waiting, raw: bytes, verdict: Verdict) -> None:
        self._taken[mail.key] = mail.content
        folder = "quarantine" if verdict.aside else "spool"
        self._draft.write(f"{folder}/{mail.content}.eml", without_tokens(raw, self._keys))
        self._draft.note(
            "mail",
            key=self._keys.taken_out(mail.key),
            content=mail.content,
            arrived=waiting.arrived.isoformat(),
            sender=mail.sender,
            verdict=verdict.what,
            game=verdict.game,
            seat=verdict.seat,
        )

    def _addressed(self, mail: Mail) -> Holder | None:
        """Whose reply address the mail was sent to; None where that is nobody's, or several people's."""
        found = [holder for holder in self._keys.found_in(mail.recipients) if holder.valid]
        return found[0] if len(found) == 1 else None

    def _judge(self, mail: Mail, waiting: Waiting) -> Verdict:
        """Orders wherever something looks like orders, otherwise a command in plain words."""
        addressed = self._addressed(mail)
        blocks = [block for text in mail.texts if (block := order_block(text.content)) is not None]
        if blocks:
            return self._orders(mail, waiting, blocks, addressed)
        if addressed is None:
            return Verdict("unknown")
        words = [line for text in mail.texts for line in own_words(text.content)]
        return Verdict(commands.obey(self._draft, addressed, mail, words), addressed.game, addressed.seat)

    def _orders(self, mail: Mail, waiting: Waiting, blocks: list[str], addressed: Holder | None) -> Verdict:
        orders = None
        for block in blocks:
            pages = reading.open_text(block)
            holder = self._writer(pages, addressed)
            if holder is not None:
                orders = orders or Orders(self._draft, self._keys, holder, mail, waiting)
                orders.add(pages, holder)
        if orders is None:
            return Verdict("unknown")
        orders.answer()
        return Verdict(orders.verdict, orders.holder.game, orders.holder.seat)

    def _writer(self, pages: reading.Pages, addressed: Holder | None) -> Holder | None:
        """Whose token it carries: the one in the orders, otherwise the one in the address."""
        written = pages.head.get("token")
        if written is None:
            return addressed
        holder = self._keys.holder(written)
        return holder if holder is not None and holder.valid else None
