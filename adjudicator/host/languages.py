"""The languages that letters are written in: gettext catalogues keyed by the English sentence.

A game's own catalogue is asked first, then the host's. What neither knows is told in English; a test sees to it that
the languages named here know everything that the program itself brings.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.core import folders, yamlfiles
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.voice import ENGLISH, Voice

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "Français", "it": "Italiano"}


def voice(rules: Ruleset, language: str = ENGLISH) -> Voice:
    """The words of a game in a language; English where that is not known."""
    return _voice(rules.folders.templates, rules.folders.translations, language)


def host_voice(language: str = ENGLISH) -> Voice:
    """For letters that speak of no game."""
    return _voice(folders.templates("host"), folders.templates("host") / "translations", language)


@cache
def _voice(templates: Path, translations: Path, language: str) -> Voice:
    file = templates / "words.yaml"
    forms = yamlfiles.load(file.read_text(encoding="utf-8"), str(file)) if file.is_file() else {}
    if language == ENGLISH:
        return Voice(forms)
    catalogues = [
        catalogue(folder / f"{language}.po")
        for folder in dict.fromkeys((translations, folders.templates("host") / "translations"))
        if (folder / f"{language}.po").is_file()
    ]
    return _speaking(forms, language, catalogues)


def catalogue(file: Path) -> Catalog:
    from babel.messages.pofile import read_po

    with file.open("rb") as opened:
        return read_po(opened)


def _speaking(forms: Mapping[str, Mapping[str, str] | None], language: str, catalogues: list[Catalog]) -> Voice:
    import gettext

    one: dict[str, str] = {}
    several: dict[str, tuple[str, ...]] = {}
    plural = gettext.c2py(catalogues[0].plural_expr) if catalogues else None
    for entry in (message for known in reversed(catalogues) for message in known):
        if not entry.id or not entry.string or entry.fuzzy:
            continue
        if isinstance(entry.id, str):
            one[entry.id] = str(entry.string)
        else:
            several[entry.id[0]] = tuple(entry.string)

    def say(sentence: str) -> str:
        return one.get(sentence, sentence)

    def say_number(first: str, other: str, number: int) -> str:
        if first in several and plural is not None:
            return several[first][plural(number)]
        return first if number == 1 else other

    return Voice(forms, language, say, say_number)
