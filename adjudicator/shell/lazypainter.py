"""The painter of pictures, loaded when something is first painted."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.core.picture import Picture


class LazyPainter:
    def png(self, picture: Picture) -> Callable[[], bytes]:
        from adjudicator.shell.painting import begun

        return begun(picture)
