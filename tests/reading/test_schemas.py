"""The schemas of Roads & Boats: right as JSON Schema, complete for the rules, the same to us and to editors."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from referencing import Registry, Resource

from adjudicator.core import folders, yamlfiles
from adjudicator.core.options import complete
from adjudicator.core.reading import bundle
from adjudicator.core.reading.schema import shape_of
from adjudicator.rulesets.roads_and_boats import conditions
from adjudicator.rulesets.roads_and_boats import orders as rb_orders
from adjudicator.rulesets.roads_and_boats.statefile import write_state
from adjudicator.rulesets.roads_and_boats.tables import TABLES
from tests.reading.letters import PHASES, orders, read, schema_for, told
from tests.reading.schema_sheets import bodies
from tests.roads_and_boats.strategies import positions

FOLDER = folders.schemas("roads_and_boats")
FILES = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}
REGISTRY: Registry[Any] = Registry().with_resources(
    (f"https://example.test/{name}", Resource.from_contents(schema)) for name, schema in FILES.items()
)


def editor(name: str) -> jsonschema.Draft202012Validator:
    """As an editor validates: the files as they are, relative references resolved beside them."""
    there = {"$ref": f"https://example.test/{name}.schema.json"}
    return jsonschema.Draft202012Validator(there, registry=REGISTRY)


def test_files() -> None:
    names = {*PHASES, "common", "map", "state", "options"}
    assert {name.removesuffix(".schema.json") for name in FILES} == names


@pytest.mark.parametrize("name", FILES)
def test_right_as_json_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(FILES[name])


@pytest.mark.parametrize("phase", PHASES)
def test_bundled_schema_needs_no_other_file(phase: str) -> None:
    schema = schema_for(phase)
    assert schema is not None and "common.schema.json" not in json.dumps(schema)
    assert shape_of(schema) is shape_of(schema), "made once"


def test_a_definition_cannot_have_two_meanings() -> None:
    files = {"a": '{"$defs": {"x": {}}, "$ref": "b#/$defs/x"}', "b": '{"$defs": {"x": {"type": "string"}}}'}
    with pytest.raises(ValueError, match="both define x"):
        bundle("a", files.__getitem__)


# The order files of the contract, phase by phase.
CONTRACT = {
    "start": "- {home: [B2, F5, C7a]}",
    "production": """\
- {load: {gold: 1}, onto: donkey-2}
- {load: {gold: 1}, onto: donkey-2, at: D4a, exactly: true}
- {unload: {boards: 1}, from: donkey-2}
- {give: {boards: 1}, from: donkey-2, to: wagon-1}
- {take: {gold: 1}, from: blue-donkey-1, onto: donkey-2}
- {give: {trunks: 2}, from: D4a, to: D4b, by: raft-1}
- {produce: sawmill, at: C5, from: [donkey-1, tile], runs: 2, onto: donkey-1}
- {produce: papermill, at: D6, use: [boards, trunks]}
- {produce: wagon-factory, at: C5, donkey: donkey-2, as: wagon-2}
- {produce: raft-factory, at: C4, launch: river}
- {produce: steamer-factory, at: C4, launch: SE, as: steamer-1, scrap: raft-1}
- {research: shipping, at: D6, upgrade: [C4]}
- {research: [shipping, rowing], at: D6, upgrade: all}
- {breed: donkeys, at: B3, scrap: wagon-1}
- {first_of: [{produce: mint, at: C5}, {load: {gold: 2}, onto: donkey-1}]}
- {all_of: [{produce: mint, at: C5, exactly: true}, {unload: all, from: donkey-1}]}
- {if: {goods: {gold: 1}, at: E7}, then: [{produce: mint, at: C5}], else: [{unload: all, from: donkey-1}]}
- {if: {all: [{after: blue}, {slot: 1}, {goods: {gold: 1}, aboard: donkey-1}]}, then: [{produce: mint, at: C5}]}
- {if: {all: [{present: blue, at: E7}, {present: blue-raft-1, at: E7~}]}, then: [{produce: mint, at: C5}]}
- {if: {not: {building: any, at: E7}}, then: [{produce: mint, at: C5}]}
- {if: {any: [{road: C4a-D4}, {bridge: C4a-C4b}, {wonder: 60}]}, then: [{produce: mint, at: C5}]}
- {if: {wall: C4-C5, owner: blue, strength: 2}, then: [{produce: mint, at: C5}]}
""",
    "movement": """\
- move: donkey-1
  steps:
    - {load: {boards: 2}}
    - {lead: {geese: 2}}
    - {go: D4}
    - {unload: {boards: 2}}
    - {leave: {geese: 1}}
    - {go: D5}
