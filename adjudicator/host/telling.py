"""Templates and sentences: where plain values become words for a reader. Every word is in `templates/`.

A letter is written once, as a page; its plain text is made from the page. Player text is only ever a value in a
template: escaped, and without characters that act instead of being seen.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from adjudicator.core import folders, yamlfiles
from adjudicator.core.model import Event, Plain
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.sentences import Sentences, order_name
from adjudicator.core.voice import ENGLISH, Voice
from adjudicator.host import languages, moments, plaintext

if TYPE_CHECKING:
    from jinja2 import Environment, Template


def sentences(rules: Ruleset, language: str = ENGLISH) -> Sentences:
    """Why an order was refused."""
    return _sentences(rules.folders.templates, languages.voice(rules, language))


@cache
def _sentences(templates: Path, voice: Voice) -> Sentences:
    everywhere, game = _catalogue(folders.templates("host")), _catalogue(templates)
    twice = sorted(everywhere.keys() & game.keys())
    if twice:
        raise ValueError(f"{templates / 'reasons.yaml'}: {', '.join(twice)}: the host says something else by that code")
    return Sentences({**everywhere, **game}, voice)


def _catalogue(folder: Path) -> Mapping[str, str]:
    file = folder / "reasons.yaml"
    return yamlfiles.load(file.read_text(encoding="utf-8"), str(file)) or {}


@dataclass(frozen=True, slots=True)
class Page:
    """A letter as it is read: its subject, the page, and the same as plain text."""

    subject: str
    html: str
    text: str


class Own(str):
    """Text of our own making that may hold marks which a player's text may not."""

    __slots__ = ()


class OwnMarkup(Markup):
    """The same, and whoever has to be has been escaped in it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class _Ear:
    """Who is told: how players are named, in which language, in whose time."""

    who: Callable[[str], str]
    voice: Voice
    zone: str


class Teller:
    """Tells one game's events and letters to one reader."""

    def __init__(
        self, rules: Ruleset, who: Callable[[str], str], language: str = ENGLISH, zone: str = moments.UTC_ZONE
    ) -> None:
        self._environment = _environment(rules.folders.templates)
        self._ear = _Ear(who, languages.voice(rules, language), zone)
        self.language = language
        self._told: dict[int, tuple[Plain, str]] = {}
        """By the identity of what is told, which is kept beside it so that no other takes its place."""

    def event(self, event: Event) -> str:
        """As plain text."""
        with _told_to(self._ear):
            return html.unescape(self._event(event))

    def _event(self, event: Event) -> str:
        """As it stands in a page, told to whom that page is; kept, because every letter of a phase tells the same."""
        kept = self._told.get(id(event))
        if kept is not None:
            return kept[1]
        told = _macro(self._environment, event.kind())(event).strip()
        self._told[id(event)] = (event, told)
        return told

    def block(self, template: str, block: str, **facts: Plain) -> str:
        """One named block of a template that is plain text: a commit's message, an order form."""
        return self._block(self._environment.get_template(template), block, {**facts, "tell": self.event})

    def page(self, kind: str, **facts: Plain) -> Page:
        """A letter of a kind: `letters/<kind>.html.j2`."""
        template = self._environment.get_template(f"letters/{kind}.html.j2")
        known = {**facts, "tell": self._event, "once": self._once, "language": self.language}
        subject = html.unescape(" ".join(self._block(template, "subject", known).split()))
        body = self._block(template, "body", known)
        if facts.get("last_of"):
            body += self._block(self._environment.get_template("letters/last_today.html.j2"), "body", known)
        layout = self._environment.get_template("letters/layout.html.j2")
        with _told_to(self._ear):
            content = OwnMarkup(plaintext.for_reader(body, "page"))
            whole = layout.render(content=content, subject=subject, language=self.language)
        return Page(subject, whole, plaintext.as_text(plaintext.for_reader(body, "text"), self._ear.voice.say(":")))

    def _once(self, of: Plain, caller: Callable[[], str]) -> str:
        """What stands alike in several letters, made from the very same value: `{% call once(tables.mines) %}`."""
        kept = self._told.get(id(of))
        if kept is None:
            kept = self._told[id(of)] = (of, caller())
        return kept[1]

    def in_short(self, kind: str, **facts: Plain) -> Page:
        """What such a letter says, to stand among others in one page."""
        template = self._environment.get_template(f"letters/{kind}.html.j2")
        known = {**facts, "tell": self._event, "language": self.language}
        subject = html.unescape(" ".join(self._block(template, "subject", known).split()))
        return Page(subject, self._block(template, "brief", known), "")

    def _block(self, template: Template, block: str, facts: Mapping[str, Plain]) -> str:
        with _told_to(self._ear):
            context = template.new_context(dict(facts))
            return "".join(template.blocks[block](context)).strip() + "\n"


