"""The referee: it turns the evidence of one press, given the game so far, into a ruling."""
