"""The painter of pictures, loaded when something is first painted."""

from __future__ import annotations

from adjudicator.core.picture import Picture


class LazyPainter:
    def png(self, picture: Picture) -> bytes:
        from adjudicator.shell.painting import png

        return png(picture)
