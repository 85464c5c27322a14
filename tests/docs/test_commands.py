"""Every command that the pages show is run, in order, in a folder of its own, and answers what the page says.

Lines of an answer must come in this order; `…` stands for anything, within a line and for whole lines.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from adjudicator import cli
from adjudicator.host.commands import COMMANDS
from tests.docs.pages import DOCS, Command, blocks, commands

PAGES = sorted({*DOCS.glob("*.md"), DOCS.parent / "README.md"})
SHOWN = [page for page in PAGES if blocks(page, "console")]
SHELL = re.compile(r"[|<>&;$`*]|^(?!adjudicator )")


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.name)
def test_commands_answer_what_the_page_says(
    page: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path_factory.mktemp(page.stem)
    if any("two-valleys" in block.text for block in blocks(page, "console")):
        shutil.copytree(DOCS / "examples" / "two-valleys", scratch / "two-valleys")
    monkeypatch.chdir(scratch)
    monkeypatch.setenv("HOME", str(scratch))
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for block in blocks(page, "console"):
        for command in commands(block):
            said, code = run(command)
            leaves = re.search("leaves-with-([0-9]+)", block.kind)
            assert code == (int(leaves[1]) if leaves else 0), f"{command.place}: {command.line}\n{said}"
            compare(command, said)


def test_players_are_told_every_command_by_mail() -> None:
    page = (DOCS / "players.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert [verb for verb in COMMANDS if not any(f"`{verb}" in row.split("|")[1] for row in rows)] == []


def run(command: Command) -> tuple[str, int]:
    if SHELL.search(command.line):
        done = subprocess.run(["bash", "-c", command.line], capture_output=True, text=True, timeout=60, check=False)
        return done.stdout + done.stderr, done.returncode
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            cli.main(shlex.split(command.line.replace("\\\n", " "), comments=True)[1:])
        except SystemExit as left:
            return out.getvalue(), int(left.code or 0)
    return out.getvalue(), 0


def compare(command: Command, said: str) -> None:
    left = said.splitlines()
    for line in command.answer:
        if line.strip() in ("", "…"):
            continue
        pattern = re.compile(".*".join(re.escape(part) for part in line.strip().split("…")))
        while left and not pattern.fullmatch(left[0].strip()):
            left.pop(0)
        assert left, f"{command.place}: {command.line}\nnowhere in the answer: {line}\n{said}"
        left.pop(0)


def written_commands(page: Path) -> list[tuple[str, str]]:
    """Lines that begin with `adjudicator` in blocks that are not run: settings of others' machines, lists."""
    found = []
    for block in blocks(page, ""):
        text = block.text.replace("\\\n", " ")
        found += [(block.place, line) for line in text.splitlines() if line.startswith("adjudicator ")]
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_that_are_only_written_exist_with_their_options(page: Path, tmp_path: Path) -> None:
    for place, line in written_commands(page):
        words = shlex.split(line, comments=True)[1:]
        name, *arguments = words
        group: click.Command | None = cli.adjudicator.get_command(None, name)  # type: ignore[arg-type]
        assert group is not None, f"{place}: {line}"
        while isinstance(group, click.Group):
            name, *arguments = arguments
            group = group.get_command(None, name)  # type: ignore[arg-type]
        assert group is not None, f"{place}: {line}"
        try:
            group.make_context(name, list(arguments), resilient_parsing=False)
        except click.BadParameter as error:  # a file that is only an example need not be there
            assert re.search("does not exist|No such file", str(error)), f"{place}: {line}: {error}"


def test_every_command_is_shown_in_a_page() -> None:
    pages = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [name for name in cli.COMMANDS if f"adjudicator {name}" not in pages] == []


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
