"""Templates and sentences: where plain values become words for a reader. Every word is in `templates/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.core import folders, yamlfiles
from adjudicator.core.model import Plain
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.sentences import Sentences

if TYPE_CHECKING:
    from jinja2 import Environment


def sentences(rules: Ruleset) -> Sentences:
    """Why an order was refused, in English."""
    return _sentences(rules.folders.templates)


@cache
def _sentences(templates: Path) -> Sentences:
    catalogue = {**_catalogue(folders.templates("host")), **_catalogue(templates)}
    return Sentences(catalogue)


def _catalogue(folder: Path) -> Mapping[str, str]:
    file = folder / "reasons.yaml"
    return yamlfiles.load(file.read_text(encoding="utf-8"), str(file)) or {}


class Teller:
    """Tells one game's events and letters to one reader. Player text is only ever a value, never a template."""

    def __init__(self, rules: Ruleset, who: Callable[[str], str]) -> None:
        self._environment = _environment(rules.folders.templates).overlay()
        self._environment.filters = {**self._environment.filters, "who": who}
        self._events = self._environment.get_template("game/events.j2").module

    def event(self, event: Mapping[str, Plain]) -> str:
        macro = getattr(self._events, event["event"].replace("-", "_"))
        return str(macro(event)).strip()

    def block(self, template: str, block: str, **facts: Plain) -> str:
        """One named block of a template: a letter's `subject`, its `text`."""
        found = self._environment.get_template(template)
        context = found.new_context({**facts, "tell": self.event})
        return "".join(found.blocks[block](context)).strip() + "\n"


@cache
def _environment(templates: Path) -> Environment:
    """One for each game, kept: compiling templates is the dear part."""
    from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

    loader = ChoiceLoader(
        [PrefixLoader({"game": FileSystemLoader(templates)}), FileSystemLoader(folders.templates("host"))]
    )
    return Environment(
        loader=loader,
        undefined=StrictUndefined,
        autoescape=lambda name: bool(name) and ".html" in str(name),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
