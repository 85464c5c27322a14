"""Mails as people and machines send them, and as others forge them."""

from __future__ import annotations

import itertools
import json
from email.message import EmailMessage
from typing import Any

import pytest

from adjudicator.core.model import BadInput
from adjudicator.host import commands, taking
from adjudicator.host.desk import believed
from adjudicator.host.ports import Trial
from adjudicator.host.tokens import token
from adjudicator.shell import bootstrap
from adjudicator.shell.trial import survives
from tests.host.table import Table, text_of
from tests.shell.test_git import git


def held(table: Table, seat: str, phase: str = "T01-picking") -> str | None:
    file = table.home / "host" / "games" / "windfall" / "pending" / seat / f"{phase}.json"
    return json.loads(file.read_text())["text"] if file.exists() else None


def verdicts(table: Table) -> list[str]:
    lines = (table.home / "host" / "journal.jsonl").read_text().splitlines()
    return [line["verdict"] for line in map(json.loads, lines) if line["what"] == "mail"]


def form_of(table: Table, seat: str) -> str:
    return text_of(table.last(seat)).partition("BEGIN ORDERS")[2].partition("END ORDERS")[0]


def quoted(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


# -- as people send them


def test_a_form_edited_in_place_under_the_quotes(table: Table) -> None:
    table.begin()
    letter = quoted(text_of(table.last("red"))).replace("> orders: []", "> orders:\n> - {pick: 2, from: plum}")
    table.reply("red", f"Here you are!\n\nOn 1 March 2026 the adjudicator\n<games@localhost> wrote:\n{letter}")
    table.run()
    assert "pick: 2" in (held(table, "red") or "")


def test_lines_written_between_the_quoted_lines_of_the_form(table: Table) -> None:
    table.begin()
    letter = quoted(text_of(table.last("red"))).replace("> orders: []\n", "> orders:\n- {pick: 1, from: plum}\n")
    table.reply("red", letter)
    table.run()
    assert "pick: 1" in (held(table, "red") or "")


def test_new_orders_above_an_old_quoted_one_win(table: Table) -> None:
    table.begin()
    table.reply(
        "red", "orders:\n- {pick: 1, from: plum}\n\nOn Sunday Bob wrote:\n> orders:\n> - {pick: 4, from: apple}\n"
    )
    table.run()
    assert "plum" in (held(table, "red") or "") and "apple" not in (held(table, "red") or "")


def test_an_attachment_is_taken_instead_of_the_text(table: Table) -> None:
    table.begin()
    mail = EmailMessage()
    mail["From"], mail["To"] = "red@example.org", table.last("red")["Reply-To"]
    mail["Message-ID"] = "<attached@example.org>"
    mail.set_content("My orders are attached.\norders: none of your business\n")
    mail.add_attachment(b"orders:\n- {pick: 1, from: pear}\n", "application", "yaml", filename="../../orders.yaml")
    table.arrive(mail.as_bytes())
    table.run()
    assert "pear" in (held(table, "red") or "")
    assert not (table.home / "orders.yaml").exists()


def test_html_alone_is_read_as_text_and_shown(table: Table) -> None:
    table.begin()
    mail = EmailMessage()
    mail["From"], mail["To"] = "red@example.org", table.last("red")["Reply-To"]
    page = "<html><style>p {}</style><body>Hi<div>orders:</div><div>- {pick: 1,&nbsp;from: pear}</div></body></html>"
    mail.set_content(page, subtype="html")
    table.arrive(mail.as_bytes())
    table.run()
    assert "pear" in (held(table, "red") or "")
    assert "pear" in text_of(table.last("red"))


def test_several_documents_one_of_them_broken(table: Table) -> None:
    table.begin()
    table.reply("red", "phase: picking\norders: [{pick: 1\n---\nphase: market\norders:\n- {sell: 1, fruit: plum}\n")
    table.run()
    assert held(table, "red") is None and "sell" in (held(table, "red", "T01-market") or "")
    told = text_of(table.last("red"))
    assert told.index("THIS COULD NOT BE USED") < told.index("WHAT IS HELD")


def test_an_order_that_is_not_understood_is_set_aside_alone(table: Table) -> None:
    table.begin()
    table.order("blue")
    table.order("red", "{pick: 1, from: plum}", "{pikc: 1, from: plum}")
    assert "windfall: T01/picking resolved" not in table.run()
    told = text_of(table.last("red"))
    assert "pikc" in told and "pick" in told and "^" in told and "You do not count as ready" in told


def test_a_mail_that_cannot_be_read_replaces_nothing(table: Table) -> None:
    table.begin()
    table.order("red", "{pick: 1, from: plum}")
    table.reply("red", "orders: [{pick: 2, from\n")
    table.run()
    assert "plum" in (held(table, "red") or "")


def test_orders_for_another_position_are_held_but_not_ready(table: Table) -> None:
    table.begin()
    form = form_of(table, "red").replace("based_on: p", "based_on: q")
    table.reply("red", form)
    table.order("blue")
    assert "windfall: T01/picking resolved" not in table.run()
    assert "written for another position" in text_of(table.last("red"))


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        ("turn: 0\nphase: market", "That phase is over"),
        ("turn: 9\nphase: market", "up to the end of the next turn"),
        ("turn: 1\nphase: harvest", "harvest"),
    ],
)
def test_orders_for_another_time_are_refused_with_the_awaited_phase(table: Table, head: str, sentence: str) -> None:
    table.begin()
    table.reply("red", f"{head}\norders: []\n")
    table.run()
    told = text_of(table.last("red"))
    assert sentence in told and "turn 1, picking" in told and verdicts(table) == ["refused"]


