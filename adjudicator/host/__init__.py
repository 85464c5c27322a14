"""What happens to a game: taking orders, deadlines, resolving, letters. Talks to the world through ports."""
