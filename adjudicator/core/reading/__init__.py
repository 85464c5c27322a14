"""Reading players' order files: safely (any text), kindly (repairs, suggestions), exactly (line and column)."""

from .pages import Pages, open_text, without_token
from .repair import Repair, as_typed
from .schema import Schema, bundle
from .sheets import Document, Reading, line_shown, read_sheets
from .writing import write_sheet

__all__ = [
    "Document",
    "Pages",
    "Reading",
    "Repair",
    "Schema",
    "as_typed",
    "bundle",
    "line_shown",
    "open_text",
    "read_sheets",
    "without_token",
    "write_sheet",
]
