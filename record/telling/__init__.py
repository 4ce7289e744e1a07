"""Sentences about events and games: alerts, remarks, counts and reasons."""
