"""Commands by mail, in plain words."""

from __future__ import annotations

from adjudicator.core import yamlfiles
from adjudicator.host.commands import COMMANDS
from tests.host.table import Table, words_of


def ask(table: Table, words: str) -> str:
    table.reply("red", words)
    table.run()
    return words_of(table.last("red"))


def test_help_names_every_command(table: Table) -> None:
    table.begin()
    told = ask(table, "Help!\n")
    assert all(command.words in told and command.does in told for command in COMMANDS.values())
    assert "BEGIN ORDERS" in told


def test_status_says_who_owes_but_not_what_anybody_ordered(table: Table) -> None:
    table.begin()
    table.order("blue", "{pick: 2, from: plum}")
    told = ask(table, "status\n")
    assert "waits for T01/picking" in told and "Bob: ready" in told and "Anna: owes orders" in told
    assert "plum" not in told


def test_orders_shows_what_is_held(table: Table) -> None:
    table.begin()
    table.order("red", "{pick: 2, from: plum}")
    assert "{pick: 2, from: plum}" in ask(table, "orders\n").replace("\n", " ")
    assert table.last("red")["Subject"] == "windfall: what is held of you"


def test_check_keeps_nothing_and_uses_what_is_assumed_of_others(table: Table) -> None:
    table.begin()
    state = yamlfiles.load((table.home / "windfall" / "state.yaml").read_text())
    first = state["sequence"][0]
    other = "blue" if first == "red" else "red"
    mine = f"player: {other}\nphase: picking\norders:\n- {{pick: 3, from: apple}}\n"
    his = f"player: {first}\nphase: picking\norders:\n- {{pick: 2, from: apple}}\n"
    table.reply(other, f"check\n\n{mine}---\n{his}")
    table.run()
    told = words_of(table.last(other))
    assert "nothing was taken" in told and "picks 1 from the apple tree" in told and "bears only 1" in told
    assert f"assume of {'Anna' if first == 'red' else 'Bob'}" in told
    assert table.run() == []
    assert not (table.home / "host" / "games" / "windfall" / "pending").exists()


def test_resend_goes_to_the_registered_address(table: Table) -> None:
    table.begin()
    before = table.last("red")
    table.reply("red", "resend\n", From="thief@example.net")
    table.run()
    assert words_of(table.last("red")) == words_of(before)
    assert {letter["To"].addresses[0].addr_spec for letter in table.letters()} == {
        "red@example.org",
        "blue@example.org",
    }


def test_press_goes_to_those_named_and_tells_no_address(table: Table) -> None:
    table.begin(seats=("red", "blue", "green"))
    table.reply("red", "press blue and green\n\nShall we share the plums?\x07\n{{ 7*7 }}\n")
    table.run()
    for reader in ("blue", "green"):
        told = words_of(table.last(reader))
        assert "Anna (red) writes to" in told and "| Shall we share the plums? |" in told and "{{ 7*7 }}" in told
        assert "example.org" not in table.last(reader).as_string().replace(f"{reader}@example.org", "")
    assert "this went to" in words_of(table.last("red"))


def test_press_is_not_anonymous_unless_the_game_allows_it(table: Table) -> None:
    table.begin()
    assert "never anonymous" in ask(table, "press anonymous to all\nboo\n")
    assert table.last("blue")["X-Adjudicator"] == "status"


def test_press_to_nobody_or_of_nothing_is_refused(table: Table) -> None:
    table.begin()
    assert "Say to whom" in ask(table, "press pink\nhello\n")
    assert "nothing below" in ask(table, "press all\n")


def test_a_new_address_counts_once_confirmed_from_the_old_one(table: Table) -> None:
    table.begin()
    told = ask(table, "address anna@example.net\n")
    code = told.partition("with the line confirm ")[2].split()[0]
    assert "No new address" in ask(table, "confirm 12345678\n")
    table.reply("red", f"confirm {code}\n")
    table.run()
    assert table.letters()[-1]["To"].addresses[0].addr_spec == "anna@example.net"
    assert "anna@example.net" in (table.home / "host" / "games" / "windfall" / "seats.yaml").read_text()


def test_resigning_needs_the_games_name(table: Table) -> None:
    table.begin()
    assert "write: resign windfall" in ask(table, "resign\n")
    assert "the moderator has been told" in ask(table, "resign windfall\n")
    assert any("red has resigned" in letter["Subject"] for letter in table.letters())


def test_anything_else_is_answered_with_the_form(table: Table) -> None:
    table.begin()
    told = ask(table, "Hello, how are you?\n")
    assert "no orders in it" in told and "BEGIN ORDERS" in told


def test_a_word_cannot_be_changed_and_joining_needs_one(table: Table) -> None:
    table.found()
    table.run()
    assert "join WORD" in ask(table, "join\n")
    assert "you have joined" in ask(table, "join pear\n")
    assert "joined already" in ask(table, "join apple\n")
