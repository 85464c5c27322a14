"""What is done for speed in templates changes nothing of what they mean: ours beside Jinja's own."""

from __future__ import annotations

from typing import Any

import pytest
from jinja2 import Environment

from adjudicator.host import phrases

SAID = {
    "%(who)s takes %(what)s": "%(what)s nimmt %(who)s",
    "one half": "%(num)s halbes",
    "all": "%(num)s ganze <b>100 %%</b>",
}
TEMPLATES = {
    "values are escaped, sentences not": "{% trans who=who, what='<i>' %}{{ who }} takes {{ what }}{% endtrans %}",
    "a number": "{% trans count=n %}one half{% pluralize %}all{% endtrans %}",
    "a per cent sign": "{% trans %}100 % of it{% endtrans %}",
    "an unknown sentence": "{% trans who=who %}nobody translated {{ who }}{% endtrans %}",
    "a call": "{{ _('one half', num=who) }}",
    "keys, and methods named alike": "{{ d.key }}{% for k, v in d.items() %}{{ k }}{{ v }}{% endfor %}{{ d['items'] }}",
}


def say(sentence: str) -> str:
    return SAID.get(sentence, sentence)


def say_number(one: str, many: str, number: int) -> str:
    return say(one if number == 1 else many)


@pytest.mark.parametrize("page", [True, False])
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("name", TEMPLATES)
def test_as_jinja_has_it(name: str, number: int, page: bool) -> None:
    values: dict[str, Any] = {"who": "R & B", "n": number, "d": {"key": "<", "items": 3}}
    ours = phrases.LetterEnvironment(extensions=["jinja2.ext.i18n"], autoescape=page)
    theirs = Environment(extensions=["jinja2.ext.i18n"], autoescape=page)
    phrases.install(ours, say, say_number)
    theirs.install_gettext_callables(say, say_number, newstyle=True)  # type: ignore[attr-defined]
    template = TEMPLATES[name]
    assert ours.from_string(template).render(values) == theirs.from_string(template).render(values)
