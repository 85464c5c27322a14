"""Orders that are held: how the letter that asks for orders speaks of them, and the word that makes them count."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.host import standing
from tests.host.table import Table, text_of, words_of

PICKING = "orders:\n- {pick: 1, from: plum}\n"
AHEAD = f"{PICKING}---\nphase: market\norders:\n- {{sell: 1, fruit: plum}}\n"
READY = "windfall: T01/market resolved"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Market is awaited; red sent orders for it ahead, and blue has ordered too."""
    table = Table(tmp_path / "games")
    table.begin(turns=2)
    table.reply("red", AHEAD)
    table.reply("blue", "orders: []\n")
    table.run()
    table.reply("blue", "orders: []\n")
    table.run()
    return table


def status(table: Table) -> EmailMessage:
    return [letter for letter in table.letters("red") if letter["X-Adjudicator"] == "status"][-1]


def form_of(letter: EmailMessage) -> str:
    return text_of(letter).partition("BEGIN ORDERS\n")[2].partition("END ORDERS")[0]


def quoted(letter: EmailMessage) -> str:
    lines = "".join(f"> {line}".rstrip() + "\n" for line in text_of(letter).splitlines())
    return f"\nOn Sun, 1 Mar 2026 at 12:00, host <games@localhost> wrote:\n\n{lines}"


def held(table: Table, phase: str = "T01-market") -> str:
    file = table.home / "host" / "games" / "windfall" / "pending" / "red" / f"{phase}.json"
    return str(json.loads(file.read_text())["text"])


def answer(table: Table, text: str, letter: EmailMessage | None = None) -> tuple[list[str], str]:
    """What came of it, and what the player was answered."""
    table.reply("red", text, answering=letter or status(table))
    said = table.run()
    answers = [one for one in table.letters("red") if one["In-Reply-To"]]
    return said, words_of(answers[-1])


def test_the_letter_says_what_is_held_how_it_fares_and_how_to_make_it_count(table: Table) -> None:
    letter = status(table)
    top, form = words_of(letter).partition("HOW IT STANDS")[0], form_of(letter)
    assert "are held, but you do not count as ready." in top and "answer with this line" in top
    assert "\nready\n" in text_of(letter)
    assert "all of them are certain to be carried out" in top
    assert "\n- {sell: 1, fruit: plum}\n" in form and "ready: true" in form