def host_block(template: str, block: str, **facts: Plain) -> str:
    """A block of a template that speaks of no game."""
    found = _environment(folders.templates("host")).get_template(template)
    with _told_to(_Ear(str, languages.host_voice(), moments.UTC_ZONE)):
        return "".join(found.blocks[block](found.new_context(facts))).strip() + "\n"


# -- what templates are given ------------------------------------------------------------------------------------------

_ear: ContextVar[_Ear] = ContextVar("ear")


@contextmanager
def _told_to(ear: _Ear) -> Iterator[None]:
    """The environment is shared by all games of a ruleset and all languages; who is told is said here."""
    before = _ear.set(ear)
    try:
        yield
    finally:
        _ear.reset(before)


def _visible(value: Any) -> Any:
    """Nothing that a player wrote acts on a terminal, hides from the eye or turns the direction of reading."""
    if not isinstance(value, str) or value.isprintable() or isinstance(value, Own | OwnMarkup):
        return value
    if all(map(str.isprintable, value.split("\n"))):
        return value
    kept = "".join(letter for letter in value if letter.isprintable() or letter in "\n\u00a0")
    return type(value)(kept)


def _phase_told(phase: str) -> str:
    """`T03/movement`, as files and programs name it, in words."""
    turn, _, name = phase.rpartition("/")
    voice = _ear.get().voice
    if not turn:
        return voice.word(name)
    return voice.say("turn %(turn)s, %(phase)s") % {"turn": int(turn.removeprefix("T")), "phase": voice.word(name)}


def _first_letter_up(text: str) -> str:
    return text[:1].upper() + text[1:]


def _pieces(goods: Mapping[str, Any]) -> int:
    """How many pieces, for a sentence that says it otherwise of one: of goods, or of what comes from several places."""
    return sum(_pieces(each) if isinstance(each, Mapping) else each for each in goods.values())


def _filters() -> dict[str, Callable[..., str | int]]:
    def voice() -> Voice:
        return _ear.get().voice

    return {
        "player": lambda seat: _ear.get().who(seat),
        "goods": lambda counts: voice().goods(counts) if counts else voice().say("nothing"),
        "pieces": _pieces,
        "counted": lambda number, word: voice().counted(number, word),
        "place": str,
        "transporter": str,
        "word": lambda word: voice().word(word),
        "keyword": lambda word: voice().keyword(word),
        "a": lambda word: voice().a(word),
        "the": lambda word: voice().the(word),
        "up": _first_letter_up,
        "phase": _phase_told,
        "order": order_name,
        "listed": lambda told, joint="and": voice().listed([str(each) for each in told], joint),
        "moment": lambda moment: moments.told(moment, voice().language, _ear.get().zone),
        "date": lambda day: moments.date_told(day, voice().language),
        "weekday": lambda day: moments.weekday_told(day, voice().language),
        "day": lambda moment: moments.day_told(moment, voice().language, _ear.get().zone),
    }


@cache
def _macro(environment: Environment, kind: str) -> Callable[[Event], Markup]:
    """What tells such an event, for a page."""
    macro: Callable[[Event], Markup] = getattr(_events(environment), kind.replace("-", "_"))
    return macro


@cache
def _events(environment: Environment) -> object:
    return environment.get_template("game/events.j2").module


@cache
def _environment(templates: Path) -> Environment:
    """One for each game, kept: compiling templates is the dear part."""
    from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader, StrictUndefined

    from adjudicator.host import phrases

    loader = ChoiceLoader(
        [PrefixLoader({"game": FileSystemLoader(templates)}), FileSystemLoader(folders.templates("host"))]
    )
    environment = phrases.LetterEnvironment(
        loader=loader,
        extensions=["jinja2.ext.i18n"],
        undefined=StrictUndefined,
        autoescape=_is_page,
        finalize=_visible,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    environment.policies["ext.i18n.trimmed"] = True
    phrases.install(
        environment,
        lambda sentence: _ear.get().voice.say(sentence),
        lambda one, many, number: _ear.get().voice.say_number(one, many, number),
    )
    environment.filters |= _filters()
    return environment


def _is_page(template: str | None) -> bool:
    """Pages, and the macros that tell events inside them; all else is plain text."""
    return template is not None and (".html." in template or template.rpartition("/")[2] == "events.j2")
