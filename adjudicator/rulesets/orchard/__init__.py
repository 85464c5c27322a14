"""Orchard: the smallest complete game, and the one to copy for a new one. Read RULES.md, then game.py."""
