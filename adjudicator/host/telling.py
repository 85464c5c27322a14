"""Templates and sentences: where plain values become words for a reader. Every word is in `templates/`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.core import folders, yamlfiles
from adjudicator.core.model import Event, Plain
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
    """Tells one game's events and letters. Player text is only ever a value in a template, never a template."""

    def __init__(self, rules: Ruleset, who: Callable[[str], str]) -> None:
        self._environment = _environment(rules.folders.templates)
        self._who = who

    def event(self, event: Event) -> str:
        with _naming(self._who):
            macro = getattr(_events(self._environment), event.kind().replace("-", "_"))
            return str(macro(event)).strip()

    def block(self, template: str, block: str, **facts: Plain) -> str:
        """One named block of a template: a letter's `subject`, its `text`."""
        found = self._environment.get_template(template)
        with _naming(self._who):
            context = found.new_context({**facts, "tell": self.event})
            return "".join(found.blocks[block](context)).strip() + "\n"


def host_block(template: str, block: str, **facts: Plain) -> str:
    """A block of a template that speaks of no game."""
    found = _environment(folders.templates("host")).get_template(template)
    return "".join(found.blocks[block](found.new_context(facts))).strip() + "\n"


_who: ContextVar[Callable[[str], str]] = ContextVar("who")


@contextmanager
def _naming(who: Callable[[str], str]) -> Iterator[None]:
    """The filters name players as this game does. The environment is shared by all games of a ruleset."""
    before = _who.set(who)
    try:
        yield
    finally:
        _who.reset(before)


def _player(seat: str) -> str:
    return _who.get()(seat)


def _counted(counts: Mapping[str, int]) -> str:
    """`{boards: 2, gold: 1}` is "2 boards and 1 gold"."""
    *most, last = [f"{number} {name}" for name, number in counts.items()] or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last


@cache
def _events(environment: Environment) -> object:
    return environment.get_template("game/events.j2").module


@cache
def _environment(templates: Path) -> Environment:
    """One for each game, kept: compiling templates is the dear part."""
    from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

    loader = ChoiceLoader(
        [PrefixLoader({"game": FileSystemLoader(templates)}), FileSystemLoader(folders.templates("host"))]
    )
    environment = Environment(
        loader=loader,
        undefined=StrictUndefined,
        autoescape=lambda name: bool(name) and ".html" in str(name),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"player": _player, "goods": _counted, "place": str, "transporter": str}
    return environment
