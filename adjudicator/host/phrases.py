"""What Jinja does hundreds of times in a letter, done sooner. For speed alone: templates mean what they always do.

Load it with Jinja, when something is first told.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

_METHODS = frozenset(dir(dict))
_PLACE = re.compile(r"%(?:\((\w+)\)s|%)")


class LetterEnvironment(Environment):
    """Templates are given mappings; their keys are looked for first, which spares an exception for each `a.b`.

    Not those that are a method's name too: `d.items` is the method, as everywhere in Jinja.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        if obj.__class__ is dict and attribute in obj and attribute not in _METHODS:
            return obj[attribute]
        return super().getattr(obj, attribute)


def install(environment: Environment, say: Callable[[str], str], say_number: Callable[[str, str, int], str]) -> None:
    """Instead of the extension's `install_gettext_callables`, which forms a sentence anew each time it is filled in,
    with a wrapper around every value. Here each is parted once."""

    @pass_context
    def gettext(context: Context, sentence: str, /, **values: Any) -> str:
        return _filled(say(sentence), values, context.eval_ctx.autoescape)

    @pass_context
    def ngettext(context: Context, one: str, many: str, number: int, /, **values: Any) -> str:
        values.setdefault("num", number)
        return _filled(say_number(one, many, number), values, context.eval_ctx.autoescape)

    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.globals |= {"gettext": gettext, "_": gettext, "ngettext": ngettext}


def _filled(sentence: str, values: dict[str, Any], page: bool) -> str:
    """A value in a page is escaped; the sentence itself is ours."""
    first, *parts = _parted(sentence)
    if page:
        return Markup(first + "".join([f"{_escaped(values[name])}{text}" for name, text in parts]))
    return str(first) + "".join([f"{values[name]}{text}" for name, text in parts])


def _escaped(value: Any) -> str:
    """A page names the same places and goods again and again."""
    return _escaped_text(value) if value.__class__ is str else value if value.__class__ is Markup else escape(value)


@lru_cache(maxsize=4096)
def _escaped_text(text: str) -> str:
    return str(escape(text))


@lru_cache(maxsize=4096)
def _parted(sentence: str) -> tuple[Any, ...]:
    """The text before the first value, then each value's name with the text behind it."""
    texts, names = [""], []
    end = 0
    for match in _PLACE.finditer(sentence):
        texts[-1] += sentence[end : match.start()]
        end = match.end()
        if match[1] is None:
            texts[-1] += "%"
        else:
            names.append(match[1])
            texts.append("")
    texts[-1] += sentence[end:]
    return (texts[0], *zip(names, texts[1:], strict=True))
