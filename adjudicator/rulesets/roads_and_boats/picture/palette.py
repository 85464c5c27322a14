"""Colours. Shape and letter always say the same as the colour does, for those who see colours otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    paper: str
    ink: str
    faint: str
    """Tile names, bank letters and lines that must not shout."""
    edge: str
    water: str
    road: str
    mark: str
    """Around what has changed."""
    panel: str
    terrain: Mapping[str, str]


LIGHT = Palette(
    paper="#ffffff",
    ink="#1c1c1c",
    faint="#4a4a4a",
    edge="#ffffff",
    water="#4f94cd",
    road="#6b5236",
    mark="#c2007a",
    panel="#f4f1ea",
    terrain={
        "woods": "#7fb069",
        "pasture": "#cfe8a0",
        "rock": "#c9c4bb",
        "mountain": "#a98f73",
        "desert": "#f2dca0",
        "sea": "#a9d3ee",
    },
)

DARK = Palette(
    paper="#16181b",
    ink="#f0efe9",
    faint="#d8d5cc",
    edge="#16181b",
    water="#6db1ea",
    road="#e3c08a",
    mark="#ff6ac1",
    panel="#23262b",
    terrain={
        "woods": "#2f5a2a",
        "pasture": "#5a7437",
        "rock": "#5d5a55",
        "mountain": "#5f4a37",
        "desert": "#857145",
        "sea": "#1f4a68",
    },
)

THEMES: Mapping[str, Palette] = {"light": LIGHT, "dark": DARK}

# Each player's colour with the ink that reads on it, and the letter that stands for him. From the colours that stay
# apart for every common kind of colour blindness.
PLAYERS: Mapping[str, tuple[str, str, str]] = {
    "red": ("#d43d2a", "#ffffff", "R"),
    "blue": ("#1565c0", "#ffffff", "B"),
    "yellow": ("#f5c518", "#1c1c1c", "Y"),
    "green": ("#0b7a4b", "#ffffff", "G"),
    "black": ("#2b2b2b", "#ffffff", "K"),
    "white": ("#fafafa", "#1c1c1c", "W"),
    "neutral": ("#9e9e9e", "#1c1c1c", "N"),
}
