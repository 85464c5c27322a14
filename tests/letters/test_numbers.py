"""What a sentence counts it says of one, too: nowhere "1 boards", nowhere "1 board pass"."""

from __future__ import annotations

import re

import pytest

from adjudicator.core import registry
from adjudicator.core.model import Event
from adjudicator.host.languages import LANGUAGES
from adjudicator.host.telling import Teller
from adjudicator.rulesets.orchard import events as orchard
from adjudicator.rulesets.roads_and_boats import events as boats
from tools.messages import PARTS, messages

NEVER_ONE = {
    "%(bricks)s neutral bricks stand in the wonder from the beginning.",
    "%(player)s runs %(building)s at %(place)s %(runs)s times: %(used)s become %(made)s.",
    "Left lying together, %(used)s are lost.",
    "Lines {line} to {last} come before the first key and were not read.",
    "More than {most} documents stand in this text; from here on nothing was read.",
    "This document holds more than {most} entries, so it was not read.",
    "This is nested deeper than the {most} levels that are read.",
    "This text is longer than the {most} characters that are read.",
    "You would own {owned} boats and may own {most}; name one at a factory to be scrapped.",
    "You would own {owned} transporters and may own {most}; name one at a factory to be scrapped.",
    "You would own {owned} transporters for the land and may own {most}; name one at a factory to be scrapped.",
    "{place} is {cost} steps away, and {transporter} makes at most {steps}; it stays where it is.",
    "{transporter} has made its {steps} steps.",
    "{wanted} runs were asked for, but {building:the} at {place} could only make {done}.",
}
"""A number that the rules, the tables or the code keep above one."""

NO_COUNT = {
    "No orders of {player} are awaited in this phase.",
    "Orders for %(phase)s are owed by %(players)s until %(due)s.",
    "Orders for %(phase)s are owed by %(players)s.",
    "Brick %(mark)s ends the game.",
    "Brick %(mark)s irrigates the deserts.",
    "Once %(mark)s stand, all cost 1 more.",
    "The banks of {tile} are {banks:and}; a bridge joins two of them.",
    "The geese at %(place)s hatch %(young)s.",
    "There is no filling {fill}; there are {fills}.",
    "from now on letters of %(game)s go to %(address)s.",
    "you asked that letters of %(game)s go to %(address)s. To confirm it, answer this letter with the line",
    "{got} is no player of this game; expected {players:or}.",
    "{one} and {other} do not reach each other.",
    "{place} are not two banks of one tile.",
}
"""The verb or the noun belongs to something else, of which there are always several or only ever one."""

GAP = r"(?:%\(\w+\)s|\{[\w:-]+\})"
NUMBERS = (
    "count|number|hours|days|most|left|steps|runs|wanted|got|points|coins|bricks|missed|owned|bought|pieces|mark|cost"
)
VERBS = "are|were|have|do|go|lie|pass|become|follow|stand|hatch"
SEVERAL = (
    rf"(?:%\((?:{NUMBERS})\)s|\{{(?:{NUMBERS})\}})(?: \w+){{0,2}} (?:\w+s|geese)\b",
    rf"{GAP}(?: (?:of|at|on|in|from|for) (?:{GAP}|\w+)){{0,2}} (?:{VERBS})\b",
    rf"\b(?:are|were) {GAP}",
)


@pytest.mark.parametrize("part", PARTS)
def test_what_is_counted_is_said_of_one_too(part: str) -> None:
    """In two forms, or so that the number decides nothing. What is right nonetheless is named above."""
    alone = [each for each in messages(part) if isinstance(each, str)]
    found = {each for each in alone if any(re.search(pattern, each) for pattern in SEVERAL)}
    assert found - NEVER_ONE - NO_COUNT == set()


def _mill(logs: int) -> Event:
    return boats.FactoryRan(
        seat="red", at="C5", building="sawmill", runs=1, used={"C5": {"trunks": logs}}, made={"C5": {"boards": 2}}
    )


TOLD: list[tuple[str, Event, dict[str, str]]] = [
    (
        "roads-and-boats",
        boats.GoodsHandedOver(source="donkey-1", target="raft-1", goods={"boards": 1}),
        {
            "en": "1 board passes from donkey-1 to raft-1.",
            "fr": "1 planche passe de donkey-1 à raft-1.",
            "it": "1 asse passa da donkey-1 a raft-1.",
        },
    ),
    (
        "roads-and-boats",
        boats.GoodsHandedOver(source="donkey-1", target="raft-1", goods={"boards": 1, "gold": 1}),
        {
            "en": "1 board and 1 gold pass from donkey-1 to raft-1.",
            "fr": "1 planche et 1 or passent de donkey-1 à raft-1.",
            "it": "1 asse e 1 oro passano da donkey-1 a raft-1.",
        },
    ),
    (
        "roads-and-boats",
        _mill(1),
        {
            "en": "red runs the sawmill at C5: 1 trunk from C5 becomes 2 boards on C5.",
            "fr": "red fait tourner la scierie en C5\u00a0: 1 tronc de C5 devient 2 planches sur C5.",
            "it": "red fa lavorare la segheria in C5: 1 tronco da C5 diventa 2 assi su C5.",
        },
    ),
    ("roads-and-boats", _mill(2), {"en": "red runs the sawmill at C5: 2 trunks from C5 become 2 boards on C5."}),
    (
        "roads-and-boats",
        boats.GeeseLed(transporter="donkey-1", at="B2", geese=1),
        {"en": "1 goose at B2 follows donkey-1 from here on.", "fr": "1 oie en B2 suit désormais donkey-1."},
    ),
    (
        "roads-and-boats",
        boats.GameEnded(reason="wonder", ranking=("red", "blue"), scores={"red": 2, "blue": 1}),
        {"en": "The game is over: 1. red with 2 points; 2. blue with 1 point."},
    ),
    (
        "orchard",
        orchard.FruitSold(seat="red", fruit="apple", pieces=1, coins=1),
        {"en": "red sells 1 apple for 1 coin.", "it": "red vende 1 mela per 1 moneta."},
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "event", "told"), TOLD)
def test_an_event_with_one_piece(game: str, event: Event, told: dict[str, str], language: str) -> None:
    said = Teller(registry.ruleset(game), str, language).event(event)
    assert said == told.get(language, said)
