"""The local mailbox, and what else may lie in it."""

from __future__ import annotations

import os
from pathlib import Path

from adjudicator.shell.maildir import MaildirMailbox, drop


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
