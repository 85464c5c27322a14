"""The usual pipeline for a phase, from the usual parts: PyYAML's C loader and dumper, kept jsonschema validators, kept
templates, cairosvg, the standard library's mails, the git program.

It does the same work: the same rules, the same words from the same templates, a mail of the same parts for each player.
What is measured is everything around them, put together as one does who has no reason to hurry: each letter is written
from the position on its own. That what several letters say alike is made once is a part of ours.
"""

from __future__ import annotations

import copy
import json
import os
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import jsonschema
import yaml

from adjudicator.core import records
from adjudicator.core.draws import Draws
from adjudicator.core.model import OrderSheet, PhaseId, Position, Seat
from adjudicator.core.picture import svg
from adjudicator.core.reading import bundle
from adjudicator.host import forms, languages
from adjudicator.host.correspondence import teller
from adjudicator.host.gamefolder import Game
from adjudicator.host.letters import TOKEN
from adjudicator.host.reports import Report
from adjudicator.rulesets.roads_and_boats.game import GAME
from adjudicator.rulesets.roads_and_boats.picture import draw

GIT = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}


class Usual:
    """A folder with map, state and a git repository, and a phase done in it as people usually do."""

    def __init__(self, home: Path, game: Game, state_text: str) -> None:
        self.home, self.game = home, game
        (home / "mails").mkdir(parents=True)
        self._git("init", "-q", "-b", "main")
        self._git("config", "user.name", "usual")
        self._git("config", "user.email", "usual@localhost")
        (home / ".gitignore").write_text("mails/\n")
        (home / "map.yaml").write_text(yaml.dump(game.map, Dumper=yaml.CSafeDumper))
        (home / "state.yaml").write_text(state_text)
        self.validators: dict[str, jsonschema.Draft202012Validator] = {}

    def phase(self, texts: Mapping[Seat, str]) -> None:
        raw = copy.deepcopy(yaml.load((self.home / "state.yaml").read_text(), Loader=yaml.CSafeLoader))
        board = GAME.read_board(yaml.load((self.home / "map.yaml").read_text(), Loader=yaml.CSafeLoader))
        before = Position(board, GAME.read_state(raw, board), GAME.read_options({}))
        awaited = GAME.awaited(before)
        assert awaited is not None
        sheets = {seat: self._sheet(seat, text, raw["phase"]) for seat, text in texts.items()}
        resolution = GAME.resolve(before, sheets, Draws(bytes(32)))
        after = Position(board, resolution.state, before.options)
        events = [records.plain(event) for event in resolution.events]
        folder = self.home / "turns" / str(awaited.phase).replace("/", "-")
        folder.mkdir(parents=True)
        (folder / "events.yaml").write_text(yaml.dump(events, Dumper=yaml.CSafeDumper))
        state = GAME.write_state(resolution.state)
        (self.home / "state.yaml").write_text(yaml.dump(state, Dumper=yaml.CSafeDumper, sort_keys=False))
        picture = svg(draw(after, languages.voice(GAME), before))
        (folder / "map.svg").write_text(picture)
        report = Report(replace(self.game, position=after), awaited.phase, resolution, {}, before, sheets)
        self._letters(report, awaited.phase, picture)
        self._git("add", "-A")
        self._git("commit", "-q", "-m", str(awaited.phase))

    def checked(self, seat: Seat, text: str) -> OrderSheet:
        """An order file parsed and validated beside its position, and nothing foretold."""
        raw = yaml.load((self.home / "state.yaml").read_text(), Loader=yaml.CSafeLoader)
        return self._sheet(seat, text, raw["phase"])

    def _sheet(self, seat: Seat, text: str, phase: str) -> OrderSheet:
        raw = yaml.load(text, Loader=yaml.CSafeLoader)
        validator = self.validators.get(phase)
        if validator is None:
            folder = GAME.folders.schemas
            schema = bundle(f"{phase}.schema.json", lambda name: (folder / name).read_text())
            validator = self.validators[phase] = jsonschema.Draft202012Validator(json.loads(json.dumps(schema)))
        validator.validate(raw)
        return OrderSheet(seat, raw["turn"], phase, {"orders": raw.get("orders") or []})

    def _letters(self, report: Report, phase: PhaseId, picture: str) -> None:
        import cairosvg  # a part of the usual pipeline only

        image = cairosvg.svg2png(bytestring=picture.encode())
        for seat in sorted(report.sheets):
            report = _on_its_own(report)
            facts = {
                **report._facts(seat, "en"),
                "form": forms.form(report.game, seat),
                "held": False,
                "gathered": [],
                "picture": "map",
                "due": None,
                "player": seat,
            }
            page = teller(report.game).page("status", **facts)
            mail = EmailMessage(policy=SMTP)
            mail["From"], mail["To"], mail["Subject"] = "games@localhost", f"{seat}@localhost", page.subject
            mail["Message-ID"] = f"<{report.game.name}.{str(phase).replace('/', '.')}.{seat}@localhost>"
            mail.set_content(page.text.replace(TOKEN, seat), cte="quoted-printable")
            mail.add_alternative(page.html.replace(TOKEN, seat), subtype="html", cte="quoted-printable")
            mail.get_payload(1).add_related(image, "image", "png", cid="<map@localhost>")  # type: ignore[union-attr]
            for file in report._files(seat):
                mail.add_attachment(file.text.encode(), "application", "octet-stream", filename=file.name)
            (self.home / "mails" / f"{seat}.eml").write_bytes(mail.as_bytes())

    def _git(self, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=self.home, env=GIT, check=True, stdout=subprocess.DEVNULL)


def _on_its_own(report: Report) -> Report:
    """The same report to the eye; but nothing that was kept for the letter before it is found again."""
    assert report.game.position is not None
    return replace(report, game=replace(report.game, position=replace(report.game.position)))
