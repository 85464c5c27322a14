"""`adjudicator selftest`: each part that is wrong is found, and said in words; nothing is left behind."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import imapclient
import pytest
from click.testing import CliRunner

from adjudicator.cli.selftest import selftest as command
from adjudicator.shell import selftest as module
from adjudicator.shell.bootstrap import prepare_desk
from adjudicator.shell.selftest import Finding, selftest
from tests.host.table import HandClock
from tests.mail.servers import HOST, PASSWORD, free_port, user_of
from tests.mail.table import MailTable


@pytest.fixture(autouse=True)
def look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_EVERY", 0.2)


def found(home: Path, seconds: float = 20.0) -> dict[str, Finding]:
    return {finding.part: finding for finding in selftest(home, seconds)}


def wrong(home: Path, seconds: float = 20.0) -> dict[str, str]:
    return {part: finding.said for part, finding in found(home, seconds).items() if not finding.right}


def test_all_is_well(table: MailTable) -> None:
    findings = found(table.home)
    assert list(findings) == ["settings", "commit", "login", "folders", "idle", "clock", "post"]
    assert all(finding.right for finding in findings.values()), findings
    assert "+selftest@example.org came back" in findings["post"].said
    for folder in ("INBOX", "Taken", "Quarantine"):
        assert table.lying_in(folder) == []
    assert sorted(path.name for path in table.home.iterdir()) == ["host"]
    assert table.run() == []


def test_the_local_mailbox(tmp_path: Path) -> None:
    prepare_desk(tmp_path)
    findings = found(tmp_path)
    assert list(findings) == ["settings", "commit", "mailbox", "post"]
    assert all(finding.right for finding in findings.values())


def test_no_host_and_broken_settings(tmp_path: Path) -> None:
    assert "`adjudicator new` makes one" in wrong(tmp_path)["settings"]
    prepare_desk(tmp_path)
    (tmp_path / "host" / "host.yaml").write_text("mailbox: {imap: {server: x}}\n")
    assert list(found(tmp_path)) == ["settings"] and "say the user" in wrong(tmp_path)["settings"]


def test_a_wrong_password(table: MailTable) -> None:
    (table.home / "host" / "password").write_text("wrong")
    said = wrong(table.home)
    assert set(said) == {"login", "post"}
    assert all("app password" in words for words in said.values())


def test_a_password_that_others_can_read(table: MailTable) -> None:
    (table.home / "host" / "password").chmod(0o644)
    said = wrong(table.home)
    assert "chmod 600" in said["login"] and "chmod 600" in said["post"]


def test_nobody_listens(table: MailTable) -> None:
    table.imap["port"] = table.post["port"] = free_port()
    table.set_up()
    said = wrong(table.home)
    assert set(said) == {"login", "post"}
    assert "nothing listens on port" in said["login"] and "nothing listens on port" in said["post"]


@pytest.mark.parametrize(("minutes", "words"), [(5, "s ahead of that of"), (-5, "s behind that of")])
def test_the_clock_is_wrong(table: MailTable, minutes: int, words: str) -> None:
    clock = HandClock(datetime.now(UTC) + timedelta(minutes=minutes))
    said = {finding.part: finding.said for finding in selftest(table.home, 20.0, clock) if not finding.right}
    assert set(said) == {"clock"} and words in said["clock"] and "timedatectl" in said["clock"]


def test_mail_that_never_comes_back(table: MailTable) -> None:
    table.relay.deliver = lambda recipient, raw: None
    said = wrong(table.home, seconds=1.0)
    assert set(said) == {"post", "plain"} and "did not come back within 1 s" in said["plain"]


def test_a_provider_that_does_not_deliver_plus_addresses(table: MailTable) -> None:
    deliver: Callable[[str, bytes], None] = table.relay.deliver
    table.relay.deliver = lambda recipient, raw: None if "+" in recipient else deliver(recipient, raw)
    findings = found(table.home, seconds=2.0)
    assert not findings["post"].right and "addresses with a +" in findings["post"].said
    assert findings["plain"].right and "came back" in findings["plain"].said


def test_a_mail_to_itself_that_is_refused(table: MailTable) -> None:
    table.relay.script = ["550 5.7.1 we do not know you"]
    said = wrong(table.home)
    assert said == {
        "post": f"a mail to {table.gm}+selftest@example.org could not be sent: 550 5.7.1 we do not know you"
    }


def test_mail_that_comes_back_as_junk(table: MailTable) -> None:
    def deliver(recipient: str, raw: bytes) -> None:
        with imapclient.IMAPClient(HOST, table.dovecot.imap, ssl=False) as client:
            client.login(user_of(recipient), PASSWORD)
            client.create_folder("Junk")
            client.append("Junk", raw)

    table.relay.deliver = deliver
    said = wrong(table.home)
    assert set(said) == {"post"} and "came back, but into Junk" in said["post"]
    assert table.lying_in("Junk") == []


def test_no_place_for_a_repository(table: MailTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> str:
        raise OSError(28, "No space left on device", str(table.home))

    monkeypatch.setattr("adjudicator.shell.git.GitArchive.commit", full)
    assert wrong(table.home) == {"commit": f"{table.home}: No space left on device"}


def test_the_command(table: MailTable) -> None:
    done = CliRunner().invoke(command, ["--home", str(table.home)])
    assert done.exit_code == 0 and done.output.startswith("ok     settings")
    table.imap["port"] = free_port()
    table.set_up()
    done = CliRunner().invoke(command, ["--home", str(table.home)])
    assert done.exit_code == 1 and "\nWRONG  login" in done.output
