"""Where secrets may lie, and where not."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from adjudicator.core.model import BadInput
from adjudicator.host.accounts import Secret
from adjudicator.shell.credentials import Credentials


def secret_file(folder: Path, text: str = "horse\n", mode: int = 0o600) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "secret").write_text(text)
    (folder / "secret").chmod(mode)
    return folder / "secret"


def test_from_the_environment(tmp_path: Path) -> None:
    credentials = Credentials(tmp_path, {"PASSWORD": "horse", "EMPTY": ""})
    assert credentials.secret(Secret(env="PASSWORD")) == "horse"
    for name in ("EMPTY", "MISSING"):
        with pytest.raises(BadInput, match=f"the environment variable {name} is not set, or is empty"):
            credentials.secret(Secret(env=name))


def test_from_a_file_of_ours(tmp_path: Path) -> None:
    file = secret_file(tmp_path / "host")
    assert Credentials(tmp_path / "host").secret(Secret(file="secret")) == "horse"
    assert Credentials(tmp_path).secret(Secret(file=str(file))) == "horse"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_not_from_a_file_that_others_can_read(tmp_path: Path, mode: int) -> None:
    secret_file(tmp_path, mode=mode)
    with pytest.raises(BadInput, match="others can read this secret: chmod 600 it"):
        Credentials(tmp_path).secret(Secret(file="secret"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_not_from_a_file_of_somebody_else(tmp_path: Path) -> None:
    os.chown(secret_file(tmp_path), 12345, 12345)
    with pytest.raises(BadInput, match="others can read this secret"):
        Credentials(tmp_path).secret(Secret(file="secret"))


def test_not_from_a_work_tree(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path / "repository")], check=True)
    secret_file(tmp_path / "repository" / "deep" / "below")
    with pytest.raises(BadInput, match=f"lies in the git work tree {tmp_path / 'repository'}; move it out"):
        Credentials(tmp_path / "repository" / "deep").secret(Secret(file="below/secret"))


def test_not_through_a_link_into_a_work_tree(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path / "repository")], check=True)
    file = secret_file(tmp_path / "repository")
    (tmp_path / "host").mkdir()
    (tmp_path / "host" / "secret").symlink_to(file)
    with pytest.raises(BadInput, match="git work tree"):
        Credentials(tmp_path / "host").secret(Secret(file="secret"))


def test_not_from_a_work_tree_beside_its_repository(tmp_path: Path) -> None:
    """`git worktree` leaves a file named .git instead of a folder."""
    (tmp_path / ".git").write_text("gitdir: /elsewhere\n")
    secret_file(tmp_path)
    with pytest.raises(BadInput, match="git work tree"):
        Credentials(tmp_path).secret(Secret(file="secret"))


@pytest.mark.parametrize(
    ("text", "said"), [("\n", "and is empty"), ("horse\nbattery\n", "not one line"), ("a\x07b", "not one line")]
)
def test_not_an_odd_one(tmp_path: Path, text: str, said: str) -> None:
    secret_file(tmp_path, text)
    with pytest.raises(BadInput, match=said) as error:
        Credentials(tmp_path).secret(Secret(file="secret"))
    assert "battery" not in str(error.value)


def test_missing_or_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="this file should hold a secret, but: No such file"):
        Credentials(tmp_path).secret(Secret(file="secret"))
    with pytest.raises(BadInput, match="this should be a file"):
        Credentials(tmp_path).secret(Secret(file="."))
