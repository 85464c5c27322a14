"""Whole phases, played by four people whose orders and letters go through real servers."""

from __future__ import annotations

import pytest

from adjudicator.core.model import BadInput
from tests.host.table import text_of
from tests.mail.table import FOUR, MailTable


def test_four_players_play_orchard_to_its_end(table: MailTable) -> None:
    table.begin(turns=1)
    for seat in FOUR:
        assert table.letters(seat)[-1]["Subject"].startswith("windfall: the game begins")
    table.order("red", "{pick: 2, from: apple}", "{pick: 1, from: pear}")
    table.order("blue", "{pick: 2, from: apple}")
    table.order("green")
    table.order("yellow", "{pick: 1, from: plum}")
    told = table.run()
    assert "mail: 4 orders" in told and "windfall: T01/picking resolved" in told and "letters: 8 sent" in told
    for seat in FOUR:
        subjects = [letter["Subject"] for letter in table.letters(seat)]
        assert "windfall: orders taken" in subjects
        assert "Reply-To" in table.letters(seat)[-1]
    for seat in FOUR:
        table.order(seat, "{sell: 9, fruit: apple}")
    assert "windfall: T01/market resolved" in table.run()
    assert set(table.state()["over"]["ranking"]) == set(FOUR)
    assert table.run() == []
    assert table.verdicts() == ["orders"] * 8
    assert table.lying_in("INBOX") == [] and len(table.lying_in("Taken")) == 8


def test_four_players_play_a_turn_of_roads_and_boats(table: MailTable) -> None:
    """Production, movement, building and the wonder, each ordered on the form that the letter before brought."""
    table.begin("winds", "roads-and-boats", "four-winds")
    asked = {
        "production": "{load: {boards: 1}, onto: donkey-1}",
        "movement": "{move: donkey-2, steps: [{load: {stone: 1}}, {unload: {stone: 1}}]}",
        "building": "{build: woodcutter, at: A1}",
        "wonder": "{bricks: 1}",
    }
    for phase, order in asked.items():
        assert table.state("winds")["phase"] == phase
        for seat in FOUR:
            table.order(seat, order)
        told = table.run()
        assert "mail: 4 orders" in told and f"winds: T01/{phase} resolved" in told
        assert all("winds" in table.letters(seat)[-1]["Subject"] for seat in FOUR)
    state = table.state("winds")
    assert (state["turn"], state["phase"]) == (2, "production")
    loads = {seat: state["transporters"][f"{seat}-donkey-1"]["load"] for seat in FOUR}
    assert loads == {seat: {"boards": 1} for seat in FOUR}
    assert table.lying_in("INBOX") == [] and len(table.lying_in("Taken")) == 16


def test_a_server_that_will_not_move_what_is_taken_holds_up_no_game(table: MailTable) -> None:
    """A folder that is full, or not ours: the orders count all the same, and the moderator is told of it."""
    table.begin(turns=1)
    table.order("red", "{pick: 2, from: apple}")
    table.run()
    table.dovecot.allow(table.gm, "lr", "Taken")
    for seat in ("blue", "green", "yellow"):
        table.order(seat)
    with pytest.raises(BadInput, match="mail that was taken could not be moved out of the way"):
        table.run()
    assert table.state()["phase"] == "market"
    assert len(table.lying_in("INBOX")) == 3
    table.dovecot.allow(table.gm, "lrwstipekxa", "Taken")
    assert table.run() == ["mail: 3 again"]
    assert table.lying_in("INBOX") == [] and len(table.lying_in("Taken")) == 4


def test_every_letter_has_one_recipient_and_one_message_id(table: MailTable) -> None:
    table.begin()
    assert len(table.relay.log) == 4
    assert all(len(one.recipients) == 1 for one in table.relay.log)
    for seat in FOUR:
        (letter,) = table.letters(seat)
        assert letter["To"] == f"{letter['To'].addresses[0].display_name} <{table.user(seat)}@example.org>"
        others = [table.user(other) for other in FOUR if other != seat]
        assert not any(f"{other}@" in letter.as_string() for other in others)


def test_later_orders_of_the_same_second_replace_earlier_ones(table: MailTable) -> None:
    """The server counts arrival in whole seconds; the order in which it numbered the mails decides."""
    table.begin()
    for count in (1, 2, 1, 2, 1, 2):
        table.order("red", f"{{pick: {count}, from: apple}}")
    table.run()
    letter = next(one for one in reversed(table.letters("red")) if "WHAT IS HELD" in text_of(one))
    held = (table.home / "host/games/windfall/pending/red").iterdir()
    assert "pick: 2" in next(held).read_text()
    assert letter["Subject"] == "windfall: orders taken"
