"""The tables say what the rules say, and one that contradicts itself or another is found out when it is read."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml

from adjudicator.rulesets.roads_and_boats.table_files import read_tables
from adjudicator.rulesets.roads_and_boats.tables import TABLES, BrokenTable, Input, Tables, Upgrade, _ReadWhenAsked

OURS = Path(str(files("adjudicator.rulesets.roads_and_boats") / "tables"))
LETTERS = {"B": "boards", "S": "stone", "T": "trunks"}

# Written a second time, in another form than the files, so that a slip of the finger in either shows.
BUILDINGS = """
woodcutter       1B     woods     -         -            1 trunks   1
quarry           2B     rock      -         -            1 stone    1
clay-pit         3B     shore     -         -            1 clay     1
mine             3B+1S  mountain  -         -            -          1
oil-rig          3B+1S  sea       drilling  -            1 fuel     1
sawmill          2B+1S  land      -         1T           2 boards   3
coal-burner      3B     land      -         2B/T         1 fuel     6
papermill        1B+1S  land      -         2B/T         1 paper    1
stone-factory    2B     land      -         1clay        2 stone    3
mint             2B+1S  land      -         2gold+1fuel  1 coins    1
stock-exchange   3S     land      -         2coins+1paper 1 stock   6
wagon-factory    2B+1S  land      -         2B           1 wagon    1
truck-factory    2B+2S  land      trucking  1iron+1fuel  1 truck    1
raft-factory     1B+1S  shore     -         2T           1 raft     1
rowboat-factory  2B+1S  shore     rowing    5B           1 rowboat  1
steamer-factory  2B+2S  shore     shipping  1iron+2fuel  1 steamer  1
"""


def _amounts(written: str) -> dict[tuple[str, ...], int]:
    if written == "-":
        return {}
    parts = [(part.lstrip("0123456789"), part) for part in written.split("+")]
    return {
        tuple(LETTERS.get(name, name) for name in names.split("/")): int(part.removesuffix(names))
        for names, part in parts
    }


@pytest.mark.parametrize("line", BUILDINGS.strip().splitlines(), ids=lambda line: line.split()[0])
def test_buildings_are_as_printed(line: str) -> None:
    kind, cost, ground, research, inputs, *made, runs = line.split()
    building = TABLES.buildings[kind]
    assert {(good,): number for good, number in building.cost.items()} == _amounts(cost)
    assert building.ground == ground
    assert building.research == (None if research == "-" else research)
    assert {needed.goods: needed.count for needed in building.inputs} == _amounts(inputs)
    assert building.output == (None if made == ["-"] else (made[1], int(made[0])))
    assert building.runs == int(runs)
    assert building.donkey == (kind == "wagon-factory")
    assert building.launches == (kind in {"raft-factory", "rowboat-factory", "steamer-factory"})


def test_names_and_their_order_are_those_of_the_state_file() -> None:
    assert " ".join(TABLES.goods) == "trunks boards paper geese clay stone fuel iron gold coins stock"
    assert " ".join(TABLES.transporters) == "donkey wagon truck raft rowboat steamer"
    assert [*TABLES.buildings] == [line.split()[0] for line in BUILDINGS.strip().splitlines()]
    assert " ".join(TABLES.research) == "rowing trucking shipping drilling specialisation enlargement new-shafts"
    assert " ".join(TABLES.mixtures) == "normal gold iron big"


def test_transporters_are_as_printed() -> None:
    figures = {
        kind.kind: (kind.carries, kind.moves, kind.off_road, kind.water) for kind in TABLES.transporters.values()
    }
    assert figures == {
        "donkey": (2, 2, 1, False),
        "wagon": (3, 3, 0, False),
        "truck": (6, 4, 0, False),
        "raft": (3, 3, 0, True),
        "rowboat": (5, 4, 0, True),
        "steamer": (8, 6, 0, True),
    }
    assert [kind.kind for kind in TABLES.transporters.values() if kind.needs_road] == ["wagon", "truck"]


def test_the_rest_is_as_printed() -> None:
    assert {good: worth for good, worth in TABLES.worth.items() if worth} == {"gold": 10, "coins": 40, "stock": 120}
    assert {fill: (mix.gold, mix.iron) for fill, mix in TABLES.mixtures.items()} == {
        "normal": (3, 3),
        "gold": (4, 0),
        "iron": (0, 4),
        "big": (5, 5),
    }
    assert TABLES.upgrades == {
        "rowing": Upgrade("rowboat-factory", ("raft-factory", "steamer-factory")),
        "trucking": Upgrade("truck-factory", ("wagon-factory",)),
        "shipping": Upgrade("steamer-factory", ("raft-factory", "rowboat-factory")),
    }
    assert (sum(TABLES.wonder.rows[:4]), sum(TABLES.wonder.rows[:9]) + 1) == (17, 45)
    assert (TABLES.wonder.price_mark, TABLES.wonder.irrigation, TABLES.wonder.neutral) == (17, 45, 33)
    assert TABLES.wonder.ends == {2: 62, 3: 66, 4: 69, 5: 76, 6: 83}
    assert (TABLES.start.transporters, TABLES.start.goods) == ({"donkey": 3}, {"boards": 5, "stone": 1, "geese": 2})
    assert (TABLES.limits.all, TABLES.limits.land, TABLES.limits.water) == (8, 5, 5)
    assert TABLES.costs.research == {"geese": 2, "paper": 1}


def test_boards_are_taken_before_trunks() -> None:
    assert TABLES.buildings["papermill"].inputs == (Input(("boards", "trunks"), 2),)
    assert TABLES.buildings["coal-burner"].inputs == (Input(("boards", "trunks"), 2),)


def test_nothing_is_read_before_it_is_asked_for() -> None:
    fresh = _ReadWhenAsked()
    assert vars(fresh) == {}
    with pytest.raises(AttributeError):
        fresh.walls  # type: ignore[attr-defined]  # noqa: B018
    assert vars(fresh) == {}
    assert fresh.limits.all == 8
    assert vars(fresh) == vars(read_tables())


def test_tables_are_read_from_a_package_that_is_not_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "package.whl", "w") as package:
        for file in OURS.iterdir():
            package.write(file, f"tables/{file.name}")
    inside: Any = zipfile.Path(tmp_path / "package.whl", "tables/")
    assert vars(read_tables(inside)) == vars(read_tables())


# -- every kind of breakage ------------------------------------------------------------------------------------------


def _broken(tmp_path: Path, file: str, breaking: Callable[[Any], object]) -> BrokenTable:
    """What reading says when one of the files has been changed like that."""
    shutil.copytree(OURS, tmp_path / "tables")
    path = tmp_path / "tables" / f"{file}.yaml"
    content = yaml.safe_load(path.read_text())
    breaking(content)
    path.write_text(yaml.safe_dump(content, sort_keys=False))
    with pytest.raises(BrokenTable) as caught:
        read_tables(tmp_path / "tables")
    return caught.value


def put(*path: str | int, to: object) -> Callable[[Any], object]:
    def breaking(content: Any) -> None:
        for part in path[:-1]:
            content = content[part]
        content[path[-1]] = to

    return breaking


def drop(*path: str | int) -> Callable[[Any], object]:
    def breaking(content: Any) -> None:
        for part in path[:-1]:
            content = content[part]
        del content[path[-1]]

    return breaking


# the file to break, how, the entry at fault, a word of the message; fifth, the file at fault where it is another
BREAKAGES: dict[str, tuple[Any, ...]] = {
    "a cost in no good": ("buildings", put("quarry", "cost", to={"bords": 2}), "quarry", "bords"),
    "an input that is no good": ("buildings", put("sawmill", "inputs", 0, "goods", to=["logs"]), "sawmill", "logs"),
    "a road of no good": ("costs", put("road", to={"gravel": 1}), "road", "gravel"),
    "a bridge of no good": ("costs", put("bridge", to={"rope": 1}), "bridge", "rope"),
    "a shaft of no good": ("costs", put("shaft", "coal", to=1), "shaft", "coal"),
    "research from no good": ("costs", put("research", to={"goose": 2}), "research", "goose"),
    "a wall of no good": ("costs", put("wall_good", to="brick"), "wall_good", "brick"),
    "demolition with no good": ("costs", put("demolish_good", to="axes"), "demolish_good", "axes"),
    "a start with no good": ("start", put("goods", "beer", to=1), "goods", "beer"),
    "payment with no good": ("wonder", put("pay", 0, to="beer"), "pay", "beer"),
    "a good less": ("goods", drop("fuel"), "shaft", "fuel", "costs"),
    "an input that nothing produces": ("buildings", drop("papermill"), "stock-exchange", "nothing produces"),
    "gold that no mine holds": (
        "mines",
        lambda mines: [mix.update(gold=0) for mix in mines.values()],
        "mint",
        "gold",
        "buildings",
    ),
    "an input of nothing": ("buildings", put("mint", "inputs", 0, "goods", to=[]), "mint", "without goods"),
    "no capacity to carry": ("transporters", put("wagon", "carries", to=0), "wagon", "carries"),
    "no steps to move": ("transporters", put("raft", "moves", to=-1), "raft", "moves"),
    "a capacity in words": ("transporters", put("truck", "carries", to="six"), "truck", "carries"),
    "a capacity that is true": ("transporters", put("truck", "carries", to=True), "truck", "carries"),
    "a class of its own": ("transporters", put("raft", "class", to="air"), "raft", "class"),
    "no runs": ("buildings", put("mint", "runs", to=0), "mint", "runs"),
    "a group of its own": ("buildings", put("mint", "group", to="tertiary"), "mint", "group"),
    "ground that is none": ("buildings", put("quarry", "ground", to="rocks"), "quarry", "ground"),
    "a cost of nothing": ("buildings", put("quarry", "cost", to={}), "quarry", "cost"),
    "two outputs": ("buildings", put("sawmill", "makes", to={"boards": 2, "paper": 1}), "sawmill", "one kind"),
    "no output": ("buildings", drop("sawmill", "makes"), "sawmill", "draw or make"),
    "a mine that also makes": ("buildings", put("mine", "makes", to={"gold": 1}), "mine", "draw or make"),
    "a bag without a mine": (
        "buildings",
        lambda b: (b["clay-pit"].update(draws=True), b["clay-pit"].pop("makes"), b.pop("stone-factory")),
        "clay-pit",
        "bag",
    ),
    "a primary producer with inputs": (
        "buildings",
        put("quarry", "inputs", to=[{"goods": ["clay"], "count": 1}]),
        "quarry",
        "primary",
    ),
    "a factory without inputs": ("buildings", drop("sawmill", "inputs"), "sawmill", "needs inputs"),
    "a factory for what is no transporter": (
        "buildings",
        put("truck-factory", "makes", to={"paper": 1}),
        "truck-factory",
        "paper",
    ),
    "a producer of what is no good": ("buildings", put("quarry", "makes", to={"truck": 1}), "quarry", "truck"),
    "made elsewhere than said": ("transporters", put("truck", "made_at", to="wagon-factory"), "truck", "made_at"),
    "said to be made, but not": ("transporters", put("donkey", "made_at", to="sawmill"), "donkey", "made_at"),
    "neither made nor there": (
        "transporters",
        lambda t: t.update(mule={"class": "land", "carries": 1, "moves": 1}),
        "mule",
        "neither",
    ),
    "a boat not launched": ("buildings", drop("raft-factory", "launches"), "raft-factory", "launches"),
    "a truck launched": ("buildings", put("truck-factory", "launches", to=True), "truck-factory", "launches"),
    "boards launched": ("buildings", put("sawmill", "launches", to=True), "sawmill", "launches"),
    "boats made inland": ("buildings", put("raft-factory", "ground", to="land"), "raft-factory", "shore"),
    "a boat off the road": ("transporters", put("raft", "off_road", to=1), "raft", "off the road"),
    "faster off the road": ("transporters", put("donkey", "off_road", to=3), "donkey", "further"),
    "a wagon without donkeys": ("transporters", drop("donkey"), "wagon-factory", "donkey", "buildings"),
    "a filling of nothing": ("mines", put("gold", "gold", to=0), "gold", "nothing"),
    "a bag owed to": ("mines", put("big", "iron", to=-5), "big", "iron"),
    "no filling for beginners": (
        "mines",
        lambda mines: mines["normal"].update(research="enlargement"),
        "the whole file",
        "without research",
    ),
    "research that does not exist": ("buildings", put("oil-rig", "research", to="diving"), "oil-rig", "diving"),
    "research for something else": ("buildings", put("mint", "research", to="rowing"), "mint", "something else"),
    "a filling by no research": ("mines", put("big", "research", to="digging"), "big", "digging"),
    "a filling by other research": ("mines", put("big", "research", to="specialisation"), "big", "something else"),
    "a subject good for nothing": ("research", put("drilling", to={}), "oil-rig", "something else", "buildings"),
    "a subject more": ("research", lambda r: r.update(music={}), "music", "nothing"),
    "a subject for no building": ("research", lambda r: r.update(music={"builds": "organ"}), "music", "organ"),
    "a subject nobody needs": ("research", lambda r: r.update(music={"builds": "mint"}), "music", "does not need"),
    "a subject for no filling": ("research", put("enlargement", "fills", to=["big", "huge"]), "enlargement", "huge"),
    "a filling nobody needs it for": (
        "research",
        put("enlargement", "fills", to=["big", "normal"]),
        "enlargement",
        "normal",
    ),
    "no shafts": ("research", drop("new-shafts"), "the whole file", "shaft"),
    "an upgrade of no factory": ("research", put("rowing", "upgrades", to=["sawmill"]), "rowing", "sawmill"),
    "an upgrade of what is not there": ("research", put("rowing", "upgrades", to=["airport"]), "rowing", "airport"),
    "an upgrade from land to water": (
        "research",
        put("shipping", "upgrades", to=["wagon-factory"]),
        "shipping",
        "class",
    ),
    "an upgrade to itself": ("research", put("trucking", "upgrades", to=["truck-factory"]), "trucking", "class"),
    "an upgrade to a rig": ("research", put("drilling", "upgrades", to=["raft-factory"]), "drilling", "raft-factory"),
    "a row too short": ("wonder", put("rows", 14, to=6), "rows", "last mark"),
    "an empty row": ("wonder", put("rows", 3, to=0), "the whole file", "rows"),
    "a mark off the wonder": ("wonder", put("ends", 6, to=84), "rows", "last mark"),
    "marks that fall": ("wonder", put("ends", 3, to=61), "ends", "rise"),
    "an end for one": ("wonder", put("ends", 1, to=50), "the whole file", "ends"),
    "a price mark inside a row": ("wonder", put("price_mark", to=18), "price_mark", "last brick"),
    "a price that falls": ("wonder", put("later_price", to=1), "later_price", "dearer"),
    "irrigation after the end": ("wonder", put("irrigation", to=63), "irrigation", "between"),
    "neutral bricks enough to end": ("wonder", put("neutral", to=62), "neutral", "alone"),
    "a puzzle without end": ("wonder", put("solo_turns", to=67), "solo_turns", "room"),
    "a start with no transporter": ("start", put("transporters", "mule", to=1), "transporters", "mule"),
    "a start with boats": ("start", put("transporters", "raft", to=1), "transporters", "boats"),
    "a start beyond the limits": ("start", put("transporters", "donkey", to=6), "transporters", "limits"),
    "limits that contradict": ("limits", put("all", to=4), "all", "less"),
    "a key too many": ("limits", put("air", to=3), "the whole file", "air"),
    "a key too few": ("limits", drop("land"), "the whole file", "land"),
    "an entry that is no entry": ("buildings", put("mint", to=3), "mint", "names with values"),
    "a name twice in a list": ("wonder", put("pay", to=["clay", "clay"]), "the whole file", "pay"),
    "a negative surcharge": ("costs", put("sea_extra", to=-2), "the whole file", "sea_extra"),
    "a pair of none": ("breeding", put("pair", to=0), "the whole file", "pair"),
    "a worth below nothing": ("goods", put("gold", to=-1), "the whole file", "gold"),
}


@pytest.mark.parametrize("name", BREAKAGES)
def test_a_broken_table_is_found_out(name: str, tmp_path: Path) -> None:
    file, breaking, entry, word, *elsewhere = BREAKAGES[name]
    error = _broken(tmp_path, file, breaking)
    assert (error.file, error.entry) == (*(elsewhere or [file]), entry), str(error)
    assert word in str(error)
    assert str(error).startswith(f"tables/{error.file}.yaml: {entry}: ")


def _rewritten(tmp_path: Path, file: str, text: str | None) -> BrokenTable:
    shutil.copytree(OURS, tmp_path / "tables")
    path = tmp_path / "tables" / f"{file}.yaml"
    path.unlink() if text is None else path.write_text(text)
    with pytest.raises(BrokenTable) as caught:
        read_tables(tmp_path / "tables")
    return caught.value


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (None, "missing"),
        ("all: 8\nland: 5\nland: 6\nwater: 5\n", "'land' stands there twice"),
        ("all: [8\n", "expected"),
        ("- 8\n", "names with values"),
        ("", "names with values"),
        ("all: !!python/object/apply:os.getpid []\nland: 5\nwater: 5\n", "could not determine a constructor"),
    ],
    ids=["no file", "a key twice", "no YAML", "a list", "nothing", "a tag"],
)
def test_a_file_that_is_no_table_is_found_out(text: str | None, word: str, tmp_path: Path) -> None:
    error = _rewritten(tmp_path, "limits", text)
    assert error.file == "limits"
    assert word in str(error)


def test_an_untouched_copy_reads_well(tmp_path: Path) -> None:
    """Otherwise every breakage above might be found for the wrong reason."""
    shutil.copytree(OURS, tmp_path / "tables")
    copy: Tables = read_tables(tmp_path / "tables")
    assert copy == read_tables()
