"""Squares, rule sets, positions and what a picture says of each square: what everything else in `rules` stands on."""
