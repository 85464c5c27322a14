"""A play-by-email adjudicator for board games with simultaneous orders."""

__version__ = "0.1.0"
