"""Legal moves, their notation, and the counts and endings of a game."""
