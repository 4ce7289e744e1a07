"""What happens in a game, as frozen values and as JSON on disk."""
