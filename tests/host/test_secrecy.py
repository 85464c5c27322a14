"""No order, token or address where it does not belong: not in a mail, a log, a file or any git object."""

from __future__ import annotations

import subprocess
from pathlib import Path

from adjudicator.host.tokens import token
from tests.host.table import Table, text_of

CANARY = "canary-in-a-comment"


def everything_kept(home: Path) -> dict[str, bytes]:
    """All files but the mailbox itself and the letters that left."""
    found = {}
    for file in home.rglob("*"):
        path = str(file.relative_to(home))
        if file.is_file() and not path.startswith("host/mail/") and "/.git/objects/" not in path:
            found[path] = file.read_bytes()
    return found


def git_objects(folder: Path) -> bytes:
    command = ["git", "-C", str(folder), "cat-file", "--batch", "--batch-all-objects"]
    return subprocess.run(command, capture_output=True, check=True).stdout


def play(table: Table) -> dict[str, str]:
    table.begin(turns=1)
    secret = table.desk.secret()
    tokens = {seat: token(secret, "windfall", seat, 0) for seat in ("red", "blue")}
    table.order("red", f"{{pick: 2, from: plum}} # {CANARY}")
    table.reply("red", f"token: {tokens['red']}\norders:\n- {{pikc: 1, from: {CANARY}}}\n")
    table.reply("red", f"> token: {tokens['red']}\nhelp\n", Subject=tokens["red"])
    table.reply("red", f"press all\nmy token is {tokens['red']}\n")
    table.run()
    return tokens


def test_tokens_are_kept_nowhere_and_go_to_nobody_else(table: Table) -> None:
    tokens = play(table)
    for seat, word in tokens.items():
        for path, content in everything_kept(table.home).items():
            assert word.encode() not in content, path
        assert word.encode() not in git_objects(table.home / "windfall")
        for letter in table.letters():
            if f"{seat}@" not in letter["To"]:
                assert word not in letter.as_string() and word not in text_of(letter)


def test_sealed_orders_are_nowhere_but_in_the_host(table: Table) -> None:
    play(table)
    for path, content in everything_kept(table.home).items():
        if not path.startswith("host/"):
            assert b"plum" not in content or "T00" in path or path in ("windfall/map.yaml", "windfall/state.yaml"), path
            assert CANARY.encode() not in content, path
    assert CANARY.encode() not in git_objects(table.home / "windfall")
    for letter in table.letters("blue"):
        assert CANARY not in letter.as_string() and "pick: 2, from: plum" not in text_of(letter)


def test_comments_never_enter_the_games_folder(table: Table) -> None:
    play(table)
    table.order("red", f"{{pick: 2, from: plum}} # {CANARY}")
    table.order("blue")
    assert "windfall: T01/picking resolved" in table.run()
    assert CANARY.encode() not in git_objects(table.home / "windfall")


def test_addresses_are_in_no_git_object_and_in_no_letter_to_another(table: Table) -> None:
    play(table)
    table.order("red")
    table.order("blue")
    table.run()
    objects = git_objects(table.home / "windfall")
    assert b"@example.org" not in objects
    for letter in table.letters("blue"):
        assert "red@example.org" not in letter.as_string()
