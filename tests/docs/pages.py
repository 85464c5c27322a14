"""The pages of docs/ as the tests see them: their blocks, and what is needed to try them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from adjudicator.core.folders import PACKAGE

DOCS = PACKAGE.parent / "docs"
_FENCE = re.compile(r"^(?P<indent> *)```(?P<kind>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    kind: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks(page: Path, kind: str) -> list[Block]:
    """All fenced blocks of a page whose language is `kind`; what follows it is kept."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(text):
        if match["kind"].split(" ")[0] == kind:
            inner = "\n".join(line[len(match["indent"]) :] for line in match["text"].split("\n"))
            found.append(Block(page, text.count("\n", 0, match.start()) + 1, match["kind"], inner))
    return found


@dataclass(frozen=True)
class Command:
    """A line that begins with `$ `, with its here-document, and what should be answered."""

    place: str
    line: str
    answer: tuple[str, ...]


def commands(block: Block) -> list[Command]:
    found: list[Command] = []
    lines = iter(enumerate(block.text.rstrip("\n").split("\n"), start=block.line + 1))
    for number, line in lines:
        if line.startswith("$ "):
            whole = line[2:]
            while whole.endswith("\\"):
                whole += "\n" + next(lines)[1]
            here = re.search(r"<<'?(\w+)'?", whole)
            while here is not None:
                _, more = next(lines)
                whole += "\n" + more
                if more == here[1]:
                    break
            found.append(Command(f"{block.page.name}:{number}", whole, ()))
        else:
            assert found, f"{block.place}: an answer without a command"
            last = found[-1]
            found[-1] = Command(last.place, last.line, (*last.answer, line))
    return found
