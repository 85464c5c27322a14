"""The mailbox at a real IMAP server: nothing lost, nothing twice, whatever others do to it meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import imapclient
import pytest

from adjudicator.core.model import BadInput
from adjudicator.host.accounts import ImapAccount, Secret
from adjudicator.host.ports import Unreachable
from adjudicator.shell import imap
from adjudicator.shell.credentials import Credentials
from adjudicator.shell.imap import ImapMailbox
from adjudicator.shell.restraint import Restraint
from adjudicator.shell.store import FolderStore
from tests.mail.cutting import Proxy
from tests.mail.servers import HOST, PASSWORD, Dovecot
from tests.mail.table import FOUR, MailTable

DAY = 86400


class Other:
    """A second mail program at the same account."""

    def __init__(self, dovecot: Dovecot, user: str) -> None:
        self.client = imapclient.IMAPClient(HOST, dovecot.imap, ssl=False)
        self.client.login(user, PASSWORD)

    def move(self, source: str, target: str, number: int | None = None) -> None:
        if not self.client.folder_exists(target):
            self.client.create_folder(target)
        self.client.select_folder(source)
        self.client.move(self.client.search("ALL")[:number], target)
        self.client.unselect_folder()

    def flags(self, folder: str) -> list[tuple[bytes, ...]]:
        self.client.select_folder(folder, readonly=True)
        return [flags for _, flags in sorted(self.client.get_flags(self.client.search("ALL")).items())]


@pytest.fixture
def other(dovecot: Dovecot, table: MailTable) -> Iterator[Other]:
    other = Other(dovecot, table.gm)
    yield other
    other.client.logout()


def mailbox_of(home: Path, dovecot: Dovecot, user: str, **account: object) -> ImapMailbox:
    (home / "password").write_text(PASSWORD)
    (home / "password").chmod(0o600)
    known = {"server": HOST, "port": dovecot.imap, "security": "none", "user": user, **account}
    return ImapMailbox(
        ImapAccount(password=Secret(file="password"), **known),  # type: ignore[arg-type]
        Credentials(home),
        FolderStore(home),
    )


def everybody_orders(table: MailTable) -> None:
    for seat in FOUR:
        table.order(seat, "{pick: 1, from: plum}")


# -- looking changes nothing


def test_looking_and_fetching_leave_mails_unseen(table: MailTable, other: Other) -> None:
    table.stranger(1)
    mailbox = table.desk.mailbox
    (mail,) = mailbox.waiting()
    (raw,) = mailbox.fetch([mail.ref]).values()
    assert len(raw) == mail.size and raw.endswith(b"buy now\r\n")
    assert b"buy now" not in mailbox.headers([mail.ref])[mail.ref]
    assert rb"\Seen" not in other.flags("INBOX")[0]
    mailbox.taken([mail.ref])
    assert rb"\Seen" in other.flags("Taken")[0]
    assert list(mailbox.waiting()) == []


def test_arrival_is_the_servers_word(table: MailTable) -> None:
    table.begin()
    table.reply("red", "status\n", Date="Thu, 1 Jan 2099 00:00:00 +0000")
    (mail,) = table.desk.mailbox.waiting()
    assert abs(mail.arrived.timestamp() - time.time()) < 60


def test_a_mail_too_large_is_answered_without_being_fetched(table: MailTable) -> None:
    table.begin()
    table.reply("red", "x" * 78 + "\n" + ("y" * 78 + "\n") * 5000)
    with Proxy(table.dovecot.imap) as proxy:
        table.imap["port"] = proxy.port
        table.set_up()
        table.run()
        assert proxy.carried < 20_000
    assert table.verdicts() == ["refused"]
    assert table.letters("red")[-1]["Subject"] == "windfall: your mail could not be used"


def test_a_mail_that_is_too_strange_lies_in_the_quarantine(table: MailTable) -> None:
    nested = "".join(f'Content-Type: multipart/mixed; boundary="{i}"\r\n\r\n--{i}\r\n' for i in range(40))
    table.dovecot.deliver(f"{table.gm}@example.org", f"Message-ID: <deep@example.com>\r\n{nested}\r\n".encode())
    table.stranger(2)
    table.run()
    assert table.lying_in("Quarantine") == ["<deep@example.com>"]
    assert table.lying_in("Taken") == ["<s2@example.com>"] and table.lying_in("INBOX") == []


# -- others at the same mailbox


def test_somebody_moves_mails_while_we_read(table: MailTable, other: Other, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    everybody_orders(table)
    listed = ImapMailbox.fetch

    def meddle(mailbox: ImapMailbox, refs: list[str]) -> object:
        other.move("INBOX", "Mine", number=2)
        return listed(mailbox, refs)

    monkeypatch.setattr(ImapMailbox, "fetch", meddle)
    table.run()
    monkeypatch.undo()
    assert table.verdicts() == ["orders"] * 2
    assert table.run() == []
    other.move("Mine", "INBOX")
    assert "windfall: T01/picking resolved" in table.run()
    assert table.verdicts() == ["orders"] * 4


def test_somebody_moves_mails_away_after_they_were_read(
    table: MailTable, other: Other, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin()
    everybody_orders(table)
    taken = ImapMailbox.taken

    def meddle(mailbox: ImapMailbox, refs: list[str]) -> None:
        other.move("INBOX", "Mine", number=2)
        taken(mailbox, refs)

    monkeypatch.setattr(ImapMailbox, "taken", meddle)
    assert "windfall: T01/picking resolved" in table.run()
    monkeypatch.undo()
    assert (len(table.lying_in("Taken")), len(table.lying_in("Mine"))) == (2, 2)


def test_mails_moved_back_by_hand_change_nothing(table: MailTable, other: Other) -> None:
    table.begin()
    everybody_orders(table)
    table.run()
    letters = {seat: len(table.letters(seat)) for seat in FOUR}
    other.move("Taken", "INBOX")
    assert table.run() == ["mail: 4 again"]
    assert {seat: len(table.letters(seat)) for seat in FOUR} == letters
    assert len(table.lying_in("Taken")) == 4 and table.lying_in("INBOX") == []


def test_the_folder_for_taken_mails_is_made_again_when_it_was_deleted(table: MailTable, other: Other) -> None:
    mailbox = table.desk.mailbox
    for number in (1, 2):
        table.stranger(number)
        mailbox.taken([mail.ref for mail in mailbox.waiting()])
        assert len(table.lying_in("Taken")) == 1
        other.client.delete_folder("Taken")


# -- numbered anew


def test_new_uidvalidity_skips_none_and_takes_none_twice(table: MailTable, other: Other, dovecot: Dovecot) -> None:
    table.begin()
    table.stranger(1)
    table.order("red", "{pick: 1, from: plum}")
    table.run()
    other.move("Taken", "INBOX")  # as if the run had been killed before it moved them
    other.client.logout()
    for seat in ("blue", "green", "yellow"):
        table.order(seat, "{pick: 1, from: plum}")
    before = (table.home / "host" / imap.MARK).read_text()
    with dovecot.stopped():
        dovecot.new_uidvalidity(table.gm)
    told = table.run()
    assert "mail: 2 again, 3 orders" in told and "windfall: T01/picking resolved" in told
    assert sorted(table.verdicts()) == ["orders"] * 4 + ["unknown"]
    assert (table.home / "host" / imap.MARK).read_text() != before
    assert table.run() == []
    other.client = imapclient.IMAPClient(HOST, dovecot.imap, ssl=False)


def test_numbered_anew_between_listing_and_fetching(table: MailTable, dovecot: Dovecot) -> None:
    for number in range(3):
        table.stranger(number)
    mailbox = table.desk.mailbox
    refs = [mail.ref for mail in mailbox.waiting()]
    with dovecot.stopped():
        dovecot.new_uidvalidity(table.gm)
    assert mailbox.fetch(refs) == {}
    mailbox.taken(refs)
    assert len(table.lying_in("INBOX")) == 3 and len(mailbox.waiting()) == 3
    table.run()
    assert len(table.verdicts()) == 3


def test_another_account_begins_at_its_beginning(table: MailTable) -> None:
    table.stranger(1)
    table.run()
    table.imap["user"] = table.gm = table.dovecot.user(f"other{table.number}")
    table.set_up()
    table.stranger(2)
    table.run()
    assert len(table.verdicts()) == 2


# -- old mails


def old_mails(number: int) -> Iterator[tuple[bytes, float]]:
    for each in range(number):
        yield f"From: a@example.com\nMessage-ID: <old{each}@example.com>\n\nold\n".encode(), time.time() - 9 * DAY


def test_mails_that_arrived_before_our_time_are_left_alone(table: MailTable, dovecot: Dovecot) -> None:
    dovecot.fill(table.gm, old_mails(300))
    table.imap["since"] = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 3 * DAY))
    table.stranger(1)
    with Proxy(dovecot.imap) as proxy:
        table.imap["port"] = proxy.port
        table.set_up()
        table.run()
        assert len(table.verdicts()) == 1
        table.run()
        assert proxy.carried < 2_500  # nothing is listed
    assert len(table.lying_in("INBOX")) == 300


def test_a_full_mailbox_is_not_swallowed_without_a_word(
    table: MailTable, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "MOST_AT_FIRST", 10)
    dovecot.fill(table.gm, old_mails(11))
    with pytest.raises(BadInput, match="INBOX already holds 11 mails"):
        table.run()
    assert table.verdicts() == []


# -- servers that know less


@pytest.mark.parametrize("known", ["UIDPLUS", ""])
def test_a_server_without_move(tmp_path: Path, known: str) -> None:
    """It also keeps its folders below INBOX, and parts names by dots."""
    server = Dovecot(f"IMAP4rev1 NAMESPACE LITERAL+ {known}", separator=".", prefix="INBOX.").start()
    try:
        server.user("gm")
        for number in range(3):
            server.deliver("gm@example.org", f"Message-ID: <{number}@example.org>\r\n\r\nhello\r\n".encode())
        other = Other(server, "gm")
        other.client.select_folder("INBOX")
        other.client.add_flags([1], [rb"\Deleted"])  # by somebody else, and not ours to expunge
        mailbox = mailbox_of(tmp_path, server, "gm", taken="Games/Taken")
        refs = [mail.ref for mail in mailbox.waiting()]
        mailbox.taken(refs[1:])
        assert len(other.flags("INBOX.Games.Taken")) == 2
        assert len(other.flags("INBOX")) == (1 if known else 3)
        assert refs[0] in [mail.ref for mail in mailbox.waiting()]
        mailbox.taken(refs)
        assert list(mailbox.waiting()) == []
        mailbox.close()
        other.client.shutdown()
    finally:
        server.close()


def test_a_mail_whose_size_the_server_counts_otherwise(tmp_path: Path, dovecot: Dovecot) -> None:
    user = dovecot.user("counts-otherwise")
    dovecot.fill(user, iter([(b"Message-ID: <1@example.org>\n\nhello\n", time.time())]))
    mailbox = mailbox_of(tmp_path, dovecot, user)
    fetch = imapclient.IMAPClient.fetch
    asked: list[list[str]] = []

    def lie(client: imapclient.IMAPClient, uids: list[int], what: list[str]) -> object:
        found = fetch(client, uids, what)
        asked.append(what)
        for known in found.values():
            if b"RFC822.SIZE" in known:
                known[b"RFC822.SIZE"] += 1
        return found

    (mail,) = mailbox.waiting()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(imapclient.IMAPClient, "fetch", lie)
        assert mailbox.fetch([mail.ref]) == {mail.ref: b"Message-ID: <1@example.org>\r\n\r\nhello\r\n"}
    assert asked == [["BODY.PEEK[]", "RFC822.SIZE"], ["BODY.PEEK[]"]]
    mailbox.close()


def test_a_server_that_keeps_every_folder_below_the_inbox(tmp_path: Path) -> None:
    """However the moderator writes a folder's name, it is the same one; and mails may arrive in another one."""
    server = Dovecot(separator=".", prefix="INBOX.").start()
    try:
        server.user("gm")
        client = imap.connect(account := mailbox_of(tmp_path, server, "gm")._account, Credentials(tmp_path))
        written = ("Spiele/Nüsse", "Spiele.Nüsse", "INBOX.Spiele.Nüsse", "INBOX/Spiele/Nüsse")
        assert {imap.ensure_folder(client, name) for name in written} == {"INBOX.Spiele.Nüsse"}
        client.append("INBOX.Spiele.Nüsse", b"Message-ID: <1@example.org>\r\n\r\nhello\r\n")
        imap.hang_up(client)
        mailbox = mailbox_of(tmp_path, server, "gm", folder="Spiele/Nüsse", taken="Spiele/Erledigt & gut")
        (mail,) = mailbox.waiting()
        mailbox.taken([mail.ref])
        assert list(mailbox.waiting()) == []
        mailbox.close()
        other = Other(server, account.user)
        assert len(other.flags("INBOX.Spiele.Erledigt & gut")) == 1
        other.client.shutdown()
    finally:
        server.close()


