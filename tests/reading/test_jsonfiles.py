"""The host's JSON files: any JSON reader reads them, and a person finds one key a line."""

from __future__ import annotations

import json

from adjudicator.core import jsonfiles

HELD = {"seat": "red", "text": "orders:\n- {geh: ü}\n", "turn": 3, "ready": False, "files": [{"name": "a"}]}


def test_it_is_read_as_it_was_written() -> None:
    assert json.loads(jsonfiles.dump(HELD)) == HELD
    assert json.loads(jsonfiles.dump({})) == {}


def test_each_key_has_a_line_and_letters_are_as_they_are() -> None:
    lines = jsonfiles.dump(HELD).splitlines()
    assert [lines[0], lines[-1]] == ["{", "}"]
    assert len(lines) == len(HELD) + 2
    assert ' "text": "orders:\\n- {geh: ü}\\n",' in lines
