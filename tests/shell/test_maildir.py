"""The local mailbox, and what else may lie in it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.host.ports import Outgoing, Sent
from adjudicator.shell import faults
from adjudicator.shell.maildir import MaildirMailbox, MaildirPost, drop
from tests.shell.disk import Disk


def test_only_files_are_mails(tmp_path: Path) -> None:
    """A folder cannot be read, and reading a pipe would never end; both lie there and hold up nothing."""
    mailbox = MaildirMailbox(tmp_path)
    (tmp_path / "new" / "folder").mkdir()
    os.mkfifo(tmp_path / "new" / "pipe")
    (tmp_path / "new" / "nowhere").symlink_to(tmp_path / "gone")
    drop(tmp_path, "1.mail", b"Subject: hello\n\n")
    assert [mail.ref for mail in mailbox.waiting()] == ["1.mail"]


def test_a_mail_is_put_back_by_hand(tmp_path: Path) -> None:
    """Out of the quarantine, with the flags that it got there."""
    mailbox = MaildirMailbox(tmp_path)
    drop(tmp_path, "1.mail", b"Subject: hello\n\n")
    mailbox.set_aside(["1.mail"])
    (tmp_path / ".Quarantine" / "cur" / "1.mail:2,S").rename(tmp_path / "new" / "1.mail:2,S")
    assert mailbox.fetch([mail.ref for mail in mailbox.waiting()]) == {"1.mail": b"Subject: hello\n\n"}


def test_any_name_is_found_again(tmp_path: Path) -> None:
    mailbox = MaildirMailbox(tmp_path)
    name = os.fsdecode(b"1.\xff*[a]?.mail")
    drop(tmp_path, name, b"Subject: hello\n\n")
    (tmp_path / "new" / name).rename(tmp_path / "cur" / f"{name}:2,S")
    (waiting,) = mailbox.waiting()
    assert mailbox.fetch([waiting.ref]) == {name: b"Subject: hello\n\n"}
    mailbox.taken([waiting.ref])
    assert not mailbox.waiting() and [file.name for file in (tmp_path / ".Taken" / "cur").iterdir()] == [f"{name}:2,S"]


def letters(*names: str) -> list[Outgoing]:
    return [Outgoing(name, "red@example.org", f"Subject: {name}\n\n".encode()) for name in names]


def test_letters_lie_there_in_their_order_all_synced_before_one_counts_as_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = MaildirPost(tmp_path)
    disk = Disk(monkeypatch)
    delivery = post.deliver(letters("c", "a", "b"))
    assert next(delivery) == Sent("c", "sent")
    drafts = [("sync", str(tmp_path / "tmp" / f".{name}.tmp~")) for name in "cab"]
    renames = [("rename", str(tmp_path / "new" / name)) for name in "cab"]
    assert (sorted(disk.calls[:3]), disk.calls[3:]) == (sorted(drafts), [*renames, ("sync", str(tmp_path / "new"))])
    assert [sent.name for sent in delivery] == ["a", "b"]
    assert [mail.ref for mail in MaildirMailbox(tmp_path).waiting()] == ["c", "a", "b"]
    assert not list((tmp_path / "tmp").iterdir())


def test_a_letter_that_a_mail_program_takes_at_once_is_sent(tmp_path: Path) -> None:
    post = MaildirPost(tmp_path)

    def take(point: str) -> None:
        if point == "sync folder new":
            (tmp_path / "new" / "a").rename(tmp_path / "cur" / "a:2,S")

    faults.set_hook(take)
    try:
        assert [sent.outcome for sent in post.deliver(letters("a", "b"))] == ["sent", "sent"]
    finally:
        faults.set_hook(None)


def test_mails_are_taken_together_and_one_that_somebody_moves_is_left_to_him(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox = MaildirMailbox(tmp_path)
    mailbox.taken([])
    for name in "abc":
        drop(tmp_path, name, b"Subject: hello\n\n")

    def move(point: str) -> None:
        if point == "move b":
            (tmp_path / "new" / "b").rename(tmp_path / "mine")

    disk = Disk(monkeypatch)
    faults.set_hook(move)
    try:
        mailbox.taken(["a", "b", "c", "unknown"])
    finally:
        faults.set_hook(None)
    taken = tmp_path / ".Taken" / "cur"
    assert sorted(path.name for path in taken.iterdir()) == ["a:2,S", "c:2,S"] and (tmp_path / "mine").exists()
    synced = {("sync", str(taken)), ("sync", str(tmp_path / "new"))}
    assert len(disk.calls) == 4 and set(disk.calls[2:]) == synced


@pytest.mark.parametrize("name", ["a" * 255, "ä" * 127, "b" * 251])
def test_a_mail_with_the_longest_of_names_can_be_taken(tmp_path: Path, name: str) -> None:
    mailbox = MaildirMailbox(tmp_path)
    (tmp_path / "new" / name).write_bytes(b"x")
    mailbox.taken([mail.ref for mail in mailbox.waiting()])
    assert mailbox.waiting() == []
    (taken,) = (tmp_path / ".Taken" / "cur").iterdir()
    assert taken.read_bytes() == b"x" and taken.name.endswith(":2,S")


def test_two_runs_may_deliver_the_same_letters(tmp_path: Path) -> None:
    """No lock is held while letters travel, so both may have found them waiting."""
    letters = [Outgoing(f"letter-{number}", "anna@example.org", b"Subject: hello\n\n" * 200) for number in range(4)]
    for turn in range(20):
        post = MaildirPost(tmp_path / str(turn))
        children = [_in_a_process_of_its_own(lambda post=post: list(post.deliver(letters))) for _ in range(3)]  # type: ignore[misc]
        assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 3
        found = {file.name: file.read_bytes() for file in (tmp_path / str(turn) / "new").iterdir()}
        assert found == {letter.name: letter.message for letter in letters}


def _in_a_process_of_its_own(work: Callable[[], object]) -> int:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return child
