"""What a map maker is told of ways that differ and of mountains that nobody has to fight for."""

from __future__ import annotations

from adjudicator.core.model import Plain
from adjudicator.rulesets.roads_and_boats.mapfile import read_map
from adjudicator.rulesets.roads_and_boats.mapreport import contested, report, told

# From home C1 southwards in one column, so that the steps can be counted.
COLUMN = {"C1": "pasture", "C2": "woods", "C3": "rock", "C4": "desert", "C5": "desert", "C6": "pasture", "C7": "woods"}


def column(homes: list[str], **tiles: str) -> Plain:
    return {"name": "column", "players": 2, "homes": homes, "tiles": {**COLUMN, **tiles}}


def test_ways_that_differ_by_more_than_a_step_are_a_doubt() -> None:
    doubts = report(read_map(column(["C1", "C7"]))).doubts
    assert "From home C1 the nearest rock is 2 steps away, from home C7 4." in doubts
    assert not any("woods is" in doubt for doubt in doubts)


def test_what_only_some_can_walk_to_is_a_doubt() -> None:
    apart = column(["C1", "C7"], C4="sea", C2="mountain")
    assert "Some homes have no way to mountain, others have." in report(read_map(apart)).doubts


def test_a_mountain_is_contested_where_ways_differ_by_one_step_at_most() -> None:
    assert contested(read_map(column(["C1", "C7"], C4="mountain"))) == ("C4",)
    assert contested(read_map(column(["C1", "C7"], C5="mountain"))) == ()
    assert contested(read_map(column(["C1", "C6"], C4="mountain"))) == ("C4",)


def test_a_mountain_on_an_island_is_contested_as_the_crow_flies() -> None:
    assert contested(read_map(column(["C1", "C7"], C3="sea", C4="mountain", C5="sea"))) == ("C4",)


def test_without_a_contested_mountain_nobody_has_to_fight() -> None:
    sentence = "No mountain is as near to one home as to another: nobody has to fight for one."
    assert sentence in report(read_map(column(["C1", "C7"], C2="mountain"))).doubts
    assert sentence not in report(read_map(column(["C1", "C7"], C4="mountain"))).doubts


def test_what_cannot_be_walked_to_is_told_apart_from_what_is_not_there() -> None:
    text = told(report(read_map(column(["C1", "C7"], C4="sea", C2="mountain", C7="pasture"))))
    lines = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.startswith(("C1 ", "C7 "))}
    assert lines == {"C1": ["none", "2", "0", "1", "2"], "C7": ["none", "no", "way", "0", "no", "way", "2"]}


def test_a_map_without_homes_or_players_is_told_too() -> None:
    text = told(report(read_map({"tiles": COLUMN})))
    assert text.startswith("A map without a name: 7 tiles, 7 of them land\n")
    assert "It does not say for how many players it is." in text
