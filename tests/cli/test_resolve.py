"""`adjudicator resolve`: pure, the same bytes every time, one clear sentence for whatever cannot be read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.core import yamlfiles

MAP = "trees:\n  apple: {bears: 3, most: 6}\n  pear: {bears: 2, most: 5}\n"
STATE = (
    "ruleset: orchard\nturn: 1\nphase: market\nsequence: [red, blue]\ntrees: {apple: 1}\nbaskets: {red: {apple: 2}}\n"
)


def resolve(*arguments: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "adjudicator", "resolve", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, timeout=60, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "phase"
    (folder / "orders").mkdir(parents=True)
    (folder / "map.yaml").write_text(MAP)
    (folder / "state.yaml").write_text(STATE)
    (folder / "orders" / "red.yaml").write_text("orders:\n- {sell: 1, fruit: apple}\n- {sell: 1, fruit: cherry}\n")
    return folder


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_prints_state_events_and_refused(folder: Path) -> None:
    before = contents(folder)
    done = resolve(folder)
    assert (done.returncode, done.stderr) == (0, b"")
    outcome = yamlfiles.load(done.stdout.decode())
    assert list(outcome) == ["state", "events", "refused"]
    assert outcome["state"]["coins"] == {"red": 4}
    (refused,) = outcome["refused"]
    assert {key: refused[key] for key in ("player", "order", "place", "code", "rule")} == {
        "player": "red",
        "order": 1,
        "place": "1",
        "code": "no-such-tree",
        "rule": "OR-1.1",
    }
    assert refused["reason"] == "There is no cherry tree here, only apple and pear."
    assert contents(folder) == before


def test_orders_of_somebody_who_is_not_asked_are_answered_as_such(folder: Path) -> None:
    (folder / "orders" / "green.yaml").write_text("orders:\n- {sell: 1, fruit: apple}\n")
    refused = yamlfiles.load(resolve(folder).stdout.decode())["refused"]
    told = next(each for each in refused if each["player"] == "green")
    assert (told["code"], told["reason"]) == ("not-awaited", "No orders of green are awaited in this phase.")


def test_the_same_bytes_every_time_and_other_draws_with_another_seed(folder: Path) -> None:
    first, second, other = resolve(folder), resolve(folder), resolve(folder, "--seed", "02")
    assert first.stdout == second.stdout == resolve(folder, "--seed", "00" * 32).stdout
    assert first.stdout != other.stdout


def test_json_and_out_say_the_same(folder: Path, tmp_path: Path) -> None:
    printed = yamlfiles.load(resolve(folder).stdout.decode())
    assert json.loads(resolve(folder, "--json").stdout) == printed
    resolve(folder, "--out", tmp_path / "out")
    written = {path.stem: yamlfiles.load(path.read_text()) for path in (tmp_path / "out").iterdir()}
    assert written == printed


def test_words_of_a_game_file_are_mixed_in(folder: Path) -> None:
    without = resolve(folder).stdout
    (folder / "game.yaml").write_text("game: x\nruleset: orchard\nseats: {red: A, blue: B}\nwords: {red: a, blue: b}\n")
    assert resolve(folder).stdout != without


BAD_ORDERS = {
    "no YAML": b"orders: [1, 2\nfoo: {",
    "huge": b"orders:\n" + b"- {sell: 1, fruit: apple}\n" * 100_000,
    "nested": b"orders: " + b"[" * 100_000,
    "nested maps": b"{a: " * 100_000,
    "no text": bytes(range(256)) * 20,
    "empty": b"",
    "alias bomb": b"a: &a [x,x]\nb: &b [*a,*a]\norders: [*b,*b]\n",
    "another player's": b"player: blue\norders: []\n",
}


@pytest.mark.parametrize("name", sorted(BAD_ORDERS))
def test_an_order_file_that_cannot_be_read_is_refused_and_the_phase_resolved(folder: Path, name: str) -> None:
    (folder / "orders" / "blue.yaml").write_bytes(BAD_ORDERS[name])
    done = resolve(folder)
    assert (done.returncode, done.stderr) == (0, b"")
    outcome = yamlfiles.load(done.stdout.decode())
    assert outcome["state"]["coins"] == {"red": 4}
    blue = [one for one in outcome["refused"] if one["player"] == "blue"]
    assert blue or name == "another player's"
    assert all(len(one["reason"]) < 400 for one in blue)


BAD_FILES = {
    "no map": ("map.yaml", None, "map.yaml: there is no such file"),
    "no state": ("state.yaml", None, "state.yaml: there is no such file"),
    "map no YAML": ("map.yaml", b"trees: [\n", "map.yaml, line 2"),
    "map of nothing": ("map.yaml", b"", "map"),
    "map nested": ("map.yaml", b"[" * 100_000, "nested"),
    "state with a stray key": ("state.yaml", STATE.encode() + b"weather: fine\n", "state: weather"),
    "state with an unknown tree": ("state.yaml", STATE.replace("{apple: 1}", "{oak: 1}").encode(), "state: trees.oak"),
    "state of no known game": ("state.yaml", STATE.replace("orchard", "orchrad").encode(), "did you mean orchard?"),
    "state no text": ("state.yaml", b"\xff\xfe\x00", "state.yaml: the file is not UTF-8 text"),
    "odd options": ("game.yaml", b"options: {tunrs: 3}\n", "did you mean turns?"),
}


@pytest.mark.parametrize("name", sorted(BAD_FILES))
def test_map_or_state_that_cannot_be_read_is_one_sentence(folder: Path, name: str) -> None:
    file, content, sentence = BAD_FILES[name]
    (folder / file).unlink(missing_ok=True)
    if content is not None:
        (folder / file).write_bytes(content)
    done = resolve(folder)
    said = done.stderr.decode()
    assert done.returncode == 2 and done.stdout == b""
    assert sentence in said and said.startswith("adjudicator: ") and said.count("\n") == 1


def test_no_folder_at_all(tmp_path: Path) -> None:
    done = resolve(tmp_path / "nowhere")
    assert done.returncode == 2 and b"there is no such folder" in done.stderr


def test_a_bad_seed_is_said(folder: Path) -> None:
    assert resolve(folder, "--seed", "xyz").returncode == 2
