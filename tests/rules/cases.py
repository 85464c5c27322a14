"""A rule case: given / orders / then, taken from a file and played through the very code that `resolve` uses.

With `ends` nothing is played: the game is ended where it stands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

from adjudicator.core import registry, yamlfiles
from adjudicator.core.draws import SEED_BYTES, Draws, game_key
from adjudicator.core.model import BadInput, Position, Resolution
from adjudicator.core.ruleset import Ruleset
from adjudicator.host import gamefolder, resolving, telling

HERE = Path(__file__).parent
NUMBERED = re.compile(r"(?P<number>[A-Z]{2}-[A-Z]?[0-9]+(\.[0-9]+)*)_[a-z0-9_]+\.yaml\Z")


class CaseFailed(AssertionError):
    """What was expected and what came instead, in words."""


def is_case_file(path: Path) -> bool:
    return path.is_relative_to(HERE) and NUMBERED.match(path.name) is not None


@dataclass(frozen=True)
class Case:
    path: Path
    title: str
    given: Mapping[str, Any]
    orders: Mapping[str, Any]
    then: Mapping[str, Any]
    ends: bool = False

    @property
    def rules(self) -> Ruleset:
        return registry.ruleset(self.path.relative_to(HERE).parts[0].replace("_", "-"))

    @property
    def refuses(self) -> bool:
        return bool(self.then.get("refused")) or "bad_input" in self.then

    def run(self) -> None:
        try:
            outcome = self._outcome()
        except BadInput as error:
            if self.then.get("bad_input", "\0") not in str(error):
                raise CaseFailed(f"map or state refused: {error}") from None
            return
        if "bad_input" in self.then:
            raise CaseFailed(f"map and state were accepted; expected: {self.then['bad_input']}")
        _compare_refused(self.then.get("refused", []), outcome["refused"])
        _compare_part(self.then.get("state", {}), outcome["state"], "state")
        _compare_events(self.then.get("events", []), outcome["events"])

    def _outcome(self) -> dict[str, Any]:
        rules, given = self.rules, self.given
        board = given["map"] if isinstance(given["map"], dict) else self._shared_map(given["map"])
        position = gamefolder.lay_out(rules, board, given.get("state", {}), given.get("options", {}))
        seed = bytes.fromhex(given.get("seed", "00" * SEED_BYTES))
        texts = {seat: _as_text(sheet) for seat, sheet in self.orders.items()}
        if self.ends:
            resolution = rules.conclude(position)
        else:
            resolution, _ = resolving.resolve(rules, position, texts, Draws(game_key(seed, {})))
        _add_up(rules, position, resolution)
        return resolving.as_plain(rules, resolution, telling.sentences(rules))

    def _shared_map(self, name: str) -> Any:
        """Beside the case, or in a folder above it up to the game's."""
        for folder in self.path.parents:
            if not folder.is_relative_to(HERE):
                break
            found = folder / f"{name}.yaml"
            if found.exists():
                return _load(found)
        raise CaseFailed(f"no map file {name}.yaml beside the case or above it")


def cases_in(path: Path) -> list[Case]:
    raw = _load(path)
    _schema().validate(raw)
    return [
        Case(path, one["case"], one["given"], one.get("orders", {}), one["then"], one.get("ends", False))
        for one in (raw if isinstance(raw, list) else [raw])
    ]


@cache
def _schema() -> Any:
    return jsonschema.Draft202012Validator(json.loads((HERE / "case.schema.json").read_text()))


def _load(path: Path) -> Any:
    return yamlfiles.load(path.read_text(encoding="utf-8"), str(path))


def _as_text(sheet: Any) -> str:
    if isinstance(sheet, str):
        return sheet
    return yamlfiles.dump({"orders": sheet} if isinstance(sheet, list) else sheet)


def _add_up(rules: Ruleset, before: Position, resolution: Resolution) -> None:
    """Whatever a case is about: goods are conserved, and the events alone make the state."""
    wrong = rules.audit(before, resolution)
    if wrong:
        raise CaseFailed(f"it does not add up: {'; '.join(wrong)}")
    if rules.replay(before, resolution.events) != resolution.state:
        raise CaseFailed("replaying the events comes to another state")


# -- comparing ---------------------------------------------------------------------------------------------------------


def _compare_refused(expected: list[dict[str, Any]], got: list[dict[str, Any]]) -> None:
    left = list(got)
    for one in expected:
        match = next((each for each in left if all(each.get(key) == value for key, value in one.items())), None)
        if match is None:
            raise CaseFailed(f"not refused: {one}\nrefused: {_listed(got)}")
        left.remove(match)
    if left:
        raise CaseFailed(f"refused, but not expected: {_listed(left)}")


def _compare_part(expected: Any, got: Any, where: str) -> None:
    """Everything expected is there; null says that a key is not. Lists are compared whole."""
    if isinstance(expected, dict) and isinstance(got, dict):
        for key, value in expected.items():
            if value is None:
                if got.get(key) is not None:
                    raise CaseFailed(f"{where}.{key} should not be there, but is {got[key]!r}")
            elif key not in got:
                raise CaseFailed(f"{where}.{key} is missing; expected {value!r}\n{where} is {got!r}")
            else:
                _compare_part(value, got[key], f"{where}.{key}")
    elif expected != got:
        raise CaseFailed(f"{where}: expected {expected!r}\n{' ' * len(where)}  got      {got!r}")


def _compare_events(expected: list[dict[str, Any]], got: list[dict[str, Any]]) -> None:
    left = iter(got)
    for one in expected:
        for each in left:
            try:
                _compare_part(one, each, "event")
            except CaseFailed:
                continue
            break
        else:
            raise CaseFailed(f"did not happen (in this order): {one}\nhappened: {_listed(got)}")


def _listed(entries: list[dict[str, Any]]) -> str:
    return "".join(f"\n  {entry}" for entry in entries) or "nothing"
