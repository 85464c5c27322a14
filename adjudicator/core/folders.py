"""Where the folders of a game that are not code lie: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

import adjudicator

PACKAGE = Path(adjudicator.__file__).parent


def root() -> Path:
    """The folder that holds `orders_schema/`, `templates/` and `games/`."""
    inside = PACKAGE / "_data"
    return inside if inside.is_dir() else PACKAGE.parent


def schemas(game: str) -> Path:
    return root() / "orders_schema" / game


def templates(game: str) -> Path:
    return root() / "templates" / game


def scenarios(game: str) -> Path:
    return root() / "games" / "scenarios" / game