- {move: raft-2, steps: [{go: C7}, {go: D7}, {dock: E7a}]}
- {move: raft-3, steps: [{go: D6~}, {go: D5~}]}
- {move: truck-1, to: F7}
- {set_down: donkey-2, at: C4a}
- {move: truck-2, steps: [{pick_up: donkey-3}, {go: B3}]}
- {move: truck-2, steps: [{give: {gold: 1}, to: blue-donkey-1}, {take: {gold: 1}, from: blue-donkey-1}]}
- {move: raft-1, go: D4}
- {move: raft-1, go: [D4, D5]}
- {move: donkey-1, steps: [{if: {before: blue}, then: [{go: D4}]}, {first_of: [{go: D5}, {all_of: [{go: D6}]}]}]}
""",
    "building": """\
- {build: sawmill, at: C5, pay: [tile, donkey-1]}
- {build: mine, at: E7, fill: normal}
- {build: shaft, at: E7, fill: big}
- {build: road, from: C4a, to: D4}
- {build: bridge, at: C4}
- {build: bridge, at: C4, between: [a, b]}
- {build: wall, edge: C4-C5, side: C4, strength: 2}
- {demolish: wall, edge: D4-D5, side: D4}
- {load: {gold: 1}, onto: donkey-2}
""",
    "wonder": """\
- {bricks: 2, pay: [clay, trunks], keep: {trunks: 1}, leave_last: true}
- {unload: all, from: donkey-1}
""",
}
REST = """\
sequence:
  request: true
  pray: {stop_if: [blue]}
  prefer: [1, {before: blue}, last]
allow:
- {player: blue, may: take, from: donkey-1, goods: {stone: 1}, at: C5, for: bridge}
- {player: any, may: give, to: donkey-1, goods: {gold: 1}}
- {player: any, may: ferry, by: raft-1}
- {player: blue, may: carry, transporter: donkey-2}
"""


@pytest.mark.parametrize("phase", PHASES)
def test_the_contract_is_read_as_it_is_written(phase: str) -> None:
    rest = "" if phase == "start" else REST
    got = read(f"phase: {phase}\n{rest}orders:\n{CONTRACT[phase]}")
    assert [told(problem) for problem in got.problems] == []
    raw = yaml.load(f"phase: {phase}\n{rest}orders:\n{CONTRACT[phase]}", Loader=yaml.CSafeLoader)
    editor(phase).validate(raw)
    body = got.sheets[0].body
    if rest:
        assert body["sequence"] == raw["sequence"] and body["allow"] == raw["allow"]
    for written, understood in zip(raw["orders"], body["orders"], strict=True):
        if "go" in written:  # the short form for a single step
            written = {"move": written["move"], "steps": [{"go": written["go"]}]}
        if isinstance(written.get("research"), str):
            written = {**written, "research": [written["research"]]}
        assert understood == written


def test_every_verb_of_the_rules_has_a_schema_and_every_schema_a_rule() -> None:
    text = "\n".join(json.dumps(FILES[f"{phase}.schema.json"]) for phase in PHASES)
    common = FILES["common.schema.json"]["$defs"]
    verbs = {
        part["x-verb"]
        for name, schema in FILES.items()
        for key, part in schema.get("$defs", {}).items()
        if "x-verb" in part and (name != "common.schema.json" or f'common.schema.json#/$defs/{key}"' in text)
    }
    assert verbs == set(rb_orders.VERBS)
    tests = {common[branch["$ref"].rpartition("/")[2]]["x-verb"] for branch in common["condition"]["oneOf"]}
    assert tests == set(conditions._TESTS)


def test_words_are_those_of_the_tables() -> None:
    common = FILES["common.schema.json"]["$defs"]
    assert set(common["good"]["enum"]) == set(TABLES.goods) == set(common["goods"]["anyOf"][0]["properties"])
    assert set(common["building"]["enum"]) == set(TABLES.buildings)
    for kind in TABLES.transporters:
        assert f"({kind}|" in common["transporter"]["pattern"] or f"|{kind}" in common["transporter"]["pattern"]
    produced = {
        word
        for part in FILES["production.schema.json"]["$defs"].values()
        if part.get("x-verb") == "produce"
        for word in part["properties"]["produce"].get("enum", [part["properties"]["produce"].get("const")])
    }
    assert produced == {name for name, building in TABLES.buildings.items() if building.group != "primary"}


@pytest.mark.parametrize("phase", PHASES)
def test_whatever_a_schema_allows_reads_back(phase: str) -> None:
    """Long forms drawn from the schema: valid for an editor, read without a problem, and unchanged."""
    check = editor(phase)

    @settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
    @given(bodies(phase))
    def reads_back(body: dict[str, Any]) -> None:
        check.validate({"phase": phase, **body})
        for width in (None, 72):
            got = read(yamlfiles.dump({"phase": phase, **body}, width=width))
            assert [told(problem) for problem in got.problems] == []
            assert got.sheets[0].body == body

    reads_back()


def test_short_forms_are_allowed_in_editors_too() -> None:
    text = """\
