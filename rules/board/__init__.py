"""Squares, rule sets, positions, FEN, and the evidence of a picture: the basis of everything else in `rules`."""
