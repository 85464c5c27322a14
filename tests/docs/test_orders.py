"""Every order that the pages show is read by the real reader and carried out in the position that they are about."""

from __future__ import annotations

import pytest

from adjudicator.core import registry, yamlfiles
from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, Plain, Position, Seat
from adjudicator.host import gamefolder, resolving, telling
from tests.docs.pages import DOCS, Block, blocks

PAGES = [DOCS / "players.md"]
BLOCKS = [block for page in PAGES for block in blocks(page, "yaml")]
EXAMPLE = DOCS / "examples" / "two-valleys"
ORCHARD: Plain = {
    "turn": 3,
    "sequence": ["red", "blue"],
    "trees": {"apple": 3, "pear": 2, "plum": 4},
    "baskets": {"red": {"apple": 2}},
}


def position(game: str, phase: str) -> Position:
    rules = registry.ruleset(game)
    if game == "orchard":
        raw_map = yamlfiles.load((rules.folders.scenarios / "windfall.yaml").read_text(encoding="utf-8"))
        return gamefolder.lay_out(rules, raw_map, {**ORCHARD, "phase": phase}, {})
    raw_map, state = (
        yamlfiles.load((EXAMPLE / name).read_text(encoding="utf-8")) for name in ("map.yaml", "state.yaml")
    )
    if phase == "start":
        del raw_map["homes"]
        state = registry.ruleset(game).write_state(
            rules.begin(rules.read_board(raw_map), ("blue", "red"), rules.read_options({}), Draws(bytes(32))).state
        )
    return gamefolder.lay_out(rules, raw_map, {**state, "phase": phase}, {})


def game_of(block: Block) -> str:
    return "orchard" if "orchard" in block.kind.split() else "roads-and-boats"


def sheets(block: Block) -> list[OrderSheet]:
    rules = registry.ruleset(game_of(block))
    defaults = {"game": "two-valleys", "player": "red", "turn": "3"}
    read = resolving.read_text(rules, block.text, ("blue", "red"), defaults)
    assert read.problems == (), (block.place, read.problems)
    return list(read.sheets)


def allowed(phase: str) -> dict[Seat, OrderSheet]:
    """What blue allows on the page in this phase."""
    found = [sheet for block in BLOCKS if "player: blue" in block.text for sheet in sheets(block)]
    return {sheet.seat: sheet for sheet in found if sheet.phase == phase}


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.place)
def test_orders_are_understood_and_carried_out(block: Block) -> None:
    read = sheets(block)
    assert read
    for sheet in read:
        here = position(game_of(block), sheet.phase)
        rules = registry.ruleset(game_of(block))
        told = telling.sentences(rules)
        assert [told.reason(problem) for problem in rules.check(here, sheet)] == []
        if "named" in block.kind.split() or sheet is not read[0]:
            continue  # what it is about stands only in words beside it, or comes after the phase before
        resolution = rules.resolve(here, {**allowed(sheet.phase), sheet.seat: sheet}, Draws(bytes(32)))
        assert [(problem.place, told.reason(problem)) for problem in resolution.refused] == []


def test_every_phase_and_every_verb_is_shown() -> None:
    shown = "\n".join(block.text for block in BLOCKS)
    for game in ("roads-and-boats", "orchard"):
        rules = registry.ruleset(game)
        for phase in rules.phases:
            assert f"phase: {phase}" in shown
            schema = (rules.folders.schemas / f"{phase}.schema.json").read_text(encoding="utf-8")
            for verb in set(_verbs(schema)):
                assert f"{verb}:" in shown, f"{phase}: {verb} is not shown"


def _verbs(schema: str) -> list[str]:
    import re

    return re.findall(r'"x-verb": "(\w+)"', schema)