- {load: 2 boards + 1 gold, onto: donkey-1}
- {load: [2 boards, 1 gold], onto: donkey-1}
- {produce: sawmill, at: C5, from: donkey-1}
- {research: shipping, at: D6, upgrade: C4}
- {if: {goods: 1 gold, at: E7}, then: {produce: mint, at: C5}}
"""
    editor("production").validate({"phase": "production", "orders": yaml.load(text, Loader=yaml.CSafeLoader)})
    assert orders(text, "production")[0] == {"load": {"boards": 2, "gold": 1}, "onto": "donkey-1"}
    text = "- {move: raft-1, go: [C7, D7], dock: E7a}\n- {move: donkey-1, steps: {go: 'D4, D5'}}\n"
    editor("movement").validate({"phase": "movement", "orders": yaml.load(text, Loader=yaml.CSafeLoader)})


@pytest.mark.parametrize(
    ("text", "phase"),
    [
        ("- {produce: sawmill, at: C5, launch: river}", "production"),
        ("- {produce: truck-factory, at: C5, donkey: donkey-1}", "production"),
        ("- {produce: papermill, at: C5, use: [boards]}", "production"),
        ("- {produce: quarry, at: C5}", "production"),
        ("- {build: sawmill, at: C5, fill: big}", "building"),
        ("- {build: wall, at: C4}", "building"),
        ("- {build: road, from: C4~, to: D4}", "building"),
        ("- {move: donkey-1, steps: [{load: 1 gold, onto: donkey-2}]}", "movement"),
        ("- {load: 1 gold, onto: donkey-2}", "movement"),
        ("- {home: [C4~]}", "start"),
        ("- {bricks: 0}", "wonder"),
        ("- {bricks: 1, pay: [bricks]}", "wonder"),
    ],
)
def test_refused_by_us_and_by_editors(text: str, phase: str) -> None:
    got = read(f"phase: {phase}\norders:\n{text}\n")
    assert got.problems and got.sheets[0].body["orders"] == [None]
    raw = {"phase": phase, "orders": yaml.load(text, Loader=yaml.CSafeLoader)}
    assert not editor(phase).is_valid(raw)


# -- maps, positions, options ------------------------------------------------------------------------------------------


def test_maps_of_the_scenarios() -> None:
    scenarios = sorted(folders.scenarios("roads_and_boats").glob("*.yaml"))
    assert scenarios
    for path in scenarios:
        editor("map").validate(yamlfiles.load(path.read_text(encoding="utf-8"), path.name))
    broken: tuple[Any, ...] = (
        {"tiles": {}},
        {"tiles": {"C4": "swamp"}},
        {"tiles": {"C0": "sea"}},
        {"tiles": {"C4": {"river": ["N"]}}},
    )
    assert not [raw for raw in broken if editor("map").is_valid(raw)]


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(positions())
def test_positions(position: Any) -> None:
    _, state = position
    written = write_state(state)
    editor("state").validate(written)
    text = yamlfiles.dump(written, inline=("temple", "sequence", "over"))
    assert yamlfiles.load(text) == written


@given(st.sampled_from(["turn", "players", "goods"]))
def test_broken_positions_are_seen_by_editors(key: str) -> None:
    good = {"ruleset": "roads-and-boats", "turn": 3, "phase": "movement", "players": {"red": {"home": "B2"}}}
    editor("state").validate(good)
    assert not editor("state").is_valid({**good, key: "x"})


def test_options_are_explained_and_have_a_default_among_their_values() -> None:
    schema = FILES["options.schema.json"]
    assert set(schema["properties"]) == {
        "handling_in_build_and_wonder",
        "desert_bridges",
        "conflict_calls",
        "trading",
        "brick_rounds",
        "dropout",
        "round",
        "start_tiles",
        "solo_mines",
        "missing_orders",
    }
    for option in schema["properties"].values():
        assert option["default"] in option["enum"] and option["description"]
    editor("options").validate(complete(schema, {}))
    assert not editor("options").is_valid({"trading": "maybe"}) and not editor("options").is_valid({"tradng": "no"})
