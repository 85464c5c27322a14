from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.host.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "games")


@pytest.fixture
def home() -> Iterator[Path]:
    """In memory where there is such a folder: hundreds of copies, each with all its syncs."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        yield Path(folder) / "games"
