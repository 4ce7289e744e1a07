"""What the regulations say, and nothing else: pure, standard library only."""