def test_an_empty_mail_is_dealt_with_like_any_other(table: MailTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Dovecot keeps none; other servers do."""
    table.stranger(1)
    fetch = ImapMailbox.fetch
    monkeypatch.setattr(ImapMailbox, "fetch", lambda mailbox, refs: dict.fromkeys(fetch(mailbox, refs), b""))
    table.run()
    assert table.verdicts() == ["unknown"] and table.lying_in("INBOX") == []


# -- what is said


def test_a_wrong_password_is_said_once_and_not_tried_again(table: MailTable, monkeypatch: pytest.MonkeyPatch) -> None:
    (table.home / "host" / "password").write_text("wrong")
    calls: list[object] = []
    connect: Callable[..., object] = imap.connect

    def counted(*given: object) -> object:
        calls.append(given)
        return connect(*given)

    monkeypatch.setattr(imap, "connect", counted)
    with pytest.raises(Unreachable, match=r"does not let .* in with the password it was given.*app password") as error:
        table.desk.mailbox.waiting()
    assert len(calls) == 1 and error.value.lasting and "wrong" not in str(error.value)


def test_a_server_that_has_refused_us_is_left_in_peace(table: MailTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever serves looks every minute; many servers lock an account after some wrong passwords."""
    now = 0.0
    monkeypatch.setattr(imap, "Restraint", lambda: Restraint(lambda: now))
    with Proxy(table.dovecot.imap) as proxy:
        table.imap["port"] = proxy.port
        table.set_up()
        (table.home / "host" / "password").write_text("wrong")
        mailbox = table.desk.mailbox
        for _ in range(9):
            with pytest.raises(Unreachable, match=r"does not let .* in with the password it was given") as error:
                mailbox.waiting()
            assert error.value.lasting
            now += 60
        assert proxy.connections == 2
        (table.home / "host" / "password").write_text(PASSWORD)
        now += 60
        assert list(mailbox.waiting()) == []


def test_a_password_beyond_ascii(table: MailTable) -> None:
    (table.home / "host" / "password").write_text("Schlüssel")
    with pytest.raises(Unreachable, match=r"does not let .* in with the password it was given") as error:
        table.desk.mailbox.waiting()
    assert "Schl" not in str(error.value)


def test_a_mailbox_that_may_only_be_read(table: MailTable) -> None:
    table.stranger(1)
    table.dovecot.allow(table.gm, "lr")
    with pytest.raises(BadInput, match=r"opens the folder INBOX for reading only.*let gm\d+ write there"):
        table.run()
    table.dovecot.allow(table.gm, "lrwstipekxa")
    table.run()
    assert table.verdicts() == ["unknown"]


def test_a_folder_that_may_not_be_made(table: MailTable) -> None:
    table.stranger(1)
    table.imap["taken"] = "x" * 300
    table.set_up()
    with pytest.raises(BadInput, match=r"does not let the folder x+ be made: .*make it with a mail program"):
        table.run()


def test_no_such_folder(table: MailTable) -> None:
    table.imap["folder"] = "Nowhere"
    table.set_up()
    with pytest.raises(BadInput, match=r"the mail was not fetched: 127\.0\.0\.1 does not open the folder Nowhere"):
        table.run()


def test_nobody_listens_so_nothing_is_resolved(table: MailTable) -> None:
    table.begin()
    everybody_orders(table)
    table.imap["port"] = 9
    table.set_up()
    with pytest.raises(BadInput, match="the mail was not fetched: nothing listens on port 9 of the IMAP server"):
        table.run()
    table.imap["port"] = table.dovecot.imap
    table.set_up()
    assert "windfall: T01/picking resolved" in table.run()
