"""The order form: sent back unchanged it orders nothing; edited in place it works; editors accept it."""

from __future__ import annotations

import email
import json
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from click.testing import CliRunner
from referencing import Registry, Resource

from adjudicator.cli import adjudicator
from adjudicator.rulesets.roads_and_boats.game import GAME
from tests.host.table import Table, text_of, words_of
from tests.letters.samples import begin_twin_fords, page_of

PHASES = ("production", "movement", "building", "wonder")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begin_twin_fords(tmp_path / "games")


def form_of(letter: EmailMessage) -> str:
    return text_of(letter).partition("BEGIN ORDERS")[2].partition("END ORDERS")[0]


def asked(table: Table) -> EmailMessage:
    return [letter for letter in table.letters("red") if letter["X-Adjudicator"] == "status"][-1]


def held(table: Table) -> EmailMessage:
    return [letter for letter in table.letters("red") if letter["X-Adjudicator"] == "receipt"][-1]


def test_unchanged_it_is_valid_and_orders_nothing_in_every_phase(table: Table) -> None:
    for phase in PHASES:
        form = form_of(asked(table))
        assert max(map(len, form.splitlines())) <= 68
        _valid(form, phase)
        for seat in ("red", "blue"):
            table.order(seat)
        assert any(f"{phase} resolved" in line for line in table.run())
        told = words_of(held(table))
        assert "Your orders were taken".upper() in told and "could not be used".upper() not in told
        assert "orders: []" in told


def _valid(form: str, phase: str) -> None:
    """As an editor with the schema sees it."""
    texts = {file.name: json.loads(file.read_text()) for file in GAME.folders.schemas.glob("*.schema.json")}
    registry: Registry[Any] = Registry().with_resources(
        (name, Resource.from_contents(content)) for name, content in texts.items()
    )
    schema = texts[f"{phase}.schema.json"]
    jsonschema.Draft202012Validator(schema, registry=registry).validate(yaml.safe_load(form))


def test_an_order_with_its_hash_sign_taken_away_counts_though_the_brackets_stand(table: Table) -> None:
    letter = asked(table)
    quoted = "\n".join(f"> {line}" for line in text_of(letter).splitlines())
    edited = quoted.replace("> #- {load: {boards: 1}, onto: donkey-1}", "> - {load: {boards: 1}, onto: donkey-1}")
    assert edited != quoted
    table.reply("red", f"Here you are!\n\nOn Sunday the games wrote:\n{edited}\n")
    table.run()
    told = words_of(held(table))
    assert "- {load: {boards: 1}, onto: donkey-1}" in told and "You count as ready" in told
    assert "the empty brackets were not read" in told


def test_edited_in_place_in_a_reply_of_html_alone(table: Table) -> None:
    letter = asked(table)
    page = page_of(letter).replace("#- {load: {boards: 1}, onto: donkey-1}", "- {load: {boards: 1}, onto: donkey-1}")
    mail = EmailMessage(policy=default)
    mail["From"], mail["To"], mail["Subject"] = "red@example.org", letter["Reply-To"], "Re: orders"
    mail["Message-ID"] = "<html-only@example.org>"
    mail.set_content(f"<html><body><p>Hi</p><blockquote>{page}</blockquote></body></html>", subtype="html")
    table.arrive(email.message_from_bytes(mail.as_bytes(), policy=default).as_bytes())
    table.run()
    assert "- {load: {boards: 1}, onto: donkey-1}" in words_of(held(table))


def test_standing_orders_stand_in_the_form_as_comments(table: Table) -> None:
    table.reply("red", "turn: any\nphase: production\norders:\n- {load: 1 boards, onto: donkey-1}\n")
    table.run()
    table.reply("red", "help\n")
    table.run()
    form = form_of(table.last("red"))
    assert "\n#- {load: {boards: 1}, onto: donkey-1}\n" in form and "\norders: []\n" in form
    _valid(form, "production")


def test_check_says_what_the_receipt_says(table: Table, tmp_path: Path) -> None:
    attached = next(part for part in asked(table).iter_attachments() if str(part.get_filename()).endswith(".position"))
    position, orders = tmp_path / "a.position", tmp_path / "orders.yaml"
    position.write_bytes(attached.get_content())
    orders.write_text("player: red\norders:\n- {load: 9 boards, onto: donkey-1}\n- {breed: donkeys, at: Z9}\n")
    for where in (["--position", str(position)], ["--game", str(table.home / "twin")]):
        done = CliRunner().invoke(adjudicator, ["check", str(orders), *where])
        flat = " ".join(done.output.split())
        assert done.exit_code == 1, done.output
        assert "There is no tile Z9" in flat and "Order 1: certain, but not in full" in flat
    orders.write_text("player: red\norders: []\n")
    done = CliRunner().invoke(adjudicator, ["check", str(orders), "--position", str(position), "--language", "it"])
    assert done.exit_code == 0 and "Nulla è ordinato." in done.output
    orders.write_text("player: red\nallow: [{player: blue, may: give, to: donkey-1, goods: 1 stone}]\norders: []\n")
    done = CliRunner().invoke(adjudicator, ["check", str(orders), "--position", str(position)])
    assert "There are no orders to try; the rest counts as it is written." in " ".join(done.output.split())


def test_orders_for_another_position_are_answered_with_what_has_changed(table: Table) -> None:
    old = asked(table)
    table.order("blue", "{load: 2 boards, onto: donkey-1}")
    table.order("red")
    table.run()
    late = form_of(old).replace("phase: production", "phase: movement").replace("#- {load", "#{load")
    table.reply("red", late, answering=old)
    table.run()
    told = words_of(held(table))
    assert "You do not count as ready" in told and "blue-donkey-1 loads 2 boards at D2." in told
    assert told.index("written for another position") < told.index("WHAT HAS CHANGED SINCE")
