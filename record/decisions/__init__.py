"""The decisions of people, and how they enter the game."""
