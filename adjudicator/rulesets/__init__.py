"""One folder a game, and nothing of a game elsewhere."""
