"""The evening of all boards: lists of pairings, names, starts and the next round, each a word to a board."""