def test_it_names_what_will_fail_now(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.begin(turns=2)
    table.reply("red", "orders: []\n---\nphase: market\norders:\n- {sell: 3, fruit: plum}\n")
    table.reply("blue", "orders: []\n")
    table.run()
    top = words_of(status(table)).partition("HOW IT STANDS")[0]
    assert "these of them are not certain" in top and "Order 1: will fail." in top


def test_what_cannot_be_used_of_it_is_told_once(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.begin(turns=2)
    table.reply("red", AHEAD + "- {sell: 1, fruit: kiwi}\n")
    table.reply("blue", "orders: []\n")
    table.run()
    top = words_of(status(table)).partition("HOW IT STANDS")[0]
    assert "this of them cannot be used" in top and top.count("kiwi") == 1


def test_the_form_holds_nothing_that_was_set_aside(tmp_path: Path) -> None:
    """Sent back as it is, it would have counted as an order that orders nothing."""
    table = Table(tmp_path / "games")
    table.begin(turns=2)
    table.reply("red", AHEAD + "- {sell: nonsense}\n")
    table.reply("blue", "orders: []\n")
    table.run()
    form = form_of(status(table))
    assert "\n- {sell: 1, fruit: plum}\n" in form and "null" not in form
    assert "# What could not be used of your orders is left out." in form
    _, told = answer(table, f"BEGIN ORDERS\n{form}END ORDERS\n")
    assert "YOUR ORDERS WERE TAKEN" in told and "You count as ready" in told


def test_an_unknown_name_is_told_when_the_orders_come(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.begin(turns=2)
    table.reply("red", AHEAD + "- {sell: 1, fruit: kiwi}\n")
    table.run()
    told = words_of(table.last("red"))
    assert "WERE TAKEN IN PART" in told and "There is no kiwi tree here" in told.partition("WHAT IS HELD OF YOU")[0]


def test_who_said_so_ahead_counts_as_ready_and_may_take_it_back(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.begin(turns=2)
    table.reply("red", AHEAD.replace("phase: market\n", "phase: market\nready: yes\n"))
    table.reply("blue", "orders: []\n")
    table.run()
    assert "are held, and you count as ready." in words_of(status(table))
    _, told = answer(table, "not ready\n")
    assert "You do not count as ready for turn 1, market." in told and "ready: false" in told
    table.reply("blue", "orders: []\n")
    assert READY not in table.run()


def test_the_receipt_says_whether_orders_ahead_will_count_and_how_to_let_them(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.begin(turns=2)
    begun = status(table)
    market = "When turn 1, market, comes, you will"
    ahead = "phase: market\norders:\n- {sell: 1, fruit: plum}\n"
    _, told = answer(table, ahead, begun)
    assert f"{market} not count as ready for it before you say so" in told
    assert "or send these orders again, now, with a line ready: yes." in told
    receipt = table.last("red")
    said, _ = answer(table, f"status\n{quoted(receipt)}")
    assert "mail: 1 standing" in said and table.last("red")["X-Adjudicator"] == "standing"  # it quotes no order
    _, told = answer(table, "turn: 1\nphase: market\nready: yes\n", begun)
    assert "If all of this can be used when the phase comes, you will count as ready for it." in told
    assert "mail: 1 standing" in answer(table, f"status\n{quoted(table.last('red'))}")[0]
    _, told = answer(table, f"based_on: p0123456789ab\nready: yes\n{ahead}", begun)
    assert f"{market} not count as ready for it: these orders say" in told and "based_on" in told
    _, told = answer(table, f"ready: yes\n{ahead}- {{sell: a lot}}\n", begun)
    assert f"{market} not count as ready for it: not all" in told
    _, told = answer(table, "turn: any\nphase: picking\norders: []\n", begun)
    assert told.count("you will not count") == 1 and "picking, comes" not in told


@pytest.mark.parametrize("word", ["ready", "Ready.", "ready: yes", "Hello,\n\n*ready*", "READY now"])
def test_a_word_makes_what_is_held_count(table: Table, word: str) -> None:
    said, told = answer(table, f"{word}\n{quoted(status(table))}")
    assert READY in said and "You count as ready for turn 1, market." in told
    orders = table.home / "windfall" / "turns" / "T01" / "1-market" / "orders" / "red.yaml"
    assert "{sell: 1, fruit: plum}" in orders.read_text()


@pytest.mark.parametrize("word", ["Ready when you are!", "ready for turn 1", "Ready soon, give me a day"])
def test_a_sentence_is_not_that_word(table: Table, word: str) -> None:
    said, told = answer(table, f"{word}\n")
    assert READY not in said and "Write only ready, or not ready" in told
    assert "sell: 1" in held(table)


def test_it_is_refused_where_nothing_is_held(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.begin()
    _, told = answer(table, "ready\n")
    assert "Nothing is held of you for turn 1, picking, that could count." in told


def test_it_is_refused_for_orders_of_another_position_which_must_be_sent_again(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.begin(turns=2)
    table.reply("red", AHEAD.replace("phase: market\n", "phase: market\nbased_on: p0123456789ab\n"))
    table.reply("blue", "orders: []\n")
    table.run()
    table.reply("blue", "orders: []\n")
    table.run()
    assert "but they were written for another position" in words_of(status(table))
    said, told = answer(table, "ready\n")
    assert READY not in said and "write ready above the order form" in told
    letter = table.last("red")
    assert "\n- {sell: 1, fruit: plum}\n" in form_of(letter)
    said, told = answer(table, f"Thanks, I will look tomorrow.\n{quoted(letter)}", letter)
    assert READY not in said and "write ready as the first line" in told
    said, told = answer(table, f"ready\n{quoted(letter)}", letter)
    assert READY in said and "You count as ready" in told


def test_it_is_refused_where_a_part_cannot_be_used(table: Table) -> None:
    answer(table, "ready: no\norders:\n- {sell: 1, fruit: plum}\n- {sell: 1, fruit: kiwi}\n")
    said, told = answer(table, "ready\n")
    assert READY not in said and "can be used, so it must be changed and sent again" in told


def test_an_old_word_does_not_make_newer_orders_count(table: Table) -> None:
    word = table.reply("red", "ready\n", answering=status(table))
    late = word.read_bytes()
    word.unlink()
    moment = table.clock.time
    table.clock.forward(hours=1)
    answer(table, "ready: no\norders:\n- {sell: 1, fruit: plum}\n")
    table.clock.time = moment
    table.arrive(late)
    table.clock.forward(hours=2)
    assert READY not in table.run()
    assert "You do not count as ready" in words_of(table.last("red"))


@pytest.mark.parametrize("words", ["Thanks, I will look tomorrow.\n", "Thanks!\n"])
@pytest.mark.parametrize("how", ["quoted", "bare"])
def test_words_over_the_untouched_form_say_nothing_of_what_is_held(table: Table, words: str, how: str) -> None:
    letter = status(table)
    below = quoted(letter) if how == "quoted" else f"\nBEGIN ORDERS\n{form_of(letter)}END ORDERS\n"
    said, told = answer(table, words + below)
    assert READY not in said and "write ready as the first line" in told
    assert "sell: 1" in held(table)


def test_the_form_sent_back_alone_makes_what_is_held_count(table: Table) -> None:
    said, told = answer(table, quoted(status(table)))
    assert READY in said and "You count as ready" in told


def test_an_older_form_without_orders_replaces_nothing_when_words_stand_above_it(table: Table) -> None:
    first = next(letter for letter in table.letters("red") if letter["X-Adjudicator"] == "status")
    form = form_of(first).replace("phase: picking", "phase: market").replace("picking.schema", "market.schema")
    answer(table, f"Thanks!\n\nBEGIN ORDERS\n{form}END ORDERS\n")
    assert "sell: 1" in held(table)


def test_orders_changed_in_the_form_replace_those_that_stood_in_it(table: Table) -> None:
    form = quoted(status(table)).replace("sell: 1", "sell: 2")
    said, _ = answer(table, f"Rather this:\n{form}")
    assert READY in said
    orders = table.home / "windfall" / "turns" / "T01" / "1-market" / "orders" / "red.yaml"
    assert "{sell: 2, fruit: plum}" in orders.read_text()


def test_the_word_above_orders_is_said_of_them(table: Table) -> None:
    said, told = answer(table, f"not ready\n{quoted(status(table)).replace('sell: 1', 'sell: 2')}")
    assert READY not in said and "You do not count as ready" in told and "sell: 2" in held(table)
    said, told = answer(table, "ready\n\nready: no\norders:\n- {sell: 3, fruit: plum}\n")
    assert READY in said and "You count as ready" in told


def test_a_head_that_only_says_ready_does_not_replace_what_is_held(table: Table) -> None:
    said, told = answer(table, "turn: 1\nphase: market\nready: yes\n")
    assert READY in said and "You count as ready" in told and "- {sell: 1, fruit: plum}" in told


def test_a_head_that_only_says_ready_speaks_of_a_later_phase_too(tmp_path: Path) -> None:
    table = Table(tmp_path / "games")
    table.begin(turns=2)
    table.reply("red", AHEAD.replace(PICKING, f"ready: no\n{PICKING}"))
    table.run()
    answer(table, "phase: market\nready: yes\n")
    table.reply("blue", "orders: []\n---\nphase: market\nready: yes\norders: []\n")
    answer(table, "ready\n")
    assert "turn 1, market resolved" in status(table)["Subject"]


def test_not_ready_holds_within_a_round_too(tmp_path: Path) -> None:
    """There orders for the later phases count without saying so."""
    table = Table(tmp_path / "games", deadlines={"ready": 0, "round": "turn"})
    table.begin(turns=2)
    table.reply("red", AHEAD)
    table.reply("blue", "orders: []\n")
    table.run()
    assert "are held, and you count as ready." in words_of(status(table))
    answer(table, "not ready\n")
    table.reply("blue", "orders: []\n")
    assert READY not in table.run()
    said, _ = answer(table, "ready\n")
    assert READY in said


def test_ready_counts_from_when_it_was_said(tmp_path: Path) -> None:
    """Everybody may think it over for as long as the game agreed on."""
    table = Table(tmp_path / "games", deadlines={"ready": 30})
    table.begin(turns=2)
    table.reply("red", f"ready: no\n{PICKING}")
    table.reply("blue", "orders: []\n")
    table.run()
    table.clock.forward(hours=2)
    said, _ = answer(table, "ready\n")
    assert said == ["mail: 1 ready", "letters: 1 sent"]
    assert seen_from_afar(table) == ("T01/picking", "Sun 2026-03-01 14:30 UTC: everybody is ready", "")
    table.clock.forward(minutes=31)
    assert seen_from_afar(table) == ("T01/picking", "due now: everybody is ready", "")
    assert "windfall: T01/picking resolved" in table.run()
    assert seen_from_afar(table) == ("T01/market", "", "blue, red")


def seen_from_afar(table: Table) -> tuple[str, str, str]:
    with table.desk.look("how it stands") as draft:
        return standing.glance(draft, "windfall").row


def test_a_reminder_shows_what_is_held(tmp_path: Path) -> None:
    table = Table(tmp_path / "games", deadlines={"ready": 0, "phases": {"other": "2 days at 20:00"}})
    table.begin(turns=2)
    table.reply("red", f"ready: no\n{PICKING}")
    table.run()
    table.clock.forward(days=1, hours=9)
    table.run()
    letter = table.last("red")
    assert letter["X-Adjudicator"] == "reminder" and "you do not count as ready" in words_of(letter)
    assert "\n- {pick: 1, from: plum}\n" in form_of(letter)
