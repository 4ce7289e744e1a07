"""From a board laid straight to evidence for each square."""
