"""From the evidence of one press to a ruling, given the game so far."""