# -- who it is


FORGERIES = {
    "no token": {"To": "games@localhost"},
    "a token of no one": {"To": "games+aaaaaaaaaaaaaaaa@localhost"},
    "a token cut short": {"To": "games+{red:.15}@localhost"},
    "a token too long": {"To": "games+{red}a@localhost"},
    "token in the subject": {"To": "games@localhost", "Subject": "{red}"},
    "token in a name": {"To": "games@localhost", "X_Token": "{red}"},
    "a former token": {"To": "games+{former}@localhost"},
    "two tokens": {"To": "games+{red}@localhost, games+{blue}@localhost"},
    "another's token": {"To": "games+{blue}@localhost"},
    "another game's token": {"To": "games+{other}@localhost"},
    "the seat's name": {"To": "games+red@localhost"},
}
CLAIMS = {
    "red's address": {"From": "red@example.org"},
    "red's address and name": {"From": "Anna <red@example.org>"},
    "red's address as a name": {"From": "red@example.org <evil@example.net>"},
    "two senders": {"From": "red@example.org, evil@example.net"},
}


@pytest.mark.parametrize(("how", "who"), list(itertools.product(FORGERIES, CLAIMS)))
def test_a_forgery_is_never_taken_for_red(table: Table, how: str, who: str) -> None:
    table.begin()
    table.begin("other", seats=("red", "green"))
    seats = table.home / "host" / "games" / "windfall" / "seats.yaml"
    secret = table.desk.secret()
    former = token(secret, "windfall", "red", 0)
    blue_before, rest = seats.read_text().split("red:\n")
    seats.write_text(f"{blue_before}red:\n{rest.replace('generation: 0', 'generation: 1')}")
    words = {
        "red": token(secret, "windfall", "red", 1),
        "blue": token(secret, "windfall", "blue", 0),
        "other": token(secret, "other", "red", 0),
        "former": former,
    }
    headers: dict[str, Any] = {name: value.format(**words) for name, value in {**FORGERIES[how], **CLAIMS[who]}.items()}
    table.reply("red", "game: windfall\nplayer: red\nphase: picking\norders:\n- {pick: 1, from: plum}\n", **headers)
    table.run()
    assert held(table, "red") is None
    assert not any(verdict == "orders" for verdict in verdicts(table))
    for letter in table.letters():
        assert letter["To"].addresses[0].addr_spec.endswith("@example.org")


def test_a_wrong_token_in_the_orders_is_not_healed_by_the_address(table: Table) -> None:
    table.begin()
    table.reply("red", "token: aaaaaaaaaaaaaaaa\norders:\n- {pick: 1, from: plum}\n")
    table.run()
    assert held(table, "red") is None


def test_orders_from_elsewhere_are_taken_and_the_owner_is_told(table: Table) -> None:
    table.begin()
    table.reply("red", "orders: []\n", From="anna@work.example.net")
    table.run()
    letter = table.last("red")
    assert "came from anna@work.example.net" in text_of(letter)
    assert letter["To"].addresses[0].addr_spec == "red@example.org"


def test_whoever_is_claimed_to_have_written_hears_of_it_three_times_a_day(table: Table) -> None:
    table.begin()
    for _ in range(5):
        table.reply("red", "orders: []\n", To="games@localhost")
    table.run()
    told = [letter for letter in table.letters("red") if letter["X-Adjudicator"] == "unproved"]
    assert len(told) == 3 and verdicts(table) == ["unknown"] * 5


# -- again, late, in any order


def test_the_same_mail_twice_changes_nothing_and_is_answered_once(table: Table) -> None:
    table.begin()
    raw = table.order("red", "{pick: 1, from: plum}").read_bytes()
    table.arrive(b"Received: from somewhere\n" + raw)
    table.run()
    table.arrive(raw)
    table.run()
    assert verdicts(table) == ["orders"]
    assert [letter["X-Adjudicator"] for letter in table.letters("red")] == ["status", "receipt"]


def test_another_mail_under_the_same_message_id_is_set_aside(table: Table) -> None:
    table.begin()
    table.reply("red", "orders:\n- {pick: 1, from: plum}\n", Message_ID="<same@example.org>")
    table.reply("red", "orders:\n- {pick: 1, from: pear}\n", Message_ID="<same@example.org>")
    table.run()
    assert "plum" in (held(table, "red") or "") and verdicts(table) == ["orders", "aside"]
    assert len(list((table.home / "host" / "mail" / "in" / ".Quarantine" / "cur").iterdir())) == 1


