"""A token is taken out of whatever is sent, however it stands there; and nothing else is changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.core.model import BadInput
from adjudicator.host.tokens import TAKEN_OUT, KeyRing, token
from tests.host.table import Table

SECRET = bytes(32)
RING = KeyRing(SECRET, [("harvest", "red", 1), ("harvest", "blue", 0)])
TOKENS = [token(SECRET, "harvest", "red", 0), token(SECRET, "harvest", "red", 1), token(SECRET, "harvest", "blue", 0)]


@pytest.mark.parametrize("word", TOKENS)
@pytest.mark.parametrize(
    "around", ["{}", "x{}y", "é{}ß", "{0}{0}", "<p>{}</p>", "1{}1", "\ud800{}\udfff", "\n{}\n", "{}@"]
)
def test_a_token_is_taken_out_wherever_it_stands(word: str, around: str) -> None:
    for written in (word, word.upper(), word.title()):
        assert RING.taken_out(around.format(written)) == around.format(TAKEN_OUT)


@given(st.text(alphabet="abcxyzABC234567189 .-é\n"), st.sampled_from([*TOKENS, ""]), st.text(alphabet="ab2Z9 é-"))
def test_nothing_but_tokens_is_changed(before: str, word: str, after: str) -> None:
    assert RING.taken_out(before + word + after) == before + (word and TAKEN_OUT) + after


@pytest.mark.parametrize(
    "text", ["", "a" * 15, "a" * 400, TOKENS[0][:-1], "-".join(TOKENS[0]), TOKENS[0][:8] + " " + TOKENS[0][8:]]
)
def test_what_is_no_token_stays(text: str) -> None:
    assert RING.taken_out(text) == text


@pytest.mark.parametrize("damaged", ["", "\0" * 64, "ab" * 31, "[1]\n"])
def test_no_token_is_made_from_a_damaged_secret(table: Table, damaged: str) -> None:
    """Made from nothing it could be guessed."""
    table.found()
    (table.home / "host" / "secret").write_text(damaged)
    with pytest.raises(BadInput, match="the secret is damaged"):
        table.run()
