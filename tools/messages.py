"""Every sentence that is translated: of templates, reasons, words, options and commands. Writes the catalogues anew.

`python tools/messages.py` brings the catalogues of all languages up to date: what is new is added untranslated, what is
no longer said is dropped. A test fails on anything that is missing.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment

from adjudicator.core import folders, yamlfiles
from adjudicator.host.commands import COMMANDS
from adjudicator.host.languages import LANGUAGES

Message: TypeAlias = str | tuple[str, str]
PLAIN = ("and", "or", "yes", "no", "nothing", "turn %(turn)s, %(phase)s")
"""Words that code joins sentences with."""
PARTS = ("host", "orchard", "roads_and_boats")


def messages(part: str) -> dict[Message, None]:
    """In the order in which they stand, each once. What the host says already a game need not say again."""
    found = dict.fromkeys(_all(folders.templates(part)))
    found |= dict.fromkeys(_options(folders.schemas(part)))
    if part == "host":
        found |= dict.fromkeys((*PLAIN, *(command.does for command in COMMANDS.values())))
        return found
    known = messages("host")
    return {message: None for message in found if message not in known}


def _all(folder: Path) -> Iterator[Message]:
    environment = Environment(extensions=["jinja2.ext.i18n"], trim_blocks=True, lstrip_blocks=True)
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    for file in sorted(folder.rglob("*.j2")):
        source = file.read_text(encoding="utf-8")
        for _, function, said in environment.extract_translations(source):  # type: ignore[attr-defined]
            texts = [said] if isinstance(said, str) else [each for each in said or () if each]
            if function == "ngettext":
                yield texts[0], texts[1]
            elif texts:
                yield texts[0]
    reasons, words = folder / "reasons.yaml", folder / "words.yaml"
    if reasons.is_file():
        yield from yamlfiles.load(reasons.read_text(encoding="utf-8")).values()
    if words.is_file():
        yield from _forms(yamlfiles.load(words.read_text(encoding="utf-8")))


def _options(folder: Path) -> Iterator[Message]:
    """What each option of a game is for."""
    file = folder / "options.schema.json"
    if file.is_file():
        schema = json.loads(file.read_text(encoding="utf-8"))
        yield from (entry["description"] for entry in schema["properties"].values())


def _forms(words: dict[str, dict[str, str] | None]) -> Iterator[Message]:
    for word, forms in words.items():
        if forms and "one" in forms:
            yield forms["one"], forms["many"]
            continue
        yield word
        yield from (forms[form] for form in ("a", "the") if forms and form in forms)


def catalogue_file(part: str, language: str) -> Path:
    return folders.templates(part) / "translations" / f"{language}.po"


def main() -> None:
    for part in PARTS:
        for language in LANGUAGES:
            if language != "en":
                _renew(part, language)


def _renew(part: str, language: str) -> None:
    file = catalogue_file(part, language)
    former = read_po(io.BytesIO(file.read_bytes())) if file.is_file() else Catalog(locale=language)
    renewed = Catalog(locale=language, project="adjudicator", charset="utf-8", fuzzy=False)
    for message in messages(part):
        known = former.get(message if isinstance(message, str) else message[0])
        renewed.add(message, known.string if known is not None else "")
    out = io.BytesIO()
    write_po(out, renewed, width=120, omit_header=True, ignore_obsolete=True)
    plural = f'"Plural-Forms: nplurals={renewed.num_plurals}; plural={renewed.plural_expr};\\n"'
    head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n{plural}\n\n'
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(head + out.getvalue().decode("utf-8").lstrip("\n"), encoding="utf-8")


if __name__ == "__main__":
    main()
