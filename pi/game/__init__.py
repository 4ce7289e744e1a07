"""The loop that plays one game at a board."""
