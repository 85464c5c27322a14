"""The usual pipeline for a phase, from the usual parts: PyYAML's C loader and dumper, kept jsonschema validators, kept
templates, cairosvg, the git program. The rules are ours on both sides; what is measured is everything around them.
"""

from __future__ import annotations

import copy
import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import jinja2
import jsonschema
import yaml

from adjudicator.core import records
from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, Position, Seat
from adjudicator.core.picture import svg
from adjudicator.core.reading import bundle
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.picture import draw

LETTER = jinja2.Environment(autoescape=True).from_string(
    "<html><body><h1>{{ game }}: turn {{ turn }}, {{ phase }}</h1><p>Dear {{ seat }},</p><h2>What happened</h2><ul>"
    "{% for event in events %}<li>{{ event.event }}: {% for key, value in event.items() %}{{ key }} {{ value }}, "
    "{% endfor %}</li>{% endfor %}</ul><h2>Your transporters</h2><table>{% for name, each in transporters.items() %}"
    "{% if name.startswith(seat) %}<tr><td>{{ name }}</td><td>{{ each }}</td></tr>{% endif %}{% endfor %}</table>"
    "<h2>Goods</h2><table>{% for place, goods in heaps.items() %}<tr><td>{{ place }}</td><td>{{ goods }}</td></tr>"
    "{% endfor %}</table><img src='cid:map'></body></html>"
)
GIT = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}


class Usual:
    """A folder with map, state and a git repository, and a phase done in it as people usually do."""

    def __init__(self, home: Path, map_text: str, state_text: str) -> None:
        self.home = home
        self.map = yaml.load(map_text, Loader=yaml.CSafeLoader)
        self.state_text = state_text
        self.phases = 0
        home.mkdir(parents=True)
        self._git("init", "-q", "-b", "main")
        self._git("config", "user.name", "usual")
        self._git("config", "user.email", "usual@localhost")
        (home / "state.yaml").write_text(state_text)
        self.validators: dict[str, jsonschema.Draft202012Validator] = {}

    def phase(self, texts: Mapping[Seat, str]) -> None:
        import cairosvg

        raw = copy.deepcopy(yaml.load((self.home / "state.yaml").read_text(), Loader=yaml.CSafeLoader))
        board = GAME.read_board(self.map)
        position = Position(board, GAME.read_state(raw, board), GAME.read_options({}))
        sheets = {seat: self._sheet(seat, text, raw["phase"]) for seat, text in texts.items()}
        resolution = GAME.resolve(position, sheets, Draws(bytes(32)))
        state = GAME.write_state(resolution.state)
        events = [records.plain(event) for event in resolution.events]
        folder = self.home / f"turns/{self.phases:03d}"
        folder.mkdir(parents=True)
        (folder / "events.yaml").write_text(yaml.dump(events, Dumper=yaml.CSafeDumper))
        (self.home / "next.yaml").write_text(yaml.dump(state, Dumper=yaml.CSafeDumper, sort_keys=False))
        picture = svg(draw(Position(board, resolution.state, {}), position))
        (folder / "map.svg").write_text(picture)
        image = cairosvg.svg2png(bytestring=picture.encode())
        for seat in texts:
            letter = LETTER.render(
                game="bench",
                turn=raw["turn"],
                phase=raw["phase"],
                seat=seat,
                events=events,
                transporters=state.get("transporters", {}),
                heaps=state.get("goods", {}),
            )
            (folder / f"{seat}.html").write_text(letter)
            (folder / f"{seat}.png").write_bytes(image)
        self._git("add", "-A", "--", ".", ":!turns/*/*.png", ":!turns/*/*.html")
        self._git("commit", "-q", "-m", f"phase {self.phases}")
        self.phases += 1

    def _sheet(self, seat: Seat, text: str, phase: str) -> OrderSheet:
        raw = yaml.load(text, Loader=yaml.CSafeLoader)
        validator = self.validators.get(phase)
        if validator is None:
            folder = GAME.folders.schemas
            schema = bundle(f"{phase}.schema.json", lambda name: (folder / name).read_text())
            validator = self.validators[phase] = jsonschema.Draft202012Validator(json.loads(json.dumps(schema)))
        validator.validate(raw)
        return OrderSheet(seat, raw["turn"], phase, {"orders": raw.get("orders") or []})

    def _git(self, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=self.home, env=GIT, check=True, stdout=subprocess.DEVNULL)