def test_a_stranger_cannot_take_a_message_id_away(table: Table) -> None:
    table.begin()
    table.reply("red", "buy now\n", Message_ID="<same@example.org>", To="games@localhost", From="x@example.net")
    table.reply("red", "orders:\n- {pick: 1, from: pear}\n", Message_ID="<same@example.org>")
    table.run()
    assert "pear" in (held(table, "red") or "")


# -- machines


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<games.example.org>"},
        {"X_Loop": "games@localhost"},
        {"Return_Path": "<>"},
        {"From": "MAILER-DAEMON@example.org"},
        {"From": "noreply@example.org"},
    ],
)
def test_machines_are_obeyed_but_not_answered(table: Table, headers: dict[str, Any]) -> None:
    table.begin()
    table.reply("red", "orders:\n- {pick: 1, from: pear}\n", **headers)
    table.run()
    assert "pear" in (held(table, "red") or "")
    assert [letter["X-Adjudicator"] for letter in table.letters("red")] == ["status"]


def test_a_robot_that_answers_every_letter_ends_by_itself(table: Table) -> None:
    table.begin()
    for _ in range(30):
        table.reply("red", "I am on holiday.\n")
        table.run()
    assert len(table.letters("red")) == 11


def returned(letter: EmailMessage) -> bytes:
    return (
        b"From: MAILER-DAEMON@example.org\nTo: games@localhost\nMIME-Version: 1.0\n"
        b'Content-Type: multipart/report; boundary="b"\n\n--b\n\nNo such user\n--b\nContent-Type: message/rfc822\n\n'
        + letter.as_bytes()
        + b"\n--b--\n"
    )


def test_a_letter_to_the_moderator_that_comes_back_brings_no_other(table: Table) -> None:
    table.begin()
    table.arrive(returned(table.last("red")))
    table.run()
    table.arrive(returned(table.last("moderator")))
    table.run()
    assert verdicts(table) == ["bounce", "bounce"] and len(table.letters("moderator")) == 1
    assert [line["seat"] for line in table.desk.journal.lines() if line["what"] == "bounced"] == ["red", "moderator"]


def test_an_undeliverable_letter_is_told_to_the_moderator(table: Table) -> None:
    table.begin()
    table.arrive(returned(table.last("red")))
    table.run()
    assert verdicts(table) == ["bounce"]
    assert any("a letter to red could not be delivered" in letter["Subject"] for letter in table.letters())
    assert held(table, "red") is None


# -- poison


@pytest.mark.parametrize(("trial", "deaths"), [(survives, 1), (believed, 3)])
def test_a_mail_on_which_the_program_dies_is_set_aside_after_three_starts(
    trial: Trial, deaths: int, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the first, where it can be tried out in a process of its own."""
    monkeypatch.setattr(bootstrap, "survives", trial)
    table.begin()
    poison = table.reply("red", "kill\n").name
    table.order("blue", "{pick: 1, from: plum}")
    judge = taking.judge

    def die(draft: object, intake: object, mail: object, raw: bytes, *rest: object) -> object:
        if b"kill" in raw:
            raise KeyboardInterrupt  # like a signal: nothing after it is done
        return judge(draft, intake, mail, raw, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(taking, "judge", die)
    for _ in range(deaths):
        with pytest.raises(KeyboardInterrupt):
            table.run()
    table.run()
    assert "plum" in (held(table, "blue") or "")
    aside = list((table.home / "host" / "mail" / "in" / ".Quarantine" / "cur").iterdir())
    assert [path.name for path in aside] == [f"{poison}:2,S"]
    assert any("A mail was set aside" in letter["Subject"] for letter in table.letters())
    assert not (table.home / "host" / "attempts.json").exists()


def test_a_mistake_of_ours_sets_the_mail_aside_and_quotes_nobody(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.begin()
    table.reply("red", "secret plans\n")
    table.order("blue", "{pick: 1, from: plum}")

    def fail(*_: object) -> str:
        raise ValueError("secret plans")

    monkeypatch.setattr(commands, "obey", fail)
    table.run()
    assert "plum" in (held(table, "blue") or "")
    notes = [path.read_text() for path in (table.home / "host" / "quarantine").iterdir()]
    assert len(notes) == 1 and notes[0].startswith("ValueError at test_intake.py:") and "secret" not in notes[0]


# -- a broken game


def test_a_game_that_must_be_mended_holds_up_no_other_and_loses_no_mail(table: Table) -> None:
    table.begin()
    table.begin("other", seats=("red", "blue"))
    table.order("red", "{pick: 1, from: plum}")  # red's last letter is of the other game
    (table.home / "other" / "state.yaml").write_text("by hand\n")
    with pytest.raises(BadInput, match="changed by hand"):
        table.run()
    assert len(list((table.home / "host" / "mail" / "in" / "new").iterdir())) == 1
    git(table.home / "other", "checkout", "-q", "state.yaml")
    assert "mail: 1 orders" in table.run()
