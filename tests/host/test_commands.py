"""Commands by mail, in plain words."""

from __future__ import annotations

import pytest

from adjudicator.core import yamlfiles
from adjudicator.host import acts
from adjudicator.host.commands import COMMANDS
from adjudicator.host.request import one_slip_apart
from tests.host.table import NAMES, Table, text_of, words_of


def ask(table: Table, words: str) -> str:
    table.reply("red", words)
    table.run()
    return words_of(table.last("red"))


def test_help_names_every_command(table: Table) -> None:
    table.begin()
    told = ask(table, "Help!\n")
    assert all(command.words in told and command.does in told for command in COMMANDS.values())
    assert "BEGIN ORDERS" in told


@pytest.mark.parametrize(("agreed", "rows"), [("none", 0), ("named", 1), ("anonymous", 2)])
def test_help_says_what_press_there_is(agreed: str, rows: int, table: Table) -> None:
    table.begin()
    if agreed != "named":
        with table.desk.step("agreeing") as draft:
            acts.change(draft, draft.game("windfall"), {"press": agreed})
    told = ask(table, "help\n")
    assert ("press COLOUR" in told) + ("press anonymous all: the same, without your name" in told) == rows


def test_status_says_who_owes_but_not_what_anybody_ordered(table: Table) -> None:
    table.begin()
    table.order("blue", "{pick: 2, from: plum}")
    told = ask(table, "status\n")
    assert "Orders for turn 1, picking" in told and "Bob (blue) is ready Anna (red) owes orders" in told
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


def test_check_needs_no_names_for_ones_own_and_says_what_it_cannot_try(table: Table) -> None:
    table.begin()
    table.reply(
        "red",
        "Check, please:\n\norders:\n- {pick: 1, from: plum}\n---\nplayer: blue\norders:\n- {pick: 1, from: pear}\n"
        "---\nphase: market\norders:\n- {sell: 1, fruit: plum}\n\nThank you!\n",
    )
    table.run()
    told = words_of(table.last("red"))
    assert "Anna (red) picks 1 from the plum tree" in told and "Bob (blue) picks 1 from the pear tree" in told
    assert "Only orders for what is awaited can be tried: turn 1, picking." in told
    assert not (table.home / "host" / "games" / "windfall" / "pending").exists()


def test_orders_for_now_above_standing_ones_stay_those_for_now(table: Table) -> None:
    table.begin()
    table.reply("red", "orders:\n- {pick: 1, from: plum}\n---\nturn: any\nphase: market\norders: []\n")
    table.run()
    folder = table.home / "host" / "games" / "windfall" / "pending" / "red"
    assert sorted(file.name for file in folder.iterdir()) == ["T01-picking.json", "any-market.json"]


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


def test_resend_brings_the_invitation_before_the_game_begins(table: Table) -> None:
    table.found()
    table.run()
    before = table.last("red")
    assert ask(table, "resend\n") == words_of(before) and table.last("red") is not before


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


def test_press_keeps_its_paragraphs(table: Table) -> None:
    table.begin()
    table.reply("red", "press blue\n\nPlums\u00a0first.\n\n  - then pears\n\tand apples\n\nYours\n-- \nAnna Smith\n")
    table.run()
    said = "| Plums first.\n|\n|   - then pears\n|     and apples\n|\n| Yours\n\n"
    assert said in "\n".join(line.rstrip() for line in text_of(table.last("blue")).splitlines())


@pytest.mark.parametrize(
    ("line", "readers"),
    [("press anonymous to all", ("blue", "green", "yellow")), ("Press, anonymous: blue and green", ("blue", "green"))],
)
def test_nobody_can_tell_who_wrote_anonymously(line: str, readers: tuple[str, ...], table: Table) -> None:
    """Not by name, and not by who is missing among those it went to."""
    table.begin(seats=("red", "blue", "green", "yellow"))
    with table.desk.step("agreeing") as draft:
        acts.change(draft, draft.game("windfall"), {"press": "anonymous"})
    table.run()
    table.reply("red", f"{line}\n\nboo\n")
    table.run()
    for seat in ("blue", "green", "yellow"):
        last = table.last(seat)
        assert (last["X-Adjudicator"] == "press") == (seat in readers)
        if seat in readers:
            whole = last.as_string() + text_of(last)
            others = {"red", "blue", "green", "yellow"} - {seat}
            assert "| boo" in whole and not any(f"({other})" in whole or NAMES[other] in whole for other in others)
    assert "without your name" in words_of(table.last("red"))


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


def test_an_address_of_our_own_is_nobodys(table: Table) -> None:
    table.begin()
    for address in ("games@localhost", "Games+abc@LOCALHOST"):
        assert "Write your new address" in ask(table, f"address {address}\n")


def test_resigning_needs_the_games_name(table: Table) -> None:
    table.begin()
    assert "write: resign windfall" in ask(table, "resign\n")
    assert "the moderator has been told" in ask(table, "resign windfall\n")
    assert any("red has resigned" in letter["Subject"] for letter in table.letters())


