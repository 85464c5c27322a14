"""The icons of goods, transporters and buildings: plain shapes around (0, 0), each with its letter."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.core.picture import Circle, Line, Point, Polygon, Rect, Shape, Text

from .palette import PLAYERS

INK = "#1c1c1c"
WHITE = "#ffffff"

# Two letters for each building, as the legend lists them.
BUILDING_LETTERS = {
    "woodcutter": "Wc",
    "quarry": "Qu",
    "clay-pit": "Cp",
    "mine": "Mi",
    "oil-rig": "Oi",
    "sawmill": "Sw",
    "coal-burner": "Cb",
    "papermill": "Pm",
    "stone-factory": "Sf",
    "mint": "Mt",
    "stock-exchange": "Sx",
    "wagon-factory": "Wa",
    "truck-factory": "Tr",
    "raft-factory": "Ra",
    "rowboat-factory": "Ro",
    "steamer-factory": "St",
}
GROUP_COLOURS = {"primary": "#7a4a21", "secondary": "#37474f", "transporter": "#6a1b9a"}


def _scaled(points: tuple[Point, ...], size: float) -> tuple[Point, ...]:
    return tuple((x * size, y * size) for x, y in points)


@lru_cache(maxsize=512)
def good(name: str, size: float) -> tuple[Shape, ...]:
    """A good, as wide and high as `size`."""
    h = size / 2
    line = max(0.8, size / 14)
    match name:
        case "trunks":
            ends = ((-0.5, 0.35), (0.5, 0.35), (0.0, -0.35))
            return tuple(Circle(x * h, y * h, h * 0.55, "#8d5a2b", INK, line) for x, y in ends)
        case "boards":
            return tuple(Rect(-h, h * y, size, h * 0.55, "#e0a458", INK, line) for y in (-0.95, -0.28, 0.4))
        case "paper":
            sheet = _scaled(((-0.7, -1), (0.35, -1), (0.7, -0.6), (0.7, 1), (-0.7, 1)), h)
            rules = tuple(Line(((-0.4 * h, y * h), (0.4 * h, y * h)), "#607d8b", line) for y in (-0.3, 0.1, 0.5))
            return (Polygon(sheet, WHITE, INK, line), *rules)
        case "geese":
            body = _scaled(((-1, -0.1), (0.2, 0.05), (0.35, -0.75), (0.65, -0.95), (1, -0.7), (0.7, -0.6), (0.75, 0.4),
                            (0.3, 0.85), (-0.4, 0.85), (-0.8, 0.45)), h)  # fmt: skip
            beak = _scaled(((0.95, -0.85), (1.25, -0.68), (0.95, -0.6)), h)
            return (Polygon(body, WHITE, INK, line), Polygon(beak, "#ef6c00"))
        case "clay":
            lump = _scaled(((-1, 0.7), (-0.75, -0.3), (-0.1, -0.7), (0.7, -0.35), (1, 0.7)), h)
            return (Polygon(lump, "#b5532f", INK, line),)
        case "stone":
            block = _scaled(((-1, 0.2), (-0.55, -0.8), (0.5, -0.85), (1, 0), (0.6, 0.85), (-0.6, 0.85)), h)
            return (Polygon(block, "#9a9a9a", INK, line),)
        case "fuel":
            drop = _scaled(((0, -1), (0.55, -0.1), (0.7, 0.4), (0.4, 0.85), (0, 1), (-0.4, 0.85), (-0.7, 0.4),
                            (-0.55, -0.1)), h)  # fmt: skip
            return (Polygon(drop, "#212121", WHITE, line), Circle(-0.2 * h, 0.4 * h, 0.16 * h, WHITE))
        case "iron" | "gold":
            bar = _scaled(((-1, 0.7), (-0.65, -0.55), (0.65, -0.55), (1, 0.7)), h)
            fill, letter = ("#6f8fa8", "Fe") if name == "iron" else ("#ffcf33", "Au")
            return (Polygon(bar, fill, INK, line), Text(0, 0.12 * h, letter, size * 0.46, INK, bold=True))
        case "coins":
            rims = tuple(Circle(0, y * h, 0.72 * h, "#ffcf33", INK, line) for y in (0.28, 0.0, -0.28))
            return (*rims, Text(0, -0.28 * h, "¢", size * 0.55, INK, bold=True))
        case "stock":
            share = Rect(-h, -0.75 * h, size, 1.5 * h, "#2e7d32", INK, line)
            return (share, Text(0, 0, "%", size * 0.6, WHITE, bold=True))
    raise ValueError(f"no icon for {name}")


@lru_cache(maxsize=512)
def transporter(kind: str, owner: str, number: int, size: float) -> tuple[Shape, ...]:
    """A transporter in its player's colour: the shape says the kind, letter and number say whose and which."""
    fill, ink, letter = PLAYERS[owner]
    h, line = size / 2, max(1.0, size / 16)
    label = Text(0, 0, f"{letter}{number}", size * 0.42, ink, bold=True)
    match kind:
        case "donkey":
            ears = tuple(
                Polygon(_scaled(((x - 0.18, -0.7), (x, -1.05), (x + 0.18, -0.7)), h), fill, INK, line)
                for x in (-0.4, 0.4)
            )
            return (*ears, Circle(0, 0, h * 0.86, fill, INK, line), label)
        case "wagon":
            wheels = tuple(Circle(x * h, 0.72 * h, 0.26 * h, WHITE, INK, line) for x in (-0.5, 0.5))
            return (Rect(-h, -0.55 * h, size, 1.15 * h, fill, INK, line), *wheels, label)
        case "truck":
            body = _scaled(((-1, -0.7), (0.45, -0.7), (0.45, -0.3), (1, -0.3), (1, 0.55), (-1, 0.55)), h)
            wheels = tuple(Circle(x * h, 0.66 * h, 0.26 * h, INK, WHITE, line) for x in (-0.55, 0.6))
            return (Polygon(body, fill, INK, line), *wheels, Text(-0.1 * h, 0, label.text, size * 0.42, ink, bold=True))
        case "raft":
            logs = tuple(Rect(-h, y * h, size, 0.42 * h, fill, INK, line, 0.2 * h) for y in (-0.65, -0.22, 0.21))
            return (*logs, label)
        case "rowboat":
            hull = _scaled(((-1.05, -0.35), (1.05, -0.35), (0.65, 0.65), (-0.65, 0.65)), h)
            oars = tuple(Line(((x * 0.3 * h, -0.35 * h), (x * h, -0.95 * h)), INK, line * 1.4) for x in (-1, 1))
            return (*oars, Polygon(hull, fill, INK, line), Text(0, 0.1 * h, label.text, size * 0.4, ink, bold=True))
        case "steamer":
            hull = _scaled(((-1.1, -0.25), (1.1, -0.25), (0.8, 0.75), (-0.8, 0.75)), h)
            funnel = Rect(-0.2 * h, -1.0 * h, 0.5 * h, 0.8 * h, INK, WHITE, line * 0.6)
            return (funnel, Polygon(hull, fill, INK, line), Text(0, 0.22 * h, label.text, size * 0.4, ink, bold=True))
    raise ValueError(f"no icon for {kind}")


@lru_cache(maxsize=128)
def building(kind: str, group: str, size: float) -> tuple[Shape, ...]:
    """A house with the two letters of its kind."""
    h, line = size / 2, max(1.0, size / 18)
    house = _scaled(((-0.95, 0.95), (-0.95, -0.3), (0, -1), (0.95, -0.3), (0.95, 0.95)), h)
    return (
        Polygon(house, GROUP_COLOURS[group], WHITE, line),
        Text(0, 0.25 * h, BUILDING_LETTERS[kind], size * 0.44, WHITE, bold=True),
    )


@lru_cache(maxsize=16)
def home(owner: str, size: float) -> tuple[Shape, ...]:
    """A flag in the player's colour."""
    fill, ink, letter = PLAYERS[owner]
    h = size / 2
    return (
        Line(((-0.6 * h, -h), (-0.6 * h, h)), INK, max(1.2, size / 12)),
        Polygon(_scaled(((-0.6, -1), (0.95, -0.75), (0.95, 0.1), (-0.6, 0.25)), h), fill, INK, max(0.8, size / 18)),
        Text(0.12 * h, -0.36 * h, letter, size * 0.42, ink, bold=True),
    )
