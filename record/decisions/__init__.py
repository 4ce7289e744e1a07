"""What people decide, and its way into the game."""