ASKED = (
    "help",
    "status",
    "orders:\n- {pick: 2, from: plum}\n- {pock: 1}\n---\nphase: market\norders: []",
    "orders",
    "extend 24 hours",
    "check\norders:\n- {pick: 1, from: plum}",
    "press blue\norders: all mine\n- yes",
    "address x@example.net",
    "what?",
    "resend",
)


@pytest.mark.parametrize("how", ["marked", "page"])
def test_a_command_over_any_letter_of_ours(how: str, table: Table) -> None:
    """Whatever letter is answered, and however it is quoted, what stands above it counts."""
    table.deadlines = {"ready": 0, "phases": {"other": "90 days at 20:00"}}
    table.begin(seats=("red", "blue"))
    for words in ASKED:
        table.reply("red", words)
        table.run()
        table.clock.forward(days=1)
    letters = table.letters("red")
    assert len({letter["X-Adjudicator"] for letter in letters}) >= 9
    for letter in letters:
        table.clock.forward(days=1)
        quoted = "".join(f"> {line}\n" for line in text_of(letter).splitlines())
        if how == "marked":
            table.reply("red", f"status\n\nOn Monday the host wrote:\n{quoted}", answering=letter)
        else:
            page = letter.get_body(("html",))
            assert page is not None
            inside = str(page.get_content()).partition("<main>")[2].partition("</main>")[0]
            headers = "<b>From:</b> host<br><b>Sent:</b> Monday<br><b>To:</b> Anna<br>"
            table.arrive(
                f"From: red@example.org\nTo: {letter['Reply-To']}\nContent-Type: text/html; charset=utf-8\n\n"
                f"<div>status</div><hr><div>{headers}</div>{inside}".encode()
            )
        table.run()
        assert table.last("red")["X-Adjudicator"] == "standing", letter["Subject"]


def test_anything_else_is_answered_with_the_form(table: Table) -> None:
    table.begin()
    told = ask(table, "Hello, how are you?\n")
    assert "no orders in it" in told and "BEGIN ORDERS" in told


def test_orders_below_a_signature_are_not_read_and_that_is_said(table: Table) -> None:
    table.begin()
    orders = "orders:\n- {pick: 1, from: plum}\n"
    signature = "Reading ended at line 3, where a signature begins"
    told = ask(table, f"Here are mine.\n\n-- \n{orders}")
    assert "no orders in it" in told and signature in told
    assert signature not in ask(table, "How are you?\n\n-- \nAnna\nGame: chess\n")
    told = ask(table, f"{orders}-- \n{orders}")
    assert "pick: 1" in told and signature in told
    assert signature not in ask(table, f"{orders}-- \nAnna\n")


def test_what_is_held_is_shown_in_order_of_play(table: Table) -> None:
    table.begin(turns=2)
    phases = ["turn: any\nphase: picking", "turn: 2\nphase: picking", "phase: market", "phase: picking"]
    told = ask(table, "\n---\n".join(f"game: windfall\n{phase}\norders: []" for phase in phases[::-1]))
    assert "could not be used" not in told
    places = [
        told.index(heading) for heading in ("Turn 1, picking game", "Turn 1, market", "Turn 2, picking", "Standing")
    ]
    assert places == sorted(places)


def test_whoever_has_not_joined_is_told_how(table: Table) -> None:
    table.found()
    table.run()
    assert "join WORD" in ask(table, "Yes, I want to play!\n")
    assert ask(table, "join pear\n") and "no orders in it" in ask(table, "Is it my turn?\n")


def test_a_word_cannot_be_changed_and_joining_needs_one(table: Table) -> None:
    table.found()
    table.run()
    assert "join WORD" in ask(table, "join\n")
    assert "you have joined" in ask(table, "join pear\n")
    assert "joined already" in ask(table, "join apple\n")


def test_who_is_still_missing_before_the_game_begins(table: Table) -> None:
    table.found(seats=("red", "blue", "green"))
    table.run()
    assert "The game begins when these have joined too: - Bob (blue) - Carla (green)" in ask(table, "join pear\n")
    table.reply("blue", "join plum\n")
    table.run()
    assert "The game begins when Carla (green) has joined too." in words_of(table.last("blue"))


@pytest.mark.parametrize("word", ["chek", "cehck", "check1", "chevk", "heck", "checkk"])
def test_one_slip_of_the_finger(word: str) -> None:
    assert one_slip_apart(word, "check")


@pytest.mark.parametrize("word", ["check", "cheque", "chers", "ceckh", "ck", ""])
def test_none_or_more_than_one(word: str) -> None:
    assert not one_slip_apart(word, "check")


@pytest.mark.parametrize(
    ("above", "said"),
    [
        ("Hello,\n\n", None),
        ("Ciao a tutti!\n", None),
        ("chek!\n", "Line 1 comes before the first key and was not read."),
        ("Hello,\nhere are mine\nfor this phase\n\n", "Lines 2 to 3 come before the first key and were not read."),
    ],
)
def test_what_was_passed_over_above_orders_is_said_unless_it_is_a_greeting(
    table: Table, above: str, said: str | None
) -> None:
    table.begin()
    told = ask(table, f"{above}orders:\n- {{pick: 1, from: plum}}\n")
    assert "pick: 1" in told and ("before the first key" in told) == bool(said) and (said or "") in told
