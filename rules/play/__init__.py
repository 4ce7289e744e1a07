"""Legal moves, their notation, the counts of a game, and its endings."""
